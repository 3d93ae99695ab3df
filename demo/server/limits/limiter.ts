import { ApiError } from '../../../core/contract/api-error.ts'

/** `most` at once, and refilled evenly so that `most` come back in `perMs`. */
export interface Rate {
  most: number
  perMs: number
}

/** How much each key may still use: a key is a user, a network address, an organisation, a device. */
export interface Budget {
  /** Uses up `cost` of the key: 0, or, using up nothing, the milliseconds after which it could be. */
  take(key: string, cost?: number): number
  /** Milliseconds until `cost` could be taken; 0: at once. */
  waitMs(key: string, cost?: number): number
  /** Uses up what was had already: `cost`, or all that there is left. */
  spend(key: string, cost: number): void
  /** What was taken was not needed after all. */
  giveBack(key: string, cost?: number): void
  /** Keys that are known now, for metrics and tests. */
  readonly size: number
}

const monotonic = () => performance.now()

/** Keys of one budget: a flood of invented ones forgets those that were used longest ago, and takes no more memory. */
const REMEMBERED = 20_000

/**
 * The generic cell rate algorithm (ITU-T I.371): one number a key, the time at which its budget is full again. A key whose
 * budget is full takes no memory.
 */
export function openBudget({ most, perMs }: Rate, now = monotonic, remembered = REMEMBERED): Budget {
  const eachMs = perMs / most
  // Sums of fractions miss the whole number by a hair.
  const hairMs = 1e-6 * perMs
  /** In the order of their last use. */
  const fullAt = new Map<string, number>()

  /** Milliseconds until the key's budget is full; beyond `perMs` the clock was set back, and nobody waits for that. */
  const missingMs = (key: string) => {
    const missing = (fullAt.get(key) ?? 0) - now()
    return missing > perMs + hairMs ? 0 : Math.max(0, missing)
  }
  const waitMs = (key: string, cost = 1) => {
    const wait = missingMs(key) + Math.min(cost, most) * eachMs - perMs
    return wait > hairMs ? Math.ceil(wait) : 0
  }
  const forgetSome = () => {
    const time = now()
    for (const [key, full] of fullAt) if (full <= time) fullAt.delete(key)
    for (const key of fullAt.keys()) {
      if (fullAt.size < remembered * 0.9) break
      fullAt.delete(key)
    }
  }
  const keep = (key: string, full: number) => {
    fullAt.delete(key)
    if (fullAt.size >= remembered) forgetSome()
    fullAt.set(key, full)
  }

  return {
    waitMs,
    take(key, cost = 1) {
      const wait = waitMs(key, cost)
      if (wait > 0) return wait
      keep(key, now() + missingMs(key) + Math.min(cost, most) * eachMs)
      return 0
    },
    spend: (key, cost) => keep(key, now() + Math.min(missingMs(key) + cost * eachMs, perMs)),
    giveBack(key, cost = 1) {
      const full = fullAt.get(key)
      if (full === undefined) return
      const left = full - cost * eachMs
      if (left <= now()) fullAt.delete(key)
      else fullAt.set(key, left)
    },
    get size() {
      return fullAt.size
    },
  }
}

/** The refusal of what comes too often: 100019 with HTTP 429 and the seconds to wait. */
export const tooOften = (waitMs: number) =>
  new ApiError('100019', { status: 429, wait_s: Math.max(1, Math.ceil(waitMs / 1000)) })

export type Claim = readonly [budget: Budget, key: string, cost?: number]

/** Milliseconds until all claims could be taken; 0: at once. */
export const waitOf = (claims: readonly Claim[]): number =>
  Math.max(...claims.map(([budget, key, cost]) => budget.waitMs(key, cost)))

/** Takes all claims: 0, or, taking none, the milliseconds after which they could be. */
export function takeAll(claims: readonly Claim[]): number {
  const wait = waitOf(claims)
  if (wait > 0) return wait
  for (const [budget, key, cost] of claims) budget.take(key, cost)
  return 0
}

/** Takes all claims or none, and throws `tooOften` where one has to wait. */
export function demand(...claims: readonly Claim[]): void {
  const wait = takeAll(claims)
  if (wait > 0) throw tooOften(wait)
}

/** What runs side by side, at most so much a key and in all. */
export interface Lanes {
  /** Enters, or answers false when there is not as much room. Whoever entered has to leave, with the same size. */
  enter(key: string, size?: number): boolean
  leave(key: string, size?: number): void
}

/** `letsFirstIn`: who has nothing inside enters however many others have; nobody keeps him out. */
export function openLanes(mostAKey: number, mostInAll: number, letsFirstIn = false): Lanes {
  const inside = new Map<string, number>()
  let all = 0
  return {
    enter(key, size = 1) {
      const own = inside.get(key) ?? 0
      const isFull = all + size > mostInAll && !(letsFirstIn && own === 0)
      if (own + size > mostAKey || isFull) return false
      inside.set(key, own + size)
      all += size
      return true
    },
    leave(key, size = 1) {
      const own = inside.get(key) ?? 0
      if (own === 0) return
      all -= size
      if (own === size) inside.delete(key)
      else inside.set(key, own - size)
    },
  }
}
