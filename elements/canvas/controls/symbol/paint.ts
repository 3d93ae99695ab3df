import { MINUTE_MS } from '../../../../core/catalogue/durations.ts'
import type { Look, Size } from '../define-control.ts'
import type { Drawing, Part } from './draw-list.ts'
import { paintMark } from './mark.ts'
import { type Inks, inkOn, inksFor, lineOn, liquidOn } from './palette.ts'
import { STATE_LOOKS, type StateLook, type StateName, UNKNOWN } from './state-looks.ts'

/** What a symbol shows. */
export interface Shown {
  /** Null for what is not known. */
  readonly state: StateName | null
  /** Beside any state. */
  readonly isFaulty: boolean
  /** 0 to 1; null for none. */
  readonly level: number | null
  /** A colour of the canvas; null for the style's own. */
  readonly colour: string | null
  readonly liquid: string | null
  readonly motionMs: number
}

const LINE = 2
const THIN = 1.25
const BOLD = 3.5
const DASH = 3
const HATCH = 7
/** Keeps lines clear of the stripes behind them. */
const HALO = 4
const NO_DASH: number[] = []

/** The paths of a drawing in px of a size: lines are as thick across as down, however it is stretched. */
interface Sized {
  readonly key: string
  readonly paths: readonly Path2D[]
  readonly body: Path2D
}
const sizes = new WeakMap<Drawing, Sized[]>()
const MOST_SIZES = 8

function sizedOf(drawing: Drawing, sx: number, sy: number): Sized {
  const key = `${sx} ${sy}`
  const known = sizes.get(drawing) ?? []
  const found = known.find((one) => one.key === key)
  if (found) return found
  const scaled = (path: Path2D) => {
    const copy = new Path2D()
    copy.addPath(path, { a: sx, d: sy })
    return copy
  }
  const made = { key, paths: drawing.parts.map(({ path }) => scaled(path)), body: scaled(drawing.body) }
  sizes.set(drawing, [made, ...known].slice(0, MOST_SIZES))
  return made
}

/** Draws a symbol into a size, from 0, 0. */
export function paintDrawing(
  context: CanvasRenderingContext2D,
  drawing: Drawing,
  look: Look,
  size: Size,
  shown: Shown,
) {
  const [sx, sy] = [size.width / drawing.width, size.height / drawing.height]
  if (!(sx > 0 && sy > 0)) return
  const renderer = new Renderer(context, drawing, look, shown, sx, sy)
  const { paths } = renderer.sized
  const state = shown.state ?? drawing.states[0]
  drawing.parts.forEach((part, at) => {
    if (!part.when || (state !== undefined && part.when.includes(state))) renderer.paint(part, paths[at] as Path2D)
  })
  renderer.finish()
}

class Renderer {
  readonly sized: Sized
  private readonly scale: number
  private readonly stateLook: StateLook
  private readonly isOn: boolean
  private readonly bodyFill: string
  private readonly turn: number
  private readonly sheen: CanvasGradient | null

  private readonly context: CanvasRenderingContext2D
  private readonly drawing: Drawing
  private readonly look: Look
  private readonly inks: Inks
  private readonly shown: Shown
  private readonly sx: number
  private readonly sy: number

  constructor(context: CanvasRenderingContext2D, drawing: Drawing, look: Look, shown: Shown, sx: number, sy: number) {
    this.context = context
    this.drawing = drawing
    this.look = look
    const inks = inksFor(look)
    this.inks = inks
    this.shown = shown
    this.sx = sx
    this.sy = sy
    this.scale = Math.min(sx, sy)
    this.sized = sizedOf(drawing, sx, sy)
    this.stateLook = shown.state ? STATE_LOOKS[shown.state] : UNKNOWN
    this.turn = this.stateLook.isActive ? (shown.motionMs % MINUTE_MS) / 1000 : 0
    // The first state is off, the second on: closed is off for a valve and on for a breaker.
    this.isOn = shown.state !== null && shown.state === drawing.states[1]
    this.bodyFill = this.fillOf(null)
    this.sheen = inks.tones ? this.sheenOf() : null
    context.lineJoin = 'round'
    context.lineCap = 'round'
  }

  private fillOf(part: Part | null): string {
    const { inks, shown } = this
    const own = inks.tones?.[part?.tone ?? this.drawing.tone].fill ?? inks.paper
    switch (this.stateLook.body) {
      case 'plain':
        return shown.colour ?? own
      case 'solid':
        return shown.colour ?? (this.isOn && inks.tones ? inks.lit : inks.solid)
      case 'lit':
        return shown.colour ?? (inks.tones && this.drawing.keepsTone ? own : inks.lit)
      case 'dim':
        return inks.dim
      case 'faint':
        return inks.tones ? inks.paper : inks.shade
      default:
        return inks.paper
    }
  }

  private sheenOf(): CanvasGradient {
    const { width, height } = this.drawing
    const [x, y] = this.drawing.sheen === 'across' ? [width * this.sx, 0] : [0, height * this.sy]
    const gradient = this.context.createLinearGradient(0, 0, x, y)
    gradient.addColorStop(0, 'rgb(255 255 255 / 30%)')
    gradient.addColorStop(0.45, 'rgb(255 255 255 / 12%)')
    gradient.addColorStop(1, 'rgb(0 0 0 / 16%)')
    return gradient
  }

  paint(part: Part, path: Path2D): void {
    const { context } = this
    const isMoved = part.motion !== null && this.begin(part)
    switch (part.role) {
      case 'body':
        this.paintBody(part, path)
        break
      case 'shade':
        this.fill(path, (part.tone && this.inks.tones?.[part.tone].fill) || this.inks.shade, true)
        this.stroke(part, path, this.inks.outline)
        break
      case 'line':
        this.stroke(part, path, this.inkOf(part))
        break
      case 'accent':
        this.fill(path, part.manners.includes('free') ? this.inkOf(part) : this.inkOnBody(part))
        break
      case 'inner':
        if (this.stateLook.body === 'hatched') this.stroke(part, path, this.inks.paper, false, HALO)
        this.stroke(part, path, this.inkOnBody(part))
        break
      case 'moving':
        this.paintMoving(part, path)
        break
      case 'fill':
        this.paintLevel(part, path)
        // Over the half of the body's outline that the liquid has covered.
        this.stroke(part, path, this.edgeInk())
    }
    if (isMoved) context.restore()
  }

  private inkOf(part: Part): string {
    return (part.tone && this.inks.tones?.[part.tone].ink) || this.inks.outline
  }

  private inkOnBody(part: Part): string {
    return lineOn(this.inks, this.bodyFill, this.inkOf(part))
  }

  private fill(path: Path2D, colour: string, isShiny = false): void {
    this.context.fillStyle = colour
    this.context.fill(path)
    if (!isShiny || !this.sheen) return
    this.context.fillStyle = this.sheen
    this.context.fill(path)
  }

  private stroke(part: Part, path: Path2D, colour: string, isDashed = false, halo = 0): void {
    const { manners } = part
    if (manners.includes('soft')) return
    const { context, scale } = this
    const width = manners.includes('thin') ? THIN : manners.includes('bold') ? BOLD : LINE
    context.strokeStyle = colour
    context.lineWidth = Math.max(1, (width + halo) * scale)
    const dash = isDashed ? [DASH, DASH] : part.dash
    if (dash.length > 0) {
      const whole = dash.reduce((sum, one) => sum + one, 0)
      // Round ends would close the gaps.
      context.lineCap = 'butt'
      context.setLineDash(dash.map((one) => one * scale))
      context.lineDashOffset = part.motion === 'run' ? -this.turn * part.turns * whole * scale : 0
    }
    context.stroke(path)
    if (dash.length > 0) {
      context.lineCap = 'round'
      context.setLineDash(NO_DASH)
      context.lineDashOffset = 0
    }
  }

  private paintBody(part: Part, path: Path2D): void {
    const { context, stateLook } = this
    const isHollow = stateLook.body === 'outline' || stateLook.body === 'hatched'
    this.fill(path, this.fillOf(part), !isHollow)
    if (stateLook.body === 'hatched') {
      context.save()
      context.clip(path)
      this.hatch()
      context.restore()
    }
    this.stroke(part, path, this.edgeInk(), stateLook.isDashed)
  }

  /** Of the body's outline. */
  private edgeInk(): string {
    const { inks, shown } = this
    const { body, mark } = this.stateLook
    if (shown.isFaulty || mark) return inks.fault
    if (shown.colour && (body === 'outline' || body === 'hatched' || body === 'dim' || body === 'faint'))
      return shown.colour
    return this.isOn && body !== 'plain' ? inks.active : inks.outline
  }

  /** Stripes that travel: neither open nor closed. */
  private hatch(): void {
    const { context, drawing, inks, shown, scale, sx, sy } = this
    const [width, height, step] = [drawing.width * sx, drawing.height * sy, HATCH * scale]
    context.beginPath()
    for (let x = (this.turn % 1) * step - height - step; x < width; x += step) {
      context.moveTo(x, height)
      context.lineTo(x + height, 0)
    }
    context.strokeStyle = shown.colour ?? inks.solid
    context.lineWidth = step * 0.42
    context.stroke()
  }

  private paintMoving(part: Part, path: Path2D): void {
    const { manners } = part
    const ink = manners.includes('free') ? this.inkOf(part) : this.inkOnBody(part)
    const isLine = manners.some((manner) => manner === 'bare' || manner === 'thin' || manner === 'bold')
    if (this.stateLook.isActive && !isLine) this.fill(path, (part.tone && this.inks.tones?.[part.tone].fill) || ink)
    this.stroke(part, path, ink)
  }

  private paintLevel(part: Part, path: Path2D): void {
    const { context, drawing, inks, shown, sx, sy } = this
    if (shown.level === null || !drawing.level) return
    const [top, bottom] = drawing.level
    const y = (bottom + (top - bottom) * shown.level) * sy
    if (shown.level <= 0) return
    context.save()
    context.clip(path)
    const tone = part.tone && inks.tones?.[part.tone]
    context.fillStyle = shown.liquid ?? (tone ? tone.fill : liquidOn(inks, this.bodyFill))
    context.fillRect(0, y, drawing.width * sx, drawing.height * sy - y)
    if (this.sheen && drawing.sheen === 'across') {
      context.fillStyle = this.sheen
      context.fillRect(0, y, drawing.width * sx, drawing.height * sy - y)
    }
    context.fillStyle = shown.liquid
      ? inkOn(inks, shown.liquid, inks.outline)
      : tone
        ? tone.ink
        : inks.tones
          ? inks.surface
          : this.inkOnBody(part)
    context.fillRect(0, y, drawing.width * sx, Math.max(1, LINE * this.scale))
    context.restore()
  }

  /** Moves the context by the part's motion; what it says is whether there is something to take back. */
  private begin({ motion, about, by, turns }: Part): boolean {
    const { context, drawing, shown, turn, sx, sy } = this
    if (motion === 'float') {
      const [top, bottom] = drawing.level ?? [0, 0]
      context.save()
      context.translate(0, (bottom - top) * (1 - (shown.level ?? 0)) * sy)
      return true
    }
    if (motion === 'run' || (turn === 0 && motion !== 'slide')) return false
    const [x, y] = [about[0] * sx, about[1] * sy]
    const phase = turn * Math.PI * 2 * turns
    context.save()
    if (motion === 'slide') {
      context.clip(this.sized.body)
      context.translate(by[0] * sx * (turn % 1), by[1] * sy * (turn % 1))
    } else if (motion === 'rock') {
      context.translate(by[0] * sx * Math.sin(phase), by[1] * sy * Math.sin(phase))
    } else if (motion === 'blink') {
      context.globalAlpha *= 0.675 + 0.325 * Math.cos(phase)
    } else {
      context.translate(x, y)
      if (motion === 'turn') context.rotate(phase)
      // Never quite on edge, where a line would vanish.
      else if (motion === 'spin') context.scale(edge(Math.cos(phase)), 1)
      else context.scale(1, edge(Math.cos(phase)))
      context.translate(-x, -y)
    }
    return true
  }

  finish(): void {
    const mark = this.shown.isFaulty ? 'fault' : this.stateLook.mark
    if (mark) paintMark(this.context, this.look, mark, this.drawing.width * this.sx, this.scale)
  }
}

const edge = (share: number) => (Math.abs(share) < 0.08 ? 0.08 * (share < 0 ? -1 : 1) : share)
