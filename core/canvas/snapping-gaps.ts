import type { SnapGap } from './editor-api.ts'
import type { Box } from './geometry.ts'

/** Neighbours looked at on each side: equal distances further away help nobody. */
const NEIGHBOURS = 8

interface Span {
  readonly from: number
  readonly to: number
  readonly low: number
  readonly high: number
}
const spanOf = (box: Box, axis: 'x' | 'y'): Span =>
  axis === 'x'
    ? { from: box.x, to: box.x + box.width, low: box.y, high: box.y + box.height }
    : { from: box.y, to: box.y + box.height, low: box.x, high: box.x + box.width }

/**
 * Where the box would stand as far from its neighbours as they stand from each other, or in the middle between two: how
 * far that is within reach, and the equal distances. Neighbours are those beside it, not across it.
 */
export function equalGaps(
  box: Box,
  axis: 'x' | 'y',
  boxes: readonly Box[],
  reach: number,
): { readonly by: number; readonly gaps: SnapGap[] } | null {
  const self = spanOf(box, axis)
  const beside = boxes.map((other) => spanOf(other, axis)).filter(({ low, high }) => low < self.high && high > self.low)
  const before = beside
    .filter(({ to }) => to <= self.from + reach)
    .sort((a, b) => b.to - a.to)
    .slice(0, NEIGHBOURS)
  const after = beside
    .filter(({ from }) => from >= self.to - reach)
    .sort((a, b) => a.from - b.from)
    .slice(0, NEIGHBOURS)
  const [left, right] = [before[0], after[0]]
  const wishes: { readonly by: number; readonly gaps: SnapGap[] }[] = []
  const gap = (from: number, to: number, a: Span, b: Span): SnapGap => {
    const low = Math.max(a.low, b.low)
    const high = Math.min(a.high, b.high)
    return { axis, from, to, at: (low + high) / 2 }
  }
  const size = self.to - self.from
  if (left && right && right.from - left.to >= size) {
    const from = (left.to + right.from - size) / 2
    wishes.push({
      by: from - self.from,
      gaps: [gap(left.to, from, left, self), gap(from + size, right.from, self, right)],
    })
  }
  if (left) {
    const next = before.find(({ to }) => to < left.from)
    if (next) {
      const from = left.to + left.from - next.to
      wishes.push({ by: from - self.from, gaps: [gap(next.to, left.from, next, left), gap(left.to, from, left, self)] })
    }
  }
  if (right) {
    const next = after.find(({ from }) => from > right.to)
    if (next) {
      const from = right.from - (next.from - right.to) - size
      wishes.push({
        by: from - self.from,
        gaps: [gap(from + size, right.from, self, right), gap(right.to, next.from, right, next)],
      })
    }
  }
  const near = wishes.filter(({ by }) => Math.abs(by) <= reach)
  near.sort((a, b) => Math.abs(a.by) - Math.abs(b.by))
  return near[0] ?? null
}
