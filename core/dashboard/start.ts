import type { NewControl } from '../canvas/editor-api.ts'
import type { Box } from '../canvas/geometry.ts'
import type { Point } from '../contract/device.ts'
import { writePoint } from '../rules/expression/points.ts'

/** Devices that a dashboard is begun with, at most. */
export const STARTED_DEVICES = 6

export interface StartedDevice {
  readonly sn_code: string
  readonly dev_alias: string
  readonly points: readonly Pick<Point, 'key' | 'data_type' | 'unit' | 'access' | 'keep_history'>[]
}
type StartedPoint = StartedDevice['points'][number]

/** A component and where it stands, px of the dashboard. */
export interface StartedPart extends Box {
  readonly control: NewControl
}
/** What shows one device: all of it goes together. */
export interface StartedCard {
  readonly name: string
  readonly parts: readonly StartedPart[]
}

interface Page {
  readonly width: number
  readonly height: number
  readonly grid: number
}

const VALUES = 3
/** px; each of them a multiple of the usual grid. */
const TITLE = 30
const VALUE = 30
const LEAST_CURVE = 60
/** Wider than this, the values stand beside the curve. */
const WIDE = 560

/** A proposal for some devices: of each its first values and one curve, on the grid and beside each other. */
export function startedWith(devices: readonly StartedDevice[], page: Page): readonly StartedCard[] {
  const chosen = devices.slice(0, STARTED_DEVICES)
  const grid = page.grid > 0 ? page.grid : 10
  const down = (px: number) => Math.max(grid, Math.floor(px / grid) * grid)
  const isTall = page.height > page.width
  const most = isTall ? 2 : 3
  const columns = Math.max(
    1,
    chosen.length <= (isTall ? 3 : 0) ? 1 : chosen.length === 4 ? 2 : Math.min(most, chosen.length),
  )
  const rows = Math.max(1, Math.ceil(chosen.length / columns))
  const width = down((page.width - grid * (columns + 1)) / columns)
  const height = down((page.height - grid * (rows + 1)) / rows)
  return chosen.map((device, at) => ({
    name: device.dev_alias || device.sn_code,
    parts: cardOf(device, grid, {
      x: grid + (at % columns) * (width + grid),
      y: grid + Math.floor(at / columns) * (height + grid),
      width,
      height,
    }),
  }))
}

/** What a device measures says more of it than what is set. */
const isMeasured = ({ data_type, access }: StartedPoint): boolean => data_type === 'number' && access === 'r'

function cardOf({ sn_code, dev_alias, points: all }: StartedDevice, grid: number, box: Box): readonly StartedPart[] {
  const points = [...all.filter(isMeasured), ...all.filter((point) => !isMeasured(point))]
  const named = ({ key }: StartedPoint) => writePoint({ sn_code, key })
  const room = { x: box.x + grid, width: box.width - grid * 2, end: box.y + box.height - grid }
  const isWide = room.width >= WIDE
  const column = isWide ? Math.floor(room.width / 3 / grid) * grid : room.width
  const parts: StartedPart[] = [
    { ...box, control: { kind: 'rectangle', props: { radius: 4 } } },
    {
      x: room.x,
      y: box.y,
      width: room.width,
      height: TITLE,
      control: { kind: 'text', props: { text: dev_alias || sn_code, isBold: true } },
    },
  ]
  let y = box.y + TITLE
  const share = isWide && points.find(({ data_type, unit }) => data_type === 'number' && unit === '%')
  const dial = Math.min(column, Math.floor((room.end - y - VALUES * VALUE) / grid) * grid)
  if (share && dial >= LEAST_CURVE * 2) {
    const control = { kind: 'gauge', bindings: { value: { expression: named(share) } } }
    parts.push({ x: room.x, y, width: column, height: dial, control })
    y += dial
  }
  for (const point of points.filter((one) => one !== share).slice(0, VALUES)) {
    if (y + VALUE > room.end) break
    const control = { kind: 'value', props: { labelShare: 0.55 }, bindings: { value: { expression: named(point) } } }
    parts.push({ x: room.x, y, width: column, height: VALUE, control })
    y += VALUE
  }
  const curved = points.find(({ data_type, keep_history }) => data_type === 'number' && keep_history)
  const curve = isWide
    ? { x: room.x + column + grid, y: box.y + TITLE, width: room.width - column - grid }
    : { x: room.x, y, width: room.width }
  const height = room.end - curve.y
  if (curved && height >= LEAST_CURVE) {
    const props = {
      points: [{ point: named(curved), label: '' }],
      timeOf: 'dashboard',
      span: 'hours6',
      hasTools: false,
    }
    parts.push({ ...curve, height, control: { kind: 'history-curve', props } })
  }
  return parts
}
