import { expect, test } from 'vitest'
import type { LiveDevice, LivePoint } from '../fleet/fleet.ts'
import { evaluateReading, newEvaluation } from './evaluate.ts'
import { lateOf } from './late-times.ts'
import { NO_RULES, placeRules } from './placed.ts'
import type { RuleRow } from './rows.ts'

test('readings that came late are kept once, however many rules they are about', () => {
  const point = { key: 'a', is_added: true, data_time: 1_000_000, value: 1, quality: 'good' } as LivePoint
  const device = { sn_code: 'E1', dev_alias: 'E1', points: new Map([['a', point]]) } as LiveDevice
  const rule = { key: 'a', condition: 'above', threshold: 50, dead_band: 0, on_delay_s: 0, off_delay_s: 0 }
  const rules = Array.from({ length: 400 }, (_, rule_id) => {
    return { ...rule, rule_id, threshold: rule_id, suppress_when: rule_id % 2 === 0 ? '' : 'a > 0' } as RuleRow
  })
  const its = placeRules(device, { rules, alarms: [], holds: [], timezone: 'UTC' }, NO_RULES, 0)
  for (const at of its.all) at.judged_time = 1_000_000
  const readings = Array.from({ length: 1000 }, (_, i) => {
    return { data_time: 1000 + i, values: [{ point, value: i, quality: 'good' as const }] }
  })
  const evaluation = newEvaluation(readings, (change) => change)
  for (const place of readings.keys()) evaluateReading(its, place, 2_000_000, evaluation)
  expect(evaluation.late.size).toBe(its.all.length)
  expect([...new Set([...evaluation.late.values()].map((span) => JSON.stringify(span)))]).toEqual([
    '{"from":0,"to":999}',
  ])
  const [at] = its.all
  const late = lateOf(at as NonNullable<typeof at>, [evaluation.readings.slice(10, 21)])
  expect([late.first, late.last, late.samples.length]).toEqual([1010, 1020, 11])
  expect([late.isAnyIn(0, 1009), late.isAnyIn(1015, 1015), late.isAnyIn(1021, 9e9)]).toEqual([false, true, false])
})
