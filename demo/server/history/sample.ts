/** 0 good, 1 uncertain, 2 bad. Stale is not stored: it follows from the age when a value is read. */
export type StoredQuality = 0 | 1 | 2

/** One value of a point at a time (epoch ms). Booleans are 0 and 1; a string goes in `text`, with `value` null. */
export interface Sample {
  point_id: number
  /** Whose it is, where that is known when it is written: so much of an organisation is open (`isFull`). */
  tenant_id?: number
  data_time: number
  value: number | null
  text?: string
  quality: StoredQuality
}

/** Ids and times stay below, so that their differences can be stored exactly; as a time it is the year 37648. */
const bound = 2 ** 50

/** Throws a RangeError for what cannot be stored: NaN and infinities, broken times, a text that also is a number. -0 becomes 0. */
export function checkSample({ point_id, data_time, value, text, quality }: Sample): void {
  if (!Number.isInteger(point_id) || point_id < 1 || point_id > bound)
    throw new RangeError('point_id is not a positive integer')
  if (!Number.isInteger(data_time) || data_time < 0 || data_time > bound) {
    throw new RangeError('data_time is not in epoch milliseconds')
  }
  if (value !== null && !Number.isFinite(value)) throw new RangeError('a value must be a finite number or null')
  if (text !== undefined && value !== null) throw new RangeError('a sample is either a number or a text')
  if (text?.includes('\0')) throw new RangeError('a text must not hold the character NUL')
  if (quality !== 0 && quality !== 1 && quality !== 2) throw new RangeError('quality must be 0, 1 or 2')
}
