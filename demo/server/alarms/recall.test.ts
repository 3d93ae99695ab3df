import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../../core/catalogue/durations.ts'
import type { LiveDevice, LivePoint } from '../fleet/fleet.ts'
import type { Sample } from '../history/telemetry.ts'
import { passDue } from './evaluate.ts'
import { OCCURRENCES_MOST, Occurrences } from './occurrences.ts'
import type { RuleAtDevice } from './place.ts'
import { NO_RULES, placeRules } from './placed.ts'
import { mayWait, recall, resume } from './recall.ts'
import type { RuleRow } from './rows.ts'

const START = 10 * HOUR_MS

/** A rule without delays, for values above 50, at a device whose newest value is of a time. */
function newRule(value: number | null = null, data_time: number | null = null): RuleAtDevice {
  const point = { point_id: 1, key: 'a', data_type: 'number', is_added: true, keep_history: true, quality: 'good' }
  const points = new Map([['a', { ...point, value, data_time } as LivePoint]])
  const device = { tenant_id: 1, device_id: 1, sn_code: 'E1', dev_alias: 'E1', points } as LiveDevice
  const rule = { rule_id: 1, key: 'a', condition: 'above', threshold: 50, dead_band: 0, on_delay_s: 0, off_delay_s: 0 }
  const rules = [{ ...rule, alarm_name: 'high', alarm_text: '', alarm_text_en: '', suppress_when: '' } as RuleRow]
  const its = placeRules(device, { rules, alarms: [], holds: [], timezone: 'UTC' }, NO_RULES, START)
  return its.all[0] as RuleAtDevice
}
const sampleOf = (data_time: number, value: number): Sample => ({ point_id: 1, data_time, value, quality: 0 })

test('readings from before a start that swing thousands of times are a limited number of alarms', () => {
  const at = newRule()
  const recent = Array.from({ length: 3001 }, (_, i) => sampleOf(START + i, i % 2 === 0 ? 20 : 95))
  const changes = recall(at, recent, START, START + 10_000, () => 'itself')
  expect(changes.filter(({ is }) => is === 'produced')).toHaveLength(OCCURRENCES_MOST)
  expect(changes.at(-1)).toMatchObject({ is: 'repeated', further: 1500 - OCCURRENCES_MOST, recover_time: START + 3000 })
  expect(at.state.stands).toBe(false)
})

test.each([
  ['reports seldom', 0],
  ['reports every second', 20],
])(
  'an alarm that waited for room when the server ended comes after the start with its time, where the device %s',
  async (_, count) => {
    const came = START - 30 * MINUTE_MS
    const history = [sampleOf(came - MINUTE_MS, 20), sampleOf(came, 90), sampleOf(came + MINUTE_MS, 95)]
    const recent = Array.from({ length: count }, (_, i) => sampleOf(START - (count - i) * 1000, 95))
    const all = [...history, ...recent]
    const at = newRule(95, all.at(-1)?.data_time)
    expect(recall(at, recent, 0, START, () => 'itself')).toEqual([])
    expect(mayWait(at, recent)).toBe(true)
    const raw = async (_: number, from: number, to: number) =>
      all.filter(({ data_time }) => data_time >= from && data_time < to).reverse()
    await resume(at, { raw }, START)
    const occurrences = new Occurrences(() => 'itself')
    passDue(at, at.dueAt ?? 0, occurrences)
    expect(occurrences.all()).toMatchObject([{ is: 'produced', time: came, value: 95 }])
  },
)
