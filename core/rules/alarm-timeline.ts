import type { Quality, Value } from '../contract/telemetry.ts'
import {
  AT_REST,
  type EvaluatedRule,
  evaluateValue,
  isEvaluated,
  passTime,
  type RuleState,
  type Transition,
} from './alarm-machine.ts'

/** A stored reading: its time (epoch ms), value and quality. */
export type TimelineSample = readonly [time: number, value: Value, quality: Quality]

/** A time during which an alarm stood. */
export interface Occurrence {
  alarm_time: number
  /** Null where it still stands at the end of the timeline. */
  recover_time: number | null
  /** The one that held at `alarm_time`. */
  value: Value
}

export interface TimelineRange {
  from: number
  to: number
  /** State before the first sample; at rest by default. */
  state?: RuleState
}

/**
 * When an alarm of a rule stood, had it been there: those occurrences that stood at any time in [from, to], in their
 * order. `samples` ascend by time; those before `from` give its state there, and from the last one on time passes until
 * `to`. Values of bad quality, and those that the rule cannot compare, are not evaluated.
 */
export const occurrencesOf = (
  rule: EvaluatedRule,
  samples: Iterable<TimelineSample>,
  range: TimelineRange,
): Occurrence[] => runTimeline(rule, samples, range).occurrences

/** As `occurrencesOf`, with how the alarm stands at the end. */
export function runTimeline(
  rule: EvaluatedRule,
  samples: Iterable<TimelineSample>,
  { from, to, state }: TimelineRange,
): { occurrences: Occurrence[]; state: RuleState } {
  const timeline = openTimeline(rule, from, state)
  timeline.take(samples, to)
  const occurrences = timeline.occurrences.filter(({ recover_time }) => recover_time === null || recover_time >= from)
  return { occurrences, state: timeline.state() }
}

/** A timeline that is taken piece by piece, from old to new. */
export interface Timeline {
  /** All that there were until now; the last one may stand yet. */
  readonly occurrences: readonly Occurrence[]
  /** Samples that ascend, and the time after them until `to`; what was taken before is passed over. */
  take(samples: Iterable<TimelineSample>, to: number): void
  state(): RuleState
}

export function openTimeline(rule: EvaluatedRule, from: number, state: RuleState = AT_REST): Timeline {
  const occurrences: Occurrence[] = []
  const note = (transitions: readonly Transition[]) => {
    for (const { stands, time, value } of transitions) {
      const last = occurrences.at(-1)
      if (stands) occurrences.push({ alarm_time: time, recover_time: null, value })
      else if (last) last.recover_time = time
    }
  }
  let at = state
  // It stood before the first sample: of its beginning nothing is known but that.
  if (at.stands) occurrences.push({ alarm_time: Math.min(from, at.time ?? from), recover_time: null, value: at.value })
  return {
    occurrences,
    take(samples, to) {
      for (const [time, value, quality] of samples) {
        if (time > to) break
        if (quality === 'bad' || !isEvaluated(rule, value) || (at.time !== null && time <= at.time)) continue
        const evaluated = evaluateValue(rule, at, time, value)
        at = evaluated.state
        note(evaluated.transitions)
      }
      const passed = passTime(rule, at, to)
      at = passed.state
      note(passed.transitions)
    },
    state: () => at,
  }
}
