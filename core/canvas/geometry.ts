import { FARTHEST_PX } from '../contract/documents/screen.ts'

/** A place in px of the document, or of the view where it says so. */
export interface Spot {
  readonly x: number
  readonly y: number
}
export interface Box extends Spot {
  readonly width: number
  readonly height: number
}
/** A box that is turned by `angle` degrees clockwise about its middle. */
export interface TurnedBox extends Box {
  readonly angle: number
}

export const middleOf = (box: Box): Spot => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 })

/** Turns a spot clockwise (y grows downwards) about another one. */
export function turn(spot: Spot, about: Spot, degrees: number): Spot {
  if (degrees === 0) return spot
  const { cos, sin } = cosSin(degrees)
  const x = spot.x - about.x
  const y = spot.y - about.y
  return { x: about.x + x * cos - y * sin, y: about.y + x * sin + y * cos }
}

/** Exact for quarter turns: Math.cos(π / 2) is not 0, and boxes would creep. */
function cosSin(degrees: number): { cos: number; sin: number } {
  const whole = ((degrees % 360) + 360) % 360
  if (whole === 0) return { cos: 1, sin: 0 }
  if (whole === 90) return { cos: 0, sin: 1 }
  if (whole === 180) return { cos: -1, sin: 0 }
  if (whole === 270) return { cos: 0, sin: -1 }
  const radians = (whole * Math.PI) / 180
  return { cos: Math.cos(radians), sin: Math.sin(radians) }
}

/** The corners as they are seen, from the left upper one of the unturned box on, clockwise. */
export function cornersOf(box: TurnedBox): [Spot, Spot, Spot, Spot] {
  const middle = middleOf(box)
  const right = box.x + box.width
  const bottom = box.y + box.height
  return [
    turn({ x: box.x, y: box.y }, middle, box.angle),
    turn({ x: right, y: box.y }, middle, box.angle),
    turn({ x: right, y: bottom }, middle, box.angle),
    turn({ x: box.x, y: bottom }, middle, box.angle),
  ]
}

/** The upright box around a turned one. */
export function boundsOf(box: TurnedBox): Box {
  if (box.angle === 0) return { x: box.x, y: box.y, width: box.width, height: box.height }
  const middle = middleOf(box)
  const { cos, sin } = cosSin(box.angle)
  const width = Math.abs(box.width * cos) + Math.abs(box.height * sin)
  const height = Math.abs(box.width * sin) + Math.abs(box.height * cos)
  return { x: middle.x - width / 2, y: middle.y - height / 2, width, height }
}

/** The upright box around several; null for none. */
export function boundsOfAll(boxes: Iterable<TurnedBox>): Box | null {
  let left = Infinity
  let top = Infinity
  let right = -Infinity
  let bottom = -Infinity
  for (const box of boxes) {
    const bounds = boundsOf(box)
    left = Math.min(left, bounds.x)
    top = Math.min(top, bounds.y)
    right = Math.max(right, bounds.x + bounds.width)
    bottom = Math.max(bottom, bounds.y + bounds.height)
  }
  return left === Infinity ? null : { x: left, y: top, width: right - left, height: bottom - top }
}

/** The box between two spots, whichever way they were drawn. */
export const boxBetween = (a: Spot, b: Spot): Box => ({
  x: Math.min(a.x, b.x),
  y: Math.min(a.y, b.y),
  width: Math.abs(a.x - b.x),
  height: Math.abs(a.y - b.y),
})

export const touches = (a: Box, b: Box): boolean =>
  a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height

export const encloses = (outer: Box, inner: Box): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height

/** Whether a spot is on a turned box; `slack` px around count, so that thin lines can be caught. */
export function isOn(box: TurnedBox, spot: Spot, slack = 0): boolean {
  const inside = turn(spot, middleOf(box), -box.angle)
  return (
    inside.x >= box.x - slack &&
    inside.y >= box.y - slack &&
    inside.x <= box.x + box.width + slack &&
    inside.y <= box.y + box.height + slack
  )
}

/** Whether a turned box and an upright one overlap, by the axes of both. */
export function turnedTouches(turned: TurnedBox, upright: Box): boolean {
  if (!touches(boundsOf(turned), upright)) return false
  if (turned.angle % 90 === 0) return true
  const middle = middleOf(turned)
  const corners = cornersOf({ ...upright, angle: 0 }).map((corner) => turn(corner, middle, -turned.angle))
  const xs = corners.map(({ x }) => x)
  const ys = corners.map(({ y }) => y)
  return (
    Math.min(...xs) <= turned.x + turned.width &&
    Math.max(...xs) >= turned.x &&
    Math.min(...ys) <= turned.y + turned.height &&
    Math.max(...ys) >= turned.y
  )
}

/** Documents hold hundredths of a px at most: sums of fractions would make every save differ. */
export const tidy = (px: number): number => Math.round(px * 100) / 100 + 0

/** Within what a document may hold. */
const held = (px: number): number => Math.max(-FARTHEST_PX, Math.min(FARTHEST_PX, tidy(px)))
export const heldBox = (box: Box): Box => ({
  x: held(box.x),
  y: held(box.y),
  width: Math.max(0, held(box.width)),
  height: Math.max(0, held(box.height)),
})

/** An angle between -180 (exclusive) and 180, in hundredths. */
export function tidyAngle(degrees: number): number {
  const whole = ((degrees % 360) + 360) % 360
  return Math.round((whole > 180 ? whole - 360 : whole) * 100) / 100 + 0
}

export function distanceToSegment(spot: Spot, from: Spot, to: Spot): number {
  const dx = to.x - from.x
  const dy = to.y - from.y
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((spot.x - from.x) * dx + (spot.y - from.y) * dy) / length))
  return Math.hypot(spot.x - from.x - share * dx, spot.y - from.y - share * dy)
}
