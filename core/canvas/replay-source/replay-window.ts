import { HOUR_MS, MINUTE_MS } from '../../catalogue/durations.ts'
import type { ReplayPoint } from '../../contract/screen.ts'
import type { Quality, Value } from '../../contract/telemetry.ts'
import { type OverTime, overTime, sampleOf } from '../../rules/expression/samples.ts'

/** A point's values over a part of the replay. */
export interface Series {
  readonly times: readonly number[]
  readonly values: readonly Value[]
  readonly qualities: readonly Quality[]
  /** From when on all that held is known. */
  readonly since: number
}

/** A loaded part of the replay, with the points that were requested. */
export interface ReplayWindow {
  readonly from: number
  readonly to: number
  /** How fine it is, ms between values at most; 0 for every value there was. */
  readonly stepMs: number
  /** By device and key; a point without values has none. */
  readonly series: Map<string, Series>
  /** The points that were requested. */
  readonly names: Set<string>
}

export interface WantedPoint {
  readonly sn_code: string
  readonly key: string
  /** How far back functions over time look. */
  pastMs: number
}

export const nameOf = (sn_code: string, key: string): string => `${sn_code}\n${key}`

/** The server answers with every value up to this span. */
const RAW_MS = 6 * HOUR_MS
const [SHORTEST_MS, LONGEST_STEP_MS] = [5 * MINUTE_MS, HOUR_MS]
/** From this speed on single values are too many, and too short to be seen. */
const FAST = 60
/** Frames a second that the values of a fast replay are fine enough for. */
const FRAMES = 4

/** The window to load at a speed: about a minute of watching, as fine as can be seen. */
export function windowFor(speed: number): { readonly spanMs: number; readonly stepMs: number } {
  if (speed < FAST) return { spanMs: Math.max(SHORTEST_MS, speed * MINUTE_MS), stepMs: 1000 }
  const stepMs = Math.min(LONGEST_STEP_MS, Math.round((speed * 1000) / FRAMES))
  return { spanMs: Math.max(RAW_MS + MINUTE_MS, speed * MINUTE_MS), stepMs }
}

/** How fine a window of that span is. */
export const finenessOf = (spanMs: number, stepMs: number): number => (spanMs > RAW_MS ? stepMs : 0)

export function seriesOf(point: ReplayPoint, since: number): Series {
  const { times, values, qualities } = point
  return { times, values, qualities, since }
}

/** Index of the value that holds at a time; -1 for none. */
export function indexAt({ times }: Series, time: number): number {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] as number) <= time) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Values of a span that ends no later than the time shown. */
export function seriesOver(series: Series, start: number, end: number): OverTime | null {
  const count = indexAt(series, end) + 1
  const valueAt = (i: number) => (series.qualities[i] === 'bad' ? Number.NaN : sampleOf(series.values[i] ?? null))
  return overTime(
    count,
    (i) => series.times[i] as number,
    valueAt,
    (i) => [valueAt(i), valueAt(i)],
    series.since,
    start,
    end,
  )
}
