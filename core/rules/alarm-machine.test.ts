import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Value } from '../contract/telemetry.ts'
import {
  AT_REST,
  dueTime,
  type EvaluatedRule,
  evaluateValue,
  isEvaluated,
  passTime,
  type RuleState,
} from './alarm-machine.ts'
import { occurrencesOf, type TimelineSample } from './alarm-timeline.ts'

const ruleOf = (rule: Partial<EvaluatedRule>): EvaluatedRule => ({
  condition: 'above',
  threshold: null,
  threshold_high: null,
  dead_band: 0,
  no_data_s: null,
  on_delay_s: 0,
  off_delay_s: 0,
  ...rule,
})

/** Whether the alarm stands after each of the values, a second apart. */
function standsAfter(rule: Partial<EvaluatedRule>, values: readonly Value[]): boolean[] {
  let state: RuleState = AT_REST
  return values.map((value, i) => {
    state = evaluateValue(ruleOf(rule), state, i * 1000, value).state
    return state.stands
  })
}
const [yes, no] = [true, false]

describe('a condition holds, and is left by its dead band only', () => {
  test.each<[string, Partial<EvaluatedRule>, Value[], boolean[]]>([
    ['above', { condition: 'above', threshold: 90, dead_band: 2 }, [90, 90.1, 88.1, 88, 89], [no, yes, yes, no, no]],
    ['below', { condition: 'below', threshold: 10, dead_band: 1 }, [10, 9.9, 10.9, 11, 10.5], [no, yes, yes, no, no]],
    ['between', { condition: 'between', threshold: 2, threshold_high: 4 }, [1.9, 2, 4, 4.1], [no, yes, yes, no]],
    [
      'between, with a band',
      { condition: 'between', threshold: 2, threshold_high: 4, dead_band: 1 },
      [1.5, 3, 1, 5, 5.1, 4.5],
      [no, yes, yes, yes, no, no],
    ],
    ['outside', { condition: 'outside', threshold: 2, threshold_high: 4 }, [2, 4, 4.1, 3, 1.9], [no, no, yes, no, yes]],
    [
      'outside, with a band',
      { condition: 'outside', threshold: 0, threshold_high: 10, dead_band: 2 },
      [10.1, 9, 8, 9, -1, 1, 2],
      [yes, yes, no, no, yes, yes, no],
    ],
    ['equals', { condition: 'equals', threshold: 3, dead_band: 0.5 }, [3.2, 3, 3.5, 3.6], [no, yes, yes, no]],
    ['a boolean is 0 or 1', { condition: 'equals', threshold: 0 }, [true, false, true], [no, yes, no]],
    ['changes', { condition: 'changes' }, [1, 1, 2, 2, 3, 4, 4], [no, no, yes, no, yes, yes, no]],
    ['changes of a text', { condition: 'changes' }, ['a', 'b', 'b'], [no, yes, no]],
  ])('a condition starts at its threshold and ends beyond its dead band: %s', (_name, rule, values, expected) => {
    expect(standsAfter(rule, values)).toEqual(expected)
  })

  test('a condition on texts is evaluated for any value, and never without one', () => {
    expect(isEvaluated(ruleOf({ condition: 'above' }), 'x')).toBe(false)
    expect(isEvaluated(ruleOf({ condition: 'changes' }), 'x')).toBe(true)
    expect(isEvaluated(ruleOf({ condition: 'no_data' }), 'x')).toBe(true)
    expect(isEvaluated(ruleOf({ condition: 'no_data' }), null)).toBe(false)
  })
})

const good = (...samples: [number, Value][]): TimelineSample[] => samples.map(([time, value]) => [time, value, 'good'])
const spans = (rule: Partial<EvaluatedRule>, samples: TimelineSample[], to = 100_000) =>
  occurrencesOf(ruleOf(rule), samples, { from: 0, to }).map(({ alarm_time, recover_time }) => [
    alarm_time,
    recover_time,
  ])

describe('delays', () => {
  const high = { threshold: 90, on_delay_s: 5, off_delay_s: 3 } as const

  test('a value holds until the next one: the alarm comes after its delay, and ends after the other delay', () => {
    expect(spans(high, good([1000, 95], [30_000, 20]))).toEqual([[6000, 33_000]])
  })

  test('a value that returns before the delay is over is no alarm, at its very end too', () => {
    expect(spans(high, good([1000, 95], [5999, 20]))).toEqual([])
    expect(spans(high, good([1000, 95], [6000, 20]))).toEqual([])
  })

  test('an alarm that comes back before the off-delay is over is the same alarm', () => {
    expect(spans(high, good([1000, 95], [10_000, 20], [12_000, 95], [40_000, 20]))).toEqual([[6000, 43_000]])
  })

  test('the dead band is for the return only: the threshold alone starts an alarm', () => {
    const banded = { ...high, dead_band: 10 }
    expect(spans(banded, good([1000, 95], [3000, 85], [4000, 95], [8000, 85], [20_000, 80]))).toEqual([])
    expect(spans(banded, good([1000, 95], [7000, 85], [20_000, 80]))).toEqual([[6000, 23_000]])
  })

  test('an alarm after a delay has the reading that held at the end of the delay', () => {
    const [one] = occurrencesOf(ruleOf(high), good([1000, 95], [4000, 99], [7000, 97]), { from: 0, to: 9000 })
    expect(one).toEqual({ alarm_time: 6000, recover_time: null, value: 99 })
  })

  test('bad values are ignored', () => {
    const samples: TimelineSample[] = [
      [1000, 95, 'good'],
      [2000, 10, 'bad'],
      [3000, null, 'good'],
      [7000, 20, 'good'],
    ]
    expect(spans(high, samples)).toEqual([[6000, 10_000]])
  })
})

describe('silence', () => {
  const silent = { condition: 'no_data', no_data_s: 10 } as const

  test('silence is an alarm its time after the last reading, until the next', () => {
    expect(spans(silent, good([1000, 1], [5000, 1], [30_000, 1]), 35_000)).toEqual([[15_000, 30_000]])
  })

  test('a silence alarm waits for its on-delay as well', () => {
    expect(spans({ ...silent, on_delay_s: 5 }, good([1000, 1], [30_000, 1]), 31_000)).toEqual([[16_000, 30_000]])
  })

  test('a silence alarm ends when readings have come for its off-delay', () => {
    const samples = good([1000, 1], [30_000, 1], [36_000, 1], [42_000, 1])
    expect(spans({ ...silent, off_delay_s: 11 }, samples, 45_000)).toEqual([[11_000, 41_000]])
    expect(spans({ ...silent, off_delay_s: 11 }, good([1000, 1], [30_000, 1], [60_000, 1]), 65_000)).toEqual([
      [11_000, null],
    ])
  })
})

test('an alarm from before the range that lasts into it is included, and one that ended before it is not', () => {
  const rule = ruleOf({ threshold: 90 })
  const samples = good([1000, 95], [2000, 20], [3000, 95], [8000, 20])
  expect(occurrencesOf(rule, samples, { from: 5000, to: 9000 })).toEqual([
    { alarm_time: 3000, recover_time: 8000, value: 95 },
  ])
})

const rules = fc.record({
  condition: fc.constantFrom('above', 'below', 'between', 'outside', 'equals', 'changes', 'no_data'),
  threshold: fc.integer({ min: 0, max: 4 }),
  threshold_high: fc.integer({ min: 4, max: 8 }),
  dead_band: fc.integer({ min: 0, max: 2 }),
  no_data_s: fc.integer({ min: 1, max: 5 }),
  on_delay_s: fc.integer({ min: 0, max: 4 }),
  off_delay_s: fc.integer({ min: 0, max: 4 }),
}) as fc.Arbitrary<EvaluatedRule>
const timelines = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 8 })), { maxLength: 40 })
  .map((steps) => {
    let time = 0
    return steps.map(([step, value]): [number, number] => {
      time += step * 250
      return [time, value]
    })
  })

describe('whatever the readings and the rule', () => {
  test('alarms do not depend on when the clock is read between the readings', () => {
    fc.assert(
      fc.property(
        rules,
        timelines,
        fc.array(fc.integer({ min: 1, max: 40_000 }), { maxLength: 30 }),
        (rule, readings, looks) => {
          const end = (readings.at(-1)?.[0] ?? 0) + 20_000
          let state: RuleState = AT_REST
          const transitions = []
          // Readings come before the clock of the same instant, as with a timer.
          const steps = [
            ...readings.map(([time, value]) => ({ time, value })),
            ...looks.map((time) => ({ time, value: null })),
          ]
          steps.sort((a, b) => a.time - b.time || (a.value === null ? 1 : -1))
          for (const { time, value } of steps.filter((step) => step.time <= end)) {
            // A reading of the very instant at which a delay ends is evaluated first.
            const isTie = value === null && readings.some(([at]) => at > time && at === dueTime(rule, state))
            if (isTie) continue
            const evaluated = value === null ? passTime(rule, state, time) : evaluateValue(rule, state, time, value)
            state = evaluated.state
            transitions.push(...evaluated.transitions)
          }
          transitions.push(...passTime(rule, state, end).transitions)
          const expected = occurrencesOf(rule, good(...readings), { from: 0, to: end }).flatMap((one) =>
            one.recover_time === null ? [one.alarm_time] : [one.alarm_time, one.recover_time],
          )
          expect(transitions.map(({ time }) => time)).toEqual(expected)
        },
      ),
    )
  })

  test('an alarm starts and ends in turn, and time never runs back', () => {
    fc.assert(
      fc.property(rules, timelines, (rule, readings) => {
        const times = occurrencesOf(rule, good(...readings), { from: 0, to: 1e6 }).flatMap(
          ({ alarm_time, recover_time }) => [alarm_time, recover_time ?? 1e6],
        )
        expect(times).toEqual([...times].sort((a, b) => a - b))
      }),
    )
  })

  test('no alarm starts before its delay, and the condition held all that time', () => {
    fc.assert(
      fc.property(rules, timelines, (rule, readings) => {
        if (rule.condition !== 'above') return
        for (const { alarm_time } of occurrencesOf(rule, good(...readings), { from: 0, to: 1e6 })) {
          const began = alarm_time - rule.on_delay_s * 1000
          const during = readings.filter(([time]) => time >= began && time < alarm_time)
          const before = readings.findLast(([time]) => time <= began)
          expect([...during, ...(before ? [before] : [])].every(([, value]) => value > (rule.threshold ?? 0))).toBe(
            true,
          )
        }
      }),
    )
  })
})
