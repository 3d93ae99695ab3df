import type { DevState } from '../../../../core/contract/device.ts'
import type { Pixel, Place } from '../../../parts/map/map-view.ts'

/** A device on the map. */
export interface PlacedDevice {
  readonly sn_code: string
  readonly dev_alias: string
  /** Null in a replay: past states are not known. */
  readonly dev_state: DevState | null
  readonly place: Place
}

/** What is drawn at one spot: a device, or several that would lie on each other. */
export interface Mark {
  readonly x: number
  readonly y: number
  readonly devices: readonly [PlacedDevice, ...PlacedDevice[]]
  /** The worst of theirs. */
  readonly dev_state: DevState | null
}

/** Marks nearer to each other than this are one, px. */
const NEAR_PX = 26
const WORST_FIRST: readonly (DevState | null)[] = [3, 2, 4, 1, null]

/** Marks in the order of the devices; what lies outside of the view by more than a mark is left out. */
export function marksOf(
  devices: readonly PlacedDevice[],
  project: (place: Place) => Pixel,
  { width, height }: { width: number; height: number },
): Mark[] {
  const groups: { x: number; y: number; devices: [PlacedDevice, ...PlacedDevice[]] }[] = []
  for (const device of devices) {
    const [x, y] = project(device.place)
    if (x < -NEAR_PX || y < -NEAR_PX || x > width + NEAR_PX || y > height + NEAR_PX) continue
    const near = groups.find((group) => Math.hypot(group.x - x, group.y - y) < NEAR_PX)
    if (near) near.devices.push(device)
    else groups.push({ x, y, devices: [device] })
  }
  return groups.map((group) => ({ ...group, dev_state: worst(group.devices) }))
}

const worst = (devices: readonly PlacedDevice[]): DevState | null =>
  WORST_FIRST.find((state) => devices.some(({ dev_state }) => dev_state === state)) ?? null
