export interface WindowRate {
  /** Within any stretch of `withinMs`. */
  most: number
  withinMs: number
  /** Between one and the next. */
  apartMs?: number
}

/** What each key did lately, time by time: for what is rare, or has to be exact; `openBudget` needs one number a key. */
export interface Window {
  /** Counts one of the key: 0, or, counting nothing, the milliseconds after which it could be. */
  take(key: string): number
  /** The same, without counting. */
  waitMs(key: string): number
}

/** Keys of one window: a flood of invented ones forgets those that were used longest ago. */
const REMEMBERED = 50_000

export function openWindow(
  { most, withinMs, apartMs = 0 }: WindowRate,
  now: () => number,
  remembered = REMEMBERED,
): Window {
  /** In the order of their last use. */
  const timesOf = new Map<string, readonly number[]>()
  const timesWithin = (key: string, time: number) => timesOf.get(key)?.filter((at) => time - at < withinMs) ?? []
  const waitAfter = (times: readonly number[], time: number): number => {
    const oldest = times.at(-most)
    if (oldest !== undefined) return oldest + withinMs - time
    const last = times.at(-1)
    return last !== undefined && time - last < apartMs ? last + apartMs - time : 0
  }
  return {
    waitMs(key) {
      const time = now()
      return waitAfter(timesWithin(key, time), time)
    },
    take(key) {
      const time = now()
      const times = timesWithin(key, time)
      const waitMs = waitAfter(times, time)
      if (waitMs > 0) return waitMs
      timesOf.delete(key)
      if (timesOf.size >= remembered) timesOf.delete(timesOf.keys().next().value as string)
      timesOf.set(key, [...times, time])
      return 0
    },
  }
}
