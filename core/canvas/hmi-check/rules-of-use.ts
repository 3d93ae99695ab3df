import { needsPress } from '../../contract/documents/screen.ts'
import { MOST_FLASHES } from '../../rules/flicker.ts'
import { type Box, encloses, touches } from '../geometry.ts'
import type { RawProps } from '../kind.ts'
import type { Draft } from './finding.ts'
import { type CheckedControl, isPlain, mainOf, type Page, wordsOf } from './page.ts'

/** WCAG 2.3.1 */
const TOUCH_PX = 44
/** How far a label may stand from what it names. */
const LABEL_PX = 120
/** Of the smaller one, that may lie under another text. */
const OVERLAP_SHARE = 0.12
/** Thousands upon one another are one mistake. */
const MOST_OVERLAPS = 500
/** px that a control may stand over the page's edge: lines have a width. */
const EDGE_PX = 1

/** Seconds of the fastest flash that a control may come to; null where it does not flash. */
function flashOf({ control, props }: CheckedControl): number | null {
  const periods: number[] = []
  const read = (holder: RawProps) => {
    const { flickerType, flickerFrequency } = holder
    if (typeof flickerType === 'number' && flickerType > 0 && typeof flickerFrequency === 'number')
      periods.push(flickerFrequency)
    for (const value of Object.values(holder))
      if (Array.isArray(value))
        for (const row of value) if (typeof row === 'object' && row !== null) read(row as RawProps)
  }
  read(props)
  const { flicker } = control.bindings
  if (flicker) {
    const gives = [
      ...(flicker.ranges ?? []).map((range) => range.gives),
      flicker.otherwise,
      ...(flicker.scale?.to ?? []),
    ]
    const seconds = gives.filter((one): one is number => typeof one === 'number' && one > 0)
    periods.push(...(seconds.length > 0 ? seconds : [Number.POSITIVE_INFINITY]))
  }
  return periods.length > 0 ? Math.min(...periods) : null
}

export function flicker(page: Page): Draft[] {
  const flashing = page.controls.flatMap((checked) => {
    const period = flashOf(checked)
    return period === null ? [] : [{ checked, period }]
  })
  const found: Draft[] = flashing
    .filter(({ period }) => period < 1 / MOST_FLASHES)
    .map(({ checked, period }) => ({
      rule: 'fast_flicker',
      level: 'warning',
      controls: [checked],
      values: { times: Math.round(10 / period) / 10, most: MOST_FLASHES },
    }))
  if (flashing.length > 1) {
    const controls = flashing.map(({ checked }) => checked)
    found.push({ rule: 'many_flickers', level: 'warning', controls, values: { count: controls.length } })
  }
  return found
}

const isText = ({ props, control }: CheckedControl): boolean => {
  const text = props.text ?? props.label
  return (typeof text === 'string' && text !== '') || 'text' in control.bindings
}

/** States and lamps whose words somebody wrote name what they show: those that the kind has of itself (`ON`) do not. */
function saysItself({ props, kind }: CheckedControl): boolean {
  const own = new Set(rowsIn(kind.defaults as RawProps).map(({ text }) => text))
  return rowsIn(props).some(({ text }) => typeof text === 'string' && text !== '' && !own.has(text))
}

const rowsIn = (props: RawProps): RawProps[] =>
  Object.values(props)
    .filter(Array.isArray)
    .flat()
    .filter((row): row is RawProps => typeof row === 'object' && row !== null)

/** Whether a text nearby, or the control itself, says what it is. */
function isNamed(checked: CheckedControl, main: string, texts: readonly CheckedControl[]): boolean {
  const { props, control, box } = checked
  const { label } = props
  if ((typeof label === 'string' && label !== '') || control.bindings.label) return true
  if ('label' in props && isPlain(checked, main)) return true
  if (saysItself(checked)) return true
  return texts.some((other) => other !== checked && distance(other.box, box) <= LABEL_PX)
}

function distance(a: Box, b: Box): number {
  const x = Math.max(0, b.x - (a.x + a.width), a.x - (b.x + b.width))
  const y = Math.max(0, b.y - (a.y + a.height), a.y - (b.y + b.height))
  return Math.hypot(x, y)
}

/** Values that show nothing, and values that nothing explains. */
export function values(page: Page): Draft[] {
  const texts = page.controls.filter(isText)
  return page.controls.flatMap((checked): Draft[] => {
    const { pointList } = checked.kind
    if (pointList !== undefined) {
      const rows = checked.props[pointList]
      const isListed = Array.isArray(rows) && rows.some((row) => row?.point)
      return isListed ? [] : [{ rule: 'no_points', level: 'warning', controls: [checked], values: {} }]
    }
    const main = mainOf(checked)
    if (!main) return []
    const binding = checked.control.bindings[main]
    if (!binding) return [{ rule: 'unbound', level: 'warning', controls: [checked], values: {} }]
    const found: Draft[] = []
    if (!isNamed(checked, main, texts))
      found.push({ rule: 'no_label', level: 'warning', controls: [checked], values: {} })
    const { unit, format } = checked.props
    // A point's unit stands in for an empty one; what is worked out has none of its own.
    const isWorkedOut = !isPlain(checked, main) && !binding.ranges?.length && format !== 'words' && format !== 'time'
    if (unit === '' && isWorkedOut && !checked.control.bindings.unit)
      found.push({ rule: 'no_unit', level: 'hint', controls: [checked], values: {} })
    return found
  })
}

/** Controls that are not on the page, or not all of them. */
export function outside(page: Page): Draft[] {
  const { width, height } = page.document
  const whole = { x: 0, y: 0, width, height }
  const slack = { x: -EDGE_PX, y: -EDGE_PX, width: width + 2 * EDGE_PX, height: height + 2 * EDGE_PX }
  return page.controls.flatMap((checked): Draft[] => {
    const { control, box } = checked
    if (encloses(slack, box) || control.bindings.x || control.bindings.y) return []
    const isGone = !touches(whole, box)
    return [
      { rule: isGone ? 'off_page' : 'over_edge', level: isGone ? 'error' : 'warning', controls: [checked], values: {} },
    ]
  })
}

/** Texts that lie upon one another. */
export function overlaps(page: Page): Draft[] {
  const texts = page.controls
    .filter((checked) => !checked.control.bindings.visible && wordsOf(checked).length > 0)
    .sort((a, b) => a.box.x - b.box.x)
  const found: Draft[] = []
  texts.forEach((one, i) => {
    for (let j = i + 1; j < texts.length; j++) {
      const other = texts[j] as CheckedControl
      if (other.box.x >= one.box.x + one.box.width || found.length >= MOST_OVERLAPS) break
      const shared = sharedArea(one.box, other.box)
      const smaller = Math.min(areaOf(one.box), areaOf(other.box))
      if (smaller > 0 && shared / smaller > OVERLAP_SHARE)
        found.push({ rule: 'overlap', level: 'warning', controls: [one, other], values: {} })
    }
  })
  return found
}

const areaOf = ({ width, height }: Box) => width * height

function sharedArea(a: Box, b: Box): number {
  const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const tall = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return wide > 0 && tall > 0 ? wide * tall : 0
}

/** What a change of value would do to devices and alarms: screens do it by a press alone. */
export function unpressed(page: Page): Draft[] {
  const acting = page.all.filter(({ control: { events } }) =>
    events.some(({ on, actions }) => on === 'change' && actions.some(({ does }) => needsPress(does))),
  )
  return acting.map((one) => ({ rule: 'needs_press', level: 'error', controls: [one], values: {} }))
}

const OPERATED = new Set(['button', 'switch', 'spinbutton', 'link'])

/** Whether a finger has something to do there. */
function isOperated({ control, kind, props }: CheckedControl): boolean {
  if (control.events.some(({ on, actions }) => on !== 'change' && actions.length > 0)) return true
  const role = 'role' in kind ? kind.role : null
  return (typeof role === 'string' && OPERATED.has(role)) || (typeof props.writes === 'string' && props.writes !== '')
}

/** What a finger would miss; a mouse does not. */
export function touchTargets(page: Page): Draft[] {
  if (page.variant !== 'mobile') return []
  return page.controls.flatMap((checked): Draft[] => {
    const { width, height } = checked.control
    const least = Math.min(width, height)
    if (!isOperated(checked) || least >= TOUCH_PX) return []
    return [
      {
        rule: 'small_target',
        level: 'warning',
        controls: [checked],
        values: { size: Math.round(least), least: TOUCH_PX },
      },
    ]
  })
}
