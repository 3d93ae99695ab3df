import type { Duplex } from 'node:stream'

/** Answers an upgrade that is not let in, and ends its connection. */
export function turnAway(socket: Duplex, status: string) {
  // Whoever does not close its end must not keep ours.
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nRetry-After: 5\r\n\r\n`, () => socket.destroy())
}
