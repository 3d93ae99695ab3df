import type { EditorState, View } from '../../../../core/canvas/editor-api.ts'
import { type Box, cornersOf, type Spot, type TurnedBox } from '../../../../core/canvas/geometry.ts'
import type { Control } from '../../../../core/contract/documents/screen.ts'
import type { Look } from '../../controls/define-control.ts'

export interface OverlayParts {
  readonly context: CanvasRenderingContext2D
  readonly ratio: number
  readonly look: Look
  readonly state: EditorState
  readonly control: (id: string) => Control | undefined
  readonly boxOf: (id: string) => TurnedBox | null
  /** Where the pointer is, px of the view. */
  readonly pointer: Spot | null
  readonly words: {
    offset(x: number, y: number): string
    size(width: number, height: number): string
    angle(angle: number): string
  }
}

/** More outlines than this say nothing and cost a frame. */
const MOST_OUTLINES = 400
const LABEL_PX = 11

/** Paints what is drawn over the controls, on a canvas as large as the view. */
export function paintOverlay(parts: OverlayParts): void {
  const { context, ratio, state } = parts
  const { width, height } = state.view
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.clearRect(0, 0, context.canvas.width, context.canvas.height)
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  const pen = new Pen(parts)
  pen.page()
  pen.guides(width, height)
  pen.outlines()
  pen.doing()
  pen.label()
}

class Pen {
  readonly #context: CanvasRenderingContext2D
  readonly #state: EditorState
  readonly #view: View
  readonly #parts: OverlayParts
  readonly #accent: string
  readonly #snap: string

  constructor(parts: OverlayParts) {
    this.#parts = parts
    this.#context = parts.context
    this.#state = parts.state
    this.#view = parts.state.view
    this.#accent = parts.look.token('accent')
    this.#snap = parts.look.token('series-2')
  }

  #at({ x, y }: Spot): Spot {
    const { zoom } = this.#view
    return { x: (x - this.#view.x) * zoom, y: (y - this.#view.y) * zoom }
  }

  page(): void {
    const { width, height } = this.#state.document
    this.#context.lineWidth = 1
    this.#context.strokeStyle = this.#parts.look.token('line-strong')
    this.#rect({ x: 0, y: 0, width, height })
  }

  guides(width: number, height: number): void {
    const { guides } = this.#state.document
    const { guide } = this.#state.overlay
    this.#context.strokeStyle = this.#accent
    this.#context.globalAlpha = 0.55
    this.#context.lineWidth = 1
    for (const axis of ['x', 'y'] as const) for (const at of guides[axis]) this.#across(axis, at, width, height)
    this.#context.globalAlpha = 1
    if (!guide) return
    this.#context.setLineDash(guide.isLeaving ? [4, 4] : [])
    this.#across(guide.axis, guide.at, width, height)
    this.#context.setLineDash([])
  }

  #across(axis: 'x' | 'y', at: number, width: number, height: number): void {
    const spot = this.#at({ x: at, y: at })
    const px = Math.round(spot[axis]) + 0.5
    this.#line(
      axis === 'x' ? { x: px, y: 0 } : { x: 0, y: px },
      axis === 'x' ? { x: px, y: height } : { x: width, y: px },
    )
  }

  outlines(): void {
    const { selection, entered, overlay, gesture } = this.#state
    const context = this.#context
    context.lineWidth = 1
    context.strokeStyle = this.#accent
    if (entered !== null) {
      context.setLineDash([6, 4])
      this.#turned(entered)
      context.setLineDash([])
    }
    if (overlay.hovered !== null && gesture === null && !selection.includes(overlay.hovered)) {
      context.globalAlpha = 0.7
      this.#turned(overlay.hovered)
      context.globalAlpha = 1
    }
    if (selection.length < 2) return
    context.globalAlpha = 0.6
    for (const id of selection.slice(0, MOST_OUTLINES)) this.#turned(id)
    context.globalAlpha = 1
  }

  #turned(id: string): void {
    const box = this.#parts.boxOf(id)
    if (!box) return
    const [first, ...rest] = cornersOf(box).map((corner) => this.#at(corner))
    if (!first) return
    this.#context.beginPath()
    this.#context.moveTo(Math.round(first.x) + 0.5, Math.round(first.y) + 0.5)
    for (const { x, y } of rest) this.#context.lineTo(Math.round(x) + 0.5, Math.round(y) + 0.5)
    this.#context.closePath()
    this.#context.stroke()
  }

  doing(): void {
    const context = this.#context
    const { marquee, lines, gaps, placing, path, port } = this.#state.overlay
    context.lineWidth = 1
    if (marquee) {
      context.strokeStyle = context.fillStyle = this.#accent
      context.globalAlpha = 0.1
      this.#rect(marquee, true)
      context.globalAlpha = 1
      context.setLineDash(marquee.takes === 'touching' ? [4, 3] : [])
      this.#rect(marquee)
      context.setLineDash([])
    }
    if (placing) {
      context.strokeStyle = this.#accent
      this.#rect(placing)
    }
    context.strokeStyle = context.fillStyle = this.#snap
    for (const { axis, at, from, to } of lines) {
      const [begin, end] = [
        this.#at(axis === 'x' ? { x: at, y: from } : { x: from, y: at }),
        this.#at(axis === 'x' ? { x: at, y: to } : { x: to, y: at }),
      ]
      this.#line(half(begin), half(end))
    }
    for (const { axis, from, to, at } of gaps) {
      const spot = (along: number) => this.#at(axis === 'x' ? { x: along, y: at } : { x: at, y: along })
      const [begin, end] = [half(spot(from)), half(spot(to))]
      this.#line(begin, end)
      for (const { x, y } of [begin, end])
        this.#line(axis === 'x' ? { x, y: y - 4 } : { x: x - 4, y }, axis === 'x' ? { x, y: y + 4 } : { x: x + 4, y })
      this.#note(String(Math.round(to - from)), { x: (begin.x + end.x) / 2, y: (begin.y + end.y) / 2 - 9 }, this.#snap)
    }
    this.#path(path)
    if (port) {
      const { x, y } = this.#at(port)
      context.strokeStyle = this.#accent
      context.lineWidth = 2
      context.beginPath()
      context.arc(x, y, 6, 0, Math.PI * 2)
      context.stroke()
    }
  }

  #path(path: readonly Spot[]): void {
    const [first, ...rest] = path.map((spot) => this.#at(spot))
    if (!first) return
    const context = this.#context
    context.strokeStyle = context.fillStyle = this.#accent
    context.lineWidth = 2
    context.beginPath()
    context.moveTo(first.x, first.y)
    for (const { x, y } of rest) context.lineTo(x, y)
    context.stroke()
    for (const { x, y } of [first, ...rest]) {
      context.beginPath()
      context.arc(x, y, 3, 0, Math.PI * 2)
      context.fill()
    }
  }

  label(): void {
    const { words, pointer } = this.#parts
    const { measure } = this.#state.overlay
    if (!measure || !pointer) return
    const said =
      measure.of === 'offset'
        ? words.offset(Math.round(measure.x), Math.round(measure.y))
        : measure.of === 'size'
          ? words.size(Math.round(measure.width), Math.round(measure.height))
          : words.angle(Math.round(measure.angle * 10) / 10)
    this.#note(said, { x: pointer.x + 44, y: pointer.y + 26 }, this.#parts.look.token('text-1'))
  }

  #note(said: string, { x, y }: Spot, colour: string): void {
    const context = this.#context
    context.font = `${LABEL_PX}px ${this.#parts.look.fontFamily}`
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    const width = context.measureText(said).width + 10
    context.fillStyle = colour
    context.beginPath()
    context.roundRect(x - width / 2, y - 9, width, 18, 4)
    context.fill()
    context.fillStyle = this.#parts.look.token('surface-3')
    context.fillText(said, x, y + 0.5)
  }

  #rect(box: Box, isFilled = false): void {
    const from = this.#at(box)
    const to = this.#at({ x: box.x + box.width, y: box.y + box.height })
    const { x, y } = half(from)
    const [width, height] = [Math.round(to.x) - Math.round(from.x), Math.round(to.y) - Math.round(from.y)]
    if (isFilled) this.#context.fillRect(x, y, width, height)
    else this.#context.strokeRect(x, y, width, height)
  }

  #line(from: Spot, to: Spot): void {
    this.#context.beginPath()
    this.#context.moveTo(from.x, from.y)
    this.#context.lineTo(to.x, to.y)
    this.#context.stroke()
  }
}

const half = ({ x, y }: Spot): Spot => ({ x: Math.round(x) + 0.5, y: Math.round(y) + 0.5 })
