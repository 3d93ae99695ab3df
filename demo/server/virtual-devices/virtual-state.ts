import type { PointCell, ValueQuality } from '../../../core/rules/expression/compile.ts'
import type { PointRef } from '../../../core/rules/expression/syntax.ts'
import { snKey } from '../../../core/rules/sn.ts'
import { type Fleet, isSilent, type LiveDevice, type LivePoint } from '../fleet/fleet.ts'
import type { Sight } from './sight.ts'
import { cellName, type Work, workOfDevice } from './work.ts'

/** A cell that another device fills. */
export interface Fed {
  readonly source: LiveDevice
  readonly point: LivePoint
  readonly cell: PointCell
  /** What was said of its value. */
  quality: ValueQuality
}

/** A virtual device as it stands. */
export interface VirtualState {
  readonly device: LiveDevice
  readonly work: Work
  /** Its own points, as they were when its formulas were read. */
  readonly own: readonly { readonly point: LivePoint; readonly formula: string | null }[]
  /** By the name of each cell that is filled. */
  readonly fed: ReadonlyMap<string, Fed>
  /** Devices that it reads, of those that are there. */
  readonly sourceCount: number
  /** SNs in lower case of the devices that it reads; also of some that are not there. */
  readonly named: ReadonlySet<string>
  /** It names a device that is not there, or no more, or that its maker does not see. */
  readonly hasMissing: boolean
  /** Of the newest value that it reads, epoch ms. */
  time: number
  /** Devices that it reads and that are silent. */
  silent: ReadonlySet<LiveDevice>
}

/** What a virtual device is worked out with. */
export interface Around {
  readonly fleet: Fleet
  readonly sight: Pick<Sight, 'sees'>
}

/**
 * A point of another device that a virtual device may read: one of its tenant, that is there, of no virtual device, and that
 * its maker sees.
 */
export function readPoint(
  { fleet, sight }: Around,
  device: LiveDevice,
  { sn_code, key }: PointRef,
): { source: LiveDevice; point: LivePoint } | null {
  const source = fleet.get(sn_code)
  if (source?.tenant_id !== device.tenant_id || source.is_virtual || !sight.sees(device, source)) return null
  const point = source.points.get(key)
  return point?.is_added ? { source, point } : null
}

/** With what the fleet knows now. */
export function virtualStateOf(device: LiveDevice, around: Around, now: number): VirtualState {
  const points = [...device.points.values()]
  const work = workOfDevice(device)
  const fed = new Map<string, Fed>()
  let time = 0
  for (const ref of work.sources) {
    const name = cellName(ref)
    const read = readPoint(around, device, ref)
    const cell = work.cells.get(name)
    if (!read || !cell) continue
    const { value, data_time, quality: said } = read.point
    const quality = data_time === null ? 'waiting' : said
    Object.assign(cell, { value, data_time, quality })
    fed.set(name, { ...read, cell, quality })
    time = Math.max(time, data_time ?? 0)
  }
  for (const { key, value, quality, data_time } of points) {
    const cell = work.cells.get(cellName({ sn_code: '', key }))
    if (cell && data_time !== null) Object.assign(cell, { value, quality, data_time })
  }
  const named = new Set(work.sources.map(({ sn_code }) => snKey(sn_code)))
  const hasMissing = [...named].some((sn_code) => {
    const source = around.fleet.get(sn_code)
    return source?.tenant_id !== device.tenant_id || !around.sight.sees(device, source)
  })
  const own = points.map((point) => ({ point, formula: point.formula }))
  const sourceCount = new Set([...fed.values()].map(({ source }) => source)).size
  const state = { device, work, own, fed, sourceCount, named, hasMissing, time, silent: new Set<LiveDevice>() }
  adoptInterval(state)
  hush(state, now)
  return state
}

/** It reports as seldom as the slowest of what it reads. */
export function adoptInterval({ device, fed }: VirtualState): void {
  const intervals = [...fed.values()].map(({ source }) => source.report_interval_s)
  if (intervals.length > 0) device.report_interval_s = Math.max(...intervals)
}

/** Whether its formulas, and the points that they read, are still those of the fleet. */
export function isCurrent({ device, work, own, fed }: VirtualState, around: Around): boolean {
  const isOwn =
    own.length === device.points.size &&
    own.every(({ point, formula }) => device.points.get(point.key) === point && point.formula === formula)
  return (
    isOwn &&
    work.sources.every((ref) => {
      const before = fed.get(cellName(ref))
      const read = readPoint(around, device, ref)
      return read?.point === before?.point && read?.source === before?.source
    })
  )
}

/** Then the virtual device falls silent by itself. */
export const isAllSilent = ({ fed, silent }: VirtualState): boolean =>
  [...fed.values()].every(({ source }) => silent.has(source))

/** A value of a device that is silent is stale, whatever was said of it; one that has never come is still waited for. */
export const heardQuality = (quality: PointCell['quality'], isAway: boolean): PointCell['quality'] =>
  isAway && quality !== 'waiting' ? 'stale' : quality

/** Values of devices that are silent now are stale, those of the others what was said of them. True where others are silent. */
export function hush(state: VirtualState, now: number): boolean {
  const before = state.silent
  const silent = new Set<LiveDevice>()
  for (const { source, cell, quality } of state.fed.values()) {
    const isAway = isSilent(source, now)
    if (isAway) silent.add(source)
    cell.quality = heardQuality(quality, isAway)
  }
  state.silent = silent
  return silent.size !== before.size || [...silent].some((source) => !before.has(source))
}
