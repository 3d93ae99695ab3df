import { atom, type ReadableAtom } from 'nanostores'
import type { FetchPast } from './live-source/fetch-past.ts'
import type { PointSource, PointState } from './point-source.ts'
import { type PastAlarm, pastAlarms } from './replay-source/past-alarms.ts'
import { indexAt, nameOf, seriesOver, type WantedPoint } from './replay-source/replay-window.ts'
import { ReplayWindows } from './replay-source/replay-windows.ts'
import { DeviceListeners } from './runtime/device-listeners.ts'

export type { FetchPast, PastAlarm }

export const REPLAY_SPEEDS = { least: 1, most: 600 } as const
const FRAME_MS = 250

export interface ReplaySourceOptions {
  /** The contract's `screen.replay`. */
  readonly fetch: FetchPast
  /** Epoch ms. */
  readonly start: number
  readonly end: number
  /** Names, units and points of devices: those of the live source. */
  readonly facts?: Pick<PointSource, 'device' | 'listen' | 'isRefused'>
  /** Alarms that were open at some time between start and end; without it none are drawn. */
  readonly alarms?: () => Promise<readonly PastAlarm[]>
  /** The clock that the replay runs by. */
  readonly realNow?: () => number
}

export interface ReplayState {
  /** The time shown. */
  readonly time: number
  /** Where it is going while that is still being fetched; null else. */
  readonly target: number | null
  readonly speed: number
  readonly isPlaying: boolean
  readonly isLoading: boolean
  /** Why it stopped; gone with the next play or seek. */
  readonly error: unknown
}

export interface ReplaySource extends PointSource {
  readonly kind: 'replay'
  readonly start: number
  readonly end: number
  readonly $state: ReadableAtom<ReplayState>
  /** From the end it begins anew. */
  play(): void
  pause(): void
  seek(time: number): void
  /** Seconds of the replay a second, 1 to 600. */
  setSpeed(speed: number): void
  dispose(): void
}

/** Values as they were. What is shown follows one clock, which waits for what has not come. */
export const createReplaySource = (options: ReplaySourceOptions): ReplaySource => new Replay(options)

class Replay implements ReplaySource {
  readonly #options
  readonly start
  readonly #facts
  readonly #realNow
  readonly end
  readonly #wanted = new Map<string, WantedPoint>()
  readonly #windows
  readonly #states = new Map<string, PointState>()
  readonly #deviceAlarms = new Map<string, number>()
  readonly $state
  #past = pastAlarms([])
  #hasRequestedAlarms = false
  #timer: ReturnType<typeof setInterval> | undefined
  #lastReal = 0
  #isScheduled = false
  #isDisposed = false
  readonly #listeners
  readonly kind: ReplaySource['kind'] = 'replay'

  constructor(options: ReplaySourceOptions) {
    this.#options = options
    const { fetch, start, facts, realNow = Date.now } = options
    this.start = start
    this.#facts = facts
    this.#realNow = realNow
    this.end = Math.max(options.end, start)
    this.#windows = new ReplayWindows(fetch, this.end, this.#wanted)
    this.$state = atom<ReplayState>({
      time: start,
      target: null,
      speed: 1,
      isPlaying: false,
      isLoading: false,
      error: null,
    })
    this.#listeners = new DeviceListeners((sn_code) => {
      this.#ask()
      // Changes of a device's facts pass; live values are not part of a replay.
      return (
        this.#facts?.listen(sn_code, (keys) => {
          if (keys.length === 0) this.#listeners.notify(sn_code, [])
        }) ?? (() => {})
      )
    })
  }

  #set(change: Partial<ReplayState>) {
    return this.$state.set({ ...this.$state.get(), ...change })
  }

  #want(sn_code: string, key: string, pastMs: number): void {
    if (sn_code === '') return
    const name = nameOf(sn_code, key)
    const known = this.#wanted.get(name)
    if (known && known.pastMs >= pastMs) return
    this.#wanted.set(name, { sn_code, key, pastMs })
    // What has come does not reach back far enough.
    if (known) this.#windows.forget(name)
    this.#ask()
  }

  /** Points are requested together, and only once somebody listens. */
  #ask(): void {
    if (this.#isScheduled || this.#isDisposed) return
    this.#isScheduled = true
    queueMicrotask(() => {
      this.#isScheduled = false
      if ([...this.#listeners.devices].length === 0) return
      if (!this.#hasRequestedAlarms && this.#options.alarms) {
        this.#hasRequestedAlarms = true
        void this.#options.alarms().then(
          (alarms) => {
            this.#past = pastAlarms(alarms)
            this.#show(this.$state.get().time)
          },
          // The replay goes on without.
          () => {},
        )
      }
      const { target, time } = this.$state.get()
      void this.#go(target ?? time)
    })
  }

  /** Shows a time, as soon as it is loaded. */
  async #go(time: number): Promise<void> {
    const window = this.#windows.at(time)
    if (window && this.#windows.isComplete(window)) {
      if (this.$state.get().isLoading) this.#lastReal = this.#realNow()
      this.#set({ time, target: null, isLoading: false })
      this.#show(time)
      return
    }
    this.#set({ target: time, isLoading: true, error: null })
    try {
      await this.#windows.need(time, this.$state.get().speed)
    } catch (error) {
      if (this.#isDisposed || this.$state.get().target !== time) return
      this.#stopClock()
      this.#set({ target: null, isLoading: false, isPlaying: false, error })
      return
    }
    // Somebody may have gone elsewhere meanwhile.
    if (this.#isDisposed || this.$state.get().target !== time) return
    await this.#go(time)
  }

  #show(time: number): void {
    const changed = new Map<string, string[]>()
    for (const [name, { sn_code, key }] of this.#wanted) {
      const state = this.#stateAt(name, time)
      if (state === (this.#states.get(name) ?? null)) continue
      if (state) this.#states.set(name, state)
      else this.#states.delete(name)
      const keys = changed.get(sn_code)
      if (keys) keys.push(key)
      else changed.set(sn_code, [key])
    }
    for (const sn_code of this.#listeners.devices) {
      const level = this.#past.levelAt(sn_code, time)
      if (level !== (this.#deviceAlarms.get(sn_code) ?? 0) && !changed.has(sn_code)) changed.set(sn_code, ['*'])
      this.#deviceAlarms.set(sn_code, level)
    }
    for (const [sn_code, keys] of changed) this.#listeners.notify(sn_code, keys)
  }

  #stateAt(name: string, time: number): PointState | null {
    const series = this.#windows.series(name, time)
    const at = series ? indexAt(series, time) : -1
    const alarm_level = this.#past.levelAt(name, time)
    const before = this.#states.get(name)
    if (!series || at < 0) return alarm_level > 0 ? keep(before, null, 'bad', null, alarm_level) : null
    return keep(before, series.values[at] ?? null, series.qualities[at] ?? 'bad', series.times[at] ?? null, alarm_level)
  }

  readonly #tick = (): void => {
    const { time, speed, isLoading } = this.$state.get()
    const real = this.#realNow()
    if (isLoading) {
      // The clock waits: what was missed is not jumped over.
      this.#lastReal = real
      return
    }
    const next = Math.min(this.end, time + Math.max(0, real - this.#lastReal) * speed)
    this.#lastReal = real
    const window = this.#windows.at(time)
    // Half of what is there is left to be watched while the next part comes.
    if (window && window.to < this.end && next > (window.from + window.to) / 2)
      void this.#windows.need(window.to, speed).catch(() => {
        // It is requested again when it is needed, and reported then.
      })
    // The next part begins where this one ends, and not wherever the clock would be.
    const isBeyond = window !== null && next >= window.to && window.to < this.end && !this.#windows.at(window.to)
    void this.#go(isBeyond ? window.to : next)
    if (next >= this.end) {
      this.#stopClock()
      this.#set({ isPlaying: false })
    }
  }

  #stopClock(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  readonly now: ReplaySource['now'] = () => this.$state.get().time

  readonly read: ReplaySource['read'] = (sn_code, key) => {
    this.#want(sn_code, key, 0)
    return this.#states.get(nameOf(sn_code, key)) ?? null
  }

  readonly device: ReplaySource['device'] = (sn_code) => this.#facts?.device(sn_code) ?? null

  readonly isRefused: ReplaySource['isRefused'] = (sn_code) =>
    sn_code === '' || (this.#facts?.isRefused?.(sn_code) ?? false)

  readonly listen: ReplaySource['listen'] = (sn_code, onChange) => this.#listeners.add(sn_code, onChange)

  readonly deviceAlarm: ReplaySource['deviceAlarm'] = (sn_code) => this.#past.levelAt(sn_code, this.$state.get().time)

  readonly alarms: ReplaySource['alarms'] = (sn_code) => this.#past.at(sn_code, this.$state.get().time)

  readonly history: ReplaySource['history'] = (sn_code, key, spanMs) => {
    this.#want(sn_code, key, spanMs)
    return {
      over: (from, to) => {
        const { time } = this.$state.get()
        const series = this.#windows.series(nameOf(sn_code, key), time)
        return series && seriesOver(series, from, Math.min(to, time))
      },
    }
  }

  readonly play: ReplaySource['play'] = () => {
    if (this.#isDisposed) return
    const { time, target } = this.$state.get()
    this.#lastReal = this.#realNow()
    this.#set({ isPlaying: true, error: null })
    this.#timer ??= setInterval(this.#tick, FRAME_MS)
    void this.#go(target ?? (time >= this.end ? this.start : time))
  }

  readonly pause: ReplaySource['pause'] = () => {
    this.#stopClock()
    this.#set({ isPlaying: false })
  }

  readonly seek: ReplaySource['seek'] = (time) => {
    if (this.#isDisposed) return
    this.#set({ error: null })
    this.#lastReal = this.#realNow()
    void this.#go(Math.min(this.end, Math.max(this.start, Math.round(time))))
  }

  readonly setSpeed: ReplaySource['setSpeed'] = (wanted) => {
    const speed = Math.min(REPLAY_SPEEDS.most, Math.max(REPLAY_SPEEDS.least, wanted))
    this.#set({ speed })
    this.#windows.refine(speed)
    const { time, target } = this.$state.get()
    void this.#go(target ?? time)
  }

  readonly dispose: ReplaySource['dispose'] = () => {
    this.#isDisposed = true
    this.#stopClock()
    this.#windows.clearUnderWay()
  }
}

/** The same object while nothing changes. */
function keep(
  before: PointState | undefined,
  value: PointState['value'],
  quality: PointState['quality'],
  data_time: number | null,
  alarm_level: number,
): PointState {
  const isSame =
    before &&
    Object.is(before.value, value) &&
    before.quality === quality &&
    before.data_time === data_time &&
    before.alarm_level === alarm_level
  return isSame ? before : { value, quality, data_time, alarm_level }
}
