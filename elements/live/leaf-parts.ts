import { html, nothing, svg, type TemplateResult } from 'lit/html.js'
import { LINE_WORDS } from '../../core/connection/line.ts'
import type { ShownPoint } from '../../core/contract/live.ts'
import type { LiveValue } from '../../core/contract/realtime.ts'
import type { Lang } from '../../core/text/define-text.ts'
import type { NumberFormat } from '../../core/text/number-format.ts'
import type { LeafView } from './leaf.ts'

/** Words of the leaves: the dictionary of the screens would be four times their own size. */
export const WORDS = {
  zh: {
    good: '质量良好',
    uncertain: '质量可疑',
    bad: '质量差',
    stale: '数据过期',
    online: '在线',
    offline: '离线',
    faulty: '故障',
    unregistered: '未注册',
    none: '无数据',
    hour: '最近一小时',
    now: '当前',
    lowest: '最低',
    highest: '最高',
    on: '开',
    off: '关',
    comma: '，',
  },
  en: {
    good: 'good',
    uncertain: 'uncertain',
    bad: 'bad',
    stale: 'stale',
    online: 'Online',
    offline: 'Offline',
    faulty: 'Faulty',
    unregistered: 'Unregistered',
    none: 'no value',
    hour: 'last hour',
    now: 'now',
    lowest: 'lowest',
    highest: 'highest',
    on: 'On',
    off: 'Off',
    comma: ', ',
  },
} as const satisfies Record<Lang, Record<string, string>>

/** On a grid of 12: each state and quality has a shape of its own. */
const SHAPES = {
  online: 'M6 1a5 5 0 1 0 0 10A5 5 0 1 0 6 1Z',
  offline: 'M6 1a5 5 0 1 0 0 10A5 5 0 1 0 6 1Z',
  faulty: 'M1 1 11 11M11 1 1 11',
  unregistered: 'M2 4a4 4 0 1 1 5 4M6 11h.1',
  uncertain: 'M2 4a4 4 0 1 1 5 4M6 11h.1',
  bad: 'M1 1 11 11M11 1 1 11',
  stale: 'M6 1a5 5 0 1 0 0 10A5 5 0 1 0 6 1ZM6 3v3l2 2',
  away: 'M6 1a5 5 0 1 0 0 10A5 5 0 1 0 6 1ZM1 11 11 1',
} as const
export type Mark = keyof typeof SHAPES

/** A shape; its word is said beside it or in the label around it. */
export const shape = (mark: Mark): TemplateResult =>
  html`<svg class="shape" viewBox="0 0 12 12" aria-hidden="true">${svg`<path d=${SHAPES[mark]} />`}</svg>`

/** Where there is no value; a page may put its own words there. */
export const EMPTY = html`<slot name="empty"><span class="empty" part="empty">–</span></slot>`

/** An enum's and a switch's word, a number in the language and the point's decimals; null where there is no value. */
export function textOf(value: LiveValue[0], { enum_text, decimals }: ShownPoint, format: NumberFormat): string | null {
  if (value === null) return null
  const { on, off } = WORDS[format.lang]
  const key = typeof value === 'boolean' && !enum_text?.[String(value)] ? String(Number(value)) : String(value)
  const word = enum_text && Object.hasOwn(enum_text, key) ? enum_text[key]?.[format.lang] : undefined
  if (word) return word
  if (typeof value === 'boolean') return value ? on : off
  return typeof value === 'number' ? format.number(value, decimals ?? undefined) : value
}

export const nameOf = ({ name, name_en }: ShownPoint, lang: Lang): string => (lang === 'en' && name_en) || name

/** What is not well with a value, and since when; null when all is. */
export function trouble({ live, line, now, format }: LeafView): { mark: Mark; words: string } | null {
  const { lang } = format
  const age = live ? format.ago(live[2], now) : ''
  if (line) return { mark: 'away', words: [LINE_WORDS[line][lang], age].filter(Boolean).join(WORDS[lang].comma) }
  if (!live || live[1] === 'good') return null
  const [, mark] = live
  return { mark, words: `${WORDS[lang][mark]}${mark === 'stale' ? ` ${age}` : ''}` }
}

/** "Pump 1, Flow, 12.3 m³/h, good": for those who hear it. */
export function spoken(view: LeafView, more = ''): string {
  const { device, point, live, format } = view
  const { comma, none, good } = WORDS[format.lang]
  const value = point && live ? textOf(live[0], point, format) : null
  const shown = value === null ? none : `${value}${point?.unit ? ` ${point.unit}` : ''}`
  const parts = [
    device.dev_alias,
    point ? nameOf(point, format.lang) : '',
    more || shown,
    trouble(view)?.words ?? (value === null ? '' : good),
  ]
  return parts.filter(Boolean).join(comma)
}

/** The value and its unit, with the widest that was shown keeping its place. */
export function valueRow(view: LeafView): TemplateResult {
  const { live, point, format } = view
  const value = point && live ? textOf(live[0], point, format) : null
  const found = trouble(view)
  if (value === null) return EMPTY
  return html`<span class="row ${found?.mark ?? ''}"
    >${found ? shape(found.mark) : nothing}<span class="number" part="value">${value}</span>${
      point?.unit ? html`<span class="unit" part="unit">${point.unit}</span>` : nothing
    }</span
  >`
}

/** The age of what is old, or that the line is away, in words. */
export function ageNote(view: LeafView): TemplateResult | typeof nothing {
  const found = trouble(view)
  return found ? html` <span class="age" part="age">${found.words}</span>` : nothing
}
