import type { Value } from '../../contract/telemetry.ts'

/** What a point was over a span: each value holds until the next. */
export interface OverTime {
  /** What held at the start of the span, or first after it. */
  readonly first: number
  readonly last: number
  readonly min: number
  readonly max: number
  /** Weighted by how long each value held. */
  readonly avg: number
  /** ms that are known of. */
  readonly knownMs: number
  /** Whether what held at the span's start is known. */
  readonly isWhole: boolean
}

/** A point's past, as far as it is kept; epoch ms. */
export interface Samples {
  /** Null where no value is known in the span. */
  over(start: number, end: number): OverTime | null
}

/** A point's past that grows with each value. */
export interface Ring extends Samples {
  /** Values that are not newer than the last are passed over. */
  push(time: number, value: Value): void
  /** Keeps at least as much from now on. */
  keepFor(spanMs: number): void
  /** From when on it is known that nothing else held: without it, from the first value. */
  knownSince(time: number): void
  clear(): void
}

/** What a span is kept in: closer values than that part of it are kept as their least, greatest and last. */
const MOST = 1024

/** 0 and 1 for a boolean, so that its average is the share of time; NaN for what has no number. */
export const sampleOf = (value: Value): number =>
  typeof value === 'number' ? value : typeof value === 'boolean' ? Number(value) : Number.NaN

/** Walks values backwards from the newest. `at(i)` of each is where it begins to hold. */
export function overTime(
  count: number,
  at: (i: number) => number,
  last: (i: number) => number,
  bounds: (i: number) => readonly [min: number, max: number],
  since: number,
  start: number,
  end: number,
): OverTime | null {
  let until = end
  let weighed = 0
  let heldMs = 0
  let first = Number.NaN
  let newest = Number.NaN
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  let earliest = end
  for (let i = count - 1; i >= 0; i--) {
    const time = at(i)
    if (time > end) continue
    const from = Math.max(time, start)
    const value = last(i)
    if (Number.isFinite(value)) {
      if (Number.isNaN(newest)) newest = value
      first = value
      earliest = from
      weighed += value * (until - from)
      heldMs += until - from
      const [low, high] = bounds(i)
      min = Math.min(min, low)
      max = Math.max(max, high)
    }
    until = from
    if (time <= start) break
  }
  if (Number.isNaN(newest)) return null
  const avg = heldMs > 0 ? weighed / heldMs : newest
  return { first, last: newest, min, max, avg, knownMs: end - earliest, isWhole: since <= start }
}

/** Keeps the last `keptMs` of a point, in a bounded number of values. */
export function createRing(keptMs: number): Ring {
  let spanMs = keptMs
  let times: number[] = []
  let values: number[] = []
  let lows: number[] = []
  let highs: number[] = []
  let since = Number.POSITIVE_INFINITY
  const drop = (count: number) => {
    times = times.slice(count)
    values = values.slice(count)
    lows = lows.slice(count)
    highs = highs.slice(count)
  }
  return {
    push(time, value) {
      const newest = times.length - 1
      const before = times[newest]
      if (before !== undefined && time < before) return
      const number = sampleOf(value)
      const isGap = Number.isNaN(number) || Number.isNaN(values[newest] as number)
      if (before !== undefined && (time === before || (time - before < spanMs / MOST && !isGap))) {
        values[newest] = number
        lows[newest] = Number.isNaN(lows[newest] as number) ? number : Math.min(lows[newest] as number, number)
        highs[newest] = Number.isNaN(highs[newest] as number) ? number : Math.max(highs[newest] as number, number)
        return
      }
      if (before === undefined) since = Math.min(since, time)
      times.push(time)
      values.push(number)
      lows.push(number)
      highs.push(number)
      // The one before the span stays: it holds at its start. Twice as many as needed are kept, to drop them in one go.
      if (times.length < MOST * 2) return
      const kept = times.findIndex((one) => one > time - spanMs)
      // A point that comes and goes many times a second would fill any room.
      drop(Math.max(kept - 1, MOST / 2))
      since = times[0] as number
    },
    keepFor(wantedMs) {
      spanMs = Math.max(spanMs, wantedMs)
    },
    knownSince(time) {
      since = Math.min(since, time)
    },
    clear() {
      drop(times.length)
      since = Number.POSITIVE_INFINITY
    },
    over: (start, end) =>
      overTime(
        times.length,
        (i) => times[i] as number,
        (i) => values[i] as number,
        (i) => [lows[i] as number, highs[i] as number],
        since,
        start,
        end,
      ),
  }
}
