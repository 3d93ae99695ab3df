import { DAY_MS } from '../../../core/catalogue/durations.ts'
import type { AlarmMeasures, MeasureBucket } from '../../../core/contract/alarm-measure.ts'
import type { Format } from '../../../core/text/format.ts'
import type { Bucket } from './view.ts'

const minute = (time: number, format: Format) => format.time(time).slice(0, 5)

/** "11-20 14:00 – 15:00", "2026-11-20", "2026-11-16 – 11-22". */
export function barWords({ start_time, end_time }: MeasureBucket, bucket: Bucket, format: Format): string {
  const day = format.date(start_time)
  if (bucket === 'day') return day
  if (bucket === 'week') return `${day} – ${format.date(end_time - 1).slice(5)}`
  return `${day.slice(5)} ${minute(start_time, format)} – ${minute(end_time, format)}`
}

/** Below the axis: the clock of the hours of one day, else the date. */
export function tickWords(
  { start_time }: MeasureBucket,
  { bucket, start, end }: AlarmMeasures,
  format: Format,
): string {
  const day = format.date(start_time).slice(5)
  if (bucket !== 'hour') return day
  return end - start <= 2 * DAY_MS ? minute(start_time, format) : `${day} ${minute(start_time, format)}`
}

/** Where floods were, in shares of what the buckets reach over. */
export function floodShades({ series, floods, end }: AlarmMeasures): { from: number; to: number }[] {
  const [first, last] = [series[0]?.start_time ?? 0, series.at(-1)?.end_time ?? 1]
  // Bars are equally wide, though a day may have 23 hours.
  const placeOf = (time: number) => {
    const index = series.findLastIndex(({ start_time }) => start_time <= time)
    const bucket = series[index]
    if (!bucket) return 0
    return (index + (time - bucket.start_time) / (bucket.end_time - bucket.start_time)) / series.length
  }
  return floods.rows
    .filter(({ end_time }) => (end_time ?? end) > first)
    .map(({ start_time, end_time }) => ({
      from: placeOf(Math.max(first, start_time)),
      to: placeOf(Math.min(last, end_time ?? end)),
    }))
}
