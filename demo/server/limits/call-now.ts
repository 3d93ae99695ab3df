import { AsyncLocalStorage } from 'node:async_hooks'

/** A call that is being answered, with all that it sets off until then. */
export interface CallNow {
  /** What a new call of its caller would be refused with, once the session, key or link that it came by has ended. */
  ended: Error | null
  /** Something of it is done: what follows from that is carried out too. */
  hasWritten: boolean
  /** It is to change something, and stands in line with those that do. */
  isChange: boolean
  isAnswered: boolean
  /** It reads nothing of other devices than these; left out where that is not known. */
  about?: ReadonlySet<number>
  /** Throws where what it is about is not within the caller's reach any more. */
  requireReach?: () => void
}

const calls = new AsyncLocalStorage<CallNow>()

export const callNow = (): CallNow | undefined => calls.getStore()

export const whileAnswering = <T>(call: CallNow, work: () => Promise<T>): Promise<T> => calls.run(call, work)

/** Does work that is not of this call alone: whoever else waits for it has it whatever becomes of the call. */
export const forAll = <T>(work: () => T): T => calls.exit(work)

/** Throws where whoever makes this call may do so no more, and nothing of it is done yet. */
export function requireCallGoesOn(): void {
  const call = calls.getStore()
  if (!call || call.hasWritten || call.isAnswered) return
  if (call.ended) throw call.ended
  call.requireReach?.()
}

/** Whether whoever makes this call may do so no more, also where some of it is done: nothing else of it is begun. */
export function callHasEnded(): boolean {
  const call = calls.getStore()
  if (!call || call.isAnswered) return false
  try {
    call.requireReach?.()
  } catch {
    return true
  }
  return call.ended !== null
}

/**
 * The work of a transaction, which is undone where whoever makes this call may do so no more: looked at when its turn has
 * come, and again before it is kept.
 */
export const whileCallGoesOn =
  <Q, T>(work: (q: Q) => Promise<T>) =>
  async (q: Q): Promise<T> => {
    requireCallGoesOn()
    const done = await work(q)
    requireCallGoesOn()
    return done
  }

/**
 * Has this call looked at again each time that it has waited for the store: what it is about may be moved out of the caller's
 * reach meanwhile, and neither session nor key ends by that.
 */
export function goOnWithin(requireReach: () => void): void {
  const call = calls.getStore()
  if (call) call.requireReach = requireReach
}

/** This call reads of these devices alone: what becomes of others is nothing to it. */
export function readsOnly(device_ids: Iterable<number>): void {
  const call = calls.getStore()
  if (call) call.about = new Set(device_ids)
}

/** Something of this call is done. */
export function callHasWritten(): void {
  const call = calls.getStore()
  if (call) call.hasWritten = true
}
