import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** MQTT 3.1.1 by hand, no more than publishing takes: the clients must not be what limits the broker. */
export interface Publisher {
  /** QoS 1; resolves at the acknowledgement. Rejects when the connection ends before. */
  publish(topic: string, payload: string): Promise<void>
  close(): void
}

const CONNECT = 0x10
const CONNACK = 2
const PUBLISH_QOS1 = 0x32
const PUBACK = 4
const DISCONNECT = Buffer.from([0xe0, 0])
const CLEAN_WITH_NAME_AND_PASSWORD = 0xc2

export async function connectPublisher(url: string, name: string, password: string): Promise<Publisher> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.setNoDelay(true)
  await once(socket, 'connect')
  const waiting = new Map<number, { resolve(): void; reject(error: Error): void }>()
  let lastId = 0
  const isIn = new Promise<void>((resolve, reject) => {
    readPackets(socket, (type, body) => {
      if (type === CONNACK) {
        if (body[1] === 0) resolve()
        else reject(new Error(`the broker refused ${name} (${body[1]})`))
      }
      if (type !== PUBACK) return
      const id = body.readUInt16BE(0)
      waiting.get(id)?.resolve()
      waiting.delete(id)
    })
    socket.on('error', reject)
    socket.on('close', () => {
      const error = new Error(`the broker ended the connection of ${name}`)
      reject(error)
      for (const { reject: fail } of waiting.values()) fail(error)
    })
  })
  const flags = Buffer.from([4, CLEAN_WITH_NAME_AND_PASSWORD, 0, 0])
  socket.write(packet(CONNECT, [text('MQTT'), flags, text(name), text(name), text(password)]))
  await isIn
  return {
    publish: (topic, payload) =>
      new Promise((resolve, reject) => {
        if (socket.destroyed) return reject(new Error(`the connection of ${name} has ended`))
        lastId = (lastId % 0xffff) + 1
        waiting.set(lastId, { resolve, reject })
        const id = Buffer.from([lastId >> 8, lastId & 255])
        socket.write(packet(PUBLISH_QOS1, [text(topic), id, Buffer.from(payload)]))
      }),
    close() {
      waiting.clear()
      socket.end(DISCONNECT)
    },
  }
}

function text(words: string): Buffer {
  const bytes = Buffer.from(words)
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes])
}

function packet(head: number, parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const length: number[] = []
  let rest = body.length
  do {
    length.push((rest & 127) | (rest > 127 ? 128 : 0))
    rest >>= 7
  } while (rest > 0)
  return Buffer.concat([Buffer.from([head, ...length]), body])
}

/** The packets that a broker answers with are shorter than 128 bytes. */
function readPackets(socket: Socket, take: (type: number, body: Buffer) => void): void {
  let held: Buffer = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    let at = 0
    while (held.length - at >= 2) {
      const length = held[at + 1] as number
      if (held.length - at < 2 + length) break
      take((held[at] as number) >> 4, held.subarray(at + 2, at + 2 + length))
      at += 2 + length
    }
    held = held.subarray(at)
  })
}
