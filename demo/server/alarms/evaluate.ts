import { MINUTE_MS } from '../../../core/catalogue/durations.ts'
import type { Value } from '../../../core/contract/telemetry.ts'
import { dueTime, evaluateValue, isEvaluated, passTime, type Transition } from '../../../core/rules/alarm-machine.ts'
import { type FenceShape, metresFromFence } from '../../../core/rules/geofence.ts'
import { storable } from '../db/storable.ts'
import type { CheckedReading, LiveDevice, LivePoint } from '../fleet/fleet.ts'
import type { Change, Info } from './changeset.ts'
import { placeIn, shownValue } from './fence-values.ts'
import { Occurrences } from './occurrences.ts'
import type { RuleAtDevice } from './place.ts'
import type { DeviceRules } from './placed.ts'
import type { Weigh } from './repeats.ts'
import { infoOf } from './words.ts'

/** So long an alarm waits, that there is no room for. */
const POSTPONED_MS = MINUTE_MS

/** From the first to the last reading of a message that is older than what a rule has evaluated, or than what suppresses its alarm. */
export interface LateSpan {
  from: number
  to: number
}

/** Of one message, whose readings are in the order in which they are evaluated. */
export interface MessageEvaluation {
  readings: readonly CheckedReading[]
  occurrences: Occurrences
  /** By the rule, and not by the reading too: thousands of readings may be late for hundreds of rules. */
  late: Map<RuleAtDevice, LateSpan>
  evaluations: number
}

/** The oldest reading is evaluated first, and of values of a point at the same time the last. */
export const newEvaluation = (readings: readonly CheckedReading[], weigh: Weigh): MessageEvaluation => ({
  readings: oncePerTime(inTimeOrder(readings)),
  occurrences: new Occurrences(weigh),
  late: new Map(),
  evaluations: 0,
})

/** Adds what the rules of a device make of the next reading of a message; and notes for which of them it came late. */
export function evaluateReading(its: DeviceRules, place: number, now: number, evaluation: MessageEvaluation): void {
  const reading = evaluation.readings[place] as CheckedReading
  const noteLate = (at: RuleAtDevice) => {
    const span = evaluation.late.get(at)
    if (span) span.to = place
    else evaluation.late.set(at, { from: place, to: place })
  }
  for (const at of its.suppressible) {
    if (at.suppression?.take(reading) === 'late' && at.rule.condition !== 'no_data') noteLate(at)
    if (at.suppression && !at.suppression.mayDiffer()) continue
    for (const change of suppressionChange(at, reading.data_time, now)) evaluation.occurrences.suppress(at, change)
  }
  for (const { point, value, quality } of reading.values) {
    const rules = its.byKey.get(point.key)
    if (!rules || !point.is_added || quality === 'bad') continue
    for (const at of rules) if (evaluateOne(at, point, reading.data_time, value, now, evaluation)) noteLate(at)
  }
  if (its.ofPlace.length === 0) return
  const found = placeIn(reading, its.ofPlace[0]?.device)
  if (!found) return
  const { point, lat, lng } = found
  for (const at of its.ofPlace) {
    const metres = metresFromFence(at.rule.fence as FenceShape, lat, lng)
    if (evaluateOne(at, point, reading.data_time, metres, now, evaluation)) noteLate(at)
  }
}

/** Whether the value came late. */
function evaluateOne(
  at: RuleAtDevice,
  point: LivePoint,
  data_time: number,
  value: Value,
  now: number,
  evaluation: MessageEvaluation,
): boolean {
  if (!isEvaluated(at.rule, value)) return false
  evaluation.evaluations++
  const isOfNewest = data_time === at.state.time
  if (isOfNewest && (value === at.state.value || at.rule.condition === 'no_data')) return false
  const earliest = goBack(at, point, data_time, now)
  // Of values of the same time the last one counts, unless the clock has passed it.
  if (data_time < at.evaluated_time || (data_time === at.evaluated_time && !isOfNewest)) return true
  const before = at.state.value
  const { state, transitions } = evaluateValue(at.rule, at.state, data_time, value)
  at.state = state
  at.evaluated_time = data_time
  addTransitions(at, transitions, now, evaluation.occurrences, ({ time, ...transition }) =>
    changeOf(at, { ...transition, time: Math.max(time, earliest) }, before),
  )
  return false
}

/** Adds what became of a rule. An alarm that has to wait comes as if it were delayed still: the clock raises it, or a reading. */
export function addTransitions(
  at: RuleAtDevice,
  transitions: readonly Transition[],
  now: number,
  occurrences: Occurrences,
  change: (transition: Transition) => Change,
): void {
  let waiting: Transition | null = null
  for (const transition of transitions) {
    // What is over before it was raised, nobody hears of.
    if (waiting) {
      waiting = null
      occurrences.dropped += 1
    } else if (!occurrences.add(at, transition, () => change(transition))) waiting = transition
  }
  watchClock(at, now)
  if (waiting) postpone(at, waiting.time, now)
}

/** The alarm that came at a time is not raised yet. */
export function postpone(at: RuleAtDevice, time: number, now: number): void {
  at.state = { ...at.state, stands: false, since: time - Math.round(at.rule.on_delay_s * 1000) }
  at.dueAt = now + POSTPONED_MS
  at.waitsForRoom = true
}

/**
 * What was evaluated last has a time in the future, and the point's newest has an earlier one: a clock was ahead, or
 * was set back. The rule goes on as it stands, from this reading; gives the time before which its alarm cannot be over.
 */
function goBack(at: RuleAtDevice, point: LivePoint, data_time: number, now: number): number {
  const { state, evaluated_time, alarm } = at
  if (data_time >= evaluated_time || evaluated_time <= now || (point.data_time ?? 0) >= evaluated_time) return 0
  at.evaluated_time = data_time - 1
  const by = state.time === null ? 0 : state.time - at.evaluated_time
  if (state.time !== null && by > 0) {
    const since = state.since === null ? null : state.since - by
    at.state = { ...state, time: at.evaluated_time, since }
  }
  return alarm?.recover_time === null ? alarm.alarm_time : 0
}

/** When the clock has to look: as long after now as the device's time says it is after its newest reading. */
export function watchClock(at: RuleAtDevice, now: number): void {
  const { rule, state, placed_time } = at
  at.waitsForRoom = false
  if (state.time === null) {
    // Nothing was heard since the server looks: silence counts from then, if there was anything before.
    const isAwaited = rule.condition === 'no_data' && !state.stands && isHeardOf(at)
    at.dueAt = isAwaited ? dueTime(rule, { ...state, time: placed_time }) : null
    return
  }
  const due = dueTime(rule, state)
  at.dueAt = due === null ? null : now + Math.max(0, due - state.time)
}

const isHeardOf = ({ device, rule }: RuleAtDevice) => (device.points.get(rule.key)?.data_time ?? null) !== null

/** The clock has come to `dueAt`: a delay or a silence is over without a further reading. */
export function passDue(at: RuleAtDevice, now: number, occurrences: Occurrences): void {
  const { rule, state, placed_time } = at
  const from = state.time === null ? { ...state, time: placed_time } : state
  const due = dueTime(rule, from)
  at.dueAt = null
  at.waitsForRoom = false
  if (due === null) return
  const passed = passTime(rule, from, due)
  at.state = { ...passed.state, time: state.time }
  // Whatever comes after a silence ends it.
  if (rule.condition !== 'no_data') at.evaluated_time = Math.max(at.evaluated_time, due)
  addTransitions(at, passed.transitions, now, occurrences, (transition) => changeOf(at, transition, state.value))
}

/** The change where what suppresses the alarm has become true, or is so no longer. */
export function suppressionChange(at: RuleAtDevice, time: number, now: number): Change[] {
  const holds = at.suppression?.holds(now) ?? false
  if (holds === at.saysSuppressed) return []
  at.saysSuppressed = holds
  return [{ is: holds ? 'suppressed' : 'unsuppressed', at, time }]
}

/** A transition as it is written. */
export function changeOf(at: RuleAtDevice, { stands, time, value }: Transition, before: Value): Change {
  if (!stands) return { is: 'recovered', at, time }
  const shown = shownValue(at.rule, value)
  return { is: 'produced', at, time, value: shown, isLate: false, ...infoAt(at, shown, before, liveValues(at.device)) }
}

type Values = (key: string) => Value | undefined

const liveValues =
  (device: LiveDevice): Values =>
  (key) =>
    device.points.get(key)?.value

/** What operators read of an alarm. `values`: of the device's points at that time. */
export function infoAt({ device, rule }: RuleAtDevice, value: Value, before: Value, values: Values): Info {
  const point = device.points.get(rule.key)
  const { name = rule.key } = point ?? {}
  const info = infoOf(rule, {
    value,
    before,
    device: device.dev_alias,
    point: point ?? NO_POINT,
    fence_name: rule.fence?.fence_name,
    pointName: { zh: name, en: point?.name_en || name },
    read: (key) => {
      const other = device.points.get(key)
      return other && { value: values(key) ?? null, point: other }
    },
  })
  return { alarm_info: storable(info.alarm_info), alarm_info_en: info.alarm_info_en && storable(info.alarm_info_en) }
}

const NO_POINT: Pick<LivePoint, 'unit' | 'decimals'> = { unit: null, decimals: null }

/** Of values of a point at the same time the last; readings ascend by time. */
function oncePerTime(readings: readonly CheckedReading[]): readonly CheckedReading[] {
  if (readings.every(({ data_time }, i) => data_time !== readings[i + 1]?.data_time)) return readings
  const byTime = new Map<number, Map<LivePoint, CheckedReading['values'][number]>>()
  for (const { data_time, values } of readings) {
    const its = byTime.get(data_time) ?? new Map()
    byTime.set(data_time, its)
    for (const one of values) its.set(one.point, one)
  }
  return Array.from(byTime, ([data_time, its]) => ({ data_time, values: [...its.values()] }))
}

/** As they are, where they ascend already. */
function inTimeOrder(readings: readonly CheckedReading[]): readonly CheckedReading[] {
  const isOrdered = readings.every(({ data_time }, i) => i === 0 || data_time >= (readings[i - 1]?.data_time ?? 0))
  return isOrdered ? readings : [...readings].sort((a, b) => a.data_time - b.data_time)
}
