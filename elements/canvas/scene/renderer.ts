import type { Look, Size } from '../controls/define-control.ts'
import type { Entry } from './entry.ts'
import { hasMarks, paintCover, paintMarks, paintSteady } from './marks.ts'
import type { NotedLook } from './noted-look.ts'
import { cut, isEmpty, type PixelBox } from './pixel-box.ts'
import { paintPlaceholder } from './placeholder.ts'

/** The share of itself that a flickering control keeps in its dark half: its value stays readable. */
const DIMMED = 0.25
/** Painters that fail may leave this many states behind. */
const MOST_SAVED = 32

/** Where the page is on a canvas, in px of the canvas: whole ones, so that what is moved can be copied. */
export interface Place {
  readonly scale: number
  readonly left: number
  readonly top: number
}

/** Paints controls, each cut off at its own bounds and within the box that is being repainted. */
export class Renderer {
  readonly context: CanvasRenderingContext2D
  readonly #onFailure: (entry: Entry, error: unknown) => void
  /** Views, which the page draws itself, have a placeholder here. */
  readonly #standsForViews: boolean
  look: NotedLook<Entry | 'page'>
  page: Size = { width: 0, height: 0 }
  place: Place = { scale: 1, left: 0, top: 0 }
  isMotionReduced = false

  constructor(
    context: CanvasRenderingContext2D,
    look: NotedLook<Entry | 'page'>,
    onFailure: (entry: Entry, error: unknown) => void,
    standsForViews = false,
  ) {
    this.context = context
    this.look = look
    this.#onFailure = onFailure
    this.#standsForViews = standsForViews
  }

  /** From now on coordinates are those of pixel boxes. */
  begin(): void {
    this.context.setTransform(1, 0, 0, 1, this.place.left, this.place.top)
  }

  /** Controls in painting order; their marks above all of them. */
  controls(entries: readonly Entry[], within: PixelBox): void {
    let isMarked = false
    for (const entry of entries) {
      this.control(entry, within)
      isMarked ||= hasMarks(entry.state)
    }
    if (isMarked) for (const entry of entries) this.marks(entry, within)
  }

  control(entry: Entry, within: PixelBox): void {
    const { state, definition } = entry
    if (!definition.paint && !this.#standsForViews && !hasMarks(state)) return
    if (!this.#clip(entry, within)) return
    const { context } = this
    this.#standOn(entry)
    const opacity = state.opacity * (entry.isDimmed ? DIMMED : 1)
    if (opacity !== 1) context.globalAlpha = opacity
    try {
      this.#paint(entry)
    } catch (error) {
      for (let saved = 0; saved < MOST_SAVED; saved++) context.restore()
      this.begin()
      this.#clip(entry, within)
      this.#standOn(entry)
      entry.hasFailed = true
      paintPlaceholder(context, this.look, definition.kind, state)
      this.#onFailure(entry, error)
    }
    context.restore()
  }

  marks(entry: Entry, within: PixelBox): void {
    if (!hasMarks(entry.state) || !this.#clip(entry, within)) return
    const { scale, left, top } = this.place
    this.context.setTransform(scale, 0, 0, scale, left, top)
    paintMarks(this.context, entry.state, this.look, this.page)
    this.context.restore()
  }

  #paint(entry: Entry): void {
    const { context, look } = this
    const { definition, state } = entry
    look.asker = entry
    const isSteady = this.isMotionReduced && state.flicker > 0
    const isCovered = isSteady || hasMarks(state)
    if (isCovered) context.save()
    if (definition.paint && !entry.hasFailed) definition.paint(this.#paintingOf(entry, look))
    else if (entry.hasFailed || this.#standsForViews) paintPlaceholder(context, look, definition.kind, state)
    if (isCovered) context.restore()
    if (isSteady) paintSteady(context, look, state)
    paintCover(context, state, look, state)
  }

  #paintingOf({ state, motionMs, shownTime, isPressed }: Entry, look: Look) {
    return {
      context: this.context,
      props: state.props,
      state,
      look,
      width: state.width,
      height: state.height,
      motionMs,
      now: shownTime,
      isPressed,
    }
  }

  /** Saves, and cuts off at whole px, which no line is smoothed at; false where nothing would be seen. */
  #clip({ box }: Entry, within: PixelBox): boolean {
    const seen = box && cut(box, within)
    if (!seen || isEmpty(seen)) return false
    const { context } = this
    context.save()
    context.beginPath()
    context.rect(seen.left, seen.top, seen.right - seen.left, seen.bottom - seen.top)
    context.clip()
    return true
  }

  /** The control's own box: turned, flipped, its left upper corner at 0, 0. */
  #standOn({ state }: Entry): void {
    const { scale, left, top } = this.place
    const { x, y, width, height, angle, flip_x, flip_y } = state
    if (angle === 0 && !flip_x && !flip_y) {
      this.context.setTransform(scale, 0, 0, scale, left + x * scale, top + y * scale)
      return
    }
    const turn = (angle * Math.PI) / 180
    const cos = Math.cos(turn) * scale
    const sin = Math.sin(turn) * scale
    const [flipX, flipY] = [flip_x ? -1 : 1, flip_y ? -1 : 1]
    const [a, b, c, d] = [cos * flipX, sin * flipX, -sin * flipY, cos * flipY]
    const e = left + (x + width / 2) * scale - (a * width + c * height) / 2
    const f = top + (y + height / 2) * scale - (b * width + d * height) / 2
    this.context.setTransform(a, b, c, d, e, f)
  }
}
