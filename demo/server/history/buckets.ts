import { HOUR_MS, MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { ByteWriter, frame, unframe } from './bytes.ts'
import { readNumbers, writeNumbers } from './numbers.ts'
import { isMeasured, type Series } from './series.ts'

export const hourOf = (time: number): number => time - (time % HOUR_MS)
export const minuteOf = (time: number): number => time - (time % MINUTE_MS)

/** What a span of time held, from `t0` on: enough to draw it exactly (M4) and to average it. */
export interface Bucket {
  t0: number
  n: number
  min: number
  max: number
  sum: number
  first: number
  last: number
}

/** Buckets of `span` ms of a series in order; spans without a measured value are left out. */
export function toBuckets(series: Series, span: number): Bucket[] {
  const buckets: Bucket[] = []
  let open: Bucket | undefined
  for (let i = 0; i < series.times.length; i++) {
    if (!isMeasured(series, i)) continue
    const time = series.times[i] as number
    const value = series.values[i] as number
    if (open === undefined || time >= open.t0 + span) {
      open = { t0: time - (time % span), n: 0, min: value, max: value, sum: 0, first: value, last: value }
      buckets.push(open)
    }
    open.n++
    open.sum += value
    open.last = value
    if (value < open.min) open.min = value
    else if (value > open.max) open.max = value
  }
  return buckets
}

/** One bucket of all, in their order; null of none. */
export function summed(buckets: readonly Bucket[], t0: number): Bucket | null {
  const [head, ...rest] = buckets
  if (head === undefined) return null
  const total = { ...head, t0 }
  for (const { n, min, max, sum, last } of rest) {
    total.n += n
    total.sum += sum
    total.last = last
    if (min < total.min) total.min = min
    if (max > total.max) total.max = max
  }
  return total
}

const columns = ['min', 'max', 'first', 'last', 'sum'] as const
/** A sum of a few thousand readings of few decimals is exact to this many digits; the rest is binary noise. */
const sumDigits = 14
/** In front of the count when each minute holds one reading, which is then all of its columns. */
const single = 128

/** The minutes of one hour as a frame: a minute's number and count each, then column by column. */
export function encodeMinutes(minutes: readonly Bucket[]): Buffer {
  const writer = new ByteWriter()
  if (minutes.every(({ n }) => n === 1)) {
    writer.byte(single + minutes.length)
    for (const { t0 } of minutes) writer.byte(minuteOfHour(t0))
    writeNumbers(
      writer,
      minutes.map(({ sum }) => sum),
    )
    return frame(writer.written())
  }
  writer.byte(minutes.length)
  for (const { t0, n } of minutes) {
    writer.byte(minuteOfHour(t0))
    writer.unsigned(n)
  }
  for (const column of columns) {
    const values = minutes.map((minute) => minute[column])
    writeNumbers(writer, column === 'sum' ? values.map((sum) => Number(sum.toPrecision(sumDigits))) : values)
  }
  return frame(writer.written())
}

const minuteOfHour = (t0: number) => Math.floor((t0 % HOUR_MS) / MINUTE_MS)

export function decodeMinutes(bytes: Uint8Array, hour: number): Bucket[] {
  return [...unframe(bytes)].flatMap((reader) => {
    const head = reader.byte()
    const isSingle = head >= single
    const minutes = Array.from({ length: isSingle ? head - single : head }, (): Bucket => {
      const t0 = hour + reader.byte() * MINUTE_MS
      return { t0, n: isSingle ? 1 : reader.unsigned(), min: 0, max: 0, sum: 0, first: 0, last: 0 }
    })
    let values: readonly number[] = []
    for (const [c, column] of columns.entries()) {
      if (c === 0 || !isSingle) values = readNumbers(reader, minutes.length)
      for (const [i, minute] of minutes.entries()) minute[column] = values[i] as number
    }
    return minutes
  })
}
