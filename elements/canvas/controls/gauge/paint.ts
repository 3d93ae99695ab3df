import type { Look, Painting } from '../define-control.ts'
import { groundOf } from '../instrument/ground.ts'
import { bandOf, LIMIT_LETTERS, LIMITS_UPWARD, type Limit, levelOf, passedLimit } from '../instrument/limits.ts'
import { scaleOf, shareOf } from '../instrument/scale.ts'
import { paintName, paintTag, paintValueLine, tagWidth, valueColour } from '../instrument/value-line.ts'
import { fontOf, widthOf } from '../painting/font.ts'
import { baselineOf } from '../painting/text-layout.ts'
import { numberOf, numberText } from '../painting/value-text.ts'
import type { GaugeProps } from './props.ts'

const RADIANS = Math.PI / 180
/** Below this radius, px, labels of a scale would not be read. */
const SCALE_FROM_PX = 44

interface Dial {
  readonly context: CanvasRenderingContext2D
  readonly look: Look
  readonly x: number
  readonly y: number
  /** Of the track's middle line. */
  readonly r: number
  readonly thick: number
  /** Radians where the scale begins, and how far it goes. */
  readonly start: number
  readonly sweep: number
}

export function paint({ context, props, state, look, width, height }: Painting<GaugeProps>): void {
  const { min, max, pointer, setpoint } = props
  const value = numberOf(props.value)
  const half = (props.sweep / 2) * RADIANS
  const isNeedle = pointer === 'needle'
  // All in radii of the outer edge, from the hub: where the arc ends, and what stands below it.
  const ends = Math.max(0, -Math.cos(half))
  const readout = isNeedle ? ends + (ends < 0.2 ? 0.26 : 0.14) : ends < 0.2 ? -0.24 : 0
  const name = isNeedle && props.hasValue ? readout + 0.28 : ends + 0.12
  const below = Math.max(ends, isNeedle && props.hasValue ? readout + 0.14 : 0.06, props.label === '' ? 0 : name + 0.1)
  const outer = Math.max(4, Math.min(width / 2, height / (1 + below)) - 1)
  const thick = Math.max(4, outer * (isNeedle ? 0.11 : 0.17))
  const dial: Dial = {
    context,
    look,
    x: width / 2,
    y: (height - outer * (1 + below)) / 2 + outer,
    r: outer - thick / 2,
    thick,
    start: -Math.PI / 2 - half,
    sweep: half * 2,
  }
  const passed = passedLimit(value, props)
  const alarm = passed && look.token(`alarm-fill-${levelOf(passed, state.alarm_level)}`)

  arc(dial, 0, 1, look.token('line'), dial.r, groundOf(look).isOutlined ? 1 : thick)
  const { normalFrom, normalTo } = props
  if (normalFrom !== null || normalTo !== null) {
    const from = shareOf(normalFrom ?? min, min, max)
    const to = shareOf(normalTo ?? max, min, max)
    const faded = context.globalAlpha
    context.globalAlpha = faded * 0.55
    arc(dial, from, to, look.token('line-strong'), dial.r, thick)
    context.globalAlpha = faded
  }
  if (value !== null && pointer === 'arc') {
    const own = look.style === 'grey' ? look.token('text-2') : look.colour(props.color)
    arc(dial, shareOf(Math.min(Math.max(0, min), max), min, max), shareOf(value, min, max), own, dial.r, thick * 0.62)
  }
  if (passed && alarm) {
    const [from, to] = bandOf(passed, props, min, max)
    arc(dial, shareOf(from, min, max), shareOf(to, min, max), alarm, dial.r + thick * 0.31, thick * 0.38)
  }
  paintLimits(dial, props)
  if (setpoint !== null) mark(dial, shareOf(setpoint, min, max), look.token('text-1'))
  const hasScale = props.hasScale && outer >= SCALE_FROM_PX
  if (hasScale) paintScale(dial, props)

  if (value !== null && pointer === 'needle') {
    needle(dial, shareOf(value, min, max), look.style === 'grey' ? look.token('text-1') : look.colour(props.color))
  }
  if (props.hasValue) {
    const middle = dial.y + outer * readout
    paintReadout(dial, props, value, middle, passed, alarm, valueColour(look, state.quality, value))
  }
  const size = Math.max(9, Math.min(16, Math.round(outer * 0.15)))
  paintName(context, look, props.label, dial.x, dial.y + outer * name, isNeedle ? outer * 1.7 : width - 4, size)
}

function arc(
  { context, x, y, start, sweep }: Dial,
  from: number,
  to: number,
  colour: string,
  r: number,
  thick: number,
) {
  if (from === to) return
  context.beginPath()
  context.arc(x, y, r, start + sweep * Math.min(from, to), start + sweep * Math.max(from, to))
  context.strokeStyle = colour
  context.lineWidth = thick
  context.lineCap = 'butt'
  context.stroke()
}

/** Notches in the track: where a limit is has to be seen before it is passed. */
function paintLimits(dial: Dial, props: GaugeProps): void {
  const { context, look, x, y, r, thick, start, sweep } = dial
  context.strokeStyle = look.token('text-2')
  context.lineWidth = Math.max(1, thick * 0.14)
  context.beginPath()
  for (const limit of LIMITS_UPWARD) {
    const at = props[limit]
    if (at === null) continue
    const angle = start + sweep * shareOf(at, props.min, props.max)
    const cos = Math.cos(angle)
    const sin = Math.sin(angle)
    const reach = limit === 'low' || limit === 'high' ? thick * 0.5 : thick * 0.7
    context.moveTo(x + cos * (r - thick / 2), y + sin * (r - thick / 2))
    context.lineTo(x + cos * (r - thick / 2 + reach * 1.45), y + sin * (r - thick / 2 + reach * 1.45))
  }
  context.stroke()
}

/** A hollow triangle that points at the track from within. */
function mark({ context, look, x, y, r, thick, start, sweep }: Dial, share: number, colour: string): void {
  const angle = start + sweep * share
  const tip = r - thick * 0.5
  const size = Math.max(5, thick * 0.9)
  const spread = size / 2 / tip
  context.beginPath()
  context.moveTo(x + Math.cos(angle) * tip, y + Math.sin(angle) * tip)
  context.lineTo(x + Math.cos(angle - spread) * (tip - size), y + Math.sin(angle - spread) * (tip - size))
  context.lineTo(x + Math.cos(angle + spread) * (tip - size), y + Math.sin(angle + spread) * (tip - size))
  context.closePath()
  context.fillStyle = look.token('surface-2')
  context.fill()
  context.strokeStyle = colour
  context.lineWidth = 1.5
  context.stroke()
}

function paintScale({ context, look, x, y, r, thick, start, sweep }: Dial, { min, max }: GaugeProps): void {
  const size = Math.max(9, Math.min(14, Math.round(r * 0.13)))
  const font = fontOf(context, look, size)
  const { ticks, labels, parts } = scaleOf(min, max, r < 70 ? 4 : r < 140 ? 6 : 11, look.lang)
  const inner = r - thick / 2 - 2
  context.strokeStyle = look.token('line-strong')
  context.lineWidth = 1
  context.beginPath()
  const step = (ticks[1] ?? max) - (ticks[0] ?? min)
  for (const tick of ticks) {
    ray(context, x, y, start + sweep * shareOf(tick, min, max), inner, inner - Math.max(4, thick * 0.5))
    for (let part = 1; part < parts && r >= 60; part += 1) {
      const at = tick + (step * part) / parts
      if (at < max) ray(context, x, y, start + sweep * shareOf(at, min, max), inner, inner - Math.max(2, thick * 0.22))
    }
  }
  context.stroke()
  context.fillStyle = look.token('text-2')
  const reach = inner - Math.max(4, thick * 0.5) - 3
  for (let index = 0; index < ticks.length; index += 1) {
    const angle = start + sweep * shareOf(ticks[index] as number, min, max)
    const label = labels[index] as string
    const wide = widthOf(context, font, label)
    const cos = Math.cos(angle)
    const sin = Math.sin(angle)
    // The label's box touches the circle from within, whichever side it is on.
    context.fillText(
      label,
      x + cos * reach - wide / 2 - (cos * wide) / 2,
      baselineOf(font, y + sin * reach - (sin * size) / 2),
    )
  }
}

function ray(context: CanvasRenderingContext2D, x: number, y: number, angle: number, from: number, to: number): void {
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  context.moveTo(x + cos * from, y + sin * from)
  context.lineTo(x + cos * to, y + sin * to)
}

function needle({ context, look, x, y, r, thick, start, sweep }: Dial, share: number, colour: string): void {
  const angle = start + sweep * share
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  const hub = Math.max(3, r * 0.065)
  const tip = r - thick * 0.1
  context.beginPath()
  context.moveTo(x + cos * tip, y + sin * tip)
  context.lineTo(x - sin * hub * 0.62, y + cos * hub * 0.62)
  context.lineTo(x - cos * hub * 2, y - sin * hub * 2)
  context.lineTo(x + sin * hub * 0.62, y - cos * hub * 0.62)
  context.closePath()
  context.fillStyle = colour
  context.fill()
  context.beginPath()
  context.arc(x, y, hub, 0, Math.PI * 2)
  context.fill()
  context.beginPath()
  context.arc(x, y, hub * 0.4, 0, Math.PI * 2)
  context.fillStyle = look.token('surface-2')
  context.fill()
}

/** The number, and the letters of a passed limit above it: the colour alone does not say which. */
function paintReadout(
  { context, look, x, y, r }: Dial,
  props: GaugeProps,
  value: number | null,
  middle: number,
  passed: Limit | null,
  alarm: string | null,
  colour: string,
): void {
  const isNeedle = props.pointer === 'needle'
  const size = Math.max(10, Math.round(r * (isNeedle ? 0.26 : 0.32)))
  const text = numberText(value, props.decimals, look.lang)
  paintValueLine(
    context,
    look,
    text,
    value === null ? '' : props.unit,
    x,
    middle,
    r * (isNeedle ? 1.3 : 1.05),
    size,
    colour,
  )
  if (!passed || !alarm) return
  const letters = LIMIT_LETTERS[passed]
  const small = Math.max(9, Math.round(size * 0.62))
  const wide = tagWidth(context, look, letters, small)
  paintTag(context, look, letters, x - wide / 2, isNeedle ? y - r * 0.34 : middle - size - small * 0.5, small, alarm)
}
