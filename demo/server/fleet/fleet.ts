import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { Alarm } from '../../../core/contract/alarm.ts'
import type { PushChannel } from '../../../core/contract/alarm-rule.ts'
import type { CommandStatus } from '../../../core/contract/control.ts'
import type { DataType, DevState, Point } from '../../../core/contract/device.ts'
import type { Quality, Value } from '../../../core/contract/telemetry.ts'
import { isStale } from '../../../core/rules/staleness.ts'

/** A point with its newest value. Until `is_added` it is only offered: it has a value, but no history and no alarms. */
export interface LivePoint extends Point {
  point_id: number
  data_type: DataType
  is_added: boolean
  /** Left out of lists and of what there is to choose from; recorded, and known to who names it. */
  is_hidden: boolean
  /** Taken away, which is why it is not added. */
  is_removed: boolean
  /** Of a virtual device: what it is worth. */
  formula: string | null
  value: Value
  /** What the device said of it; whether it is stale depends on the time: `qualityOf`. */
  quality: SentQuality
  /** The device's time of the value, epoch ms; null until one came. */
  data_time: number | null
  /** When it came, by the server's clock; null where that was before the start. */
  arrival_time: number | null
}
export type SentQuality = Exclude<Quality, 'stale'>

/** A registered device as it is now. */
export interface LiveDevice {
  readonly tenant_id: number
  readonly device_id: number
  readonly sn_code: string
  /** Nothing connects as it: its values are worked out of those of others. */
  readonly is_virtual: boolean
  /** Of the hash of its password: who signed in with another one under its SN is not this device. */
  password_salt: string | null
  /** Of a virtual device, who made it or saved its formulas last; null: an administrator. */
  saved_user_id: number | null
  /** SN of the Sparkplug node that announced it before it was registered; null once it signed in itself. */
  behind: string | null
  dev_alias: string
  group_id: number | null
  template_id: number | null
  dev_state: DevState
  /** When the server last heard values from it, epoch ms. */
  report_time: number | null
  /** Since when its registration waits for it to sign in; null once it has. */
  awaited_time: number | null
  report_interval_s: number
  connected: boolean
  /** It said itself that it is gone (Sparkplug death): its values are stale before their time, until the next ones. */
  is_dead: boolean
  /** Alarms that are produced and not recovered. */
  open_alarms: number
  /** The highest level of those, 0 when there are none. */
  alarm_level: number
  /** When its name or points were changed last, by the server's clock; 0 since the start. */
  described_time: number
  /** Counts changes of values; never falls, not even over a restart, while there are under 1,000 changes a second. */
  seq: number
  points: Map<string, LivePoint>
}

/** Values of one time, checked already: each key is a point of the device. */
export interface CheckedReading {
  data_time: number
  values: readonly { point: LivePoint; value: Value; quality: SentQuality }[]
}

/**
 * `produced`: operators are to be notified; it came and is not held. `held`: it came while it was held. `late`: it came, and
 * is news of more than an hour ago, or from before the occurrence that stands for the alarm. `moved`: it began earlier than
 * was known.
 */
export type AlarmEventName =
  | ('produced' | 'held' | 'late' | 'moved' | 'recovered' | 'confirmed' | 'noted')
  | ('shelved' | 'unshelved' | 'suppressed' | 'unsuppressed' | 'out_of_service' | 'in_service')

/** What happened to an alarm, once it is durable. */
export interface AlarmNews {
  tenant_id: number
  group_id: number | null
  /** As it stands then: of an earlier occurrence, the one that stands for it. */
  alarm: Alarm
  event: AlarmEventName
  /** It stands, and a hold of it has just ended: it is to be confirmed as if it came anew. */
  isReleased: boolean
  rule_id: number
  /** By which the rule calls people. */
  channels: readonly PushChannel[]
}

export interface FleetEvents {
  values: (device: LiveDevice, changedKeys: readonly string[]) => void
  /** `dev_state`, the name, the points or whether values are stale changed. */
  state: (device: LiveDevice) => void
  /** Read from SQL again: its points or rules may be others. */
  reloaded: (device: LiveDevice) => void
  /** Their alarm rules may be others, or hold at other times; nothing else of them. */
  rules: (devices: readonly LiveDevice[]) => void
  /** It is in another group now, or, with null, not this organisation's any more. */
  left: (before: Pick<LiveDevice, 'tenant_id' | 'device_id' | 'group_id' | 'sn_code'>, now: LiveDevice | null) => void
  /** Deleted. */
  removed: (device: LiveDevice) => void
  alarm: (event: AlarmNews) => void
  command: (event: { sn_code: string; device_id: number; id: string; status: CommandStatus }) => void
}

/** Every registered device of all tenants in memory. SQL can rebuild it at any time. */
export interface Fleet {
  /** Upper and lower case of an SN are the same device. */
  get(sn_code: string): LiveDevice | undefined
  /** The device that a row is of; undefined where another one has its SN by now, perhaps of another organisation. */
  of(row: { sn_code: string; device_id: number }): LiveDevice | undefined
  devices(tenant_id: number): ReadonlySet<LiveDevice>
  all(): Iterable<LiveDevice>
  /**
   * Reads devices from SQL again, after they were created, registered, edited or deleted, or got points: some at a time, in
   * turns with those of other organisations.
   */
  reload(...sn_codes: readonly string[]): Promise<void>
  /**
   * The same for one device whose owner or password has changed: before all that waits in `reload`, in the turn of the
   * organisation that changed it. Until then whoever had it reads and commands it.
   */
  reloadFirst(tenant_id: number, sn_code: string): Promise<void>
  /** Devices are in another group of their organisation, as SQL has it already: at once. */
  move(tenant_id: number, sn_codes: readonly string[], group_id: number): void
  /** Returns what ends it. A listener that throws is logged and stops nothing. */
  on<E extends keyof FleetEvents>(event: E, listener: FleetEvents[E]): () => void
  emit<E extends keyof FleetEvents>(event: E, ...what: Parameters<FleetEvents[E]>): void

  /**
   * Takes what a device reports. A reading that is older than a point's newest never becomes its latest value (`isNewest`).
   * Returns the keys of those that did; `values` reports the same keys.
   */
  apply(device: LiveDevice, readings: readonly CheckedReading[], now: number): readonly string[]
  /** Whether the newest texts of a device's organisation, which are in memory, may have so many characters more. */
  hasTextRoom(device: LiveDevice, length: number): boolean
  /** Also of an SN that is not registered yet: it is remembered until it is. */
  setConnected(sn_code: string, connected: boolean, now: number): void
  /** The device is gone by its own word; see `is_dead`. */
  setDead(device: LiveDevice, now: number): void
  setAlarms(device: LiveDevice, open_alarms: number, alarm_level: number, now: number): void
  /** Ends the timer and writes what is not written. */
  close(): Promise<void>
}

/** Whether the device has been silent for 3 of its report intervals, or said that it is gone. */
export const isSilent = (device: LiveDevice, now: number): boolean =>
  device.is_dead || device.report_time === null || isStale(device.report_time, device.report_interval_s, now)

/**
 * The quality to show: what the device said, or `stale` when it has been silent for 3 report intervals. What was good at a
 * time that is still to come is uncertain: one of two clocks is wrong.
 */
export function qualityOf(point: LivePoint, device: LiveDevice, now: number): Quality {
  if (isSilent(device, now)) return 'stale'
  const isAhead = (point.data_time ?? 0) > now + LIMITS.clockLeadMs
  return isAhead && point.quality === 'good' ? 'uncertain' : point.quality
}

/**
 * Whether a reading becomes a point's newest value. The later time counts, and the order of arrival where the newest has
 * a time that is still to come: that one's clock was ahead, or the server's was set back. What is older than the arrival
 * of the newest came late all the same.
 */
export function isNewest({ data_time, arrival_time }: LivePoint, time: number, now: number): boolean {
  if (data_time === null || time >= data_time) return true
  if (data_time <= now) return false
  return arrival_time === null || arrival_time > now || time >= arrival_time
}

/**
 * Online (1) while connected or reporting within 3 intervals; faulty (3) when it is online and an alarm of level 4 or 5
 * is open; offline (2) otherwise. Offline wins over faulty: of a device out of reach only the silence is sure.
 */
export function stateOf(device: LiveDevice, now: number): DevState {
  const isReachable = !device.is_dead && (device.connected || !isSilent(device, now))
  if (!isReachable) return 2
  return device.alarm_level >= LIMITS.faultyFromLevel ? 3 : 1
}
