import { isSessionEnd } from '../../../core/catalogue/session-ends.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import { type CallNow, callNow, whileAnswering } from '../limits/call-now.ts'
import { type Caller, cameBy } from './caller.ts'

/** Returns what takes it out again. */
function join<K, C extends CallNow>(calls: Map<K, Set<C>>, key: K, call: C): () => void {
  const own = calls.get(key) ?? new Set<C>()
  calls.set(key, own.add(call))
  return () => {
    own.delete(call)
    if (own.size === 0 && calls.get(key) === own) calls.delete(key)
  }
}

export interface Ends {
  /** Notifies when a session ends on this node. */
  onRevoked(listener: (session_hash: string, reason: string | null) => void): () => void
  /** Notifies when an embed key or a share link was changed or revoked on this node. */
  onKeyChanged(listener: (key_id: string) => void): () => void
  /** Notifies when users of an organisation may reach less than before: all of it, or these. */
  onRegrouped(listener: (tenant_id: number, user_ids?: readonly number[]) => void): () => void
}

interface ReachingCall extends CallNow {
  readonly user_id: number
}

/**
 * Calls that are being answered. One that waits for the store when the session, key or link that it came by ends is carried
 * out no more: by then whoever ended it was answered that it is over. The same holds for what changes something by a reach
 * that groups and shares give, when groups were moved or a share ended: the caller's may be smaller now.
 */
export function openCallsUnderWay({ onRevoked, onKeyChanged, onRegrouped }: Ends) {
  const underWay = new Map<string, Set<CallNow>>()
  /** By organisation. */
  const byReach = new Map<number, Set<ReachingCall>>()

  const end = (holder: string, error: ApiError) => {
    // A call that ends its own session is carried out to its end.
    for (const call of underWay.get(holder) ?? []) if (call !== callNow()) call.ended ??= error
  }
  onRevoked((session_hash, reason) => {
    const fault = reason !== null && isSessionEnd(reason) ? { fault: reason } : {}
    end(session_hash, new ApiError('100009', { status: 500, ...fault }))
  })
  onKeyChanged((key_id) => end(key_id, new ApiError('100009', { status: 401, fault: 'key' })))
  onRegrouped((tenant_id, user_ids) => {
    for (const call of byReach.get(tenant_id) ?? [])
      if (call !== callNow() && (user_ids?.includes(call.user_id) ?? true)) call.ended ??= new ApiError('100002')
  })

  return async <T>(caller: Caller, isChange: boolean, answer: () => Promise<T>): Promise<T> => {
    const holder = cameBy(caller)
    const { user_id } = caller
    const call: ReachingCall = { ended: null, hasWritten: false, isChange, isAnswered: false, user_id }
    const leaveHolder = join(underWay, holder, call)
    const leaveReach = isChange && caller.may_see !== 'all' ? join(byReach, caller.tenant_id, call) : () => {}
    try {
      return await whileAnswering(call, answer)
    } finally {
      call.isAnswered = true
      leaveHolder()
      leaveReach()
    }
  }
}
