import type { Alarm } from '../../../core/contract/alarm.ts'
import type { Value } from '../../../core/contract/telemetry.ts'
import { type AlarmLife, heldOf } from '../../../core/rules/alarm-life.ts'
import type { RuleState } from '../../../core/rules/alarm-machine.ts'
import type { LiveDevice } from '../fleet/fleet.ts'
import { type AlarmRow, asAlarm, type HoldRow, type RuleRow, type StandingRow } from './rows.ts'
import type { Suppression } from './suppression.ts'

/** What SQL knows of a rule at a device: changed only after it is written. */
export interface Written {
  /** The newest occurrence that is not over: it stands, or waits to be confirmed. */
  alarm: StandingRow | null
  hold: HoldRow | null
  isSuppressed: boolean
}

/** A rule at a device. `state` is by its readings, which may be ahead of what is written. */
export interface RuleAtDevice extends Written {
  readonly device: LiveDevice
  rule: RuleRow
  state: RuleState
  /** Everything up to here was evaluated, by readings or by the clock: what is not newer came late. */
  evaluated_time: number
  suppression: Suppression | null
  /** What `suppression` said last; ahead of `isSuppressed`. */
  saysSuppressed: boolean
  /** When the clock looks at it again; null while it need not. */
  dueAt: number | null
  /** Its first alarm in an hour has come, and there was no room for it: it is looked at with the others of its device. */
  waitsForRoom: boolean
  /** How often anything of its alarms was written. */
  writes: number
  /** Server time at which it was placed: silence counts from then at the earliest. */
  placed_time: number
}

export const lifeOf = ({ alarm, hold, isSuppressed }: Written): AlarmLife => ({
  isActive: alarm?.recover_time === null,
  isConfirmed: alarm === null || alarm.confirm_time !== null,
  shelf: hold?.kind === 'SHLVD' ? { until: hold.end_time, isOneShot: hold.is_one_shot } : null,
  isSuppressed,
  isOutOfService: hold?.kind === 'OOSRV',
})

export const isHeld = (at: Written): boolean => heldOf(lifeOf(at)) !== null

export const alarmOf = (row: AlarmRow, { device, hold }: Pick<RuleAtDevice, 'device' | 'hold'>): Alarm =>
  asAlarm(row, device.dev_alias, hold?.end_time ?? null)

/** A value as a number; null for texts. */
export const asNumber = (value: Value): number | null =>
  value === null || typeof value === 'string' ? null : Number(value)
