import type { ServerResponse } from 'node:http'

/**
 * Aborted when the caller hangs up before the answer is written. The request itself does not show it: its own end comes as
 * soon as its body is read.
 */
export function goneOf(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  response.once('close', () => response.writableFinished || gone.abort())
  return gone.signal
}
