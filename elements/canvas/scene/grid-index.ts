import { type Box, touches } from '../../../core/canvas/geometry.ts'

/** px of the document. */
const CELL = 64
/** Items that cover more cells than this are checked in every query: a page's background would fill all of them. */
const MOST_CELLS = 1024
/** Cells are counted from here, so that a row and a column fit into one number. */
const ORIGIN = 32_768
const ROW = 65_536

interface Cells {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

const cellAt = (px: number): number => Math.min(ROW - 1, Math.max(0, Math.floor(px / CELL) + ORIGIN))
const cellsOf = (box: Box): Cells => ({
  left: cellAt(box.x),
  top: cellAt(box.y),
  right: cellAt(box.x + box.width),
  bottom: cellAt(box.y + box.height),
})
const countOf = ({ left, top, right, bottom }: Cells): number => (right - left + 1) * (bottom - top + 1)

/** What is where: items by upright boxes of the document. Each is found once, in no order. */
export class GridIndex<Item> {
  readonly #cells = new Map<number, Item[]>()
  readonly #boxes = new Map<Item, Box>()
  readonly #large = new Set<Item>()

  get size(): number {
    return this.#boxes.size
  }

  /** Puts an item where it is now; null takes it out. */
  place(item: Item, box: Box | null): void {
    this.#takeOut(item)
    if (!box) return
    this.#boxes.set(item, box)
    const cells = cellsOf(box)
    if (countOf(cells) > MOST_CELLS) {
      this.#large.add(item)
      return
    }
    for (let y = cells.top; y <= cells.bottom; y++) {
      for (let x = cells.left; x <= cells.right; x++) {
        const cell = this.#cells.get(y * ROW + x)
        if (cell) cell.push(item)
        else this.#cells.set(y * ROW + x, [item])
      }
    }
  }

  clear(): void {
    this.#cells.clear()
    this.#boxes.clear()
    this.#large.clear()
  }

  /** All that touch the box. */
  in(box: Box): Item[] {
    const cells = cellsOf(box)
    const found: Item[] = []
    const look = (item: Item, from: Box) => {
      if (touches(from, box)) found.push(item)
    }
    if (countOf(cells) > this.#cells.size) {
      for (const [item, from] of this.#boxes) look(item, from)
      return found
    }
    for (const item of this.#large) look(item, this.#boxes.get(item) as Box)
    for (let y = cells.top; y <= cells.bottom; y++) {
      for (let x = cells.left; x <= cells.right; x++) {
        for (const item of this.#cells.get(y * ROW + x) ?? []) {
          const from = this.#boxes.get(item) as Box
          // An item of several cells counts in the first of them that is queried.
          const isFirst = Math.max(cells.left, cellAt(from.x)) === x && Math.max(cells.top, cellAt(from.y)) === y
          if (isFirst) look(item, from)
        }
      }
    }
    return found
  }

  #takeOut(item: Item): void {
    const box = this.#boxes.get(item)
    if (!box) return
    this.#boxes.delete(item)
    if (this.#large.delete(item)) return
    const cells = cellsOf(box)
    for (let y = cells.top; y <= cells.bottom; y++) {
      for (let x = cells.left; x <= cells.right; x++) {
        const cell = this.#cells.get(y * ROW + x) as Item[]
        if (cell.length === 1) this.#cells.delete(y * ROW + x)
        else cell.splice(cell.indexOf(item), 1)
      }
    }
  }
}
