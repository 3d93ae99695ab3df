import type { ScreenDocument } from '../contract/documents/screen.ts'
import type { SnapGap, SnapLine, Snapping } from './editor-api.ts'
import type { Box, Spot } from './geometry.ts'
import { equalGaps } from './snapping-gaps.ts'

/** px of the view within which something is caught. */
export const CATCH_PX = 6

type Axis = 'x' | 'y'
interface Line {
  readonly at: number
  readonly from: number
  readonly to: number
  readonly of: SnapLine['of']
}

/** What can be snapped to, gathered once at the beginning of a gesture. */
export interface SnapTargets {
  readonly x: readonly Line[]
  readonly y: readonly Line[]
  /** Upright boxes of the neighbours. */
  readonly boxes: readonly Box[]
  /** px; 0 for none. */
  readonly grid: number
}

/** How far to go from where it would be, and what to show of why. */
export interface Snapped {
  readonly by: Spot
  readonly lines: readonly SnapLine[]
  readonly gaps: readonly SnapGap[]
}

const linesOf = (box: Box, axis: Axis, edge: Line['of'], middle: Line['of']): Line[] => {
  const [start, size] = axis === 'x' ? [box.x, box.width] : [box.y, box.height]
  const [from, length] = axis === 'x' ? [box.y, box.height] : [box.x, box.width]
  const line = (at: number, of: Line['of']): Line => ({ at, from, to: from + length, of })
  return [line(start, edge), line(start + size / 2, middle), line(start + size, edge)]
}

/** `boxes`: bounds of the controls that stay where they are. */
export function snapTargets(document: ScreenDocument, boxes: readonly Box[], on: Snapping): SnapTargets {
  const page = { x: 0, y: 0, width: document.width, height: document.height }
  const near = on.objects ? boxes : []
  const along = (axis: Axis): Line[] => {
    const length = axis === 'x' ? document.height : document.width
    const guides = on.guides ? document.guides[axis] : []
    return [
      ...guides.map((at): Line => ({ at, from: 0, to: length, of: 'guide' })),
      ...(on.objects ? linesOf(page, axis, 'page', 'page') : []),
      ...near.flatMap((box) => linesOf(box, axis, 'edge', 'middle')),
    ].sort((a, b) => a.at - b.at)
  }
  return { x: along('x'), y: along('y'), boxes: near, grid: on.grid ? document.grid : 0 }
}

export interface SnapWish {
  /** Which places of the box may be caught: shares of its size. Moving: 0, 0.5 and 1; a dragged edge: that one. */
  readonly x: readonly number[]
  readonly y: readonly number[]
  /** Whether equal distances count: only where the whole box moves. */
  readonly isMoving: boolean
  /** px of the document. */
  readonly reach: number
}

export const NOWHERE: Snapped = { by: { x: 0, y: 0 }, lines: [], gaps: [] }

/** Neighbours, guides and the page come before equal distances, and those before the grid. */
export function snap(box: Box, targets: SnapTargets, wish: SnapWish): Snapped {
  const lineX = nearestLine(box, 'x', targets.x, wish)
  const lineY = nearestLine(box, 'y', targets.y, wish)
  const gapX = lineX === null && wish.isMoving ? equalGaps(box, 'x', targets.boxes, wish.reach) : null
  const gapY = lineY === null && wish.isMoving ? equalGaps(box, 'y', targets.boxes, wish.reach) : null
  const by = {
    x: lineX ?? gapX?.by ?? toGrid(box.x, box.width, wish.x, targets.grid),
    y: lineY ?? gapY?.by ?? toGrid(box.y, box.height, wish.y, targets.grid),
  }
  const there = { ...box, x: box.x + by.x, y: box.y + by.y }
  return {
    by,
    lines: [
      ...(lineX === null ? [] : shownLines(there, 'x', targets.x, wish.x)),
      ...(lineY === null ? [] : shownLines(there, 'y', targets.y, wish.y)),
    ],
    gaps: [
      ...(gapX ? (equalGaps(there, 'x', targets.boxes, 0.01)?.gaps ?? []) : []),
      ...(gapY ? (equalGaps(there, 'y', targets.boxes, 0.01)?.gaps ?? []) : []),
    ],
  }
}

function nearestLine(box: Box, axis: Axis, lines: readonly Line[], wish: SnapWish): number | null {
  const [start, size] = axis === 'x' ? [box.x, box.width] : [box.y, box.height]
  let best: number | null = null
  for (const share of wish[axis]) {
    const at = start + size * share
    for (const line of around(lines, at)) {
      const by = line.at - at
      if (Math.abs(by) <= wish.reach && (best === null || Math.abs(by) < Math.abs(best))) best = by
    }
  }
  return best
}

/** The neighbours of a place in the sorted lines. */
function around(lines: readonly Line[], at: number): Line[] {
  const place = firstFrom(lines, at)
  return [lines[place - 1], lines[place]].filter((line) => line !== undefined)
}

function firstFrom(lines: readonly Line[], at: number): number {
  let low = 0
  let high = lines.length
  while (low < high) {
    const half = (low + high) >> 1
    if ((lines[half] as Line).at < at) low = half + 1
    else high = half
  }
  return low
}

/** A grid has no reach: off it is nowhere. */
function toGrid(start: number, size: number, shares: readonly number[], grid: number): number {
  const [share] = shares
  if (grid <= 0 || share === undefined) return 0
  const at = start + size * share
  return Math.round(at / grid) * grid - at
}

/** Every line that the box now lies on, as long as it and what it snapped to reach; lines at one place are one. */
function shownLines(box: Box, axis: Axis, lines: readonly Line[], shares: readonly number[]): SnapLine[] {
  const [start, size] = axis === 'x' ? [box.x, box.width] : [box.y, box.height]
  const [from, length] = axis === 'x' ? [box.y, box.height] : [box.x, box.width]
  return shares.flatMap((share) => {
    const at = start + size * share
    const on: Line[] = []
    for (let place = firstFrom(lines, at - 0.01); place < lines.length; place += 1) {
      const line = lines[place] as Line
      if (line.at > at + 0.01) break
      on.push(line)
    }
    const [first] = on
    if (!first) return []
    const reach = [from, from + length, ...on.flatMap((line) => [line.from, line.to])]
    return { axis, at, from: Math.min(...reach), to: Math.max(...reach), of: first.of }
  })
}
