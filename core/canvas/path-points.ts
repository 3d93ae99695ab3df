import type { Control } from '../contract/documents/screen.ts'
import { type Box, heldBox, middleOf, type Spot, turn } from './geometry.ts'
import type { ControlKind, KindTable } from './kind.ts'

/** A corner of a path in shares of its box, 0 to 1, so that a path is resized like anything else. */
type Corner = Spot
/** A line that leads across its box: the way it slopes is its flipping. */
const ACROSS: readonly Corner[] = [
  { x: 0, y: 0 },
  { x: 1, y: 1 },
]

const isCorner = (corner: unknown): corner is Corner => {
  const { x, y } = (corner ?? {}) as Partial<Record<'x' | 'y', unknown>>
  return Number.isFinite(x) && Number.isFinite(y)
}

function cornersIn(props: unknown): readonly Corner[] | null {
  const { corners } = (props ?? {}) as { corners?: unknown }
  if (!Array.isArray(corners)) return null
  const good = corners.filter(isCorner)
  return good.length >= 2 ? good : null
}

/** A kind is led along corners where its defaults have some. */
export const hasCorners = (kinds: KindTable, kind: string): boolean => cornersIn(kinds.get(kind)?.defaults) !== null
/** One that is placed without a height is a line from corner to corner of its box. */
export const isLine = (kinds: KindTable, kind: string): boolean => {
  const known = kinds.get(kind)
  return known !== undefined && (known.size.width === 0 || known.size.height === 0) && !hasCorners(kinds, kind)
}
/** What has sides is an area, not a line. */
const isArea = (kind: ControlKind): boolean => Object.hasOwn(kind.defaults as object, 'sides')

/** The corners of what is drawn along them as they are seen, px of the document; null for anything else. */
export function pathSpots(control: Control, kinds: KindTable): readonly Spot[] | null {
  const kind = kinds.get(control.kind)
  if (!kind) return null
  const corners = isLine(kinds, control.kind)
    ? ACROSS
    : cornersIn(kind.defaults) && (cornersIn(control.props) ?? cornersIn(kind.defaults))
  const middle = middleOf(control)
  return (
    corners?.map(({ x, y }) =>
      turn(
        {
          x: control.x + control.width * (control.flip_x ? 1 - x : x),
          y: control.y + control.height * (control.flip_y ? 1 - y : y),
        },
        middle,
        control.angle,
      ),
    ) ?? null
  )
}

/** The same of what is a thin line only: it is caught along the line, not in its box. */
export function lineSpots(control: Control, kinds: KindTable): readonly Spot[] | null {
  const kind = kinds.get(control.kind)
  return kind && !isArea(kind) ? pathSpots(control, kinds) : null
}

function boxAround(spots: readonly Spot[]): Box {
  const x = Math.min(...spots.map((spot) => spot.x))
  const y = Math.min(...spots.map((spot) => spot.y))
  const width = Math.max(...spots.map((spot) => spot.x)) - x
  const height = Math.max(...spots.map((spot) => spot.y)) - y
  return heldBox({ x, y, width, height })
}

const share = (at: number, from: number, size: number): number =>
  size === 0 ? 0 : Math.max(0, Math.min(1, Math.round(((at - from) / size) * 1e6) / 1e6))

/** A path led along other spots. It stands unturned then; of a line the first and the last spot count. */
export function withPath(control: Control, spots: readonly Spot[], kinds: KindTable): Control {
  const [first, last] = [spots[0] as Spot, spots.at(-1) as Spot]
  if (isLine(kinds, control.kind)) {
    const box = boxAround([first, last])
    return { ...control, ...box, angle: 0, flip_x: last.x < first.x, flip_y: last.y < first.y }
  }
  const box = boxAround(spots)
  const corners = spots.map((spot) => ({ x: share(spot.x, box.x, box.width), y: share(spot.y, box.y, box.height) }))
  return { ...control, ...box, angle: 0, flip_x: false, flip_y: false, props: { ...control.props, corners } }
}
