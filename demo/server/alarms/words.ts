import type { Language } from '../../../core/catalogue/words.ts'
import type { Point } from '../../../core/contract/device.ts'
import { asPlain } from '../../../core/contract/plain-text.ts'
import type { Value } from '../../../core/contract/telemetry.ts'
import type { EvaluatedRule } from '../../../core/rules/alarm-machine.ts'

type Shown = Pick<Point, 'unit' | 'decimals'> & Partial<Pick<Point, 'enum_text'>>

const DECIMALS = 3
const ON_OFF = { zh: { on: '开', off: '关' }, en: { on: 'On', off: 'Off' } } as const

/** A value in the point's decimals, or in as many as distinguish it from the threshold. */
function rounded(value: Value, threshold: number | null, decimals: number | null): string {
  if (typeof value === 'string') return asPlain(value)
  const number = Number(value)
  for (let digits = decimals ?? DECIMALS; digits <= 15; digits++) {
    const shown = Number(number.toFixed(digits))
    if (shown !== threshold || number === threshold) return String(shown)
  }
  return String(number)
}

/** A value as people read it: with its unit, or by the word that the point has for it. */
function shownIn(lang: Language, value: Value, { unit, decimals, enum_text }: Shown, threshold: number | null = null) {
  if (value === null) return '–'
  const isFlag = typeof value === 'boolean'
  const word = enum_text?.[isFlag ? Number(value) : String(value)]?.[lang]
  if (isFlag) return word || (value ? ON_OFF[lang].on : ON_OFF[lang].off)
  return word || `${rounded(value, threshold, decimals)}${unit ? ` ${unit}` : ''}`
}

interface Words {
  zh: string
  /** Null where `zh` reads in every language. */
  en: string | null
}

/** The value and what it is measured against, as `92.4 °C > 90 °C`. `before`: the value before it. */
export function wordsOf(rule: EvaluatedRule, value: Value, point: Shown, before: Value = null, fence_name = ''): Words {
  const [zh, en] = [
    plainIn('zh', rule, value, point, before, fence_name),
    plainIn('en', rule, value, point, before, fence_name),
  ]
  return { zh, en: en === zh ? null : en }
}

function plainIn(
  lang: Language,
  rule: EvaluatedRule,
  value: Value,
  point: Shown,
  before: Value,
  fence_name: string,
): string {
  const { condition, threshold, threshold_high, no_data_s } = rule
  const at = (limit: number | null) => shownIn(lang, value, point, limit)
  const bound = (limit: number | null) => shownIn(lang, limit ?? 0, { ...point, decimals: 15 })
  switch (condition) {
    case 'above':
      return `${at(threshold)} > ${bound(threshold)}`
    case 'below':
      return `${at(threshold)} < ${bound(threshold)}`
    case 'equals':
      return point.enum_text || typeof value === 'boolean' ? at(threshold) : `${at(threshold)} = ${bound(threshold)}`
    case 'between':
      return `${bound(threshold)} ≤ ${at(null)} ≤ ${bound(threshold_high)}`
    case 'outside':
      return Number(value) < (threshold ?? 0)
        ? `${at(threshold)} < ${bound(threshold)}`
        : `${at(threshold_high)} > ${bound(threshold_high)}`
    case 'changes':
      return before === null ? at(null) : `${shownIn(lang, before, point)} → ${at(null)}`
    case 'no_data':
      return lang === 'en' ? `No data for ${no_data_s} s` : `${no_data_s} 秒没有数据`
    case 'enters_fence':
      return lang === 'en' ? `Entered the geofence ${fence_name}` : `进入围栏“${fence_name}”`
    case 'leaves_fence':
      return lang === 'en' ? `Left the geofence ${fence_name}` : `离开围栏“${fence_name}”`
    case 'outside_fence':
      return lang === 'en' ? `Outside the geofence ${fence_name}` : `位于围栏“${fence_name}”之外`
  }
}

interface Texts {
  alarm_text: string
  alarm_text_en: string
}

interface TextValues {
  value: Value
  before: Value
  point: Shown
  /** What the rule's geofence is called. */
  fence_name?: string | undefined
  /** Alias and point name as people call them. */
  device: string
  pointName: { zh: string; en: string }
  /** The newest value of another point of the device; undefined where it has none of that key. */
  read: (key: string) => { value: Value; point: Shown } | undefined
}

const PLACEHOLDER = /\{\{([^{}]+)\}\}/g
/** A text with values in it may grow: what is stored stays readable in a list. */
const LONGEST = 500

/** What operators read: the rule's own text with the values of that time, or the value and what it is measured against. */
export function infoOf(
  rule: EvaluatedRule & Texts,
  values: TextValues,
): { alarm_info: string; alarm_info_en: string | null } {
  const { alarm_text, alarm_text_en } = rule
  const plain = wordsOf(rule, values.value, values.point, values.before, values.fence_name)
  const alarm_info = alarm_text === '' ? plain.zh : filled('zh', alarm_text, rule, values)
  if (alarm_text_en !== '') return { alarm_info, alarm_info_en: filled('en', alarm_text_en, rule, values) }
  return { alarm_info, alarm_info_en: alarm_text === '' ? plain.en : null }
}

const OWN = new Set(['value', 'threshold', 'threshold_high', 'device', 'point'])

/** The points that the texts of a rule name. */
export function keysOf({ alarm_text, alarm_text_en }: Texts): string[] {
  const names = [...`${alarm_text} ${alarm_text_en}`.matchAll(PLACEHOLDER)].map(([, name = '']) => name.trim())
  return [...new Set(names)].filter((name) => !OWN.has(name))
}

function filled(lang: Language, text: string, rule: EvaluatedRule, values: TextValues): string {
  const { value, point, device, read, pointName } = values
  const written = text.replace(PLACEHOLDER, (whole, inner: string) => {
    const name = inner.trim()
    if (name === 'value') return shownIn(lang, value, point)
    if (name === 'threshold') return shownIn(lang, rule.threshold, point)
    if (name === 'threshold_high') return shownIn(lang, rule.threshold_high, point)
    if (name === 'device') return device
    if (name === 'point') return pointName[lang]
    const other = read(name)
    return other ? shownIn(lang, other.value, other.point) : whole
  })
  return written.slice(0, LONGEST)
}
