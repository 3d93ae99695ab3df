import { setTimeout } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { snKey } from '../../../core/rules/sn.ts'
import { type Db, DbError } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import { type WatchedClock, watchClock } from '../diagnostics/clock.ts'
import { flushLatest, type LatestValue, loadLatest } from '../history/latest.ts'
import type { Sample } from '../history/sample.ts'
import { createBatches } from '../limits/batches.ts'
import {
  createStateThinning,
  flushStates,
  keepChanges,
  keepFirstStates,
  keepRun,
  type StateChange,
  UNKNOWN,
} from './device-states.ts'
import type { CheckedReading, Fleet, FleetEvents, LiveDevice, LivePoint } from './fleet.ts'
import { isNewest, isSilent, stateOf } from './fleet.ts'
import { loadDevices, sizesOf } from './load.ts'
import { catchUp, fill, renew } from './merge.ts'
import { openReadingOrder } from './reading-order.ts'
import { TextRoom } from './text-room.ts'

const CHECK_MS = 1000
const FLUSH_MS = 5000
/** So long a server may have run longer than is known of it. */
const SEEN_MS = 60_000
/** Newest values that are written at a time, in turns with users: a device may report any number of points. */
const LATEST_AT_ONCE = 500
/** Until devices are read again that could not be read. */
const RETRY_MS = 100
const RETRY_MOST_MS = 5000
const NO_DEVICES: ReadonlySet<LiveDevice> = new Set()
/** Points of the devices that are read again at a time: others have their turn in between. */
const POINTS_AT_ONCE = 5000
/** What a device counts for at least. */
const POINTS_OF_NEW = 50

/** The store is busy, away, full of connections, or ended this one: the same statement will be carried out later. */
const isPassing = (error: unknown): boolean => error instanceof DbError && /^(08|25|40|53|55|57|58)/.test(error.code)

type InTurn = <T>(work: (q: Kysely<Schema>) => Promise<T>) => Promise<T>
type Listeners = { [E in keyof FleetEvents]: Set<FleetEvents[E]> }

class FleetInMemory implements Fleet {
  readonly #db: Db
  readonly #log: (error: unknown) => void
  readonly #devices = new Map<string, LiveDevice>()
  readonly #tenants = new Map<number, Set<LiveDevice>>()
  /** Open connections by SN; one device may hold several. */
  readonly #connections = new Map<string, number>()
  readonly #silent = new Set<LiveDevice>()
  readonly #texts = new TextRoom()
  readonly #changedDevices = new Set<LiveDevice>()
  /** Of devices that came into another state, until it is written. */
  readonly #changedStates = new Map<LiveDevice, StateChange>()
  readonly #changedPoints = new Map<LivePoint, LiveDevice>()
  readonly #listeners: Listeners = {
    values: new Set(),
    state: new Set(),
    reloaded: new Set(),
    rules: new Set(),
    left: new Set(),
    removed: new Set(),
    alarm: new Set(),
    command: new Set(),
  }
  readonly #timer: NodeJS.Timeout
  readonly #reloads = createBatches<string>({
    ownerOf: (sn) => this.#devices.get(sn)?.tenant_id ?? null,
    sizeOf: (sn) => Math.max(POINTS_OF_NEW, this.#devices.get(sn)?.points.size ?? 0),
    most: POINTS_AT_ONCE,
    work: (sns) => this.#reloadInPieces(sns),
  })
  readonly #order = openReadingOrder()
  #flushed: Promise<void> = Promise.resolve()
  #isClosed = false
  readonly #clock: WatchedClock
  readonly #stopWatching: () => void
  #flushedAt: number
  /** Of this run; null before the fleet is read. */
  #startedAt: number | null = null
  #seenAt = 0

  readonly #thinStates: ReturnType<typeof createStateThinning>

  constructor(db: Db, log: (error: unknown) => void, clock: WatchedClock) {
    this.#thinStates = createStateThinning(db)
    this.#clock = clock
    this.#flushedAt = clock.elapsed()
    this.#stopWatching = clock.onStep((ms) => this.#follow(ms))
    this.#db = db
    this.#log = log
    this.#timer = setInterval(() => this.#tick(), CHECK_MS)
  }

  get = (sn_code: string) => this.#devices.get(snKey(sn_code))
  of({ sn_code, device_id }: { sn_code: string; device_id: number }) {
    const device = this.get(sn_code)
    return device?.device_id === device_id ? device : undefined
  }
  all = () => this.#devices.values()
  devices = (tenant_id: number): ReadonlySet<LiveDevice> => this.#tenants.get(tenant_id) ?? NO_DEVICES

  on<E extends keyof FleetEvents>(event: E, listener: FleetEvents[E]): () => void {
    this.#listeners[event].add(listener)
    return () => this.#listeners[event].delete(listener)
  }

  emit<E extends keyof FleetEvents>(event: E, ...what: Parameters<FleetEvents[E]>): void {
    for (const listener of this.#listeners[event]) {
      try {
        ;(listener as (...args: Parameters<FleetEvents[E]>) => void)(...what)
      } catch (error) {
        this.#log(error)
      }
    }
  }

  async load(newest: ReadonlyMap<number, Sample>): Promise<void> {
    const now = this.#clock.now()
    // All that there is: a server with many points takes longer than people wait.
    const [devices, latest] = await this.#db.system(
      async (q) => [await loadDevices(q), await loadLatest(q)] as const,
      'reports',
    )
    for (const device of devices) {
      fill(device, latest)
      // The clock may have been set back while nobody looked: nothing was heard after now.
      if (device.report_time !== null) device.report_time = Math.min(device.report_time, now)
      for (const point of catchUp(device, newest, now)) this.#changedPoints.set(point, device)
      this.#add(device)
    }
    await this.#db.system((q) => keepFirstStates(q, now), 'reports')
    this.#startedAt = now
    this.#check(now)
  }

  reload = (...sn_codes: readonly string[]): Promise<void> => this.#reloads.add(sn_codes.map(snKey))

  reloadFirst = (tenant_id: number, sn_code: string): Promise<void> =>
    this.#untilRead(() => this.#reload([snKey(sn_code)], (work) => this.#db.systemFor(tenant_id, work)))

  move(tenant_id: number, sn_codes: readonly string[], group_id: number): void {
    for (const sn_code of sn_codes) {
      const device = this.get(sn_code)
      if (!device || device.tenant_id !== tenant_id || device.group_id === group_id) continue
      const { device_id, group_id: before } = device
      device.group_id = group_id
      this.#order.overtake(snKey(sn_code))
      this.emit('left', { tenant_id, device_id, group_id: before, sn_code: device.sn_code }, device)
    }
  }

  /**
   * What was changed is stored already: memory must not go on with what is no longer so, as an organisation that reads and
   * writes to a device that is another's now. So where the store is busy or away, it is read as soon as that is over.
   */
  async #untilRead<T>(read: () => Promise<T>): Promise<T> {
    for (let waitMs = RETRY_MS; ; waitMs = Math.min(waitMs * 2, RETRY_MOST_MS)) {
      try {
        return await read()
      } catch (error) {
        if (this.#isClosed || !isPassing(error)) throw error
        this.#log(error)
        await setTimeout(waitMs, undefined, { ref: false })
      }
    }
  }

  /** How large devices are that are new is known to the store alone: many large ones are read some at a time. */
  async #reloadInPieces(sns: readonly string[]): Promise<void> {
    const unknown = sns.filter((sn) => !this.#devices.has(sn))
    const pieces: string[][] = [sns.filter((sn) => this.#devices.has(sn))]
    const sizes = unknown.length > 1 ? await this.#untilRead(() => this.#db.system((q) => sizesOf(q, unknown))) : null
    let size = 0
    for (const sn of unknown) {
      size += sizes?.get(sn) ?? 0
      if (size > POINTS_AT_ONCE) {
        pieces.push([])
        size = sizes?.get(sn) ?? 0
      }
      pieces.at(-1)?.push(sn)
    }
    for (const some of pieces)
      if (some.length > 0) await this.#untilRead(() => this.#reload(some, (work) => this.#db.system(work)))
  }

  async #reload(sns: readonly string[], inTurn: InTurn): Promise<void> {
    const gone: LiveDevice[] = []
    const again = await this.#order.run(async (counts) => {
      const found = await inTurn((q) => this.#read(q, sns))
      for (const sn of sns) {
        if (!counts(sn)) continue
        const known = this.#devices.get(sn)
        this.#take(known, found.get(sn))
        if (known && !this.#isHere(known)) gone.push(known)
      }
    })
    if (again.length > 0) await this.#untilRead(() => this.#reload(again, inTurn))
    // What it said last is what it has where it is restored.
    if (gone.length === 0) return
    const time = this.#clock.now()
    const unknown = gone.map((device) => [device, { dev_state: UNKNOWN, time }] as const)
    await this.#write(gone, gone.flatMap(latestOfAll), unknown).catch(this.#log)
  }

  /** Newest values of devices that are known are in memory. */
  async #read(q: Kysely<Schema>, sns: readonly string[]): Promise<ReadonlyMap<string, LiveDevice>> {
    const read = new Map((await loadDevices(q, sns)).map((device) => [snKey(device.sn_code), device]))
    // One that was restored has values from before.
    const isNew = ({ sn_code, device_id }: LiveDevice) => this.get(sn_code)?.device_id !== device_id
    const unknown = [...read.values()].filter((device) => isNew(device) && device.points.size > 0)
    if (unknown.length === 0) return read
    const latest = await loadLatest(
      q,
      unknown.map(({ device_id }) => device_id),
    )
    for (const device of unknown) fill(device, latest)
    return read
  }

  #take(known: LiveDevice | undefined, read: LiveDevice | undefined): void {
    if (known && known.device_id !== read?.device_id) this.#remove(known)
    if (!read) return
    const isKnown = known?.device_id === read.device_id
    const device = isKnown ? known : read
    if (isKnown) {
      const { tenant_id, device_id, group_id, sn_code } = known
      renew(known, read, this.#clock.now())
      if (group_id !== known.group_id) this.emit('left', { tenant_id, device_id, group_id, sn_code }, known)
    }
    this.#add(device)
    if (!isKnown) this.#changedStates.set(device, { dev_state: device.dev_state, time: this.#clock.now() })
    this.emit('reloaded', device)
    this.#update(device, this.#clock.now(), true)
  }

  /** It was not deleted, nor its SN given to another device, while somebody worked on it. */
  #isHere = (device: LiveDevice): boolean => this.get(device.sn_code) === device

  apply(device: LiveDevice, readings: readonly CheckedReading[], now: number): readonly string[] {
    if (!this.#isHere(device)) return []
    const changed = new Set<string>()
    for (const { data_time, values } of readings) {
      for (const { point, value, quality } of values) {
        if (!isNewest(point, data_time, now)) continue
        this.#texts.replace(device, point.value, value)
        point.value = value
        point.quality = quality
        point.data_time = data_time
        point.arrival_time = now
        this.#changedPoints.set(point, device)
        changed.add(point.key)
      }
    }
    device.report_time = now
    device.is_dead = false
    this.#changedDevices.add(device)
    this.#update(device, now)
    if (changed.size === 0) return []
    device.seq++
    const keys = [...changed]
    this.emit('values', device, keys)
    return keys
  }

  hasTextRoom = (device: LiveDevice, length: number): boolean => this.#texts.has(device, length)

  setConnected(sn_code: string, connected: boolean, now: number): void {
    const sn = snKey(sn_code)
    const count = Math.max(0, (this.#connections.get(sn) ?? 0) + (connected ? 1 : -1))
    if (count > 0) this.#connections.set(sn, count)
    else this.#connections.delete(sn)
    const device = this.#devices.get(sn)
    if (!device) return
    device.connected = count > 0
    if (connected) {
      device.is_dead = false
      this.#standAlone(device)
    }
    this.#update(device, now)
  }

  setDead(device: LiveDevice, now: number): void {
    device.is_dead = true
    this.#update(device, now)
  }

  setAlarms(device: LiveDevice, open_alarms: number, alarm_level: number, now: number): void {
    const isNews = device.open_alarms !== open_alarms || device.alarm_level !== alarm_level
    device.open_alarms = open_alarms
    device.alarm_level = alarm_level
    this.#update(device, now, isNews)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    this.#stopWatching()
    await this.#flushed
    await this.#flush()
    await this.#keepRun()
  }

  #add(device: LiveDevice): void {
    const sn = snKey(device.sn_code)
    device.connected = this.#connections.has(sn)
    if (device.connected) this.#standAlone(device)
    this.#devices.set(sn, device)
    this.#texts.count(device)
    const siblings = this.#tenants.get(device.tenant_id)
    if (siblings) siblings.add(device)
    else this.#tenants.set(device.tenant_id, new Set([device]))
    if (isSilent(device, this.#clock.now())) this.#silent.add(device)
  }

  /** It signed in itself: no node speaks for it any more. */
  #standAlone(device: LiveDevice): void {
    if (device.behind === null) return
    device.behind = null
    this.#changedDevices.add(device)
  }

  #remove(device: LiveDevice): void {
    this.#devices.delete(snKey(device.sn_code))
    this.#tenants.get(device.tenant_id)?.delete(device)
    this.#silent.delete(device)
    this.#texts.forget(device)
    this.#changedDevices.delete(device)
    this.#changedStates.delete(device)
    for (const point of device.points.values()) this.#changedPoints.delete(point)
    this.emit('left', device, null)
    this.emit('removed', device)
  }

  #update(device: LiveDevice, now: number, isNews = false): void {
    if (!this.#isHere(device)) return
    const silent = isSilent(device, now)
    const dev_state = stateOf(device, now)
    if (!isNews && dev_state === device.dev_state && silent === this.#silent.has(device)) return
    if (dev_state !== device.dev_state) {
      device.dev_state = dev_state
      this.#changedDevices.add(device)
      this.#changedStates.set(device, { dev_state, time: now })
    }
    if (silent) this.#silent.add(device)
    else this.#silent.delete(device)
    // Whoever resumes at an older number has not seen this state.
    device.seq++
    this.emit('state', device)
  }

  #check(now: number): void {
    for (const device of this.#devices.values()) this.#update(device, now)
  }

  #tick(): void {
    this.#check(this.#clock.now())
    const elapsed = this.#clock.elapsed()
    if (elapsed - this.#flushedAt < FLUSH_MS) return
    this.#flushedAt = elapsed
    // One at a time: a slow store must not pile up writes of the same rows.
    this.#flushed = this.#flushed.then(async () => {
      await this.#flush()
      if (this.#clock.now() - this.#seenAt >= SEEN_MS) await this.#keepRun()
    })
  }

  /** The clock was set: a device is as silent as it was. Its values have another age, so whoever shows them has to know. */
  #follow(ms: number): void {
    for (const device of this.#devices.values()) {
      if (device.report_time !== null) device.report_time += ms
      for (const point of device.points.values()) if (point.arrival_time !== null) point.arrival_time += ms
      this.#changedDevices.add(device)
      device.seq++
      this.emit('state', device)
    }
  }

  async #write(
    devices: readonly LiveDevice[],
    latest: readonly LatestValue[],
    states: readonly (readonly [LiveDevice, StateChange])[],
  ): Promise<void> {
    await this.#db.system(async (q) => {
      await flushStates(q, devices, this.#clock.now())
      await keepChanges(q, states)
    }, 'ingest')
    for (let at = 0; at < latest.length; at += LATEST_AT_ONCE)
      await this.#db.system((q) => flushLatest(q, latest.slice(at, at + LATEST_AT_ONCE)))
    await this.#thinStates(states.map(([device]) => device)).catch(this.#log)
  }

  /** What cannot be written now is written next time. */
  async #flush(): Promise<void> {
    const devices = [...this.#changedDevices]
    const states = [...this.#changedStates]
    const points = [...this.#changedPoints]
    this.#changedDevices.clear()
    this.#changedStates.clear()
    this.#changedPoints.clear()
    if (devices.length + states.length + points.length === 0) return
    try {
      await this.#write(devices, points.flatMap(latestOf), states)
    } catch (error) {
      this.#log(error)
      for (const device of devices) if (this.#isHere(device)) this.#changedDevices.add(device)
      for (const [device, change] of states)
        if (this.#isHere(device) && !this.#changedStates.has(device)) this.#changedStates.set(device, change)
      for (const [point, device] of points) {
        if (this.#isHere(device)) this.#changedPoints.set(point, device)
      }
    }
  }

  async #keepRun(): Promise<void> {
    const start = this.#startedAt
    if (start === null) return
    const now = this.#clock.now()
    this.#seenAt = now
    await this.#db.system((q) => keepRun(q, start, now), 'ingest').catch(this.#log)
  }
}

const latestOfAll = (device: LiveDevice): LatestValue[] =>
  [...device.points.values()].flatMap((point) => latestOf([point, device]))

const latestOf = ([point, { tenant_id, device_id }]: [LivePoint, LiveDevice]): LatestValue[] =>
  point.data_time === null
    ? []
    : [
        {
          tenant_id,
          device_id,
          point_id: point.point_id,
          data_time: point.data_time,
          value: point.value,
          quality: point.quality,
        },
      ]

/**
 * Reads the fleet of all tenants and keeps it: states each second, what changed to SQL every 5 s. `newest` are samples,
 * by point, that a crash left in the journal only.
 */
export async function openFleet(
  db: Db,
  log: (error: unknown) => void,
  newest: ReadonlyMap<number, Sample> = new Map(),
  clock: WatchedClock = watchClock(),
): Promise<Fleet> {
  const fleet = new FleetInMemory(db, log, clock)
  try {
    await fleet.load(newest)
    return fleet
  } catch (error) {
    await fleet.close()
    throw error
  }
}
