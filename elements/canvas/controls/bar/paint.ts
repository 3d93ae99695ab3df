import type { Look, Painting } from '../define-control.ts'
import { groundOf } from '../instrument/ground.ts'
import { bandOf, LIMIT_LETTERS, LIMITS_UPWARD, type Limit, levelOf, passedLimit } from '../instrument/limits.ts'
import { scaleOf, shareOf } from '../instrument/scale.ts'
import { paintName, paintTag, paintValueLine, tagWidth, valueColour } from '../instrument/value-line.ts'
import { fontOf, STRONG, widthOf } from '../painting/font.ts'
import { baselineOf } from '../painting/text-layout.ts'
import { numberOf, numberText } from '../painting/value-text.ts'
import type { BarProps } from './props.ts'

/** The track, and which way its scale runs. */
interface Track {
  readonly context: CanvasRenderingContext2D
  readonly look: Look
  readonly props: BarProps
  readonly isUpright: boolean
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export function paint({ context, props, state, look, width, height }: Painting<BarProps>): void {
  const value = numberOf(props.value)
  const isUpright = props.direction === 'vertical'
  const size = Math.max(9, Math.min(15, Math.round(isUpright ? Math.min(width * 0.15, height * 0.09) : height * 0.2)))
  const passed = passedLimit(value, props)
  const alarm = passed && look.token(`alarm-fill-${levelOf(passed, state.alarm_level)}`)
  const track = isUpright
    ? uprightTrack(context, look, props, width, height, size)
    : levelTrack(context, look, props, width, height, size)
  paintTrack(track, passed, alarm)
  if (props.hasScale) paintScale(track, size)
  if (value !== null) paintPointer(track, value)
  if (props.setpoint !== null) paintSetpoint(track, props.setpoint)

  const colour = valueColour(look, state.quality, value)
  const number = numberText(value, props.decimals, look.lang)
  if (isUpright) {
    paintName(context, look, props.label, width / 2, size * 0.7, width - 2, size)
    if (props.hasValue) {
      const middle = height - size * 0.85
      paintValueLine(context, look, number, props.unit, width / 2, middle, width - 4, Math.round(size * 1.25), colour)
    }
  } else {
    const middle = size * 0.8
    paintTopLine(track, width, middle, size, number, colour, passed, alarm)
  }
  if (isUpright && passed && alarm) paintLetters(track, passed, alarm, width, size)
}

function uprightTrack(
  context: CanvasRenderingContext2D,
  look: Look,
  props: BarProps,
  width: number,
  height: number,
  size: number,
): Track {
  const top = props.label === '' ? 4 : Math.round(size * 1.7)
  const bottom = props.hasValue ? Math.round(size * 2) : 4
  const thick = Math.max(6, Math.round(Math.min(width * 0.26, 40)))
  const tall = Math.max(1, height - top - bottom)
  const left = props.hasScale ? labelRoom(context, look, props, tall, size) : 0
  // As much on the other side, for the pointer and the letters of a limit.
  const right = props.hasScale ? Math.max(size * 2, thick * 0.9) : 0
  const x = Math.max(left, Math.round((width - left - thick - right) / 2 + left))
  return { context, look, props, isUpright: true, x, y: top, width: thick, height: tall }
}

function levelTrack(
  context: CanvasRenderingContext2D,
  look: Look,
  props: BarProps,
  width: number,
  height: number,
  size: number,
): Track {
  const top = props.label === '' && !props.hasValue ? Math.max(6, size * 0.6) : Math.round(size * 2.1)
  const bottom = props.hasScale ? Math.round(size * 1.7) : 4
  const edge = Math.max(6, size)
  return {
    context,
    look,
    props,
    isUpright: false,
    x: edge,
    y: top,
    width: Math.max(1, width - edge * 2),
    height: Math.max(4, Math.min(height - top - bottom, Math.round(height * 0.34))),
  }
}

const scaleSize = (size: number) => Math.max(9, Math.min(13, Math.round(size * 0.92)))
const mostTicks = (long: number, each: number) => Math.max(2, Math.min(11, Math.floor(long / each)))

/** What an upright scale's labels take beside the track. */
function labelRoom(
  context: CanvasRenderingContext2D,
  look: Look,
  { min, max }: BarProps,
  tall: number,
  size: number,
): number {
  const font = fontOf(context, look, scaleSize(size))
  const { labels } = scaleOf(min, max, mostTicks(tall, font.size * 2), look.lang)
  let widest = 0
  for (const label of labels) widest = Math.max(widest, widthOf(context, font, label))
  return Math.ceil(widest) + 9
}

/** Fills the track between two values. */
function band({ context, isUpright, x, y, width, height, props }: Track, from: number, to: number, colour: string) {
  const start = shareOf(Math.min(from, to), props.min, props.max)
  const end = shareOf(Math.max(from, to), props.min, props.max)
  context.fillStyle = colour
  if (isUpright) context.fillRect(x, y + height * (1 - end), width, height * (end - start))
  else context.fillRect(x + width * start, y, width * (end - start), height)
}

function paintTrack(track: Track, passed: Limit | null, alarm: string | null): void {
  const { context, look, props, isUpright, x, y, width, height } = track
  const { min, max } = props
  band(track, min, max, groundOf(look).colour)
  if (props.normalFrom !== null || props.normalTo !== null) {
    const faded = context.globalAlpha
    context.globalAlpha = faded * 0.5
    band(track, props.normalFrom ?? min, props.normalTo ?? max, look.token('line-strong'))
    context.globalAlpha = faded
  }
  if (passed && alarm) {
    const [from, to] = bandOf(passed, props, min, max)
    band(track, from, to, alarm)
  }
  context.strokeStyle = look.token('line-strong')
  context.lineWidth = 1
  context.beginPath()
  context.rect(Math.round(x) + 0.5, Math.round(y) + 0.5, Math.round(width) - 1, Math.round(height) - 1)
  for (const limit of LIMITS_UPWARD) {
    const at = props[limit]
    if (at === null) continue
    const share = shareOf(at, min, max)
    if (isUpright) {
      const level = Math.round(y + height * (1 - share)) + 0.5
      context.moveTo(x, level)
      context.lineTo(x + width, level)
    } else {
      const level = Math.round(x + width * share) + 0.5
      context.moveTo(level, y)
      context.lineTo(level, y + height)
    }
  }
  context.stroke()
}

function paintScale({ context, look, props, isUpright, x, y, width, height }: Track, labelSize: number): void {
  const size = scaleSize(labelSize)
  const font = fontOf(context, look, size)
  const most = isUpright ? mostTicks(height, size * 2) : mostTicks(width, size * 4)
  const { ticks, labels } = scaleOf(props.min, props.max, most, look.lang)
  context.strokeStyle = look.token('line-strong')
  context.lineWidth = 1
  context.beginPath()
  context.fillStyle = look.token('text-2')
  for (let index = 0; index < ticks.length; index += 1) {
    const share = shareOf(ticks[index] as number, props.min, props.max)
    const label = labels[index] as string
    if (isUpright) {
      const level = Math.min(y + height - 0.5, Math.round(y + height * (1 - share)) + 0.5)
      context.moveTo(x - 5, level)
      context.lineTo(x - 1, level)
      context.fillText(label, x - 8 - widthOf(context, font, label), baselineOf(font, level))
    } else {
      const level = Math.min(x + width - 0.5, Math.round(x + width * share) + 0.5)
      context.moveTo(level, y + height + 1)
      context.lineTo(level, y + height + 5)
      context.fillText(label, level - widthOf(context, font, label) / 2, baselineOf(font, y + height + 7 + size * 0.5))
    }
  }
  context.stroke()
}

function paintPointer(track: Track, value: number): void {
  const { context, look, props, isUpright, x, y, width, height } = track
  const colour = look.style === 'grey' ? look.token('text-1') : look.colour(props.color)
  const share = shareOf(value, props.min, props.max)
  if (props.pointer === 'fill') {
    const base = Math.min(Math.max(0, props.min), props.max)
    const inset = (isUpright ? width : height) * 0.24
    const own = isUpright
      ? { ...track, x: x + inset, width: width - inset * 2 }
      : { ...track, y: y + inset, height: height - inset * 2 }
    band(own, base, value, look.style === 'grey' ? look.token('text-2') : colour)
    return
  }
  const size = Math.max(5, (isUpright ? width : height) * 0.5)
  context.beginPath()
  if (isUpright) {
    const level = y + height * (1 - share)
    context.moveTo(x + width * 0.55, level)
    context.lineTo(x + width * 0.55 + size * 1.5, level - size * 0.62)
    context.lineTo(x + width * 0.55 + size * 1.5, level + size * 0.62)
  } else {
    const level = x + width * share
    context.moveTo(level, y + height * 0.45)
    context.lineTo(level - size * 0.62, y + height * 0.45 - size * 1.5)
    context.lineTo(level + size * 0.62, y + height * 0.45 - size * 1.5)
  }
  context.closePath()
  context.fillStyle = colour
  context.fill()
  // Seen on its own band, too.
  context.strokeStyle = look.token('surface-2')
  context.lineWidth = 1
  context.stroke()
}

/** A hollow diamond across the track. */
function paintSetpoint({ context, look, props, isUpright, x, y, width, height }: Track, setpoint: number): void {
  const share = shareOf(setpoint, props.min, props.max)
  const size = Math.max(4, (isUpright ? width : height) * 0.24)
  const middleX = isUpright ? x + size * 1.1 : x + width * share
  const middleY = isUpright ? y + height * (1 - share) : y + height - size * 1.1
  context.beginPath()
  context.moveTo(middleX, middleY - size)
  context.lineTo(middleX + size, middleY)
  context.lineTo(middleX, middleY + size)
  context.lineTo(middleX - size, middleY)
  context.closePath()
  context.fillStyle = look.token('surface-2')
  context.fill()
  context.strokeStyle = look.token('text-1')
  context.lineWidth = 1.5
  context.stroke()
}

/** Name on the left, number on the right. */
function paintTopLine(
  { context, look, props }: Track,
  width: number,
  middle: number,
  size: number,
  number: string,
  colour: string,
  passed: Limit | null,
  alarm: string | null,
): void {
  const large = Math.round(size * 1.2)
  let taken = 0
  if (props.hasValue) {
    const font = fontOf(context, look, large, STRONG)
    const wide = widthOf(context, font, number) + (props.unit === '' ? 0 : widthOf(context, font, props.unit))
    taken = Math.min(width * 0.6, wide + 4)
    paintValueLine(context, look, number, props.unit, width - 2 - taken / 2, middle, taken, large, colour)
  }
  if (passed && alarm) {
    const letters = LIMIT_LETTERS[passed]
    const wide = tagWidth(context, look, letters, size)
    paintTag(context, look, letters, width - taken - wide - 8, middle, size, alarm)
    taken += wide + 8
  }
  if (props.label === '') return
  const font = fontOf(context, look, size)
  const room = width - taken - 8
  const wide = Math.min(room, widthOf(context, font, props.label))
  paintName(context, look, props.label, 2 + wide / 2, middle, room, size)
}

/** The letters of a passed limit next to its band, out of the pointer's way: the colour alone does not say which. */
function paintLetters(track: Track, passed: Limit, alarm: string, width: number, labelSize: number): void {
  const { context, look, props, x, y, height } = track
  const letters = LIMIT_LETTERS[passed]
  const size = Math.max(9, Math.round(labelSize * 0.9))
  const wide = tagWidth(context, look, letters, size)
  const [from, to] = bandOf(passed, props, props.min, props.max)
  const isHigh = passed === 'high' || passed === 'highHigh'
  const edge = y + height * (1 - shareOf(isHigh ? from : to, props.min, props.max))
  const middle = edge + (isHigh ? 1 : -1) * Math.max(size * 1.1, track.width * 0.45)
  paintTag(context, look, letters, Math.min(width - wide, x + track.width + 4), middle, size, alarm)
}
