import { isSessionEnd } from '../../../core/catalogue/session-ends.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import { type CallNow, callNow, whileAnswering } from '../limits/call-now.ts'
import { type Caller, cameBy } from './caller.ts'

export interface Ends {
  /** Notifies when a session ends on this node. */
  onRevoked(listener: (session_hash: string, reason: string | null) => void): () => void
  /** Notifies when an embed key or a share link was changed or revoked on this node. */
  onKeyChanged(listener: (key_id: string) => void): () => void
}

/**
 * Calls that are being answered. One that waits for the store when the session, key or link that it came by ends is carried
 * out no more: by then whoever ended it was answered that it is over.
 */
export function openCallsUnderWay({ onRevoked, onKeyChanged }: Ends) {
  const underWay = new Map<string, Set<CallNow>>()

  const end = (holder: string, error: ApiError) => {
    // A call that ends its own session is carried out to its end.
    for (const call of underWay.get(holder) ?? []) if (call !== callNow()) call.ended ??= error
  }
  onRevoked((session_hash, reason) => {
    const fault = reason !== null && isSessionEnd(reason) ? { fault: reason } : {}
    end(session_hash, new ApiError('100009', { status: 500, ...fault }))
  })
  onKeyChanged((key_id) => end(key_id, new ApiError('100009', { status: 401, fault: 'key' })))

  return async <T>(caller: Caller, isChange: boolean, answer: () => Promise<T>): Promise<T> => {
    const holder = cameBy(caller)
    const call: CallNow = { ended: null, hasWritten: false, isChange, isAnswered: false }
    const own = underWay.get(holder) ?? new Set()
    underWay.set(holder, own.add(call))
    try {
      return await whileAnswering(call, answer)
    } finally {
      call.isAnswered = true
      own.delete(call)
      if (own.size === 0) underWay.delete(holder)
    }
  }
}
