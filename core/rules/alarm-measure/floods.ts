import { LIMITS } from '../../catalogue/limits.ts'

export interface Flood {
  start_time: number
  /** Null where it goes on at the end of the window. */
  end_time: number | null
  /** The most alarms in ten minutes. */
  peak: number
  /** Those in the ten minutes in which it began, and all that came until it ended. */
  alarms: number
}

/** A flood is over with fewer than this in ten minutes, per operator position (ISA-18.2, EEMUA 191). */
const OVER_BELOW = 5

/**
 * Floods among annunciated alarms. n(t) counts those in (t − 10 min, t]; it changes when one comes and when one falls
 * out, ten minutes later. A flood begins at the first instant with n above 10 per operator position, and ends at the
 * first one after it with n below 5 per position. Times are ascending; nothing is known from `end` on.
 */
export function floodsOf(times: readonly number[], end: number, positions: number): Flood[] {
  const { floodAlarms, floodWindowMs } = LIMITS
  const floods: Flood[] = []
  let flood: Flood | null = null
  let [came, fell] = [0, 0]
  while (fell < came || came < times.length) {
    const nextIn = times[came] ?? Number.POSITIVE_INFINITY
    const nextOut = fell < came ? (times[fell] as number) + floodWindowMs : Number.POSITIVE_INFINITY
    const now = Math.min(nextIn, nextOut)
    if (now >= end) break
    const before: number = came
    while (fell < came && (times[fell] as number) + floodWindowMs <= now) fell++
    while (came < times.length && (times[came] as number) <= now) came++
    const inWindow = came - fell
    if (flood) {
      flood.alarms += came - before
      flood.peak = Math.max(flood.peak, inWindow)
      if (inWindow < OVER_BELOW * positions) {
        flood.end_time = now
        flood = null
      }
    } else if (inWindow > floodAlarms * positions) {
      flood = { start_time: now, end_time: null, peak: inWindow, alarms: inWindow }
      floods.push(flood)
    }
  }
  return floods
}

/** What of spans lies between two times, ms; `end_time` null goes on. */
export const timeWithin = (floods: readonly Flood[], start: number, end: number): number =>
  floods.reduce(
    (sum, { start_time, end_time }) => sum + Math.max(0, Math.min(end, end_time ?? end) - Math.max(start, start_time)),
    0,
  )
