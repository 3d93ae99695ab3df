import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A line to a server that can be made to carry nothing while it stays up, as a frozen server or a dead switch does. */
export interface TestLink {
  port: number
  stall(): void
  resume(): void
  /** Ends all connections; new ones are let through. */
  cut(): void
  /** Open connections. */
  count(): number
  close(): Promise<void>
}

export async function openTestLink(target: { host: string; port: number }): Promise<TestLink> {
  const pairs = new Set<readonly [Socket, Socket]>()
  let isStalled = false

  const server = createServer((near) => {
    const far = connect(target.port, target.host)
    const pair = [near, far] as const
    pairs.add(pair)
    near.pipe(far).pipe(near)
    if (isStalled) for (const socket of pair) socket.pause()
    for (const socket of pair) {
      socket.on('error', () => {})
      socket.on('close', () => {
        pairs.delete(pair)
        for (const other of pair) other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const each = (act: (socket: Socket) => void) => {
    for (const pair of pairs) for (const socket of pair) act(socket)
  }
  const cut = () => each((socket) => socket.destroy())
  return {
    port: (server.address() as AddressInfo).port,
    stall: () => {
      isStalled = true
      each((socket) => socket.pause())
    },
    resume: () => {
      isStalled = false
      each((socket) => socket.resume())
    },
    cut,
    count: () => pairs.size,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      cut()
      await closed
    },
  }
}
