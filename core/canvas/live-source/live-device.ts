import { ApiError, ConnectionError } from '../../contract/api-error.ts'
import type { LiveValue } from '../../contract/realtime.ts'
import { agedQuality, staleAfterMs } from '../../rules/staleness.ts'
import type { DeviceFacts, PointState } from '../point-source.ts'
import type { LiveConnection } from './live-connection.ts'
import type { Read } from './live-readings.ts'

interface DeviceHandlers {
  changed(keys: readonly string[]): void
  measured(key: string, state: PointState): void
  returned(): void
}

/** A connection that is down this long marks every value; a shorter gap would only make the screen flash. */
const AWAY_MS = 10_000
const RETRY_MS = 5000
/** Values that become stale one after the other are reported together. */
const SETTLE_MS = 250

/** One device while somebody listens to it. */
export class LiveDevice {
  readonly #connection: LiveConnection
  readonly #sn_code: string
  readonly #handlers: DeviceHandlers
  readonly #states = new Map<string, PointState>()
  /** As they were sent; a state's quality is what has become of it since. */
  #values: Readonly<Record<string, LiveValue>> = {}
  #levels: ReadonlyMap<string, number> = new Map()
  #staleMs = Number.POSITIVE_INFINITY
  /** Of what was asked for last. */
  #described_time: number | undefined
  #isLive = true
  #isAway = false
  #isOpen = false
  #stop: (() => void) | null = null
  #aging: { timer: ReturnType<typeof setTimeout>; at: number } | null = null
  #leaving: ReturnType<typeof setTimeout> | undefined
  #retry: ReturnType<typeof setTimeout> | undefined
  facts: DeviceFacts | null = null
  isRefused = false

  constructor(connection: LiveConnection, sn_code: string, handlers: DeviceHandlers) {
    this.#connection = connection
    this.#sn_code = sn_code
    this.#handlers = handlers
  }

  read(key: string): PointState | null {
    return this.#states.get(key) ?? null
  }

  /** The highest of its open alarms. */
  get alarm_level(): number {
    return Math.max(0, ...this.#levels.values())
  }

  open(): void {
    if (this.#isOpen) return
    this.#isOpen = true
    const $readings = this.#connection.readings(this.#sn_code)
    // The first listener subscribes; only then is there something to get.
    this.#stop = $readings.listen((readings) => this.#take(readings))
    this.#take($readings.get())
    void this.#learn()
  }

  close(): void {
    this.#isOpen = false
    this.#stop?.()
    this.#stop = null
    clearTimeout(this.#retry)
    clearTimeout(this.#leaving)
    this.#leaving = undefined
    this.#stopAging()
    // What is kept past the last listener would be old when the next one comes.
    this.#states.clear()
    this.#values = {}
    this.#isAway = false
    this.#isLive = true
  }

  takeAlarms(levels: ReadonlyMap<string, number>): void {
    const before = this.#levels
    this.#levels = levels
    const keys = new Set([...before.keys(), ...levels.keys()])
    this.#restate([...keys].filter((key) => before.get(key) !== levels.get(key)))
  }

  /** Names, units and who may write; requested again until there is an answer. */
  async #learn(): Promise<void> {
    const sn_code = this.#sn_code
    try {
      const known = await this.#connection.api.device.detail({ sn_code })
      if (!this.#isOpen) return
      const { dev_alias, may_write, points, hidden_points = [], closed } = known
      const dev_state = this.facts?.dev_state ?? known.dev_state
      this.isRefused = false
      this.facts = {
        sn_code,
        dev_alias,
        dev_state,
        may_write,
        points: new Map([...points, ...hidden_points].map((one) => [one.key, one])),
        closed: new Set(closed),
      }
      this.#staleMs = staleAfterMs(known.report_interval_s)
      this.#handlers.changed([])
      this.#restate([...this.#states.keys()])
    } catch (error) {
      if (!this.#isOpen) return
      if (error instanceof ApiError) this.#refuse()
      else if (error instanceof ConnectionError) this.#retry = setTimeout(() => void this.#learn(), RETRY_MS)
      else throw error
    }
  }

  #refuse(): void {
    this.isRefused = true
    this.facts = null
    this.#states.clear()
    this.#handlers.changed([])
  }

  #take(readings: Read): void {
    if (!readings) return
    if ('refused' in readings) {
      this.#refuse()
      return
    }
    const { values, is_live, dev_state, described_time } = readings
    this.#follow(is_live)
    const known = this.#described_time
    this.#described_time = described_time
    if (known !== undefined && described_time !== known) void this.#learn()
    if (this.facts && this.facts.dev_state !== dev_state) {
      this.facts = { ...this.facts, dev_state }
      this.#handlers.changed([])
    }
    const before = this.#values
    if (values === before) return
    this.#values = values
    const changed = Object.keys(values).filter((key) => !Object.hasOwn(before, key) || values[key] !== before[key])
    const gone = Object.keys(before).filter((key) => !Object.hasOwn(values, key))
    this.#restate([...changed, ...gone])
    for (const key of changed) {
      const state = this.#states.get(key)
      if (state) this.#handlers.measured(key, state)
    }
  }

  #follow(isLive: boolean): void {
    if (isLive === this.#isLive) return
    this.#isLive = isLive
    clearTimeout(this.#leaving)
    const setAway = (isAway: boolean) => {
      this.#isAway = isAway
      this.#restate([...this.#states.keys()])
    }
    if (!isLive) this.#leaving = setTimeout(() => setAway(true), AWAY_MS)
    else {
      if (this.#isAway) setAway(false)
      this.#handlers.returned()
    }
  }

  /** Computes the state of points anew, and reports those that changed. */
  #restate(keys: readonly string[]): void {
    const now = this.#connection.clock.now()
    const changed = keys.filter((key) => this.#put(key, now))
    this.#age(now, keys)
    if (changed.length > 0) this.#handlers.changed(changed)
  }

  #put(key: string, now: number): boolean {
    const before = this.#states.get(key)
    const live = Object.hasOwn(this.#values, key) ? this.#values[key] : undefined
    const alarm_level = this.#levels.get(key) ?? 0
    if (!live && alarm_level === 0) return this.#states.delete(key)
    const [value, sent, data_time] = live ?? [null, 'bad' as const, null]
    const isOld = this.#isAway || (data_time !== null && now - data_time > this.#staleMs)
    const quality = agedQuality(sent, isOld)
    const isSame =
      before &&
      Object.is(before.value, value) &&
      before.quality === quality &&
      before.data_time === data_time &&
      before.alarm_level === alarm_level
    if (!isSame) this.#states.set(key, { value, quality, data_time, alarm_level })
    return !isSame
  }

  /** Wakes when the next good value has grown old. */
  #age(now: number, keys: Iterable<string>): void {
    if (!this.#isOpen || !Number.isFinite(this.#staleMs) || this.#isAway) return
    let oldest = Number.POSITIVE_INFINITY
    for (const key of keys) {
      const state = this.#states.get(key)
      if (state?.quality === 'good' && state.data_time !== null) oldest = Math.min(oldest, state.data_time)
    }
    const at = oldest + this.#staleMs
    // One that wakes too early, since newer values came, finds the next time for all.
    if (!Number.isFinite(at) || (this.#aging && this.#aging.at <= at)) return
    this.#stopAging()
    const wake = () => {
      this.#aging = null
      this.#restate([...this.#states.keys()])
    }
    this.#aging = { timer: setTimeout(wake, Math.max(0, at - now) + SETTLE_MS), at }
  }

  #stopAging(): void {
    if (this.#aging) clearTimeout(this.#aging.timer)
    this.#aging = null
  }
}
