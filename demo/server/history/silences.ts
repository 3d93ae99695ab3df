/** From the last value before a silence to the first after it, epoch ms. */
export type Silence = [from: number, to: number]

interface SilenceRule {
  /** A value that no newer one followed for so long is stale. */
  staleMs: number
  /** How much time each of `times` stands for: 0 for samples, a minute or an hour. */
  bucketMs: number
  /** Shorter ones are of no use to whoever asks. */
  leastMs: number
  /** When the device is known to have been away, ascending. */
  away?: readonly Silence[]
}

/** Distances on one side that show at which pace values come. */
const NEIGHBOURS = 4
const FEWEST_NEIGHBOURS = 3
/** Steps of a steady pace without a value. */
const PACES = 3

/**
 * Stretches between neighbours of `times` (ascending) in which the device was silent, so that a line through them would be
 * made up. History that was loaded from elsewhere may come at a slower pace than the device reports now: it is no silence
 * as long as the pace is steady, unless the device was away meanwhile and a value is missing. Only what is near counts, so that the answer does not depend on how much was read.
 */
export function silencesIn(
  times: ArrayLike<number>,
  { staleMs, bucketMs, leastMs, away = [] }: SilenceRule,
): Silence[] {
  // Of two buckets side by side each has a value, wherever in it that is.
  const longestMs = Math.max(staleMs, 1.5 * bucketMs)
  // Half of what a value stays fresh is one and a half times the pace: a device that leaves after each value was not missed.
  const missedMs = Math.max(staleMs / 2, 1.5 * bucketMs)
  const silences: Silence[] = []
  let next = 0
  for (let i = 1; i < times.length; i++) {
    const [from, to] = [times[i - 1] as number, times[i] as number]
    if (to - from <= missedMs || to - from < leastMs) continue
    while (next < away.length && (away[next] as Silence)[1] <= from) next += 1
    const wasAway = next < away.length && (away[next] as Silence)[0] < to
    if (wasAway) silences.push([from + bucketMs, to])
    if (wasAway || to - from <= longestMs) continue
    const paceMs = paceAround(times, i)
    const isSteady = paceMs > longestMs && to - from <= PACES * paceMs
    if (!isSteady) silences.push([from + bucketMs, to])
  }
  return silences
}

/** The slower of the steady paces before and after the distance that ends at place `at`; 0 where neither is steady. */
const paceAround = (times: ArrayLike<number>, at: number): number =>
  Math.max(paceIn(times, at - NEIGHBOURS, at - 1), paceIn(times, at + 1, at + NEIGHBOURS))

/** How far apart values steadily come over the distances that end at these places; 0 where they do not. */
function paceIn(times: ArrayLike<number>, first: number, last: number): number {
  const near: number[] = []
  for (let i = Math.max(1, first); i <= Math.min(times.length - 1, last); i++)
    near.push((times[i] as number) - (times[i - 1] as number))
  if (near.length < FEWEST_NEIGHBOURS) return 0
  const median = near.sort((a, b) => a - b)[near.length >> 1] as number
  const steady = near.filter((distance) => Math.abs(distance - median) <= median / 4)
  return steady.length >= 0.75 * near.length ? median : 0
}
