import type { ControlState } from '../../../core/canvas/control-state.ts'
import { type Box, boundsOfAll, cornersOf, type Spot } from '../../../core/canvas/geometry.ts'
import { ALARM_SHAPES, ICONS, signOf } from '../../kit/icons.ts'
import type { Look, Size } from '../controls/define-control.ts'

/** px of the document. */
const ALARM_RADIUS = 9
const QUALITY_RADIUS = 6.5
const RIM = 1.5
const HATCH_STEP = 6
/** However large the control, its hatch has no more lines than this. */
const MOST_LINES = 160
const HATCH_SHARE = 0.4

/** Outlines on a 20 px grid, made when they are first drawn: there are none where nothing is drawn. */
const paths = new Map<string, Path2D>()
function pathOf(outline: string): Path2D {
  const path = paths.get(outline) ?? new Path2D(outline)
  paths.set(outline, path)
  return path
}

const isAlarming = ({ alarm_level }: ControlState): boolean => alarm_level >= 1
const isDoubtful = ({ quality }: ControlState): boolean => quality !== null && quality !== 'good'

export const hasMarks = (state: ControlState): boolean => isAlarming(state) || isDoubtful(state)

/**
 * Where marks stand: the alarm's at the control's right upper corner, the quality's there too or left of it; on the page
 * where the corner is at its edge.
 */
function spotsOf(state: ControlState, page: Size): { alarm: Spot | null; quality: Spot | null } {
  const corners = cornersOf(state)
  const corner = corners.reduce((best, one) => (one.x - one.y > best.x - best.y ? one : best))
  const at = (radius: number): Spot => ({
    x: within(corner.x, radius, page.width),
    y: within(corner.y, radius, page.height),
  })
  const alarm = isAlarming(state) ? at(ALARM_RADIUS + RIM) : null
  const quality = isDoubtful(state) ? at(QUALITY_RADIUS + RIM) : null
  return {
    alarm,
    quality: alarm && quality ? { ...quality, x: alarm.x - ALARM_RADIUS - QUALITY_RADIUS - RIM } : quality,
  }
}
/** Moved by its own size at most: what is far off the page has its marks there as well. */
const within = (at: number, radius: number, size: number): number =>
  at < radius ? Math.min(radius, at + radius * 2) : Math.max(Math.min(at, size - radius), at - radius * 2)

/** All that marks cover, in px of the document; null without any. */
export function marksBox(state: ControlState, page: Size): Box | null {
  const { alarm, quality } = spotsOf(state, page)
  const around = (spot: Spot | null, radius: number) =>
    spot ? [{ x: spot.x - radius, y: spot.y - radius, width: radius * 2, height: radius * 2, angle: 0 }] : []
  return boundsOfAll([...around(alarm, ALARM_RADIUS + RIM), ...around(quality, QUALITY_RADIUS + RIM)])
}

/** Over the control, in its own box: the hatch of a value that is not to be trusted, the grey outline of an alarm. */
export function paintCover(context: CanvasRenderingContext2D, state: ControlState, look: Look, size: Size): void {
  if (isDoubtful(state) && state.quality !== 'uncertain') hatch(context, look, size)
  if (!isAlarming(state)) return
  context.globalAlpha = 1
  outline(context, look.token('line-strong'), size)
}

/** Where nothing may flicker, what would is marked by a dashed outline. */
export function paintSteady(context: CanvasRenderingContext2D, look: Look, size: Size): void {
  context.setLineDash([6, 4])
  outline(context, look.token('text-1'), size)
}

function outline(context: CanvasRenderingContext2D, colour: string, { width, height }: Size): void {
  context.strokeStyle = colour
  context.lineWidth = 2
  context.strokeRect(1, 1, Math.max(0, width - 2), Math.max(0, height - 2))
}

function hatch(context: CanvasRenderingContext2D, look: Look, { width, height }: Size): void {
  const step = Math.max(HATCH_STEP, (width + height) / MOST_LINES)
  context.strokeStyle = look.token('state-stale')
  context.lineWidth = 1
  context.globalAlpha *= HATCH_SHARE
  context.beginPath()
  for (let sum = step; sum < width + height; sum += step) {
    context.moveTo(Math.max(0, sum - height), Math.min(height, sum))
    context.lineTo(Math.min(width, sum), Math.max(0, sum - width))
  }
  context.stroke()
}

/** Upright however the control is turned, in px of the document: the alarm's level by shape, colour and sign; what is wrong with the value. */
export function paintMarks(context: CanvasRenderingContext2D, state: ControlState, look: Look, page: Size): void {
  const { alarm, quality } = spotsOf(state, page)
  if (alarm) paintAlarm(context, look, alarm, state.alarm_level)
  if (quality) paintQuality(context, look, quality, state.quality ?? '')
}

function paintAlarm(context: CanvasRenderingContext2D, look: Look, { x, y }: Spot, alarm_level: number): void {
  const level = Math.min(ALARM_SHAPES.length, Math.round(alarm_level))
  const shape = ALARM_SHAPES[level - 1] as (typeof ALARM_SHAPES)[number]
  const body = pathOf(ICONS[shape])
  const scale = ALARM_RADIUS / 10
  context.save()
  context.translate(x, y)
  context.scale(scale, scale)
  context.translate(-10, -10)
  context.lineJoin = 'round'
  // Apart from whatever is below it, then its own dark edge.
  context.lineWidth = (RIM * 2) / scale
  context.strokeStyle = look.token('surface-3')
  context.stroke(body)
  context.lineWidth = RIM / scale
  context.strokeStyle = look.token('on-alarm-fill')
  context.stroke(body)
  context.fillStyle = look.token(`alarm-fill-${level}`)
  context.fill(body)
  context.fillStyle = look.token('on-alarm-fill')
  context.fill(pathOf(signOf(shape)))
  context.restore()
}

function paintQuality(context: CanvasRenderingContext2D, look: Look, { x, y }: Spot, quality: string): void {
  context.save()
  context.translate(x, y)
  context.beginPath()
  context.arc(0, 0, QUALITY_RADIUS, 0, Math.PI * 2)
  context.fillStyle = look.token('surface-3')
  context.fill()
  context.strokeStyle = context.fillStyle = look.token(quality === 'bad' ? 'state-faulty' : 'state-stale')
  context.lineWidth = RIM
  context.lineCap = 'round'
  context.stroke()
  context.beginPath()
  if (quality === 'missing' || quality === 'uncertain') {
    context.scale(0.55, 0.55)
    context.translate(-9.5, -10.5)
    context.lineWidth = RIM / 0.55
    context.stroke(pathOf(ICONS.unknown))
  } else if (quality === 'waiting') {
    for (const at of [-3, 0, 3]) context.rect(at - 0.8, -0.8, 1.6, 1.6)
    context.fill()
  } else {
    if (quality === 'bad') {
      context.moveTo(-2.6, -2.6)
      context.lineTo(2.6, 2.6)
      context.moveTo(2.6, -2.6)
      context.lineTo(-2.6, 2.6)
    } else {
      context.moveTo(0, -3.6)
      context.lineTo(0, 0)
      context.lineTo(2.4, 1.4)
    }
    context.stroke()
  }
  context.restore()
}
