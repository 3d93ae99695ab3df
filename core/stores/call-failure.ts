import { isSessionOver } from '../catalogue/session-codes.ts'
import type { Connection } from '../connection/connection.ts'
import { ApiError, ConnectionError } from '../contract/api-error.ts'

export type CallFailure = ApiError | ConnectionError

/** A refusal or a lost line, which a screen draws; any other error is a defect. */
export const isCallFailure = (error: unknown): error is CallFailure =>
  error instanceof ApiError || error instanceof ConnectionError

/** Whether it may pass by itself: the line comes back, the page gets another token. */
export const isPassing = (failure: CallFailure): boolean =>
  failure instanceof ConnectionError || isSessionOver(failure.code) || failure.code === '110004'

/** Whether a call that failed so may have been done all the same: it was sent, and no reply says so. */
export const mayBeDone = (error: unknown): boolean => error instanceof ConnectionError && error.reason !== 'token'

/** A lost line is tried again after this, doubling. */
const RETRY_FLOOR_MS = 2000
const RETRY_CEILING_MS = 60_000

/**
 * Asks again after a failure that is passing: when the connection is well again, and a lost line every now and
 * then, the more rarely the more often it `failed` before. Stop with the returned function.
 */
export function retryPassing(
  failure: CallFailure,
  failed: number,
  connection: Pick<Connection, '$problem' | '$isExpired'> | null,
  ask: () => void,
): () => void {
  const stops = [
    connection?.$problem.listen((problem) => problem === null && ask()),
    connection?.$isExpired.listen((isExpired) => isExpired || ask()),
  ]
  const ceiling = Math.min(RETRY_CEILING_MS, RETRY_FLOOR_MS * 2 ** failed)
  const isLost = failure instanceof ConnectionError && failure.reason !== 'token'
  // Spread out: the pages that a server's restart cut off do not all come back at once.
  const timer = isLost ? setTimeout(ask, ceiling * (0.5 + Math.random() / 2)) : undefined
  return () => {
    for (const stop of stops) stop?.()
    clearTimeout(timer)
  }
}
