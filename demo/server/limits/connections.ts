import type { Server, Socket } from 'node:net'
import { networkOf } from './network-of.ts'

/** Of one network: as many as browsers of a thousand people behind one address open. Each takes a file descriptor. */
const CONNECTIONS_OF_NETWORK = 5000
/** Of all networks: three quarters of the file descriptors that a Linux service has by default where its soft limit is raised (20,000). */
const CONNECTIONS = 15_000

/** Ends what one network opens beyond `mostOfNetwork` side by side; beyond `most` of all, the oldest of the network that has most. */
export function boundConnections(server: Server, mostOfNetwork = CONNECTIONS_OF_NETWORK, most = CONNECTIONS): void {
  /** By network, the oldest first. */
  const open = new Map<string, Set<Socket>>()
  let count = 0

  const fullestNetwork = () => [...open].reduce((most, one) => (one[1].size > most[1].size ? one : most))
  const leave = (network: string, socket: Socket) => {
    const own = open.get(network)
    if (!own?.delete(socket)) return
    count -= 1
    if (own.size === 0) open.delete(network)
  }
  server.on('connection', (socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    const own = open.get(network) ?? new Set()
    if (own.size >= mostOfNetwork) return void socket.destroy()
    own.add(socket)
    open.set(network, own)
    count += 1
    socket.once('close', () => leave(network, socket))
    if (count <= most) return
    const [fullest, [oldest]] = fullestNetwork()
    if (!oldest) return
    leave(fullest, oldest)
    oldest.destroy()
  })
}
