import type { Value } from '../contract/telemetry.ts'
import type { DeviceFacts, PointSource, PointState } from './point-source.ts'
import { DeviceListeners } from './runtime/device-listeners.ts'
import { Pasts } from './runtime/pasts.ts'

export interface TypedSourceOptions {
  readonly devices?: readonly DeviceFacts[]
  readonly now?: () => number
}

/** Values as somebody types them: what a screen looks like with them. */
export interface TypedSource extends PointSource {
  readonly kind: 'typed'
  /** What is not said of the state stays as it was: good, measured now, without an alarm. */
  set(sn_code: string, key: string, value: Value, state?: Partial<Omit<PointState, 'value'>>): void
  /** Several of a device at once. */
  setAll(sn_code: string, values: Readonly<Record<string, Value>>): void
  clear(sn_code: string, key: string): void
  setDevice(facts: DeviceFacts): void
}

export function createTypedSource({ devices = [], now = Date.now }: TypedSourceOptions = {}): TypedSource {
  const facts = new Map(devices.map((device) => [device.sn_code, device]))
  const values = new Map<string, Map<string, PointState>>()
  const pasts = new Pasts((sn_code, key, ring) => {
    // Nobody typed anything before.
    ring.knownSince(0)
    const state = values.get(sn_code)?.get(key)
    if (state) ring.push(state.data_time ?? now(), state.value)
  })
  const listeners = new DeviceListeners()

  function put(sn_code: string, key: string, value: Value, state: Partial<Omit<PointState, 'value'>> = {}): void {
    const own = values.get(sn_code) ?? new Map<string, PointState>()
    values.set(sn_code, own)
    const { alarm_level = 0 } = own.get(key) ?? {}
    const typed: PointState = { quality: 'good', alarm_level, data_time: now(), ...state, value }
    own.set(key, typed)
    pasts.find(sn_code, key)?.push(typed.data_time ?? now(), value)
  }

  return {
    kind: 'typed',
    now,
    read: (sn_code, key) => values.get(sn_code)?.get(key) ?? null,
    device: (sn_code) => facts.get(sn_code) ?? null,
    listen: (sn_code, onChange) => listeners.add(sn_code, onChange),
    isRefused: (sn_code) => !facts.has(sn_code),
    history: (sn_code, key, spanMs) => pasts.of(sn_code, key, spanMs),
    set(sn_code, key, value, state) {
      put(sn_code, key, value, state)
      listeners.notify(sn_code, [key])
    },
    setAll(sn_code, typed) {
      for (const [key, value] of Object.entries(typed)) put(sn_code, key, value)
      listeners.notify(sn_code, Object.keys(typed))
    },
    clear(sn_code, key) {
      if (values.get(sn_code)?.delete(key)) listeners.notify(sn_code, [key])
    },
    setDevice(device) {
      facts.set(device.sn_code, device)
      listeners.notify(device.sn_code, [])
    },
  }
}
