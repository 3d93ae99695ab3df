import type { Samples } from '../rules/expression/samples.ts'
import { overTime, sampleOf } from '../rules/expression/samples.ts'
import type { DeviceFacts, PointSource, PointState } from './point-source.ts'
import { DeviceListeners } from './runtime/device-listeners.ts'
import { shareFor, simulatedValue } from './simulated-source/simulated-value.ts'

export interface SimulatedSourceOptions {
  /** With the points that are to move; '' for a screen that no device is opened for. */
  readonly devices: readonly DeviceFacts[]
  /** The same seed at the same time gives the same values. */
  readonly seed?: string
  /** Some points are stale, bad or in alarm from time to time: how a screen shows that. */
  readonly hasTroubles?: boolean
  readonly now?: () => number
}

const STEP_MS = 1000
/** What decides a point's faults at a time. */
const TROUBLE_MS = 20_000
const MOST_SAMPLES = 500

/** Values as they could be: every point of the devices moves by itself. */
export function createSimulatedSource(options: SimulatedSourceOptions): PointSource & { readonly kind: 'simulated' } {
  const { seed = '', hasTroubles = false, now = Date.now } = options
  const devices = new Map(options.devices.map((device) => [device.sn_code, device]))
  /** Of this step: read again, it is the same object. */
  const states = new Map<string, PointState>()
  let step = -1
  const listening = new Set<string>()
  let timer: ReturnType<typeof setInterval> | undefined

  const listeners = new DeviceListeners((sn_code) => {
    listening.add(sn_code)
    timer ??= setInterval(tick, STEP_MS)
    return () => {
      listening.delete(sn_code)
      if (listening.size > 0) return
      clearInterval(timer)
      timer = undefined
    }
  })

  function tick(): void {
    for (const sn_code of listening) {
      const keys = devices.get(sn_code)?.points.keys()
      if (keys) listeners.notify(sn_code, [...keys])
    }
  }

  function valueAt(sn_code: string, key: string, time: number) {
    const point = devices.get(sn_code)?.points.get(key)
    return point ? simulatedValue(point, `${seed}\n${sn_code}`, time) : null
  }

  function stateAt(sn_code: string, key: string): PointState | null {
    const facts = devices.get(sn_code)
    if (!facts?.points.has(key)) return null
    const time = Math.floor(now() / STEP_MS) * STEP_MS
    if (time !== step) states.clear()
    step = time
    const name = `${sn_code}\n${key}`
    const known = states.get(name)
    if (known) return known
    const state: PointState = {
      ...troubleAt(name, time),
      value: valueAt(sn_code, key, time),
      data_time: time,
    }
    states.set(name, state)
    return state
  }

  function troubleAt(name: string, time: number): Pick<PointState, 'quality' | 'alarm_level'> {
    const good = { quality: 'good', alarm_level: 0 } as const
    if (!hasTroubles) return good
    const luck = shareFor(`${seed}\n${name}\n${Math.floor(time / TROUBLE_MS)}`)
    if (luck < 0.04) return { quality: 'bad', alarm_level: 0 }
    if (luck < 0.08) return { quality: 'stale', alarm_level: 0 }
    if (luck < 0.1) return { quality: 'uncertain', alarm_level: 0 }
    return luck > 0.9 ? { quality: 'good', alarm_level: 1 + (Math.floor(luck * 1000) % 5) } : good
  }

  return {
    kind: 'simulated',
    now,
    read: stateAt,
    device: (sn_code) => devices.get(sn_code) ?? null,
    isRefused: (sn_code) => !devices.has(sn_code),
    listen: (sn_code, onChange) => listeners.add(sn_code, onChange),
    history: (sn_code, key): Samples => ({
      over(start, end) {
        const every = Math.max(STEP_MS, (end - start) / MOST_SAMPLES)
        const count = Math.floor((end - start) / every) + 1
        const at = (i: number) => start + i * every
        const value = (i: number) => sampleOf(valueAt(sn_code, key, at(i)))
        return overTime(count, at, value, (i) => [value(i), value(i)], start, start, end)
      },
    }),
  }
}
