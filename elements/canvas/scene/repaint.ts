import type { Size } from '../controls/define-control.ts'
import type { Dirt, Entry } from './entry.ts'
import { valueBoxOf } from './entry.ts'
import { FrameBudget } from './frame-budget.ts'
import { copyCanvas, moveCanvas, type PageBackground, whole } from './page-background.ts'
import { around, cut, isEmpty, meets, NOWHERE, type PixelBox, roundOut, without } from './pixel-box.ts'
import type { Registry } from './registry.ts'
import type { Place, Renderer } from './renderer.ts'

/** Above this share of the work of painting everything, everything is painted, when that fits into a frame. */
const WHOLE_SHARE = 0.6
/** Controls painted: below this nothing is worth planning. */
const FEW = 32
/** Painting more than this takes longer than a frame has. */
const MANY = 1200
/** px of the canvas. Where controls lie upon each other, tiles are repainted rather than each control with all others. */
const TILE: Size = { width: 512, height: 256 }

/** What has to be painted again, and how: alone, with what shares its px, by tiles, or all of it. */
export class Repaint {
  readonly budget = new FrameBudget()
  /** Controls painted since the beginning, and times that all were. */
  painted = 0
  wholes = 0
  readonly #renderer: Renderer
  readonly #background: PageBackground
  readonly #registry: Registry
  readonly #dirty = new Set<Entry>()
  /** By which the canvas is moved. */
  readonly #way: HTMLCanvasElement
  #tiles: PixelBox[] = []
  #cleared: PixelBox[] = []
  #canvas: PixelBox = NOWHERE
  #wholeUnits = 0
  #isStretched = false
  /** What of the canvas shows controls. */
  area: PixelBox = NOWHERE

  constructor(renderer: Renderer, background: PageBackground, registry: Registry) {
    this.#way = renderer.context.canvas.ownerDocument.createElement('canvas')
    this.#way.width = this.#way.height = 0
    this.#renderer = renderer
    this.#background = background
    this.#registry = registry
  }

  dispose(): void {
    this.#way.width = this.#way.height = 0
  }

  get waiting(): number {
    return this.#dirty.size + this.#tiles.length + this.#cleared.length
  }

  mark(entry: Entry, dirt: Exclude<Dirt, 'none'>): void {
    if (entry.dirt === 'none') this.#dirty.add(entry)
    if (entry.dirt !== 'all') entry.dirt = dirt
  }

  /** What is left of a control that is there no more. */
  clear(entry: Entry): void {
    if (entry.painted) this.#cleared.push(entry.painted)
    this.#dirty.delete(entry)
  }

  /** Everything, in one go: at another zoom, in other colours. */
  all(size: Size, place: Place, area: PixelBox): void {
    this.#isStretched = false
    this.#renderer.place = place
    this.#canvas = whole(size, place)
    this.area = area
    this.#background.paintAll(size, place, area)
    this.#paintWhole()
  }

  /** Painting everything takes longer than a frame has. */
  get isSlow(): boolean {
    return this.#wholeUnits > MANY
  }

  /** Stands in while the zoom changes: what was painted last, stretched. */
  stretch(size: Size, place: Place): void {
    const { context, place: from } = this.#renderer
    if (!this.#isStretched) copyCanvas(context.canvas, this.#way)
    this.#isStretched = true
    const by = place.scale / from.scale
    context.setTransform(1, 0, 0, 1, 0, 0)
    this.#background.surround(context, size)
    context.setTransform(by, 0, 0, by, place.left - from.left * by, place.top - from.top * by)
    context.drawImage(this.#way, 0, 0)
  }

  /** The view has moved by whole px: what is painted already is copied, what has come into sight is painted. */
  move(size: Size, place: Place, area: PixelBox): void {
    const { left, top } = this.#renderer.place
    const [before, now] = [this.#canvas, whole(size, place)]
    if (!meets(before, now)) {
      this.all(size, place, area)
      return
    }
    this.#renderer.place = place
    this.#canvas = now
    this.area = area
    moveCanvas(this.#renderer.context, this.#way, place.left - left, place.top - top)
    this.#background.move(place, area, this.#way)
    for (const strip of without(now, before)) {
      this.#background.paint(strip)
      this.#renderer.begin()
      this.painted += this.#paintBox(strip)
    }
  }

  /** As much of what waits as the frame has room for; all of it where that is wanted. Gives the number of controls painted. */
  flush(isAll: boolean): number {
    const beganAt = performance.now()
    this.#renderer.begin()
    let units = 0
    for (const box of this.#cleared.splice(0)) units += this.#paintBox(box)
    if (this.#plan() === 'whole') return this.#paintWhole()
    while (this.#tiles.length > 0 && (isAll || !this.budget.isOver(units, beganAt))) {
      units += this.#paintBox(this.#tiles.pop() as PixelBox) + 1
    }
    for (const entry of this.#dirty) {
      if (!isAll && this.budget.isOver(units, beganAt)) break
      this.#dirty.delete(entry)
      units += this.#paintEntry(entry)
    }
    this.painted += units
    return units
  }

  /** Decides what is least work; tiles are put in the place of controls where they are. */
  #plan(): 'whole' | 'parts' {
    const all = this.#registry.entries.length
    let units = 0
    for (const entry of this.#dirty) {
      if (entry.box && meets(entry.box, this.area)) units += this.#registry.neighbourhoodOf(entry).painted.length
      if (units > all * 2) break
    }
    if (units < FEW) return 'parts'
    const seen = this.#registry.entries.filter(
      ({ box, isInGround }) => box && !isInGround && meets(box, this.area),
    ).length
    if (units > seen * WHOLE_SHARE && seen <= this.budget.most) return 'whole'
    if (units > seen * 1.5) this.#tile()
    return 'parts'
  }

  #tile(): void {
    const tiles = new Map<number, PixelBox>()
    for (const entry of this.#dirty) {
      for (const box of [entry.painted, entry.box]) if (box) this.#tilesOf(box, tiles)
      this.#isPainted(entry)
    }
    this.#dirty.clear()
    this.#tiles.push(...tiles.values())
  }

  #tilesOf(box: PixelBox, tiles: Map<number, PixelBox>): void {
    const { left, top, right, bottom } = cut(box, this.area)
    for (let y = Math.floor(top / TILE.height); y * TILE.height < bottom; y++) {
      for (let x = Math.floor(left / TILE.width); x * TILE.width < right; x++) {
        const tile = {
          left: x * TILE.width,
          top: y * TILE.height,
          right: (x + 1) * TILE.width,
          bottom: (y + 1) * TILE.height,
        }
        tiles.set(y * 65_536 + x, tile)
      }
    }
  }

  #paintWhole(): number {
    for (const entry of this.#registry.entries) this.#isPainted(entry)
    this.#dirty.clear()
    this.#tiles = []
    this.#cleared = []
    this.wholes += 1
    this.#renderer.begin()
    const units = this.#paintBox(this.#canvas)
    this.#wholeUnits = units
    this.painted += units
    return units
  }

  #isPainted(entry: Entry): void {
    entry.dirt = 'none'
    entry.painted = entry.box
  }

  #paintEntry(entry: Entry): number {
    const { box, painted, dirt } = entry
    this.#isPainted(entry)
    let units = 0
    if (painted && painted !== box) {
      if (!box || !meets(painted, box)) units += this.#paintBox(cut(painted, this.area))
      else return this.#paintBox(cut(around(painted, box), this.area))
    }
    if (!box || !meets(box, this.area)) return units
    const value = dirt === 'value' ? valueBoxOf(entry) : null
    const part = value ? cut(roundOut(value, this.#renderer.place.scale), box) : box
    const { painted: near, isPlain } = this.#registry.neighbourhoodOf(entry)
    return units + this.#paintNear(cut(part, this.area), near, isPlain)
  }

  #paintBox(part: PixelBox): number {
    const box = cut(part, this.#canvas)
    if (isEmpty(box)) return 0
    const inside = cut(box, this.area)
    const near = isEmpty(inside) ? [] : this.#registry.in(inside, this.area).filter(({ isInGround }) => !isInGround)
    return this.#paintNear(box, near, false)
  }

  #paintNear(box: PixelBox, near: readonly Entry[], isPlain: boolean): number {
    if (isEmpty(box)) return 0
    this.#background.putOn(this.#renderer.context, box, isPlain)
    const inside = cut(box, this.area)
    if (!isEmpty(inside)) this.#renderer.controls(near, inside)
    return near.length
  }
}
