import type { Db } from '../db/db.ts'
import { flushStates } from '../db/device-states.ts'
import type { Fleet, FleetEvents, JudgedReading, LiveDevice, LivePoint } from '../fleet.ts'
import { isSilent, stateOf } from '../fleet.ts'
import { flushLatest, type LatestValue, loadLatest } from '../telemetry/latest.ts'
import type { Sample } from '../telemetry/sample.ts'
import { loadDevices } from './load.ts'
import { catchUp, fill, renew } from './merge.ts'

const CHECK_MS = 1000
const FLUSH_MS = 5000

type Listeners = { [E in keyof FleetEvents]: Set<FleetEvents[E]> }

class FleetInMemory implements Fleet {
  readonly #db: Db
  readonly #log: (error: unknown) => void
  readonly #devices = new Map<string, LiveDevice>()
  readonly #tenants = new Map<number, Set<LiveDevice>>()
  /** Open connections by SN; one device may hold several. */
  readonly #connections = new Map<string, number>()
  readonly #silent = new Set<LiveDevice>()
  readonly #changedDevices = new Set<LiveDevice>()
  readonly #changedPoints = new Map<LivePoint, LiveDevice>()
  readonly #listeners: Listeners = {
    values: new Set(),
    state: new Set(),
    reloaded: new Set(),
    removed: new Set(),
    alarm: new Set(),
    command: new Set(),
  }
  readonly #timer: NodeJS.Timeout
  #reloads: Promise<void> = Promise.resolve()
  #flushed: Promise<void> = Promise.resolve()
  #flushTime = Date.now()

  constructor(db: Db, log: (error: unknown) => void) {
    this.#db = db
    this.#log = log
    this.#timer = setInterval(() => this.#tick(Date.now()), CHECK_MS)
  }

  get = (sn_code: string) => this.#devices.get(sn_code.toLowerCase())
  all = () => this.#devices.values()
  devices = (tenant_id: number): Iterable<LiveDevice> => this.#tenants.get(tenant_id) ?? []

  on<E extends keyof FleetEvents>(event: E, listener: FleetEvents[E]): () => void {
    this.#listeners[event].add(listener)
    return () => this.#listeners[event].delete(listener)
  }

  emit<E extends keyof FleetEvents>(event: E, ...what: Parameters<FleetEvents[E]>): void {
    for (const listener of this.#listeners[event]) {
      try {
        ;(listener as (...told: Parameters<FleetEvents[E]>) => void)(...what)
      } catch (error) {
        this.#log(error)
      }
    }
  }

  async load(newest: ReadonlyMap<number, Sample>): Promise<void> {
    const [devices, latest] = await this.#db.system(async (q) => [await loadDevices(q), await loadLatest(q)] as const)
    for (const device of devices) {
      fill(device, latest)
      for (const point of catchUp(device, newest)) this.#changedPoints.set(point, device)
      this.#add(device)
    }
    this.#check(Date.now())
  }

  reload(sn_code: string): Promise<void> {
    // One after another: of two readings of a row the later one must win.
    const reloaded = this.#reloads.catch(() => {}).then(() => this.#reload(sn_code))
    this.#reloads = reloaded
    return reloaded
  }

  async #reload(sn_code: string): Promise<void> {
    const known = this.get(sn_code)
    // Newest values are in memory, and a device that is new here has none.
    const [read] = await this.#db.system((q) => loadDevices(q, sn_code))
    if (known && known.device_id !== read?.device_id) this.#remove(known)
    if (!read) return
    const isKnown = known?.device_id === read.device_id
    if (isKnown) renew(known, read)
    const device = isKnown ? known : read
    this.#add(device)
    this.emit('reloaded', device)
    this.#update(device, Date.now(), true)
  }

  apply(device: LiveDevice, readings: readonly JudgedReading[], now: number): readonly string[] {
    const changed = new Set<string>()
    for (const { data_time, values } of readings) {
      for (const { point, value, quality } of values) {
        if (point.data_time !== null && data_time < point.data_time) continue
        point.value = value
        point.quality = quality
        point.data_time = data_time
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

  setConnected(sn_code: string, connected: boolean, now: number): void {
    const sn = sn_code.toLowerCase()
    const count = Math.max(0, (this.#connections.get(sn) ?? 0) + (connected ? 1 : -1))
    if (count > 0) this.#connections.set(sn, count)
    else this.#connections.delete(sn)
    const device = this.#devices.get(sn)
    if (!device) return
    device.connected = count > 0
    if (connected) device.is_dead = false
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
    clearInterval(this.#timer)
    await this.#flushed
    await this.#flush()
  }

  #add(device: LiveDevice): void {
    const sn = device.sn_code.toLowerCase()
    device.connected = this.#connections.has(sn)
    this.#devices.set(sn, device)
    const siblings = this.#tenants.get(device.tenant_id)
    if (siblings) siblings.add(device)
    else this.#tenants.set(device.tenant_id, new Set([device]))
    if (isSilent(device, Date.now())) this.#silent.add(device)
  }

  #remove(device: LiveDevice): void {
    this.#devices.delete(device.sn_code.toLowerCase())
    this.#tenants.get(device.tenant_id)?.delete(device)
    this.#silent.delete(device)
    this.#changedDevices.delete(device)
    for (const point of device.points.values()) this.#changedPoints.delete(point)
    this.emit('removed', device)
  }

  #update(device: LiveDevice, now: number, isNews = false): void {
    const silent = isSilent(device, now)
    const dev_state = stateOf(device, now)
    if (!isNews && dev_state === device.dev_state && silent === this.#silent.has(device)) return
    if (dev_state !== device.dev_state) {
      device.dev_state = dev_state
      this.#changedDevices.add(device)
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

  #tick(now: number): void {
    this.#check(now)
    if (now - this.#flushTime < FLUSH_MS) return
    this.#flushTime = now
    // One at a time: a slow store must not pile up writes of the same rows.
    this.#flushed = this.#flushed.then(() => this.#flush())
  }

  /** What cannot be written now is written next time. */
  async #flush(): Promise<void> {
    const devices = [...this.#changedDevices]
    const points = [...this.#changedPoints]
    this.#changedDevices.clear()
    this.#changedPoints.clear()
    if (devices.length + points.length === 0) return
    try {
      await this.#db.system(async (q) => {
        await flushStates(q, devices, Date.now())
        await flushLatest(q, points.flatMap(latestOf))
      }, 'ingest')
    } catch (error) {
      this.#log(error)
      for (const device of devices) if (this.get(device.sn_code) === device) this.#changedDevices.add(device)
      for (const [point, device] of points) {
        if (this.get(device.sn_code) === device) this.#changedPoints.set(point, device)
      }
    }
  }
}

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
): Promise<Fleet> {
  const fleet = new FleetInMemory(db, log)
  try {
    await fleet.load(newest)
    return fleet
  } catch (error) {
    await fleet.close()
    throw error
  }
}
