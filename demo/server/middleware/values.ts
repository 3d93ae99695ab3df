import type { Point } from '../../../core/contract/device.ts'
import type { CollectedPoint, CollectedValue } from '../../../core/contract/middleware.ts'
import type { Value } from '../../../core/contract/telemetry.ts'
import { type LiveDevice, qualityOf } from '../fleet/fleet.ts'

interface Counted {
  value: Exclude<Value, null>
  data_time: number
}

/** What a point of many devices comes to now. Stale values and those that are none are not counted. */
export function collected(
  { key, aggregation }: CollectedPoint,
  point: Pick<Point, 'name' | 'unit'>,
  devices: readonly LiveDevice[],
  now: number,
): CollectedValue {
  const counted: Counted[] = []
  let stale = 0
  for (const device of devices) {
    const known = device.points.get(key)
    if (!known?.is_added || known.data_time === null || known.value === null) continue
    const quality = qualityOf(known, device, now)
    if (quality === 'stale') stale++
    else if (quality !== 'bad') counted.push({ value: known.value, data_time: known.data_time })
  }
  const { name, unit } = point
  return { key, name, unit, aggregation, value: AGGREGATED[aggregation](counted), counted: counted.length, stale }
}

const numbersOf = (counted: readonly Counted[]) =>
  counted.flatMap(({ value }) => (typeof value === 'number' && Number.isFinite(value) ? value : []))
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)
/** Nothing to reckon with is no value, never 0; neither is what no number can hold. */
const ofSome = (numbers: readonly number[], reckon: (numbers: readonly number[]) => number): Value => {
  const value = numbers.length === 0 ? Number.NaN : reckon(numbers)
  return Number.isFinite(value) ? value : null
}
const byTime = (counted: readonly Counted[]) => [...counted].sort((a, b) => a.data_time - b.data_time)

const AGGREGATED: Record<CollectedPoint['aggregation'], (counted: readonly Counted[]) => Value> = {
  sum: (counted) => ofSome(numbersOf(counted), sumOf),
  average: (counted) => ofSome(numbersOf(counted), (numbers) => sumOf(numbers) / numbers.length),
  min: (counted) => ofSome(numbersOf(counted), (numbers) => numbers.reduce((least, one) => Math.min(least, one))),
  max: (counted) => ofSome(numbersOf(counted), (numbers) => numbers.reduce((most, one) => Math.max(most, one))),
  count: (counted) => counted.length,
  first: (counted) => byTime(counted)[0]?.value ?? null,
  last: (counted) => byTime(counted).at(-1)?.value ?? null,
}

/** Aggregations that reckon, and so need numbers. */
export const OF_NUMBERS: readonly CollectedPoint['aggregation'][] = ['sum', 'average', 'min', 'max']
