import { SAMPLES } from './control-samples.ts'
import { type AlarmPoint, type ControlEntry, SHOWN, type Shown } from './control-shape.ts'
import type { Words } from './shape.ts'

/** What is chosen on the page of a kind. */
export interface ControlChoices {
  shown: Shown
  /** The property that follows a point; '' for none. */
  path: string
  sn: string
  point: string
  props: Record<string, unknown>
  theme: string
  lang: string
}

export const THEMES = ['light', 'dark', 'hp'] as const
const LANGS = ['zh-CN', 'en']
/** Of a property in the address. */
const LONGEST = 4000

/** The demo's test stand has reported once and fallen silent; the pump station has no point of that name. */
const STALE = 'TS0001.temperature'
const MISSING = 'no_such_point'

export function firstControlChoices(entry: ControlEntry, ui: keyof Words, theme: string): ControlChoices {
  const { path, point = 'flow', props } = SAMPLES[entry.kind] ?? {}
  return {
    shown: 'good',
    path: path === undefined ? (entry.bindable[0]?.path ?? '') : (path ?? ''),
    sn: 'WW0001',
    point,
    props: { ...entry.starting[ui], ...props },
    theme,
    lang: ui === 'zh' ? 'zh-CN' : 'en',
  }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Reads an address; what does not fit is named in `strange`. */
export function readControlChoices(query: URLSearchParams, entry: ControlEntry, first: ControlChoices) {
  const choices = { ...first, props: { ...first.props } }
  const take = (key: string, value: string): boolean => {
    if (key === 'ui' || key === 'look') return true
    if (key === 'state' && SHOWN.includes(value as Shown)) choices.shown = value as Shown
    else if (key === 'theme' && THEMES.includes(value as 'light')) choices.theme = value
    else if (key === 'lang' && LANGS.includes(value)) choices.lang = value
    else if (key === 'bind' && (value === '' || entry.bindable.some(({ path }) => path === value))) choices.path = value
    else if (key === 'sn' && /^[A-Za-z0-9]{0,19}$/.test(value)) choices.sn = value
    else if (key === 'point' && /^[A-Za-z0-9_.:/-]{0,64}$/.test(value)) choices.point = value
    else return takeProp(key, value)
    return true
  }
  const takeProp = (key: string, value: string): boolean => {
    const field = entry.fields.find(({ path }) => key === `p.${path}`)
    if (!field || value.length > LONGEST) return false
    try {
      setAt(choices.props, field.path, JSON.parse(value))
      return true
    } catch {
      return false
    }
  }
  const strange = Array.from(query).filter(([key, value]) => !take(key, value))
  return { choices, strange: strange.map(([key, value]) => `${key}=${value}`.slice(0, 80)) }
}

/** Only what differs from the first choices is in the address. */
export function writeControlChoices(choices: ControlChoices, first: ControlChoices, entry: ControlEntry) {
  const query = new URLSearchParams()
  const put = (key: string, value: string, was: string) => value !== was && query.set(key, value)
  put('state', choices.shown, first.shown)
  put('theme', choices.theme, first.theme)
  put('lang', choices.lang, first.lang)
  put('bind', choices.path, first.path)
  put('sn', choices.sn, first.sn)
  put('point', choices.point, first.point)
  for (const { path } of entry.fields) {
    const value = getAt(choices.props, path)
    if (!isSame(value, getAt(first.props, path))) query.set(`p.${path}`, JSON.stringify(value ?? null))
  }
  return query
}

export const getAt = (props: Readonly<Record<string, unknown>>, path: string): unknown =>
  path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown> | null | undefined)?.[name], props)

/** Copies on the way: what the kind starts with is shared. */
export function setAt(props: Record<string, unknown>, path: string, value: unknown): void {
  const [name = '', ...rest] = path.split('.')
  if (rest.length === 0) {
    props[name] = value
    return
  }
  const inner = { ...(props[name] as Record<string, unknown> | undefined) }
  setAt(inner, rest.join('.'), value)
  props[name] = inner
}

/** What the chosen property takes its value from, so that the control is in the chosen state. */
export function expressionOf({ shown, point }: ControlChoices, alarm: AlarmPoint): string {
  if (point === '') return ''
  if (shown === 'stale') return STALE
  if (shown === 'missing') return MISSING
  // What cannot be worked out is as bad as what a device says is bad.
  if (shown === 'bad') return `${point} / 0`
  return shown === 'alarm' && alarm !== null ? alarm : point
}

/** The control as a screen stores it. */
export function controlOf(entry: ControlEntry, choices: ControlChoices, alarm: AlarmPoint) {
  const expression = choices.path === '' ? '' : expressionOf(choices, alarm)
  return {
    control_id: 'control',
    kind: entry.kind,
    version: entry.version,
    x: 0,
    y: 0,
    ...entry.size,
    props: choices.props,
    ...(expression !== '' && { bindings: { [choices.path]: { expression } } }),
    ...(choices.shown === 'alarm' && alarm !== null && { alarm_of: alarm }),
  }
}

/** px around a control, for its marks. */
const MARGIN = 32
const LEAST = { width: 320, height: 240 }

/** A screen of one control in its middle. */
export function documentOf(control: ReturnType<typeof controlOf>, style: 'grey' | 'coloured', name: string) {
  const width = Math.max(LEAST.width, control.width + 2 * MARGIN)
  const height = Math.max(LEAST.height, control.height + 2 * MARGIN)
  const place = { x: (width - control.width) / 2, y: (height - control.height) / 2 }
  return { version: 1, name, width, height, grid: 0, style, controls: [{ ...control, ...place }] }
}
