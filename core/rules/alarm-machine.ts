import { isFenceCondition } from '../catalogue/fence-conditions.ts'
import type { AlarmRule } from '../contract/alarm-rule.ts'
import type { Value } from '../contract/telemetry.ts'

/** The fields of a rule that decide when a value is an alarm. */
export type EvaluatedRule = Pick<
  AlarmRule,
  'condition' | 'threshold' | 'threshold_high' | 'dead_band' | 'no_data_s' | 'on_delay_s' | 'off_delay_s'
>

/** State of a rule after the readings up to `time`; `stands`: its alarm is active. */
export interface RuleState {
  readonly stands: boolean
  /** Since when the condition says otherwise than `stands` and a delay runs; null while they agree. */
  readonly since: number | null
  /** Of the newest reading that was evaluated; null before the first. */
  readonly time: number | null
  readonly value: Value
}

/** Nothing was evaluated yet, and nothing is wrong. */
export const AT_REST: RuleState = { stands: false, since: null, time: null, value: null }

/** The alarm comes (`stands`) or is over. `value` is the one that held then. */
export interface Transition {
  readonly stands: boolean
  readonly time: number
  readonly value: Value
}

export interface EvaluatedValue {
  readonly state: RuleState
  /** In the order of their times. */
  readonly transitions: readonly Transition[]
}

const NONE: readonly Transition[] = []
const inMs = (seconds: number | null): number => Math.round((seconds ?? 0) * 1000)

/**
 * Whether a rule can evaluate a value. Callers leave out values of bad quality. That of a geofence is how many metres from
 * its edge the device is, negative inside; a state keeps whether it is inside.
 */
export function isEvaluated({ condition }: Pick<AlarmRule, 'condition'>, value: Value): boolean {
  if (value === null) return false
  if (isFenceCondition(condition)) return typeof value !== 'string'
  return typeof value !== 'string' || condition === 'changes' || condition === 'no_data'
}

/** The value as a state keeps it. Who is inside a geofence stays so up to the dead band beyond its edge: receivers wander. */
export function keptValue({ condition, dead_band }: EvaluatedRule, value: Value, before: Value): Value {
  if (!isFenceCondition(condition) || typeof value !== 'number') return value
  return value < 0 || (before === true && value <= dead_band)
}

/**
 * Whether the condition of a geofence holds. `isOn`: whether it held before; only who was seen on the other side enters or
 * leaves.
 */
function holdsAtFence(condition: EvaluatedRule['condition'], isInside: boolean, isOn: boolean, before: Value): boolean {
  if (condition === 'outside_fence') return !isInside
  if (condition === 'enters_fence') return isInside && (isOn || before === false)
  return !isInside && (isOn || before === true)
}

/**
 * Whether the condition holds at a value. `stood`: whether the alarm stood before, which the value must leave by the dead
 * band; `before` is the value before it.
 */
export function holdsAt(rule: EvaluatedRule, value: Value, stood: boolean, before: Value): boolean {
  const { condition } = rule
  if (condition === 'no_data') return false
  if (condition === 'changes') return before !== null && value !== before
  if (isFenceCondition(condition))
    return holdsAtFence(condition, keptValue(rule, value, before) === true, stood, before)
  const number = Number(value)
  const low = rule.threshold ?? 0
  const high = rule.threshold_high ?? low
  const band = stood ? rule.dead_band : 0
  if (condition === 'above') return number > low - band
  if (condition === 'below') return number < low + band
  if (condition === 'between') return number >= low - band && number <= high + band
  if (condition === 'outside') return number < low + band || number > high - band
  return Math.abs(number - low) <= band
}

/** When silence begins to be one, for a rule that asks for it. */
const silentFrom = ({ condition, no_data_s }: EvaluatedRule, { time }: RuleState): number | null =>
  condition === 'no_data' && time !== null ? time + inMs(no_data_s) : null

/** When the alarm comes or is over if no further reading does; null for never. */
export function dueTime(rule: EvaluatedRule, state: RuleState): number | null {
  const { stands, since } = state
  const silent = silentFrom(rule, state)
  if (!stands) {
    const from = silent ?? since
    return from === null ? null : from + inMs(rule.on_delay_s)
  }
  const due = since === null ? null : since + inMs(rule.off_delay_s)
  // Silent again before the return had lasted long enough: it stays active.
  return due !== null && silent !== null && silent < due ? null : due
}

/** Time passes up to and with `now`, without a reading. */
export function passTime(rule: EvaluatedRule, state: RuleState, now: number): EvaluatedValue {
  const transitions: Transition[] = []
  let at = state
  for (let due = dueTime(rule, at); due !== null && due <= now; due = dueTime(rule, at)) {
    const stands = !at.stands
    transitions.push({ stands, time: due, value: at.value })
    at = { ...at, stands, since: null }
  }
  return { state: at, transitions: transitions.length > 0 ? transitions : NONE }
}

/**
 * Evaluates a value that `isEvaluated`, later than all before it. A value holds until the next one: delays that ended
 * before it become transitions at their own times.
 */
export function evaluateValue(rule: EvaluatedRule, state: RuleState, time: number, value: Value): EvaluatedValue {
  const before = passTime(rule, state, time - 1)
  const { stands, since, value: was } = before.state
  const kept = keptValue(rule, value, was)
  // A delay of who entered runs on while he is inside.
  const isOn = isFenceCondition(rule.condition) ? stands === (since === null) : stands
  const holds = holdsAt(rule, kept, isOn, was)
  const read: RuleState = {
    stands,
    since: holds === stands ? null : runs(rule, before.state, time) ? (since ?? time) : time,
    time,
    value: kept,
  }
  if (read.since === null) return { state: read, transitions: before.transitions }
  const after = passTime(rule, read, time)
  if (after.transitions.length === 0) return { state: after.state, transitions: before.transitions }
  return {
    state: after.state,
    transitions: before.transitions.length > 0 ? [...before.transitions, ...after.transitions] : after.transitions,
  }
}

/** Whether a delay that runs went on until now: that of a return from silence ends when it is silent again. */
function runs(rule: EvaluatedRule, state: RuleState, now: number): boolean {
  const silent = silentFrom(rule, state)
  return silent === null || now <= silent
}
