import { snKey } from '../../../core/rules/sn.ts'
import type { Fleet, JudgedReading, LiveDevice, LivePoint } from '../fleet/fleet.ts'
import type { Telemetry } from '../history/telemetry.ts'
import { openSharedTime, type SharedTime } from '../jobs/shared-time.ts'
import { createPast, type LateTimes } from './past.ts'
import type { Sight } from './sight.ts'
import { adoptInterval, type Fed, hush, isAllSilent, isCurrent, type Standing, standingOf } from './standing.ts'
import { cellName, NO_VALUE, workOut } from './work.ts'

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
  /** What their makers see, of which alone they read. */
  sight: Pick<Sight, 'sees' | 'isKnown' | 'meet' | 'onRenewed'>
  telemetry: Pick<Telemetry, 'many'>
  /** Takes values of a device: live at once, then durable with their alarms. */
  record: (device: LiveDevice, readings: readonly JudgedReading[], received: number) => Promise<void>
  report: (error: unknown) => void
  now: () => number
  /** 0: each message is worked out at once. */
  gatherMs?: number
  /** For working values out; shared with others that work for organisations. */
  time?: SharedTime
}

/**
 * Two devices never report at once: a reading this much older than the newest of another device is still of now. What is
 * older was stored and forwarded, and tells of then.
 */
const OF_NOW_MS = 5000
/**
 * Readings of several devices are gathered for so long before they are worked out: two meters that report at the same
 * moment are compared as of that moment, and not one as it is with the other as it was.
 */
const GATHER_MS = 100
/** Slices whose values are on their way to the store. */
const SLICES_AT_ONCE = 8

export function openVirtualDevices({
  fleet,
  sight,
  telemetry,
  record,
  report,
  now,
  gatherMs = GATHER_MS,
  time: shared = openSharedTime(),
}: VirtualDevicesParts): VirtualDevices {
  const around = { fleet, sight }
  const standings = new Map<number, Standing>()
  const bySource = new Map<string, Set<Standing>>()
  const past = createPast({ around, telemetry, record, now })

  const readersOf = ({ sn_code }: LiveDevice): Standing[] => [...(bySource.get(snKey(sn_code)) ?? [])]

  const forget = ({ device_id }: LiveDevice) => {
    const standing = standings.get(device_id)
    standings.delete(device_id)
    for (const sn of standing?.named ?? []) bySource.get(sn)?.delete(standing as Standing)
  }

  const place = (device: LiveDevice) => {
    if (!sight.isKnown(device)) {
      sight
        .meet(device)
        .then(() => fleet.get(device.sn_code) === device && place(device))
        .catch(report)
      return
    }
    const before = standings.get(device.device_id)
    if (before && isCurrent(before, around)) return adoptInterval(before)
    forget(device)
    const standing = standingOf(device, around, now())
    standings.set(device.device_id, standing)
    for (const sn of standing.named) {
      const readers = bySource.get(sn)
      if (readers) readers.add(standing)
      else bySource.set(sn, new Set([standing]))
    }
    // Of a new one that is all; else what was stored of its sources alone, when the server ended between the two.
    settle(standing, 'missed')
    settle(standing)
  }

  /**
   * What follows from cells that have changed: each value of the moment of the newest one that it was worked out of, and
   * never of one before what was said already. `later`: it is so since then, and was not at that moment. `missed`: only of
   * moments of which nothing was said.
   */
  const follow = (
    { device, work, hasHidden, time: standingTime }: Standing,
    changed: Iterable<string>,
    kind: 'said' | 'later' | 'missed' = 'said',
  ): JudgedReading[] => {
    const said = new Map<number, JudgedReading['values'][number][]>()
    for (const { key, kept, time } of workOut(work, changed, now())) {
      const point = device.points.get(key)
      // What it needs has no value yet; one that it had is none any more.
      const found = kept ?? (point?.data_time === null ? null : NO_VALUE)
      if (!point || !found) continue
      // Of what its maker does not see any more nothing is read, and that is so since now.
      const isHidden = time === 0 && hasHidden && kind === 'later' && point.data_time !== null
      if (time === 0 && !isHidden) continue
      // What it reads went back from a time that is still to come: so does what follows.
      const isBack = (point.data_time ?? 0) > now() && standingTime <= now()
      const before = isBack ? 0 : (point.data_time ?? 0)
      if (kind === 'missed' && time <= before) continue
      if (kind === 'later' && point.value === found.value && point.quality === found.quality) continue
      const data_time = Math.max(isHidden ? now() : time + Number(kind === 'later'), before)
      const its = said.get(data_time)
      if (its) its.push({ point, ...found })
      else said.set(data_time, [{ point, ...found }])
    }
    return [...said].map(([data_time, values]) => ({ data_time, values }))
  }

  /** Says what is another one now, though nobody has reported. Where nothing that it reads is alive it stays as it was. */
  function settle(standing: Standing, kind: 'later' | 'missed' = 'later'): void {
    if (isAllSilent(standing) && !standing.hasHidden) return
    const readings = follow(standing, standing.work.cells.keys(), kind)
    if (readings.length > 0) record(standing.device, readings, now()).catch(report)
  }

  for (const device of fleet.all()) if (device.is_virtual) place(device)

  const placeReaders = (device: LiveDevice) => {
    for (const reader of readersOf(device)) place(reader.device)
  }
  const stops = [
    sight.onRenewed(() => {
      for (const device of fleet.all()) if (device.is_virtual) place(device)
    }),
    fleet.on('reloaded', (device) => (device.is_virtual ? place(device) : placeReaders(device))),
    fleet.on('removed', (device) => (device.is_virtual ? forget(device) : placeReaders(device))),
    fleet.on('state', (device) => {
      for (const standing of readersOf(device)) if (hush(standing, now())) settle(standing)
    }),
  ]

  /** What follows at once, and what has to be looked up. */
  const takeSlice = (standing: Standing, readings: readonly Said[], late: LateTimes) => {
    const live =
      hush(standing, now()) && !isAllSilent(standing) ? follow(standing, standing.work.cells.keys(), 'later') : []
    /** What is another one now, though what was said was of then. */
    const changed = new Set<string>()
    for (const { source, reading } of readings) {
      const { data_time, values } = reading
      const isAhead = standing.time > now()
      if (isAhead && values.some(({ point }) => wentBack(standing.fed.get(nameIn(source, point)))))
        standing.time = data_time
      const isOfThen = data_time < standing.time - OF_NOW_MS
      const news: string[] = []
      for (const { point, value, quality } of values) {
        const name = nameIn(source, point)
        const fed = standing.fed.get(name)
        if (!fed) continue
        const isNews = (fed.cell.data_time ?? 0) <= data_time || wentBack(fed)
        if (isOfThen || !isNews) {
          const times = late.get(name)
          if (times) times.push(data_time)
          else late.set(name, [data_time])
        }
        if (!isNews) continue
        Object.assign(fed.cell, { value, quality, data_time })
        fed.quality = quality
        if (isOfThen) changed.add(name)
        else news.push(name)
      }
      if (news.length === 0) continue
      standing.time = Math.max(standing.time, data_time)
      live.push(...follow(standing, news))
    }
    if (changed.size > 0) live.push(...follow(standing, changed))
    return live
  }

  const workAll = async (device: LiveDevice, readings: readonly Said[], stored: Promise<unknown>): Promise<void> => {
    const late: LateTimes = new Map()
    const going: (Promise<void> | null)[] = []
    for (let at = 0; at < readings.length; ) {
      const { recorded } = await shared.slice(
        device.tenant_id,
        (isOver) => {
          // Another one since it was read anew, or none since it was deleted.
          const current = standings.get(device.device_id)
          const live: JudgedReading[] = []
          do {
            if (current) live.push(...takeSlice(current, readings.slice(at, at + 1), late))
            at += 1
          } while (at < readings.length && !isOver())
          const recorded = live.length > 0 ? record(device, live, now()) : null
          // Awaited below: a failure must not be nobody's until then.
          recorded?.catch(() => {})
          return { recorded }
        },
        device.sn_code,
      )
      going.push(recorded)
      if (going.length > SLICES_AT_ONCE) await going.shift()
    }
    await Promise.all(going)
    if (late.size > 0) await past.take(device, late, stored)
  }

  const gathered = new Map<LiveDevice, Gathered>()
  const gather = (standing: Standing, readings: readonly Said[], stored: Promise<unknown>): Promise<void> => {
    const { device } = standing
    if (standing.sourceCount <= 1 || gatherMs === 0) return workAll(device, readings, stored)
    const known = gathered.get(device)
    if (known) {
      known.readings.push(...readings)
      known.stored.push(stored)
      return known.done
    }
    const fresh: Gathered = { readings: [...readings], stored: [stored], done: Promise.resolve() }
    gathered.set(device, fresh)
    fresh.done = new Promise((resolve) => setTimeout(resolve, gatherMs)).then(() => {
      gathered.delete(device)
      return workAll(device, fresh.readings.sort(inTime), Promise.all(fresh.stored))
    })
    return fresh.done
  }

  return {
    async take(device, readings, stored) {
      const readers = readersOf(device).filter((standing) => standing.device.tenant_id === device.tenant_id)
      if (readers.length === 0) return
      const said = readings.map((reading): Said => ({ source: device, reading })).sort(inTime)
      await Promise.all(readers.map((standing) => gather(standing, said, stored)))
    },
    async close() {
      for (const stop of stops) stop()
      shared.close()
      await Promise.all([...gathered.values()].map(({ done }) => done.catch(() => {})))
      await past.close()
    },
  }
}

/** A reading, with the device whose it is. */
interface Said {
  readonly source: LiveDevice
  readonly reading: JudgedReading
}
/** What was said since the first of it, and is not worked out yet. */
interface Gathered {
  readings: Said[]
  stored: Promise<unknown>[]
  done: Promise<void>
}

const nameIn = ({ sn_code }: LiveDevice, { key }: LivePoint): string => cellName({ sn_code, key })

/** The point's newest is before what was read of it: a clock was ahead, or was set back. */
const wentBack = (fed: Fed | undefined): boolean =>
  fed !== undefined && fed.point.data_time !== null && fed.point.data_time < (fed.cell.data_time ?? 0)

const inTime = (a: Said, b: Said): number => a.reading.data_time - b.reading.data_time
