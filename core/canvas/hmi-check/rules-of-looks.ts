import { ALARM_LEVELS } from '../../catalogue/limits.ts'
import type { RawProps } from '../kind.ts'
import { contrast, hueOf, isSameColour, over, type Rgb } from './colours.ts'
import type { Draft } from './finding.ts'
import { type CheckedControl, mainOf, type Page, wordsOf } from './page.ts'

const [SMALL_TEXT_CONTRAST, LARGE_TEXT_CONTRAST] = [4.5, 3]
/** px, as WCAG counts large: 18 pt, or 14 pt and bold. */
const [LARGE_PX, LARGE_BOLD_PX] = [24, 18.66]
const SMALLEST_PX = 12
const MOST_HUES = 6
/** Degrees that two colours differ by at least, to be two. */
const HUE_STEP = 30

/** What a control paints all over its box. */
function backgroundColour({ props, control }: CheckedControl, page: Page): Rgb | 'unknown' | null {
  // A picture may be anything, and a bound colour another one at any time.
  if (typeof props.picture === 'string' && props.picture !== '') return 'unknown'
  for (const name of ['fill', 'backgroundColor']) {
    const colour = page.colour(props[name])
    if (!colour || colour.alpha === 0) continue
    return control.bindings[name] || control.opacity < 1 || props.shapeShow === false ? 'unknown' : colour
  }
  return null
}

/** The colour behind the middle of a control; null where it is unknown. */
function behind(
  checked: CheckedControl,
  page: Page,
  grounds: readonly { at: CheckedControl; colour: Rgb | 'unknown' }[],
): Rgb | null {
  const { x, y, width, height } = checked.box
  const [middleX, middleY] = [x + width / 2, y + height / 2]
  const below = grounds.filter(({ at: { box, place } }) => {
    const isUnder =
      middleX >= box.x && middleX <= box.x + box.width && middleY >= box.y && middleY <= box.y + box.height
    return isUnder && place < checked.place
  })
  const { background } = page.document
  let colour = background.picture ? null : page.colour(background.color)
  for (const one of below) {
    if (one.colour === 'unknown') colour = null
    else if (one.colour.alpha === 1) colour = one.colour
    else colour = colour && over(one.colour, colour)
  }
  return colour
}

/** Words that do not stand out from what is behind them. */
export function unreadable(page: Page): Draft[] {
  const grounds = page.controls.flatMap((at) => {
    const colour = backgroundColour(at, page)
    return colour ? [{ at, colour }] : []
  })
  return page.controls.flatMap((checked): Draft[] => {
    const words = wordsOf(checked).filter(({ colour }) => colour !== '')
    if (words.length === 0) return []
    const under = behind(checked, page, grounds)
    let worst: { ratio: number; needed: number } | null = null
    for (const { colour, background, size, isBold } of words) {
      const own = page.colour(background)
      const back = own?.alpha === 1 ? own : own ? under && over(own, under) : under
      const text = page.colour(colour)
      if (!back || !text) continue
      const ratio = contrast(over(text, back), back)
      const needed = size >= (isBold ? LARGE_BOLD_PX : LARGE_PX) ? LARGE_TEXT_CONTRAST : SMALL_TEXT_CONTRAST
      if (ratio < needed && (!worst || ratio < worst.ratio)) worst = { ratio, needed }
    }
    if (!worst) return []
    const level = worst.ratio < 2 ? 'error' : 'warning'
    const values = { ratio: worst.ratio.toFixed(1), needed: worst.needed }
    return [{ rule: 'contrast', level, controls: [checked], values }]
  })
}

export function tooSmall(page: Page): Draft[] {
  return page.controls.flatMap((checked): Draft[] => {
    const size = Math.min(...wordsOf(checked).map((words) => words.size))
    if (!(size < SMALLEST_PX)) return []
    return [{ rule: 'small_text', level: 'warning', controls: [checked], values: { size, least: SMALLEST_PX } }]
  })
}

interface Coloured {
  readonly checked: CheckedControl
  readonly colour: Rgb
  /** In a list of looks, of which a value chooses one. */
  readonly isChosen: boolean
}

/** Colours that somebody chose: not those that the kind has of itself. */
function chosenColours(page: Page): readonly Coloured[] {
  const found: Coloured[] = []
  for (const checked of page.controls) {
    const main = mainOf(checked)
    const isBound = main !== null && main in checked.control.bindings
    const read = (holder: unknown, own: unknown, isListed: boolean) => {
      if (typeof holder === 'string') {
        if (holder === own) return
        const colour = page.colour(holder)
        if (colour && colour.alpha > 0) found.push({ checked, colour, isChosen: isListed && isBound })
      } else if (typeof holder === 'object' && holder !== null)
        for (const [name, value] of Object.entries(holder)) {
          const isColour = /colou?r$|^(fill|stroke)$/i.test(name)
          if (typeof value === 'string' && !isColour) continue
          read(value, (own as RawProps | undefined)?.[name], isListed || Array.isArray(holder))
        }
    }
    read(checked.props, checked.kind.defaults, false)
  }
  return found
}

export function manyColours(page: Page): Draft[] {
  const hues: { hue: number; controls: Set<CheckedControl> }[] = []
  for (const { checked, colour } of chosenColours(page)) {
    const hue = hueOf(colour)
    if (hue === null) continue
    const apart = (other: number) => Math.min(Math.abs(hue - other), 360 - Math.abs(hue - other))
    const known = hues.find((one) => apart(one.hue) < HUE_STEP)
    if (known) known.controls.add(checked)
    else hues.push({ hue, controls: new Set([checked]) })
  }
  if (hues.length <= MOST_HUES) return []
  // Those that are used least are the first to go.
  const rare = hues.sort((a, b) => b.controls.size - a.controls.size).slice(MOST_HUES)
  const controls = [...new Set(rare.flatMap((one) => [...one.controls]))]
  return [{ rule: 'many_colours', level: 'warning', controls, values: { count: hues.length, most: MOST_HUES } }]
}

/** An alarm's colour that is always there says nothing when there is one. */
export function alarmColours(page: Page): Draft[] {
  const alarms = ALARM_LEVELS.flatMap((level) =>
    ['alarm', 'alarm-fill'].flatMap((role) => page.colour(`var(--sg-${role}-${level})`) ?? []),
  )
  const controls = new Set<CheckedControl>()
  for (const { checked, colour, isChosen } of chosenColours(page))
    if (!isChosen && hueOf(colour) !== null && alarms.some((alarm) => isSameColour(alarm, colour)))
      controls.add(checked)
  return [...controls].map((checked) => ({ rule: 'alarm_colour', level: 'warning', controls: [checked], values: {} }))
}
