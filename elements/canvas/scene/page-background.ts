import type { Size } from '../controls/define-control.ts'
import type { Entry } from './entry.ts'
import type { NotedLook } from './noted-look.ts'
import { cut, holds, isEmpty, NOWHERE, type PixelBox, roundOut } from './pixel-box.ts'
import type { Registry } from './registry.ts'
import { type Place, Renderer } from './renderer.ts'

export interface ScenePage extends Size {
  /** A colour of the document, and a picture of the gallery over it. */
  readonly background: { readonly color: string; readonly picture?: string | undefined }
}

const OPAQUE = /^#([0-9a-f]{3}|[0-9a-f]{6})$|^rgb\([^/]*\)$/i

/**
 * What is behind the controls that change: the page's colour and picture, and the static controls, painted once on a
 * canvas of their own that has the same size and place as the one that is seen. Where there is only colour, there is no
 * canvas.
 */
export class PageBackground {
  readonly #canvas: HTMLCanvasElement
  readonly #renderer: Renderer
  readonly #registry: Registry
  page: ScenePage = { width: 0, height: 0, background: { color: '' } }
  /** Token of the colour around the page. */
  readonly #surround: string
  #area = NOWHERE
  #pageBox = NOWHERE
  #colour = ''
  #isOpaque = false

  constructor(
    owner: Document,
    registry: Registry,
    look: NotedLook<Entry | 'page'>,
    surround: string,
    onFailure: (entry: Entry, error: unknown) => void,
  ) {
    this.#canvas = owner.createElement('canvas')
    this.#canvas.width = this.#canvas.height = 0
    this.#renderer = new Renderer(contextOf(this.#canvas), look, onFailure)
    this.#registry = registry
    this.#surround = surround
  }

  set look(look: NotedLook<Entry | 'page'>) {
    this.#renderer.look = look
  }

  /** Whether a canvas is needed. */
  get #isDrawn(): boolean {
    return this.#canvas.width > 0
  }

  /** Decides which controls belong to the background: those that are still and have nothing below them that changes. */
  settle(): void {
    for (const entry of this.#registry.entries) entry.isInGround = false
    const { entries } = this.#registry
    const changing = new Set(entries.filter(({ isStill }) => !isStill))
    for (const entry of entries) {
      if (changing.has(entry) || !entry.definition.paint) continue
      const below = this.#registry.sharing(entry).some((other) => other.order < entry.order && changing.has(other))
      if (below) changing.add(entry)
      else entry.isInGround = true
    }
    for (const entry of entries) entry.neighbourhood = null
  }

  /** Paints all of it, for a canvas of a size that shows `area` of the page. */
  paintAll(size: Size, place: Place, area: PixelBox): void {
    this.#area = area
    const isNeeded = !!this.page.background.picture || this.#registry.entries.some(({ isInGround }) => isInGround)
    const [width, height] = isNeeded ? [size.width, size.height] : [0, 0]
    if (this.#canvas.width !== width) this.#canvas.width = width
    if (this.#canvas.height !== height) this.#canvas.height = height
    this.#renderer.place = place
    this.#renderer.page = this.page
    this.#pageBox = roundOut({ x: 0, y: 0, width: this.page.width, height: this.page.height }, place.scale)
    this.#colour = this.#renderer.look.colour(this.page.background.color)
    this.#isOpaque = OPAQUE.test(this.#colour)
    if (this.#isDrawn) this.paint(whole(size, place))
  }

  /** Paints a part of it again. */
  paint(box: PixelBox): void {
    if (!this.#isDrawn || isEmpty(box)) return
    this.#renderer.begin()
    this.#fill(this.#renderer.context, box)
    const inside = cut(box, this.#area)
    if (isEmpty(inside)) return
    this.#picture(inside)
    this.#renderer.controls(
      this.#registry.in(inside, this.#area).filter(({ isInGround }) => isInGround),
      inside,
    )
  }

  /** Moves with the view, by way of a canvas; the caller paints what has come into sight. */
  move(place: Place, area: PixelBox, way: HTMLCanvasElement): void {
    const { left, top } = this.#renderer.place
    this.#renderer.place = place
    this.#area = area
    if (this.#isDrawn) moveCanvas(this.#renderer.context, way, place.left - left, place.top - top)
  }

  /** Draws the background on a canvas, over whatever was there. */
  putOn(context: CanvasRenderingContext2D, box: PixelBox, isPlain: boolean): void {
    if (!this.#isDrawn || (isPlain && !this.page.background.picture)) {
      this.#fill(context, box)
      return
    }
    const { left, top } = this.#renderer.place
    const [width, height] = [box.right - box.left, box.bottom - box.top]
    context.drawImage(this.#canvas, box.left + left, box.top + top, width, height, box.left, box.top, width, height)
  }

  /** Fills a canvas with the colour around the page. */
  surround(context: CanvasRenderingContext2D, { width, height }: Size): void {
    context.fillStyle = this.#renderer.look.token(this.#surround)
    context.fillRect(0, 0, width, height)
  }

  dispose(): void {
    this.#canvas.width = this.#canvas.height = 0
  }

  #fill(context: CanvasRenderingContext2D, box: PixelBox): void {
    const colour = this.#colour
    const page = this.#pageBox
    const isInside = holds(page, box)
    if (!isInside || !this.#isOpaque) {
      context.fillStyle = this.#renderer.look.token(this.#surround)
      context.fillRect(box.left, box.top, box.right - box.left, box.bottom - box.top)
    }
    const inside = isInside ? box : cut(box, page)
    if (isEmpty(inside)) return
    context.fillStyle = colour
    context.fillRect(inside.left, inside.top, inside.right - inside.left, inside.bottom - inside.top)
  }

  #picture(within: PixelBox): void {
    const address = this.page.background.picture
    if (!address) return
    const { context, look, place } = this.#renderer
    look.asker = 'page'
    const picture = look.picture(address)
    if (!picture || picture === 'missing') return
    context.save()
    context.beginPath()
    context.rect(within.left, within.top, within.right - within.left, within.bottom - within.top)
    context.clip()
    context.drawImage(picture, 0, 0, this.page.width * place.scale, this.page.height * place.scale)
    context.restore()
  }
}

/** The whole canvas. */
export const whole = ({ width, height }: Size, { left, top }: Place): PixelBox => ({
  left: -left,
  top: -top,
  right: width - left,
  bottom: height - top,
})

/** A canvas that hides what is behind it: browsers need not blend it with the page. */
export function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('This browser has no canvas')
  return context
}

/** Moves what is on a canvas, so many px to the right and down. By way of another canvas: onto itself takes twice as long. */
export function moveCanvas(
  context: CanvasRenderingContext2D,
  way: HTMLCanvasElement,
  right: number,
  down: number,
): void {
  if (right === 0 && down === 0) return
  const { canvas } = context
  copyCanvas(canvas, way)
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.drawImage(way, right, down)
}

export function copyCanvas(from: HTMLCanvasElement, to: HTMLCanvasElement): void {
  if (to.width !== from.width) to.width = from.width
  if (to.height !== from.height) to.height = from.height
  contextOf(to).drawImage(from, 0, 0)
}
