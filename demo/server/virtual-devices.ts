import type { ValueQuality } from '../../core/rules/expression/compile.ts'
import { type Fleet, isSilent, type JudgedReading, type LiveDevice } from './fleet.ts'
import type { Telemetry } from './telemetry/telemetry.ts'
import { type PastPart, workOutPast } from './virtual-devices/past.ts'
import { cellName, type Work, workOf, workOut } from './virtual-devices/work.ts'

/** Works out the values of virtual devices, as those that they are composed of report. */
export interface VirtualDevices {
  /**
   * Readings of a registered device, which the fleet has taken. What is older than what was worked out is worked out anew
   * from history, once the readings are `stored`. Resolves when all that follows from them is durable.
   */
  take(device: LiveDevice, readings: readonly JudgedReading[], stored: Promise<unknown>): Promise<void>
  close(): Promise<void>
}

export interface VirtualDevicesParts {
  fleet: Fleet
  telemetry: Pick<Telemetry, 'many'>
  /** Takes values of a device: live at once, then durable with their alarms. */
  record: (device: LiveDevice, readings: readonly JudgedReading[], received: number) => Promise<void>
  report: (error: unknown) => void
  now: () => number
}

/** A virtual device as it stands. */
interface Standing {
  readonly device: LiveDevice
  readonly work: Work
  /** By the name of each cell that is filled by another device: what was said of its value, and which device. */
  readonly fed: ReadonlyMap<string, { source: LiveDevice; quality: ValueQuality }>
  /** SNs in lower case of the devices that it reads; also of some that are not there. */
  readonly named: ReadonlySet<string>
  /** Of the newest value that it reads, epoch ms. */
  time: number
  /** Devices that it reads and that are silent. */
  silent: ReadonlySet<LiveDevice>
  /** Looks into the past, one after another. */
  last: Promise<unknown>
}

/**
 * Two devices never report at once: a reading this much older than the newest of another device is still of now. What is
 * older was stored and forwarded, and tells of then.
 */
const OF_NOW_MS = 5000

export function openVirtualDevices({ fleet, telemetry, record, report, now }: VirtualDevicesParts): VirtualDevices {
  const standings = new Map<number, Standing>()
  const bySource = new Map<string, Set<Standing>>()

  const readersOf = ({ sn_code }: LiveDevice): Iterable<Standing> => bySource.get(sn_code.toLowerCase()) ?? []

  const forget = ({ device_id }: LiveDevice) => {
    const standing = standings.get(device_id)
    standings.delete(device_id)
    for (const sn of standing?.named ?? []) bySource.get(sn)?.delete(standing as Standing)
  }

  const place = (device: LiveDevice): Standing => {
    const before = standings.get(device.device_id)
    forget(device)
    const standing = standingOf(device, fleet, now())
    standing.last = before?.last ?? standing.last
    standings.set(device.device_id, standing)
    for (const sn of standing.named) {
      const readers = bySource.get(sn)
      if (readers) readers.add(standing)
      else bySource.set(sn, new Set([standing]))
    }
    return standing
  }

  /**
   * What follows from cells that have changed: each value of the moment of the newest one that it was worked out of, and
   * never of one before what was said already. `isOfLater`: it is so since then, and was not at that moment.
   */
  const follow = ({ device, work }: Standing, changed: Iterable<string>, isOfLater = false): JudgedReading[] => {
    const said = new Map<number, JudgedReading['values'][number][]>()
    for (const { key, kept, time } of workOut(work, changed, now())) {
      const point = device.points.get(key)
      if (!point || !kept || time === 0) continue
      const data_time = Math.max(time + Number(isOfLater), point.data_time ?? 0)
      said.set(data_time, [...(said.get(data_time) ?? []), { point, ...kept }])
    }
    return [...said].map(([data_time, values]) => ({ data_time, values }))
  }

  /** Everything anew: it, or what it reads, is another one now. Where nothing that it reads is alive it stays as it was. */
  const settle = (standing: Standing, isOfLater = false) => {
    if (isAllSilent(standing)) return
    const readings = follow(standing, standing.work.cells.keys(), isOfLater)
    if (readings.length > 0) record(standing.device, readings, now()).catch(report)
  }

  for (const device of fleet.all()) if (device.is_virtual) settle(place(device))

  const stops = [
    fleet.on('reloaded', (device) => {
      if (device.is_virtual) return settle(place(device))
      for (const reader of [...readersOf(device)]) settle(place(reader.device))
    }),
    fleet.on('removed', (device) => {
      if (device.is_virtual) return forget(device)
      for (const reader of [...readersOf(device)]) settle(place(reader.device))
    }),
    fleet.on('state', (device) => {
      for (const standing of readersOf(device)) {
        if (hush(standing, now())) settle(standing, true)
      }
    }),
  ]

  const takeFor = async (
    standing: Standing,
    source: LiveDevice,
    readings: readonly JudgedReading[],
    stored: Promise<unknown>,
  ): Promise<void> => {
    const { device, work, fed } = standing
    const received = now()
    const live = hush(standing, received) && !isAllSilent(standing) ? follow(standing, work.cells.keys(), true) : []
    /** What is another one now, though what was said was of then. */
    const changed = new Set<string>()
    const late: number[] = []
    for (const { data_time, values } of readings) {
      const read = values
        .map(({ point, value, quality }) => ({ name: cellName({ ...source, key: point.key }), value, quality }))
        .filter(({ name }) => fed.has(name))
      if (read.length === 0) continue
      const news = read.filter(({ name }) => (work.cells.get(name)?.data_time ?? 0) <= data_time)
      for (const { name, value, quality } of news) {
        Object.assign(work.cells.get(name) ?? {}, { value, quality, data_time })
        Object.assign(fed.get(name) ?? {}, { quality })
      }
      const isOfThen = data_time < standing.time - OF_NOW_MS
      if (isOfThen || news.length < read.length) late.push(data_time)
      if (isOfThen) {
        for (const { name } of news) changed.add(name)
        continue
      }
      standing.time = Math.max(standing.time, data_time)
      const names = news.map(({ name }) => name)
      live.push(...follow(standing, names))
    }
    if (changed.size > 0) live.push(...follow(standing, changed))
    const recorded = live.length > 0 ? record(device, live, received) : Promise.resolve()
    await Promise.all([recorded, late.length > 0 ? workLate(standing, late, stored) : null])
  }

  const workLate = (standing: Standing, times: readonly number[], stored: Promise<unknown>): Promise<void> => {
    const { device } = standing
    const run = standing.last
      .catch(() => {})
      .then(() => stored)
      .then(async () => {
        const part: PastPart = { from: Math.min(...times), last: Math.max(...times) }
        const readings = await workOutPast(device, fleet, telemetry, part)
        if (readings.length > 0) await record(device, readings, now())
      })
    standing.last = run
    return run
  }

  return {
    async take(device, readings, stored) {
      const readers = [...readersOf(device)].filter((standing) => standing.device.tenant_id === device.tenant_id)
      if (readers.length === 0) return
      const inOrder = [...readings].sort((a, b) => a.data_time - b.data_time)
      await Promise.all(readers.map((standing) => takeFor(standing, device, inOrder, stored)))
    },
    async close() {
      for (const stop of stops) stop()
      await Promise.all([...standings.values()].map(({ last }) => last.catch(() => {})))
    },
  }
}

/** As the fleet knows it now. */
function standingOf(device: LiveDevice, fleet: Fleet, now: number): Standing {
  const work = workOf([...device.points.values()].map((point) => ({ ...point, formula: point.formula ?? '' })))
  const fed = new Map<string, { source: LiveDevice; quality: ValueQuality }>()
  let time = 0
  for (const ref of work.sources) {
    const source = fleet.get(ref.sn_code)
    const point = source?.tenant_id === device.tenant_id && !source.is_virtual ? source.points.get(ref.key) : undefined
    const cell = work.cells.get(cellName(ref))
    if (!source || !point?.is_added || !cell) continue
    const { value, data_time } = point
    const quality = data_time === null ? 'waiting' : point.quality
    Object.assign(cell, { value, data_time, quality })
    fed.set(cellName(ref), { source, quality })
    time = Math.max(time, data_time ?? 0)
  }
  for (const { key, value, quality, data_time } of device.points.values()) {
    const cell = work.cells.get(cellName({ sn_code: '', key }))
    if (!cell || data_time === null) continue
    Object.assign(cell, { value, quality, data_time })
  }
  const named = new Set(work.sources.map(({ sn_code }) => sn_code.toLowerCase()))
  const standing = { device, work, fed, named, time, silent: new Set<LiveDevice>(), last: Promise.resolve() }
  hush(standing, now)
  return standing
}

/** Then it falls silent by itself. */
const isAllSilent = ({ fed, silent }: Standing): boolean => [...fed.values()].every(({ source }) => silent.has(source))

/** Values of devices that are silent now are stale, and those of the others what was said of them. True where others are silent. */
function hush(standing: Standing, now: number): boolean {
  const before = standing.silent
  const silent = new Set<LiveDevice>()
  for (const [name, { source, quality }] of standing.fed) {
    const isStale = isSilent(source, now)
    if (isStale) silent.add(source)
    const cell = standing.work.cells.get(name)
    if (cell) cell.quality = isStale && quality !== 'waiting' ? 'stale' : quality
  }
  standing.silent = silent
  return silent.size !== before.size || [...silent].some((source) => !before.has(source))
}
