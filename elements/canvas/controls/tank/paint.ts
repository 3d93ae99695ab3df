import type { Look, Painting } from '../define-control.ts'
import { LIMIT_LETTERS, LIMITS_UPWARD, levelOf, passedLimit } from '../instrument/limits.ts'
import { scaleOf, shareOf } from '../instrument/scale.ts'
import { paintName, paintValueLine, valueColour } from '../instrument/value-line.ts'
import { fontOf, numberWidth, STRONG, widthOf } from '../painting/font.ts'
import { baselineOf } from '../painting/text-layout.ts'
import { numberOf, numberText } from '../painting/value-text.ts'
import type { TankProps } from './props.ts'

interface Vessel {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export function paint({ context, props, state, look, width, height }: Painting<TankProps>): void {
  const { min, max } = props
  const value = numberOf(props.value)
  const size = Math.max(9, Math.min(15, Math.round(Math.min(width * 0.13, height * 0.1))))
  const passed = passedLimit(value, props)
  const alarm = passed && look.token(`alarm-fill-${levelOf(passed, state.alarm_level)}`)
  const hasMarks = LIMITS_UPWARD.some((limit) => props[limit] !== null)
  const left = props.hasScale ? Math.round(size * 2.6) : 1
  const right = hasMarks ? Math.round(size * 2) : 1
  const bottom = props.label === '' ? 1 : Math.round(size * 1.7)
  const vessel = { x: left, y: 1, width: Math.max(4, width - left - right), height: Math.max(4, height - bottom - 2) }
  const line = Math.max(1.5, Math.min(3, vessel.width * 0.016))

  outline(context, props.shape, vessel, line / 2)
  context.fillStyle = look.token('surface-2')
  context.fill()
  if (value !== null) paintLiquid(context, look, props, vessel, shareOf(value, min, max), line)
  outline(context, props.shape, vessel, line / 2, true)
  context.strokeStyle = look.token('line-strong')
  context.lineWidth = line
  context.lineJoin = 'round'
  context.stroke()

  if (props.normalFrom !== null || props.normalTo !== null) paintNormal(context, look, props, vessel, line)
  if (hasMarks) paintMarks(context, look, props, vessel, passed, alarm, size)
  if (props.hasScale) paintScale(context, look, props, vessel, size)
  if (props.hasValue) {
    paintReadout(context, look, props, vessel, value, alarm, valueColour(look, state.quality, value), passed !== null)
  }
  paintName(context, look, props.label, width / 2, height - size * 0.75, width - 2, size)
}

/** Begins the vessel's path, `inset` within its box; the wall of an open basin has no top. */
function outline(
  context: CanvasRenderingContext2D,
  shape: TankProps['shape'],
  { x, y, width, height }: Vessel,
  inset: number,
  isWall = false,
): void {
  const left = x + inset
  const top = y + inset
  const right = x + width - inset
  const bottom = y + height - inset
  context.beginPath()
  if (shape === 'box') {
    context.roundRect(left, top, right - left, bottom - top, 2)
  } else if (shape === 'open') {
    context.moveTo(left, top)
    context.lineTo(left, bottom)
    context.lineTo(right, bottom)
    context.lineTo(right, top)
    if (!isWall) context.closePath()
  } else if (shape === 'horizontal') {
    const end = Math.min((right - left) * 0.14, (bottom - top) * 0.32)
    context.moveTo(left + end, top)
    context.lineTo(right - end, top)
    context.ellipse(right - end, (top + bottom) / 2, end, (bottom - top) / 2, 0, -Math.PI / 2, Math.PI / 2)
    context.lineTo(left + end, bottom)
    context.ellipse(left + end, (top + bottom) / 2, end, (bottom - top) / 2, 0, Math.PI / 2, (Math.PI * 3) / 2)
    context.closePath()
  } else {
    const dish = Math.min((bottom - top) * 0.14, (right - left) * 0.24)
    const cone = shape === 'cone' ? Math.min((bottom - top) * 0.32, right - left) : dish
    context.moveTo(left, bottom - cone)
    context.lineTo(left, top + dish)
    context.ellipse((left + right) / 2, top + dish, (right - left) / 2, dish, 0, Math.PI, Math.PI * 2)
    context.lineTo(right, bottom - cone)
    if (shape === 'cone') {
      const spout = (right - left) * 0.08
      context.lineTo((left + right) / 2 + spout, bottom)
      context.lineTo((left + right) / 2 - spout, bottom)
    } else {
      context.ellipse((left + right) / 2, bottom - cone, (right - left) / 2, dish, 0, 0, Math.PI)
    }
    context.closePath()
  }
}

function paintLiquid(
  context: CanvasRenderingContext2D,
  look: Look,
  { shape, color }: TankProps,
  vessel: Vessel,
  share: number,
  line: number,
): void {
  const { x, y, width, height } = vessel
  const surface = y + height * (1 - share)
  const isGrey = look.style === 'grey'
  context.save()
  outline(context, shape, vessel, line / 2)
  context.clip()
  const faded = context.globalAlpha
  const colour = isGrey ? look.token('line-strong') : look.colour(color)
  context.fillStyle = colour
  context.globalAlpha = faded * (isGrey ? 0.42 : 0.5)
  context.fillRect(x, surface, width, height * share)
  context.globalAlpha = faded
  context.fillRect(x, surface - 1, width, Math.max(2, line))
  context.restore()
}

const levelOn = ({ y, height }: Vessel, value: number, { min, max }: TankProps) =>
  y + height * (1 - shareOf(value, min, max))

/** A bar along the wall. */
function paintNormal(context: CanvasRenderingContext2D, look: Look, props: TankProps, vessel: Vessel, line: number) {
  const from = levelOn(vessel, props.normalFrom ?? props.min, props)
  const to = levelOn(vessel, props.normalTo ?? props.max, props)
  context.fillStyle = look.token('text-2')
  context.fillRect(vessel.x + vessel.width - line * 2, to, line * 2, from - to)
}

function paintMarks(
  context: CanvasRenderingContext2D,
  look: Look,
  props: TankProps,
  vessel: Vessel,
  passed: string | null,
  alarm: string | null,
  size: number,
): void {
  const edge = vessel.x + vessel.width
  const font = fontOf(context, look, Math.max(8, Math.round(size * 0.86)), STRONG)
  let free = Number.POSITIVE_INFINITY
  for (let index = LIMITS_UPWARD.length - 1; index >= 0; index -= 1) {
    const limit = LIMITS_UPWARD[index] as (typeof LIMITS_UPWARD)[number]
    const at = props[limit]
    if (at === null) continue
    const level = levelOn(vessel, at, props)
    const isPassed = passed === limit && alarm !== null
    context.fillStyle = isPassed ? (alarm as string) : look.token('text-2')
    context.fillRect(edge - 5, Math.round(level) - (isPassed ? 1 : 0), 9, isPassed ? 3 : 1)
    // Two limits that are close to each other keep both notches, and the letters of the upper one.
    if (Math.abs(free - level) < font.size) continue
    free = level
    const letters = LIMIT_LETTERS[limit]
    if (isPassed) {
      const wide = widthOf(context, font, letters) + 4
      context.beginPath()
      context.roundRect(edge + 4, level - font.size * 0.62 - 1, wide, font.size * 1.24 + 2, 2)
      context.fill()
      context.fillStyle = look.token('on-alarm-fill')
    }
    context.fillText(letters, edge + 6, baselineOf(font, level))
  }
}

function paintScale(context: CanvasRenderingContext2D, look: Look, props: TankProps, vessel: Vessel, size: number) {
  const font = fontOf(context, look, Math.max(8, Math.round(size * 0.86)))
  const most = Math.max(2, Math.min(7, Math.floor(vessel.height / (font.size * 2.4))))
  const { ticks, labels } = scaleOf(props.min, props.max, most, look.lang)
  context.fillStyle = look.token('text-2')
  for (let index = 0; index < ticks.length; index += 1) {
    const level = levelOn(vessel, ticks[index] as number, props)
    const label = labels[index] as string
    context.fillRect(vessel.x - 4, Math.round(level), 3, 1)
    const within = Math.min(vessel.y + vessel.height - font.size * 0.4, Math.max(font.size * 0.6, level))
    context.fillText(label, vessel.x - 6 - widthOf(context, font, label), baselineOf(font, within))
  }
}

/** The number on a plate: read on liquid and on the empty vessel alike. */
function paintReadout(
  context: CanvasRenderingContext2D,
  look: Look,
  props: TankProps,
  { x, y, width, height }: Vessel,
  value: number | null,
  alarm: string | null,
  colour: string,
  isPassed: boolean,
): void {
  const size = Math.max(9, Math.round(Math.min(width * 0.19, height * 0.16, 30)))
  const text = numberText(value, props.decimals, look.lang)
  const room = width * (props.shape === 'cone' || props.shape === 'cylinder' ? 0.86 : 0.9)
  const font = fontOf(context, look, size, STRONG)
  const suffix = value === null ? '' : props.unit
  const unit =
    suffix === '' ? 0 : widthOf(context, fontOf(context, look, Math.round(size * 0.66)), suffix) + size * 0.18
  const wide = Math.min(room, numberWidth(context, font, text) + unit + size * 0.8)
  const tall = size * 1.5
  const middle = y + height / 2
  context.beginPath()
  context.roundRect(x + (width - wide) / 2, middle - tall / 2, wide, tall, 3)
  const faded = context.globalAlpha
  context.globalAlpha = faded * 0.88
  context.fillStyle = look.token('surface-3')
  context.fill()
  context.globalAlpha = faded
  if (isPassed && alarm) {
    context.strokeStyle = alarm
    context.lineWidth = 2
    context.stroke()
  }
  paintValueLine(context, look, text, suffix, x + width / 2, middle, wide - size * 0.5, size, colour)
}
