import { isSessionEnd } from '../../../core/catalogue/session-ends.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import { type CallNow, callNow, whileAnswering } from '../limits/call-now.ts'
import { type Caller, cameBy, canSee, isSameReach, isSameShares, NOBODY } from './caller.ts'

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
  /** Notifies when a device is in another group now, or, with null, is another organisation's or nobody's. */
  onDeviceLeft(listener: (before: Place & { readonly device_id: number }, now: Place | null) => void): () => void
}

type Place = Parameters<typeof canSee>[1]

interface ReachingCall extends CallNow {
  readonly caller: Caller
  /** The caller's reach may be another by now. */
  isInDoubt: boolean
  /** It has ended the session that it came by. */
  isTheLast: boolean
}

/** A read that was begun while its caller reached more, or other devices, than now. */
class Outdated extends ApiError {
  constructor() {
    super('100019', { status: 429, wait_s: 1 })
  }
}

/** So long a read is the answer of the time at which it began. */
const AT_ONCE_MS = 100
/** A read is begun anew so often; afterwards it is refused. */
const TRIES = 3

/**
 * Calls that are being answered. One that waits for the store when the session, key or link that it came by ends is carried
 * out no more: by then whoever ended it was answered that it is over. The same holds for what changes something by a reach
 * that groups and shares give, when groups were moved or a share ended: the caller's may be smaller now.
 *
 * A read is answered as one would be that begins when it ends: where its caller reaches other devices by then, it is begun
 * anew. So no answer has to look again itself, however long it waited for its turn.
 */
export function openCallsUnderWay(
  { onRevoked, onKeyChanged, onRegrouped, onDeviceLeft }: Ends,
  elapsed = () => performance.now(),
) {
  const underWay = new Map<string, Set<ReachingCall>>()
  /** By organisation: changes by a reach that groups and shares give, and reads. */
  const changes = new Map<number, Set<ReachingCall>>()
  const reads = new Map<number, Set<ReachingCall>>()

  const end = (holder: string, error: ApiError) => {
    for (const call of underWay.get(holder) ?? []) {
      // A call that ends its own session is carried out to its end.
      if (call === callNow()) call.isTheLast = true
      else call.ended ??= error
    }
  }
  onRevoked((session_hash, reason) => {
    const fault = reason !== null && isSessionEnd(reason) ? { fault: reason } : {}
    end(session_hash, new ApiError('100009', { status: 500, ...fault }))
  })
  onKeyChanged((key_id) => end(key_id, new ApiError('100009', { status: 401, fault: 'key' })))
  onRegrouped((tenant_id, user_ids) => {
    const isOne = ({ caller }: ReachingCall) => user_ids?.includes(caller.user_id) ?? true
    for (const call of changes.get(tenant_id) ?? [])
      if (call !== callNow() && isOne(call)) call.ended ??= new ApiError('100002')
    for (const call of reads.get(tenant_id) ?? []) if (isOne(call)) call.isInDoubt = true
  })
  onDeviceLeft((before, now) => {
    for (const call of reads.get(before.tenant_id) ?? []) {
      if (call.about && !call.about.has(before.device_id)) continue
      if (canSee(call.caller, before) && !(now && canSee(call.caller, now))) call.ended ??= new Outdated()
    }
  })

  /** Does something for a call of this caller while it is under way. */
  async function during<T>(caller: Caller, isChange: boolean, work: (call: ReachingCall) => Promise<T>): Promise<T> {
    const call: ReachingCall = {
      ended: null,
      hasWritten: false,
      isChange,
      isAnswered: false,
      caller,
      isInDoubt: false,
      isTheLast: false,
    }
    const leaveHolder = join(underWay, cameBy(caller), call)
    const byReach = isChange ? changes : reads
    const isHeld = !isChange || caller.may_see !== 'all'
    const leaveReach = isHeld ? join(byReach, caller.tenant_id, call) : () => {}
    try {
      return await work(call)
    } finally {
      call.isAnswered = true
      leaveHolder()
      leaveReach()
    }
  }

  /** The answer, null where it has to be begun anew, and the caller as he is then. */
  async function readOnce<T>(call: ReachingCall, { answer, callerNow }: Answering<T>) {
    const { caller } = call
    const start = elapsed()
    const isOutdated = () => call.ended instanceof Outdated
    const done = await whileAnswering(call, () => answer(caller)).then(
      (value) => ({ value }),
      (error: unknown) => {
        if (isOutdated()) return null
        throw error
      },
    )
    const isAtOnce = !isOutdated() && !call.isInDoubt && elapsed() - start < AT_ONCE_MS
    if (isAtOnce || call.isTheLast) return { done, next: caller }
    const next = await callerNow()
    return { done: isOutdated() || !reachesTheSame(caller, next) ? null : done, next }
  }

  return async <T>(first: Caller, isChange: boolean, answering: Answering<T>): Promise<T> => {
    // Nobody reaches anything, and whoever signs in does so once.
    if (isChange || first.tenant_id === NOBODY.tenant_id)
      return during(first, isChange, (call) => whileAnswering(call, () => answering.answer(first)))
    let caller = first
    for (let left = TRIES; left > 0; left -= 1) {
      const { done, next } = await during(caller, false, (call) => readOnce(call, answering))
      if (done) return done.value
      caller = next
    }
    throw new Outdated()
  }
}

interface Answering<T> {
  answer(caller: Caller): Promise<T>
  /** The caller as a new call would find him; throws what it would be refused with. */
  callerNow(): Promise<Caller>
}

const reachesTheSame = (before: Caller, now: Caller): boolean =>
  isSameReach(before.may_see, now.may_see) &&
  isSameShares(before.shares, now.shares) &&
  before.visitor?.version_id === now.visitor?.version_id &&
  before.guest?.dashboards?.points === now.guest?.dashboards?.points
