import { describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../../core/catalogue/durations.ts'
import type { LiveDevice, LivePoint } from '../fleet/fleet.ts'
import { evaluateReading, newEvaluation, passDue } from './evaluate.ts'
import { lateOf } from './late-times.ts'
import { Occurrences } from './occurrences.ts'
import type { RuleAtDevice } from './place.ts'
import { NO_RULES, placeRules } from './placed.ts'
import type { Weigh } from './repeats.ts'
import type { RuleRow } from './rows.ts'

test('readings that came late are kept once, however many rules they are about', async () => {
  const point = { key: 'a', is_added: true, data_time: 1_000_000, value: 1, quality: 'good' } as LivePoint
  const device = { sn_code: 'E1', dev_alias: 'E1', points: new Map([['a', point]]) } as LiveDevice
  const rule = { key: 'a', condition: 'above', threshold: 50, dead_band: 0, on_delay_s: 0, off_delay_s: 0 }
  const rules = Array.from({ length: 400 }, (_, rule_id) => {
    return { ...rule, rule_id, threshold: rule_id, suppress_when: rule_id % 2 === 0 ? '' : 'a > 0' } as RuleRow
  })
  const its = placeRules(device, { rules, alarms: [], holds: [], timezone: 'UTC' }, NO_RULES, 0)
  for (const at of its.all) at.evaluated_time = 1_000_000
  const readings = Array.from({ length: 1000 }, (_, i) => {
    return { data_time: 1000 + i, values: [{ point, value: i, quality: 'good' as const }] }
  })
  const evaluation = newEvaluation(readings, () => 'itself')
  for (const place of readings.keys()) evaluateReading(its, place, 2_000_000, evaluation)
  expect(evaluation.late.size).toBe(its.all.length)
  expect([...new Set([...evaluation.late.values()].map((span) => JSON.stringify(span)))]).toEqual([
    '{"from":0,"to":999}',
  ])
  const [at] = its.all
  const late = await lateOf(at as NonNullable<typeof at>, [evaluation.readings.slice(10, 21)])
  expect([late.first, late.last, late.samples.length]).toEqual([1010, 1020, 11])
  expect([late.isAnyIn(0, 1009), late.isAnyIn(1015, 1015), late.isAnyIn(1021, 9e9)]).toEqual([false, true, false])
})

describe('an alarm that there is no room for', () => {
  const point = { key: 'a', is_added: true, data_time: 0, value: 0, quality: 'good' } as LivePoint
  const device = { sn_code: 'E1', dev_alias: 'E1', points: new Map([['a', point]]) } as LiveDevice
  const START = 1_000_000
  const LATER = START + HOUR_MS

  /** A rule whose readings, a second apart, are evaluated while there is no room. */
  function withoutRoom(values: readonly number[], limits: object = {}) {
    const rule = { rule_id: 1, key: 'a', condition: 'above', threshold: 50, dead_band: 0, ...limits }
    const rules = [
      {
        on_delay_s: 0,
        off_delay_s: 0,
        suppress_when: '',
        alarm_name: 'high',
        alarm_text: '',
        alarm_text_en: '',
        ...rule,
      } as RuleRow,
    ]
    const its = placeRules(device, { rules, alarms: [], holds: [], timezone: 'UTC' }, NO_RULES, START)
    const [at] = its.all as [RuleAtDevice]
    const evaluate = (readings: readonly number[], from: number, weigh: Weigh) => {
      const message = readings.map((value, i) => {
        return { data_time: from + i * 1000, values: [{ point, value, quality: 'good' as const }] }
      })
      const evaluation = newEvaluation(message, weigh)
      for (const place of message.keys()) evaluateReading(its, place, START, evaluation)
      return evaluation.occurrences
    }
    const came = evaluate(values, START, () => null)
    expect(came.all()).toEqual([])
    const pass = (now: number, weigh: Weigh = () => 'itself') => {
      const occurrences = new Occurrences(weigh)
      if (at.dueAt !== null && at.dueAt <= now) passDue(at, now, occurrences)
      return occurrences.all()
    }
    return { at, came, evaluate, pass }
  }

  test('an alarm that waits for room comes as soon as there is some, with its time, where it is still active', () => {
    const { at, pass } = withoutRoom([20, 95])
    expect(pass(START + 1000)).toEqual([])
    expect(pass(LATER, () => null)).toEqual([])
    expect(at.dueAt).toBeGreaterThan(LATER)
    expect(pass(2 * LATER)).toMatchObject([{ is: 'produced', time: START + 1000, value: 95 }])
    expect(at.state.stands).toBe(true)
    expect(pass(3 * LATER)).toEqual([])
  })

  test('an alarm that waits for room comes with its next reading that is an alarm still', () => {
    const { evaluate } = withoutRoom([20, 95, 95], { on_delay_s: 1 })
    expect(evaluate([96], START + MINUTE_MS, () => 'itself').all()).toMatchObject([
      { is: 'produced', time: START + 2000 },
    ])
  })

  test('an alarm that waits for room does not come where it was over before, and is counted', () => {
    const { at, came, evaluate, pass } = withoutRoom([20, 95, 20])
    expect(came.dropped).toBe(1)
    expect(pass(LATER)).toEqual([])
    expect(at.state.stands).toBe(false)
    expect(evaluate([96], START + MINUTE_MS, () => 'itself').all()).toMatchObject([
      { is: 'produced', time: START + MINUTE_MS },
    ])
  })
})
