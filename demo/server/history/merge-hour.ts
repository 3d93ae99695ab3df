import { MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { type Bucket, encodeMinutes, summed, toBuckets } from './buckets.ts'
import { decodeSeries, emptySeries, encodeSeries, inOrder, type Series, thinnedHour } from './series.ts'

/** Samples of a point within the hour that starts at `t0`, oldest arrival first. */
export interface Part {
  point_id: number
  t0: number
  series: Series
}

/** An hour of a point as it is to be stored; without a roll-up where nothing was measured. */
export interface MergedHour {
  point_id: number
  t0: number
  n: number
  data: Buffer
  rollup: (Bucket & { m1: Buffer }) | null
}

/** What comes now wins over what is `stored`. */
export function mergeHour({ point_id, t0, series }: Part, stored: Uint8Array | null): MergedHour {
  const all = emptySeries()
  if (stored) {
    decodeSeries(stored, all)
    for (const column of ['times', 'values', 'states'] as const)
      for (const each of series[column]) all[column].push(each)
  }
  const merged = thinnedHour(inOrder(stored ? all : series))
  const minutes = toBuckets(merged, MINUTE_MS)
  const total = summed(minutes, t0)
  const rollup = total && { ...total, m1: encodeMinutes(minutes) }
  return { point_id, t0, n: merged.times.length, data: encodeSeries(merged), rollup }
}
