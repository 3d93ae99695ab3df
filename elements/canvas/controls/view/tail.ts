/** A gap is this many report intervals without a value. */
const GAP_INTERVALS = 3
/** 20 values a second for an hour. */
const MOST_VALUES = 72_000

/** The newest values of one point, as they come. */
export interface Tail {
  readonly times: number[]
  readonly values: number[]
}

export const newTail = (): Tail => ({ times: [], values: [] })

/** Takes a value that is newer than the last and forgets what is older than `oldest`; whether anything changed. */
export function addToTail({ times, values }: Tail, time: number, value: number, oldest: number): boolean {
  if (time <= (times.at(-1) ?? 0)) return false
  times.push(time)
  values.push(value)
  let old = 0
  // The last one before stays: the line goes on to the edge.
  while (old + 1 < times.length && ((times[old + 1] as number) < oldest || times.length - old > MOST_VALUES)) old += 1
  // Shifting a few off the front each second would move all of them.
  if (old > 256 || old > times.length / 4) {
    times.splice(0, old)
    values.splice(0, old)
  }
  return true
}

/** Stored values up to where the tail begins, and the tail; open where nothing came for long. */
export function withTail(stored: Float64Array | null, { times, values }: Tail, interval_s: number): Float64Array {
  const begin = times[0] ?? Number.POSITIVE_INFINITY
  let kept = 0
  if (stored) while (kept < stored.length && (stored[kept] as number) < begin) kept += 2
  const gapMs = GAP_INTERVALS * interval_s * 1000
  const joined: number[] = []
  let before = kept > 0 ? ((stored as Float64Array)[kept - 2] as number) : Number.POSITIVE_INFINITY
  times.forEach((time, index) => {
    if (time - before > gapMs) joined.push(before + gapMs, Number.NaN)
    joined.push(time, values[index] as number)
    before = time
  })
  const all = new Float64Array(kept + joined.length)
  if (stored) all.set(stored.subarray(0, kept))
  all.set(joined, kept)
  return all
}
