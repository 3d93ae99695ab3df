import type { FetchPast } from './live-source/fetch-past.ts'
import type { LiveConnection } from './live-source/live-connection.ts'
import { LiveDevice } from './live-source/live-device.ts'
import { openAlarms } from './live-source/open-alarms.ts'
import { prefilled } from './live-source/prefilled.ts'
import type { PointSource } from './point-source.ts'
import { DeviceListeners } from './runtime/device-listeners.ts'

export type { LiveConnection }

export interface LiveSourceOptions {
  /** A `Connection`, or as much of one. */
  readonly connection: LiveConnection
  /** For functions over time: what was before the screen was opened. Without it they begin with what is seen. */
  readonly past?: FetchPast
}

export interface LiveSource extends PointSource {
  readonly kind: 'live'
  /** Stops for good, also where listeners were left. */
  dispose(): void
}

/** Values as devices send them. A device is subscribed while anybody listens to it. */
export function createLiveSource({ connection, past }: LiveSourceOptions): LiveSource {
  const devices = new Map<string, LiveDevice>()
  const pasts = prefilled((sn_code, key) => devices.get(sn_code)?.read(key) ?? null, connection.clock.now, past)
  const alarms = openAlarms(connection, (sn_code, levels) => devices.get(sn_code)?.takeAlarms(levels))
  const listeners = new DeviceListeners((sn_code) => {
    if (sn_code === '') return () => {}
    const device = deviceOf(sn_code)
    device.open()
    const leave = alarms.follow(sn_code)
    return () => {
      leave()
      device.close()
    }
  })

  function deviceOf(sn_code: string): LiveDevice {
    let device = devices.get(sn_code)
    if (!device) {
      device = new LiveDevice(connection, sn_code, {
        changed: (keys) => listeners.notify(sn_code, keys),
        measured: (key, state) => pasts.push(sn_code, key, state),
        // Alarms that came while the line was down were not heard.
        returned: () => alarms.reload(sn_code),
      })
      devices.set(sn_code, device)
    }
    return device
  }

  return {
    kind: 'live',
    now: () => connection.clock.now(),
    read: (sn_code, key) => devices.get(sn_code)?.read(key) ?? null,
    device: (sn_code) => devices.get(sn_code)?.facts ?? null,
    isRefused: (sn_code) => sn_code === '' || (devices.get(sn_code)?.isRefused ?? false),
    deviceAlarm: (sn_code) => devices.get(sn_code)?.alarm_level ?? 0,
    alarms: alarms.of,
    history: (sn_code, key, spanMs) => pasts.of(sn_code, key, spanMs),
    listen: (sn_code, onChange) => listeners.add(sn_code, onChange),
    dispose() {
      for (const device of devices.values()) device.close()
      alarms.dispose()
    },
  }
}
