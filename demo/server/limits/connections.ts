import type { Server } from 'node:net'
import { openLanes } from './limiter.ts'
import { networkOf } from './network-of.ts'

/** Of one network: as many as browsers of a thousand people behind one address open. Each takes a file descriptor. */
const CONNECTIONS_OF_NETWORK = 5000

/** Ends what one network opens beyond `most` side by side. */
export function boundConnections(server: Server, most = CONNECTIONS_OF_NETWORK): void {
  const connections = openLanes(most, Number.POSITIVE_INFINITY)
  server.on('connection', (socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    if (!connections.enter(network)) return void socket.destroy()
    socket.once('close', () => connections.leave(network))
  })
}
