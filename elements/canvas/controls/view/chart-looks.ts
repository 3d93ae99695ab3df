import type { Value } from '../../../../core/contract/telemetry.ts'
import type { Format } from '../../../../core/text/format.ts'
import type { ChartSeries } from '../../../kit/chart/series.ts'
import { pointName, valueText } from '../../../parts/point-text.ts'
import type { ViewPoint } from './point-of.ts'
import type { ViewDevice, ViewDevicePoint } from './use-view-devices.ts'

/** What a value is called on a chart's axis; undefined for plain numbers. */
function wordsOf(point: ViewDevicePoint, format: Format): Readonly<Record<string, string>> | undefined {
  if (point.data_type === 'boolean') return { 0: valueText(false, point, format), 1: valueText(true, point, format) }
  if (!point.enum_text) return undefined
  return Object.fromEntries(Object.keys(point.enum_text).map((key) => [key, valueText(Number(key), point, format)]))
}

/** A view's point as it is called: by its properties, else by the device, with the device's name where there are several. */
export function nameOf(
  { sn_code, key, label }: ViewPoint,
  devices: ReadonlyMap<string, ViewDevice>,
  format: Format,
): string {
  if (label !== '') return label
  const device = devices.get(sn_code)
  const point = device?.points.get(key)
  if (!device || !point) return key
  const name = pointName(point, format.lang)
  return devices.size > 1 ? `${device.dev_alias} · ${name}` : name
}

/** Name, unit, decimals and words of a point's curve. */
export function looksOf(
  of: ViewPoint,
  colour: number,
  devices: ReadonlyMap<string, ViewDevice>,
  format: Format,
): Omit<ChartSeries, 'points' | 'band'> {
  const point = devices.get(of.sn_code)?.points.get(of.key)
  const words = point && wordsOf(point, format)
  return {
    id: of.id,
    name: nameOf(of, devices, format),
    colour,
    isStep: point !== undefined && point.data_type !== 'number',
    ...(point?.unit && { unit: point.unit }),
    ...(point?.decimals != null && { decimals: point.decimals }),
    ...(words && { words }),
  }
}

/** A value's place on a chart; NaN for what has none. */
export const onChart = (value: Value): number =>
  typeof value === 'number' ? value : typeof value === 'boolean' ? Number(value) : Number.NaN
