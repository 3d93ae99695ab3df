import type { Point } from '../../../../core/contract/device.ts'
import { staleAfterMs } from '../../../../core/rules/staleness.ts'
import type { Format } from '../../../../core/text/format.ts'
import type { ChartSeries } from '../../../kit/chart/series.ts'
import { valueText } from '../../../parts/point-text.ts'

/** A curve, and whose it is. */
export interface CurveRow extends ChartSeries {
  sn_code: string
  key: string
  /** Of an earlier stretch: when that was. */
  span?: { from: number; to: number }
}

/** How a point's curve is drawn and read. */
export function looksOf(point: Point, format: Format): Pick<ChartSeries, 'isStep' | 'unit' | 'decimals' | 'words'> {
  const words = wordsOf(point, format)
  return {
    isStep: point.data_type !== 'number',
    ...(point.unit !== null && { unit: point.unit }),
    ...(point.decimals !== null && { decimals: point.decimals }),
    ...(words && { words }),
  }
}

/** What an enum's or a boolean's values are called; undefined for numbers. */
function wordsOf(point: Point, format: Format): Readonly<Record<string, string>> | undefined {
  if (point.data_type === 'boolean') return { 0: valueText(false, point, format), 1: valueText(true, point, format) }
  if (!point.enum_text) return undefined
  return Object.fromEntries(Object.keys(point.enum_text).map((key) => [key, valueText(Number(key), point, format)]))
}

/** How long a value can be read without a newer one; states and settings hold until the next. */
export const freshMsOf = ({ data_type, access }: Point, report_interval_s: number) =>
  data_type === 'number' && access === 'r' ? { freshMs: staleAfterMs(report_interval_s) } : {}
