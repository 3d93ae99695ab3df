import { type AddressInfo, createServer, type Socket } from 'node:net'
import mqtt from 'mqtt'
import { generate, parser } from 'mqtt-packet'
import { afterAll, expect, test, vi } from 'vitest'
import { publishOnce } from './publish-once.ts'

const until = (check: () => unknown) => vi.waitFor(check)

/** A broker that lets everybody in and acknowledges those messages alone that say so. */
const heard: string[] = []
const sockets = new Set<Socket>()
const server = createServer((socket) => {
  sockets.add(socket)
  socket.on('error', () => {})
  const packets = parser()
  packets.on('packet', (packet) => {
    if (packet.cmd === 'connect') socket.write(generate({ cmd: 'connack', returnCode: 0, sessionPresent: true }))
    if (packet.cmd !== 'publish') return
    heard.push(packet.payload.toString())
    const isAcknowledged = heard.at(-1) === 'acknowledge this'
    if (isAcknowledged) socket.write(generate({ cmd: 'puback', messageId: packet.messageId ?? 0 }))
  })
  socket.on('data', (bytes) => packets.parse(bytes))
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`, {
  clean: false,
  clientId: 'once',
  reconnectPeriod: 50,
})
client.on('error', () => {})

afterAll(async () => {
  await client.endAsync(true)
  for (const socket of sockets) socket.destroy()
  server.close()
})

const publish = (text: string, withinMs: number) =>
  publishOnce(client, 'v1/devices/A/command', Buffer.from(text), withinMs)

test('a message without acknowledgement, in time or before the connection was lost, is not sent again', async () => {
  await publish('acknowledge this', 60_000)
  await expect(publish('too slow', 50)).rejects.toThrow('did not acknowledge a message in time')
  const lost = expect(publish('lost', 60_000)).rejects.toThrow('was lost before it acknowledged')
  await until(() => expect(heard).toEqual(['acknowledge this', 'too slow', 'lost']))
  const back = new Promise<void>((resolve) => client.once('connect', () => resolve()))
  for (const socket of sockets) socket.destroy()
  await lost
  await back
  await publish('acknowledge this', 60_000)
  expect(heard).toEqual(['acknowledge this', 'too slow', 'lost', 'acknowledge this'])
})
