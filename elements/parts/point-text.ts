import type { Point } from '../../core/contract/device.ts'
import type { LiveValue } from '../../core/contract/realtime.ts'
import type { Value } from '../../core/contract/telemetry.ts'
import type { DeviceReadings } from '../../core/stores/readings.ts'
import type { Lang } from '../../core/text/define-text.ts'
import type { Format } from '../../core/text/format.ts'
import { nameIn } from '../../core/text/name-in.ts'
import { switchWord } from '../../core/text/switch-words.ts'

export const pointName = ({ name, name_en }: Pick<Point, 'name' | 'name_en'>, lang: Lang): string =>
  nameIn(lang, name, name_en)

/** What decides how a point's values are written. */
type Worded = Pick<Point, 'enum_text' | 'decimals' | 'unit'>

/** A value in words: an enum's and a boolean's word, a number in the language and the point's decimals. No unit. */
export function valueText(value: Value | undefined, point: Worded | undefined, format: Format): string {
  if (value === null || value === undefined) return '–'
  const key = typeof value === 'boolean' && !point?.enum_text?.[String(value)] ? String(Number(value)) : String(value)
  const word = point?.enum_text?.[key]?.[format.lang]
  if (word) return word
  if (typeof value === 'boolean') return switchWord(value, format.lang)
  return typeof value === 'number' ? format.number(value, point?.decimals ?? undefined) : value
}

/** With its unit, for one line of text: "23.5 °C". */
export function valueWithUnit(value: Value | undefined, point: Worded | undefined, format: Format): string {
  const shown = valueText(value, point, format)
  return point?.unit && typeof value === 'number' ? `${shown} ${point.unit}` : shown
}

/** A point's newest value; a device may call its points as it likes, also `constructor`. */
export const liveValueOf = (readings: Pick<DeviceReadings, 'values'> | null, key: string): LiveValue | undefined =>
  readings && Object.hasOwn(readings.values, key) ? readings.values[key] : undefined
