import * as z from 'zod/mini'
import { DEVICE_PAGES, DEVICE_READERS } from '../catalogue/readers.ts'
import { endpoint } from './endpoint.ts'
import { PointKey, Quality, SnCode, Value } from './telemetry.ts'

/** Pixel columns a curve may ask for. */
export const MAX_CURVE_WIDTH = 4000
/** Devices beside its own that a curve is compared with: lines of more are told apart by nobody. */
export const MAX_COMPARED = 3
/** Samples one bulk call may carry. */
export const MAX_BATCH_SAMPLES = 200_000

/** A row of the history list: a time and the values that a device sent then. */
export const HistoryRow = z.object({
  data_time: z.int(),
  key: z.string(),
  value: Value,
  quality: Quality,
  /** Only with `carried`: the point sent nothing at `data_time`; this was sent at `since`, and still held. */
  since: z.optional(z.int()),
})
export type HistoryRow = z.infer<typeof HistoryRow>

/** How the history list stands in a table: a row a value, or a row a time with a column a point. */
export const HistoryTable = z.enum(['values', 'times'])
export type HistoryTable = z.infer<typeof HistoryTable>

export const Curve = z.object({
  source: z.enum(['raw', 'minute', 'hour']),
  columns: z.array(z.string()),
  /** `[data_time, min, max, first, last, count]` a pixel column; without `width` `[data_time, value, quality]`. */
  rows: z.array(z.array(Value)),
  /**
   * Only with `width`: `[from, to]` where the device was silent, or its values bad, for longer than a value stays fresh
   * (three report intervals, or three steps of a steady slower pace), or was disconnected by its log while a value was
   * due. States and settings hold as long as
   * other points of the device report. No line belongs into a gap. Ascending; none shorter than
   * a pixel column.
   */
  gaps: z.optional(z.array(z.array(z.int()))),
  /** Only with `width`: the mean of all values that the rows count; null where there is none. */
  mean: z.optional(z.nullable(z.number())),
  /** Only without `width`: where the next page starts, null at the end. */
  next: z.optional(z.nullable(z.int())),
})
export type Curve = z.infer<typeof Curve>

const times = z.array(z.int()).check(z.maxLength(MAX_BATCH_SAMPLES))
const values = z.array(Value).check(z.maxLength(MAX_BATCH_SAMPLES))

/** A time range that a user named, in ms before now, or fixed. */
export const SavedRange = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(32)),
  start: z.int(),
  end: z.int(),
  points: z.array(PointKey).check(z.maxLength(10)),
  /** What it is compared with: the same hours so much earlier (`day`, `week`) or as long from a time on, epoch ms; and other devices. */
  earlier: z.optional(z.string().check(z.regex(/^(day|week|\d{1,15})$/))),
  compare: z.optional(z.array(SnCode).check(z.maxLength(MAX_COMPARED))),
})
export type SavedRange = z.infer<typeof SavedRange>

export const history = {
  curve: endpoint({
    method: 'GET',
    path: '/hDev',
    needs: DEVICE_READERS,
    summary:
      "A point's history: with `width` one row a pixel column aligned to start and end (first, min, max, last), without it pages of raw rows.",
    input: z.object({
      sn_code: SnCode,
      key: PointKey,
      start: z.int(),
      end: z.int(),
      width: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_CURVE_WIDTH))),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(10_000)), 1000),
      order: z._default(z.enum(['asc', 'desc']), 'asc'),
    }),
    output: Curve,
    refusals: ['110509', '110542', '110544'],
  }),
  rows: endpoint({
    method: 'GET',
    path: '/yun/dev/his/data',
    needs: DEVICE_READERS,
    summary:
      'The history list: raw values of several points, newest first, from `before` backwards. With `carried` each time has ' +
      'also what was in force then of the points that sent nothing: states and settings until the device was silent or ' +
      'offline, measured values as long as they were fresh.',
    input: z.object({
      sn_code: SnCode,
      keys: z.array(PointKey).check(z.minLength(1), z.maxLength(50)),
      start: z.int(),
      end: z.int(),
      /** Of values that were sent; those that are carried come on top. */
      limit: z._default(z.int().check(z.minimum(1), z.maximum(5000)), 500),
      carried: z._default(z.boolean(), false),
    }),
    /** `next` is the `end` of the next page, null when nothing older is left. */
    output: z.object({ rows: z.array(HistoryRow), next: z.nullable(z.int()) }),
    refusals: ['110509', '110542'],
  }),
  export: endpoint({
    method: 'GET',
    path: '/yun/his/export',
    needs: DEVICE_PAGES,
    summary:
      'The history list as a spreadsheet (xlsx) or CSV, with a row a value, or a row a time and a column a point (with what was in force then, as with `carried`); 5,000 rows at most (110541).',
    input: z.object({
      sn_code: SnCode,
      keys: z.array(PointKey).check(z.minLength(1), z.maxLength(50)),
      start: z.int(),
      end: z.int(),
      table: z._default(HistoryTable, 'values'),
      format: z._default(z.enum(['xlsx', 'csv']), 'xlsx'),
      lang: z._default(z.enum(['zh', 'en']), 'zh'),
    }),
    output: z.object({
      name: z.string(),
      mime: z.string(),
      content: z.custom<Uint8Array>((sent) => sent instanceof Uint8Array),
    }),
    reply: 'file',
    refusals: ['110509', '110541', '110542', '110582'],
  }),
  load: endpoint({
    method: 'POST',
    path: '/yun/dev/his/data/batch',
    needs: ['P30400'],
    summary:
      'Loads history in bulk, for moving from another system: merged by time, the last load wins. No alarm rules are evaluated. ' +
      'It overwrites what was recorded: the audit keeps the points and the range. Refused with 100019: at the field, what ' +
      'would be dropped at once as the organisation keeps no more; with HTTP 429, too many hours of points within an hour.',
    input: z.object({
      sn_code: SnCode,
      series: z.array(z.object({ key: PointKey, times, values })).check(z.minLength(1), z.maxLength(1000)),
    }),
    output: z.object({ loaded: z.int() }),
    refusals: ['100019', '110509', '110539'],
  }),
  savedRanges: endpoint({
    method: 'GET',
    path: '/yun/dev/his/ranges',
    needs: 'session',
    summary: "The caller's saved curve ranges of a device.",
    input: z.object({ sn_code: SnCode }),
    output: z.array(SavedRange),
    refusals: ['110509'],
  }),
  saveRanges: endpoint({
    method: 'PUT',
    path: '/yun/dev/his/ranges',
    needs: 'session',
    summary: "Replaces the caller's saved curve ranges of a device.",
    input: z.object({ sn_code: SnCode, ranges: z.array(SavedRange).check(z.maxLength(20)) }),
    output: z.array(SavedRange),
    refusals: ['110509'],
  }),
}
