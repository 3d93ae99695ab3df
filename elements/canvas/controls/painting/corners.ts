import type { Corners } from '../../../kinds/property-schema.ts'

/** Begins a path along corners that are shares of a box. `radius` rounds those between the ends, as far as there is room. */
export function cornersPath(
  context: CanvasRenderingContext2D,
  corners: Corners,
  width: number,
  height: number,
  radius = 0,
  trimStart = 0,
  trimEnd = 0,
): void {
  context.beginPath()
  const last = corners.length - 1
  if (last < 1) return
  for (let at = 0; at <= last; at += 1) {
    const { x, y } = corners[at] as Corners[number]
    const [left, top] = [x * width, y * height]
    if (at === 0 || at === last) {
      const other = corners[at === 0 ? 1 : last - 1] as Corners[number]
      const trim = at === 0 ? trimStart : trimEnd
      const [dx, dy] = [other.x * width - left, other.y * height - top]
      const length = Math.hypot(dx, dy)
      const share = trim > 0 && length > 0 ? Math.min(trim / length, 0.9) : 0
      if (at === 0) context.moveTo(left + dx * share, top + dy * share)
      else context.lineTo(left + dx * share, top + dy * share)
      continue
    }
    const before = corners[at - 1] as Corners[number]
    const next = corners[at + 1] as Corners[number]
    const [nextLeft, nextTop] = [next.x * width, next.y * height]
    const room = Math.min(
      Math.hypot(before.x * width - left, before.y * height - top),
      Math.hypot(nextLeft - left, nextTop - top),
    )
    const round = Math.min(radius, room / 2)
    if (round > 0.5) context.arcTo(left, top, nextLeft, nextTop, round)
    else context.lineTo(left, top)
  }
}

/** Degrees clockwise from the right, of the way out of the path at its first or last corner. */
export function wayOut(corners: Corners, width: number, height: number, isStart: boolean): number {
  const last = corners.length - 1
  const end = corners[isStart ? 0 : last]
  const inner = corners[isStart ? 1 : last - 1]
  if (!end || !inner) return 0
  return Math.atan2((end.y - inner.y) * height, (end.x - inner.x) * width)
}
