import type { Control } from '../contract/documents/screen.ts'
import { type Box, boundsOf } from './geometry.ts'

/** px of the document. */
const CELL = 128
/** A control over more cells than this stands in a list of its own, rather than in each of them. */
const MOST_CELLS = 64

/** Finds controls by where they are. */
export interface SpatialIndex {
  /** Takes over what has changed since the last list; controls are compared as objects. */
  update(controls: readonly Control[]): void
  /** Ids of those whose bounds may touch the box, in no order. */
  near(box: Box): string[]
}

interface Entry {
  control: Control
  cells: readonly string[] | null
  seen: number
}

export function createSpatialIndex(): SpatialIndex {
  const cells = new Map<string, Set<string>>()
  const large = new Set<string>()
  const entries = new Map<string, Entry>()
  let latest: readonly Control[] | null = null
  let round = 0

  const put = (id: string, on: readonly string[] | null) => {
    if (!on) large.add(id)
    for (const cell of on ?? []) {
      const held = cells.get(cell)
      if (held) held.add(id)
      else cells.set(cell, new Set([id]))
    }
  }
  const take = (id: string, from: readonly string[] | null) => {
    if (!from) large.delete(id)
    for (const cell of from ?? []) {
      const held = cells.get(cell)
      held?.delete(id)
      if (held?.size === 0) cells.delete(cell)
    }
  }

  return {
    update(controls) {
      if (controls === latest) return
      latest = controls
      round += 1
      for (const control of controls) {
        const id = control.control_id
        const entry = entries.get(id)
        if (entry?.control === control) {
          entry.seen = round
          continue
        }
        const on = cellsOf(boundsOf(control))
        if (entry) take(id, entry.cells)
        put(id, on)
        entries.set(id, { control, cells: on, seen: round })
      }
      if (entries.size === controls.length) return
      for (const [id, entry] of entries) {
        if (entry.seen === round) continue
        take(id, entry.cells)
        entries.delete(id)
      }
    },
    near(box) {
      const on = cellsOf(box)
      if (!on) return [...entries.keys()]
      const found = new Set(large)
      for (const cell of on) for (const id of cells.get(cell) ?? []) found.add(id)
      return [...found]
    },
  }
}

/** Null for too many. */
function cellsOf(box: Box): string[] | null {
  const left = Math.floor(box.x / CELL)
  const top = Math.floor(box.y / CELL)
  const right = Math.floor((box.x + box.width) / CELL)
  const bottom = Math.floor((box.y + box.height) / CELL)
  if ((right - left + 1) * (bottom - top + 1) > MOST_CELLS) return null
  const cells: string[] = []
  for (let x = left; x <= right; x += 1) for (let y = top; y <= bottom; y += 1) cells.push(`${x} ${y}`)
  return cells
}
