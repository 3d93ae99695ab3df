import { type AddressInfo, createServer, type ListenOptions, type Server } from 'node:net'

/**
 * Node takes one connection of a listening socket in each turn of its event loop (since libuv 1.45): a busy server takes a
 * hundred or two a second, and whoever comes when the queue of the system is full tries again after 1, 3 and 7 s. So many
 * sockets listen at one port: each has a queue, and takes one in each turn.
 */
const SOCKETS = 16
/** Elsewhere the system does not spread connections over the sockets of a port. */
const CAN_SHARE = process.platform === 'linux'

/** What to listen with so that `acceptBeside` can: rejects when somebody listens there, even one who would share the port. */
export async function sharedPort({ port, host }: { port: number; host: string }): Promise<ListenOptions> {
  if (CAN_SHARE && port !== 0) {
    const probe = createServer()
    await listening(probe, { port, host })
    await new Promise((resolve) => probe.close(resolve))
  }
  return { port, host, reusePort: CAN_SHARE }
}

/** Has more sockets listen beside that of a server that listens with `sharedPort`. Returns what closes them. */
export async function acceptBeside(server: Server): Promise<() => void> {
  if (!CAN_SHARE) return () => {}
  const { port, address } = server.address() as AddressInfo
  // As Node keeps them, which its types do not say: a connection is the same whichever socket took it.
  const { allowHalfOpen, noDelay, keepAlive, keepAliveInitialDelay } = server as Server & Record<string, unknown>
  const options = { allowHalfOpen, noDelay, keepAlive, keepAliveInitialDelay } as object
  const others: Server[] = []
  const close = () => {
    for (const other of others) other.close()
  }
  try {
    for (let i = 1; i < SOCKETS; i += 1) {
      const other = createServer(options)
      other.on('connection', (socket) => server.emit('connection', socket))
      others.push(other)
      await listening(other, { port, host: address, reusePort: true })
    }
  } catch (error) {
    close()
    throw error
  }
  return close
}

function listening(server: Server, options: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(options, () => {
      server.off('error', reject)
      resolve()
    })
  })
}
