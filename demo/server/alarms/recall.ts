import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { Value } from '../../../core/contract/telemetry.ts'
import { dueTime, evaluateValue, holdsAt, isEvaluated, keptValue } from '../../../core/rules/alarm-machine.ts'
import type { TimelineSample } from '../../../core/rules/alarm-timeline.ts'
import type { LivePoint } from '../fleet/fleet.ts'
import { asTimelineSample } from '../fleet/raw-history.ts'
import type { Telemetry } from '../history/telemetry.ts'
import type { Change } from './changeset.ts'
import { addTransitions, changeOf, watchClock } from './evaluate.ts'
import { comparedSamples, newestMetres } from './fence-values.ts'
import { Occurrences } from './occurrences.ts'
import type { RuleAtDevice } from './place.ts'
import type { Weigh } from './repeats.ts'

/** Devices that waited for the server have so long to send what they kept, before a delay of before is over. */
const GRACE_MS = 3000
/** A delay that has been running for more readings than this is taken to run since the oldest of them. */
const MOST_SAMPLES = 5000

/**
 * Restores a rule's state at the end of the last run: up to `known_time` it is stored, later readings may have been lost
 * in a crash. They are evaluated again, so that their alarms come back; nothing is evaluated twice.
 */
export function recall(
  at: RuleAtDevice,
  recent: readonly TimelineSample[],
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
  // Where the device was last seen is known from these, and not before them.
  at.state = { ...at.state, value: null }
  for (const [data_time, value, quality] of recent) {
    // A time in the future is from a clock that was ahead: what came after it is unknown.
    if (quality === 'bad' || !isEvaluated(rule, value) || data_time > now + LIMITS.clockLeadMs) continue
    if (data_time <= known_time) {
      at.state = { ...at.state, time: data_time, value: keptValue(rule, value, at.state.value) }
      continue
    }
    const before = at.state.value
    const { state, transitions } = evaluateValue(rule, at.state, data_time, value)
    at.state = state
    addTransitions(at, transitions, now, occurrences, (transition) => changeOf(at, transition, before))
  }
  const isNewer = newest_time > (at.state.time ?? 0)
  const newest = newestValue(at, point)
  if (isNewer && point.quality !== 'bad' && isEvaluated(rule, newest))
    at.state = { ...at.state, time: newest_time, value: keptValue(rule, newest, at.state.value) }
  watchClock(at, now)
  return occurrences.all()
}

function newestValue({ rule: { fence }, device }: RuleAtDevice, { value }: LivePoint): Value {
  return fence ? newestMetres(fence, device) : value
}

/** Whether a delay may have been running when the server ended, whose beginning the newest readings do not show. */
export function mayWait({ rule, state, device }: RuleAtDevice, recent: readonly TimelineSample[]): boolean {
  const { stands, time, value, since } = state
  if (time === null || rule.on_delay_s + rule.off_delay_s === 0 || rule.condition === 'changes') return false
  if (!device.points.get(rule.key)?.keep_history || holdsAt(rule, value, stands, null) === stands) return false
  return since === null || since === recent[0]?.[0]
}

/** Finds in the history since when the condition has been otherwise, and lets the delay go on. */
export async function resume(at: RuleAtDevice, telemetry: Pick<Telemetry, 'raw'>, now: number): Promise<void> {
  const { rule, state } = at
  const point = at.device.points.get(rule.key)
  if (!point || state.time === null) return
  const longest = Math.round(Math.max(rule.on_delay_s, rule.off_delay_s) * 1000)
  const { time, stands } = state
  const samples = await comparedSamples(at, async (key) => {
    const its = at.device.points.get(key)
    if (!its) return []
    const raw = await telemetry.raw(its.point_id, time - 2 * longest, time + 1, MOST_SAMPLES, 'desc')
    return raw.map((sample) => asTimelineSample(its, sample)).reverse()
  })
  let since = time
  for (const [data_time, value, quality] of samples.toReversed()) {
    if (quality === 'bad' || !isEvaluated(rule, value)) continue
    if (holdsAt(rule, value, stands, null) === stands) break
    since = data_time
  }
  at.state = { ...state, since }
  const due = dueTime(rule, at.state)
  // A time in the future shows how long the delay goes on, and not when it began.
  at.dueAt = due === null ? null : Math.max(now + GRACE_MS, due - Math.max(0, time - now))
}
