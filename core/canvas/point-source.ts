import type { Point } from '../contract/device.ts'
import type { Quality, Value } from '../contract/telemetry.ts'
import type { Samples } from '../rules/expression/samples.ts'

/** A point at the time that a screen shows: now, or a replay's. */
export interface PointState {
  readonly value: Value
  readonly quality: Quality
  readonly data_time: number | null
  /** The highest level of an open alarm on this point, 1 to 5; 0 for none. */
  readonly alarm_level: number
}

/** An open alarm, at the time that a screen shows. */
export interface PointAlarm {
  readonly key: string
  readonly alarm_level: number
  readonly alarm_name: string
  readonly alarm_name_en: string | null
  readonly alarm_time: number
}

/** What a screen knows of a device beside its values; null while it is unknown, or where the device may not be seen. */
export interface DeviceFacts {
  readonly sn_code: string
  readonly dev_alias: string
  /** 1 online, 2 offline, 3 faulty, 4 unregistered. */
  readonly dev_state: number
  readonly may_write: boolean
  readonly points: ReadonlyMap<string, Point>
  /** Points that ask for a permission item which the user does not hold. */
  readonly closed?: ReadonlySet<string>
}

/**
 * Where a screen has its values from: live, replayed, simulated or typed. All points of a frame are reported at once, so
 * that a screen draws once.
 */
export interface PointSource {
  readonly kind: 'live' | 'replay' | 'simulated' | 'typed'
  /** Null where nothing has come yet, or the device has no such point. */
  read(sn_code: string, key: string): PointState | null
  device(sn_code: string): DeviceFacts | null
  /** Hears of a device's points (`*` for its alarms), and of its facts with no keys. Subscribed while anybody listens. */
  listen(sn_code: string, onChange: (keys: readonly string[]) => void): () => void
  /** Epoch ms of the time shown: expressions over time and clocks follow it. */
  now(): number
  /**
   * A point's last `spanMs`, kept from now on while the device is listened to, with what came before as far as the source
   * knows it. Without this, the renderer keeps its own.
   */
  history?(sn_code: string, key: string, spanMs: number): Samples
  /** The highest level of an open alarm on any point of a device; without it, its points are read one by one. */
  deviceAlarm?(sn_code: string): number
  /** The open alarms of a device, on any of its points. Without it nobody knows more of them than levels. */
  alarms?(sn_code: string): readonly PointAlarm[]
  /** Whether a device will never be known: there is none, or it is not to be seen. Without it, what is null is not known. */
  isRefused?(sn_code: string): boolean
}
