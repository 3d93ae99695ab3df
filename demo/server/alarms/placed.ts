import { isDeepStrictEqual } from 'node:util'
import { AT_REST, holdsAt, type RuleState } from '../../../core/rules/alarm-machine.ts'
import type { LiveDevice } from '../fleet/fleet.ts'
import { knownBefore } from './fence-values.ts'
import type { RuleAtDevice } from './place.ts'
import type { HoldRow, RuleRow, StandingRow } from './rows.ts'
import { type Suppression, suppressionOf } from './suppression.ts'

/** The rules of a device, by the key that each is about. */
export interface DeviceRules {
  readonly all: readonly RuleAtDevice[]
  readonly byKey: ReadonlyMap<string, readonly RuleAtDevice[]>
  /** Those about where the device is, which two points say. */
  readonly ofPlace: readonly RuleAtDevice[]
  /** Those that a design may suppress. */
  readonly suppressible: readonly RuleAtDevice[]
}

export const NO_RULES: DeviceRules = { all: [], byKey: new Map(), ofPlace: [], suppressible: [] }

export interface Found {
  rules: readonly RuleRow[]
  alarms: readonly StandingRow[]
  holds: readonly HoldRow[]
  timezone: string
}

export const isFor = (rule: RuleRow, { tenant_id, device_id, template_id }: LiveDevice): boolean =>
  rule.tenant_id === tenant_id &&
  (rule.device_id === device_id || (rule.template_id !== null && rule.template_id === template_id))

/** Puts what was found at a device. A rule that was there before goes on as it stood. */
export function placeRules(device: LiveDevice, found: Found, before: DeviceRules, now: number): DeviceRules {
  const known = new Map(before.all.map((at) => [at.rule.rule_id, at]))
  const alarms = new Map(found.alarms.map((row) => [row.rule_id, row]))
  const holds = new Map(found.holds.map((row) => [row.rule_id, row]))
  const all = found.rules.map((rule): RuleAtDevice => {
    const alarm = alarms.get(rule.rule_id) ?? null
    const hold = holds.get(rule.rule_id) ?? null
    const suppression = suppressionOf(rule.suppress_when, device, found.timezone)
    const at = known.get(rule.rule_id)
    if (!at) return fresh(device, rule, { alarm, hold }, suppression, now)
    const isOther =
      at.rule.key !== rule.key || at.rule.condition !== rule.condition || !isDeepStrictEqual(at.rule.fence, rule.fence)
    if (isOther) {
      at.state = { ...AT_REST, stands: at.state.stands, value: knownBefore(rule, device) }
      at.evaluated_time = 0
    }
    if (LIMITS.some((field) => at.rule[field] !== rule[field]) && !isStillDelayed(rule, at.state)) {
      at.state = { ...at.state, since: null }
      at.dueAt = null
    }
    if (DELAYS.some((field) => at.rule[field] !== rule[field])) at.dueAt = null
    return Object.assign(at, { rule, suppression, hold })
  })
  const byKey = new Map<string, RuleAtDevice[]>()
  for (const at of all) {
    if (at.rule.fence) continue
    const its = byKey.get(at.rule.key)
    if (its) its.push(at)
    else byKey.set(at.rule.key, [at])
  }
  return {
    all,
    byKey,
    ofPlace: all.filter(({ rule }) => rule.fence),
    suppressible: all.filter(({ suppression, isSuppressed }) => suppression || isSuppressed),
  }
}

const LIMITS = ['threshold', 'threshold_high', 'dead_band'] as const
const DELAYS = ['key', 'condition', 'no_data_s', 'on_delay_s', 'off_delay_s'] as const

/** Whether the newest value still says otherwise than the alarm stands. */
const isStillDelayed = (rule: RuleRow, { stands, value }: RuleState): boolean =>
  holdsAt(rule, value, stands, null) !== stands

/** A rule that the device did not have, as SQL has it. Suppression that began before is news only for an alarm that was announced. */
function fresh(
  device: LiveDevice,
  rule: RuleRow,
  { alarm, hold }: Pick<RuleAtDevice, 'alarm' | 'hold'>,
  suppression: Suppression | null,
  now: number,
): RuleAtDevice {
  const stands = alarm?.recover_time === null
  const isAnnounced = stands && alarm.held === null
  const isSuppressed = (stands && alarm.held === 'DSUPR') || (!isAnnounced && (suppression?.holds(now) ?? false))
  return {
    device,
    rule,
    alarm,
    hold,
    suppression,
    isSuppressed,
    saysSuppressed: isSuppressed,
    state: { ...AT_REST, stands, value: knownBefore(rule, device) },
    evaluated_time: Math.max(alarm?.alarm_time ?? 0, alarm?.recover_time ?? 0),
    dueAt: null,
    waitsForRoom: false,
    writes: 0,
    placed_time: now,
  }
}
