import { HOUR_MS } from '../../../core/catalogue/durations.ts'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { dueTime, evaluateValue, holdsAt, isEvaluated } from '../../../core/rules/alarm-machine.ts'
import { asValue } from '../fleet/raw-history.ts'
import type { Sample, Telemetry } from '../history/telemetry.ts'
import type { Change } from './changeset.ts'
import { addTransitions, changeOf, watchClock } from './evaluate.ts'
import { Occurrences } from './occurrences.ts'
import type { RuleAtDevice } from './place.ts'
import type { Weigh } from './repeats.ts'

/** Devices that waited for the server have so long to send what they kept, before a delay of before is over. */
const GRACE_MS = 3000
/** An alarm that has waited for room for longer is taken to have come so long ago. */
const WAITED_MS = HOUR_MS
/** A delay that has been running for more readings than this is taken to run since the oldest of them. */
const MOST_SAMPLES = 5000

/**
 * Restores a rule's state at the end of the last run: up to `known_time` it is stored, later readings may have been lost
 * in a crash. They are evaluated again, so that their alarms come back; nothing is evaluated twice.
 */
export function recall(
  at: RuleAtDevice,
  recent: readonly Sample[],
  known_time: number,
  now: number,
  weigh: Weigh,
): Change[] {
  const { rule, device } = at
  const point = device.points.get(rule.key)
  if (!point) return []
  // Without history nobody knows whether the newest value was evaluated: when it is sent again, it is.
  const newest_time = (point.keep_history && point.data_time) || 0
  at.evaluated_time = Math.max(known_time, newest_time)
  // Silence counts from the start.
  if (rule.condition === 'no_data') {
    at.evaluated_time = Math.max(known_time, point.data_time ?? 0)
    return []
  }
  const occurrences = new Occurrences(weigh)
  const values = recent
    .map((sample) => asValue(point, sample))
    // A time in the future is from a clock that was ahead: what came after it is unknown.
    .filter(({ data_time, value, quality }) => {
      return quality !== 'bad' && isEvaluated(rule, value) && data_time <= now + LIMITS.clockLeadMs
    })
    .sort((a, b) => a.data_time - b.data_time)
  const [first, last] = [values[0], values.at(-1)]
  const isNew = first !== undefined && first.data_time > known_time && !at.state.stands && rule.on_delay_s === 0
  if (last && isNew && values.every(({ value }, i) => holdsAt(rule, value, i > 0, null))) {
    // The alarm may have waited for room since long before these.
    at.state = { stands: false, since: first.data_time, time: last.data_time, value: last.value }
    values.length = 0
  }
  for (const { data_time, value } of values) {
    if (data_time <= known_time) {
      at.state = { ...at.state, time: data_time, value }
      continue
    }
    const before = at.state.value
    const { state, transitions } = evaluateValue(rule, at.state, data_time, value)
    at.state = state
    addTransitions(at, transitions, now, occurrences, (transition) => changeOf(at, transition, before))
  }
  const isNewer = newest_time > (at.state.time ?? 0)
  if (isNewer && point.quality !== 'bad' && isEvaluated(rule, point.value))
    at.state = { ...at.state, time: newest_time, value: point.value }
  watchClock(at, now)
  return occurrences.all()
}

/**
 * Whether a delay may have been running when the server ended, or an alarm waiting for room, whose beginning the newest
 * readings do not show.
 */
export function mayWait({ rule, state, device }: RuleAtDevice, recent: readonly Sample[]): boolean {
  const { stands, time, value, since } = state
  if (time === null || (stands && rule.off_delay_s === 0) || rule.condition === 'changes') return false
  if (!device.points.get(rule.key)?.keep_history || holdsAt(rule, value, stands, null) === stands) return false
  return since === null || since === recent[0]?.data_time
}

/**
 * Finds in the history since when the condition has been otherwise, and lets the delay go on, or the alarm wait. Null: the
 * history is not searched.
 */
export async function resume(at: RuleAtDevice, telemetry: Pick<Telemetry, 'raw'> | null, now: number): Promise<void> {
  const { rule, state } = at
  const point = at.device.points.get(rule.key)
  if (!point || state.time === null) return
  const longest = Math.round(Math.max(rule.on_delay_s, rule.off_delay_s) * 1000)
  const { time, stands } = state
  const from = time - 2 * longest - (stands ? 0 : WAITED_MS)
  const samples = (await telemetry?.raw(point.point_id, from, time + 1, MOST_SAMPLES, 'desc')) ?? []
  let since = state.since ?? time
  for (const sample of samples) {
    const { data_time, value, quality } = asValue(point, sample)
    if (quality === 'bad' || !isEvaluated(rule, value)) continue
    if (holdsAt(rule, value, stands, null) === stands) break
    since = data_time
  }
  at.state = { ...state, since }
  at.waitsForRoom = !stands && rule.on_delay_s === 0
  const due = dueTime(rule, at.state)
  // A time in the future shows how long the delay goes on, and not when it began.
  at.dueAt = due === null ? null : Math.max(now + GRACE_MS, due - Math.max(0, time - now))
}
