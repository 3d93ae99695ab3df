import * as z from 'zod/mini'
import { DEVICE_READERS } from '../catalogue/readers.ts'
import { endpoint } from './endpoint.ts'
import { byKey, PointKey, rowOf, SnCode } from './telemetry.ts'

/** What a leaf has to know of a point to show its value; see `Point`. */
export const ShownPoint = z.object({
  key: z.string(),
  name: z.string(),
  name_en: z.nullable(z.string()),
  data_type: z.string(),
  unit: z.nullable(z.string()),
  decimals: z.nullable(z.int()),
  write_min: z.nullable(z.number()),
  write_max: z.nullable(z.number()),
  enum_text: z.nullable(byKey(z.object({ zh: z.string(), en: z.string() }))),
})
export type ShownPoint = z.infer<typeof ShownPoint>

/** A device as leaves show it. */
export const ShownDevice = z.object({
  dev_alias: z.string(),
  report_interval_s: z.int(),
  points: z.array(ShownPoint),
})
export type ShownDevice = z.infer<typeof ShownDevice>

/** A pixel column. */
export type TrendRow = [data_time: number, min: number, max: number, first: number, last: number]

/** The calls of the live leaves, apart from the device's and the history's own: a page with one value loads no more. */
export const live = {
  device: endpoint({
    method: 'GET',
    path: '/dev/shown',
    needs: DEVICE_READERS,
    summary: 'What has to be known of a device to show its live values.',
    input: z.object({ sn_code: SnCode }),
    output: ShownDevice,
    refusals: ['110509'],
  }),
  trend: endpoint({
    method: 'GET',
    path: '/hDev/trend',
    needs: DEVICE_READERS,
    summary: "A point's last hour for a sparkline: one row a pixel column, `[data_time, min, max, first, last]`.",
    input: z.object({
      sn_code: SnCode,
      key: PointKey,
      end: z.int(),
      width: z.int().check(z.minimum(1), z.maximum(1000)),
    }),
    output: z.array(rowOf<TrendRow>(z.number(), 5)),
    refusals: ['110509', '110542', '110544'],
  }),
}
