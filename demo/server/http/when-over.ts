import { finished } from 'node:stream'
import type { FastifyReply } from 'fastify'

/**
 * Calls back once when an answer has gone out, or its connection has ended: an answer that waits behind another one of its
 * connection hears nothing of that end.
 */
export function whenOver({ raw, request }: FastifyReply, done: () => void): void {
  const { socket } = request.raw
  let isOver = false
  const over = () => {
    if (isOver) return
    isOver = true
    socket.off('close', over)
    done()
  }
  finished(raw, over)
  if (socket.destroyed) over()
  else socket.once('close', over)
}
