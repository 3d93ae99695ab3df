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
  /** The moment shown. */
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
export function createReplaySource(options: ReplaySourceOptions): ReplaySource {
  const { fetch, start, facts, realNow = Date.now } = options
  const end = Math.max(options.end, start)
  const wanted = new Map<string, WantedPoint>()
  const windows = new ReplayWindows(fetch, end, wanted)
  const states = new Map<string, PointState>()
  const deviceAlarms = new Map<string, number>()
  const $state = atom<ReplayState>({
    time: start,
    target: null,
    speed: 1,
    isPlaying: false,
    isLoading: false,
    error: null,
  })
  const set = (change: Partial<ReplayState>) => $state.set({ ...$state.get(), ...change })
  let past = pastAlarms([])
  let hasAskedAlarms = false
  let timer: ReturnType<typeof setInterval> | undefined
  let lastReal = 0
  let isAsked = false
  let isDisposed = false

  const listeners = new DeviceListeners((sn_code) => {
    ask()
    // Facts are told as facts; live values are none of the replay's.
    return (
      facts?.listen(sn_code, (keys) => {
        if (keys.length === 0) listeners.tell(sn_code, [])
      }) ?? (() => {})
    )
  })

  function want(sn_code: string, key: string, pastMs: number): void {
    if (sn_code === '') return
    const name = nameOf(sn_code, key)
    const known = wanted.get(name)
    if (known && known.pastMs >= pastMs) return
    wanted.set(name, { sn_code, key, pastMs })
    // What has come does not reach back far enough.
    if (known) windows.forget(name)
    ask()
  }

  /** Points are asked for together, and only once somebody listens. */
  function ask(): void {
    if (isAsked || isDisposed) return
    isAsked = true
    queueMicrotask(() => {
      isAsked = false
      if ([...listeners.devices].length === 0) return
      if (!hasAskedAlarms && options.alarms) {
        hasAskedAlarms = true
        void options.alarms().then(
          (alarms) => {
            past = pastAlarms(alarms)
            show($state.get().time)
          },
          // The replay goes on without.
          () => {},
        )
      }
      const { target, time } = $state.get()
      void go(target ?? time)
    })
  }

  /** Shows a moment, as soon as it has come. */
  async function go(time: number): Promise<void> {
    const window = windows.at(time)
    if (window && windows.isComplete(window)) {
      if ($state.get().isLoading) lastReal = realNow()
      set({ time, target: null, isLoading: false })
      show(time)
      return
    }
    set({ target: time, isLoading: true, error: null })
    try {
      await windows.need(time, $state.get().speed)
    } catch (error) {
      if (isDisposed || $state.get().target !== time) return
      stopClock()
      set({ target: null, isLoading: false, isPlaying: false, error })
      return
    }
    // Somebody may have gone elsewhere meanwhile.
    if (isDisposed || $state.get().target !== time) return
    await go(time)
  }

  function show(time: number): void {
    const changed = new Map<string, string[]>()
    for (const [name, { sn_code, key }] of wanted) {
      const state = stateAt(name, time)
      if (state === (states.get(name) ?? null)) continue
      if (state) states.set(name, state)
      else states.delete(name)
      const keys = changed.get(sn_code)
      if (keys) keys.push(key)
      else changed.set(sn_code, [key])
    }
    for (const sn_code of listeners.devices) {
      const level = past.levelAt(sn_code, time)
      if (level !== (deviceAlarms.get(sn_code) ?? 0) && !changed.has(sn_code)) changed.set(sn_code, ['*'])
      deviceAlarms.set(sn_code, level)
    }
    for (const [sn_code, keys] of changed) listeners.tell(sn_code, keys)
  }

  function stateAt(name: string, time: number): PointState | null {
    const series = windows.series(name, time)
    const at = series ? indexAt(series, time) : -1
    const alarm_level = past.levelAt(name, time)
    const before = states.get(name)
    if (!series || at < 0) return alarm_level > 0 ? keep(before, null, 'bad', null, alarm_level) : null
    return keep(before, series.values[at] ?? null, series.qualities[at] ?? 'bad', series.times[at] ?? null, alarm_level)
  }

  function tick(): void {
    const { time, speed, isLoading } = $state.get()
    const real = realNow()
    if (isLoading) {
      // The clock waits: what was missed is not jumped over.
      lastReal = real
      return
    }
    const next = Math.min(end, time + Math.max(0, real - lastReal) * speed)
    lastReal = real
    const window = windows.at(time)
    // Half of what is there is left to be watched while the next part comes.
    if (window && window.to < end && next > (window.from + window.to) / 2)
      void windows.need(window.to, speed).catch(() => {
        // It is asked for again when it is needed, and told then.
      })
    // The next part begins where this one ends, and not wherever the clock would be.
    const isBeyond = window !== null && next >= window.to && window.to < end && !windows.at(window.to)
    void go(isBeyond ? window.to : next)
    if (next >= end) {
      stopClock()
      set({ isPlaying: false })
    }
  }

  function stopClock(): void {
    clearInterval(timer)
    timer = undefined
  }

  return {
    kind: 'replay',
    start,
    end,
    $state,
    now: () => $state.get().time,
    read(sn_code, key) {
      want(sn_code, key, 0)
      return states.get(nameOf(sn_code, key)) ?? null
    },
    device: (sn_code) => facts?.device(sn_code) ?? null,
    isRefused: (sn_code) => sn_code === '' || (facts?.isRefused?.(sn_code) ?? false),
    listen: (sn_code, onChange) => listeners.add(sn_code, onChange),
    deviceAlarm: (sn_code) => past.levelAt(sn_code, $state.get().time),
    alarms: (sn_code) => past.at(sn_code, $state.get().time),
    history(sn_code, key, spanMs) {
      want(sn_code, key, spanMs)
      return {
        over: (from, to) => {
          const { time } = $state.get()
          const series = windows.series(nameOf(sn_code, key), time)
          return series && seriesOver(series, from, Math.min(to, time))
        },
      }
    },
    play() {
      if (isDisposed) return
      const { time, target } = $state.get()
      lastReal = realNow()
      set({ isPlaying: true, error: null })
      timer ??= setInterval(tick, FRAME_MS)
      void go(target ?? (time >= end ? start : time))
    },
    pause() {
      stopClock()
      set({ isPlaying: false })
    },
    seek(time) {
      if (isDisposed) return
      set({ error: null })
      lastReal = realNow()
      void go(Math.min(end, Math.max(start, Math.round(time))))
    },
    setSpeed(given) {
      const speed = Math.min(REPLAY_SPEEDS.most, Math.max(REPLAY_SPEEDS.least, given))
      set({ speed })
      windows.refine(speed)
      const { time, target } = $state.get()
      void go(target ?? time)
    },
    dispose() {
      isDisposed = true
      stopClock()
      windows.clearUnderWay()
    },
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
