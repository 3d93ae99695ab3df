import { createServer, type Server, type Socket } from 'node:net'
import { Aedes } from 'aedes'
import { ownPort } from './ports.ts'

/** A customer's broker, which can break down. */
export interface TestBroker {
  url: string
  /** Ends all connections and lets nobody in, until `restart`. */
  breakDown(): Promise<void>
  /** As it is after a breakdown: sessions and last wills are lost, and of what was retained there is this. */
  restart(retained?: Readonly<Record<string, string>>): Promise<void>
  /** Ends all connections; everybody may come back at once, and sessions are kept. */
  cut(): void
  stop(): Promise<void>
}

export async function startTestBroker(): Promise<TestBroker> {
  let broker = await Aedes.createBroker()
  let server: Server
  const sockets = new Set<Socket>()

  const listen = async (port: number) => {
    server = createServer((socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
      broker.handle(socket)
    })
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  }
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  const breakDown = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    cut()
    await closed
    await new Promise<void>((resolve) => broker.close(resolve))
  }

  const port = await ownPort()
  await listen(port)
  return {
    url: `mqtt://127.0.0.1:${port}`,
    breakDown,
    cut,
    async restart(retained = {}) {
      broker = await Aedes.createBroker()
      for (const [topic, text] of Object.entries(retained)) {
        const packet = { cmd: 'publish', qos: 1, dup: false, retain: true, topic, payload: Buffer.from(text) } as const
        await new Promise<void>((resolve, reject) =>
          broker.publish(packet, (error) => (error ? reject(error) : resolve())),
        )
      }
      await listen(port)
    },
    stop: breakDown,
  }
}
