import { expect, test } from 'vitest'
import type { TimelineSample } from '../../../core/rules/alarm-timeline.ts'
import type { LiveDevice, LivePoint } from '../fleet/fleet.ts'
import { OCCURRENCES_MOST } from './occurrences.ts'
import type { RuleAtDevice } from './place.ts'
import { NO_RULES, placeRules } from './placed.ts'
import { recall } from './recall.ts'
import type { RuleRow } from './rows.ts'

test('readings from before a start that swing thousands of times are a limited number of alarms', () => {
  const START = 1_000_000
  const point = { key: 'a', is_added: true, keep_history: true, data_time: null, quality: 'good' }
  const points = new Map([['a', { ...point, point_id: 1, data_type: 'number' } as LivePoint]])
  const device = { tenant_id: 1, device_id: 1, sn_code: 'E1', dev_alias: 'E1', points } as LiveDevice
  const rule = { rule_id: 1, key: 'a', condition: 'above', threshold: 50, dead_band: 0, on_delay_s: 0, off_delay_s: 0 }
  const rules = [{ ...rule, alarm_name: 'high', alarm_text: '', alarm_text_en: '', suppress_when: '' } as RuleRow]
  const its = placeRules(device, { rules, alarms: [], holds: [], timezone: 'UTC' }, NO_RULES, START)
  const [at] = its.all as [RuleAtDevice]
  const recent = Array.from({ length: 3001 }, (_, i): TimelineSample => {
    return [START + i, i % 2 === 0 ? 20 : 95, 'good']
  })
  const changes = recall(at, recent, START, START + 10_000, () => 'itself')
  expect(changes.filter(({ is }) => is === 'produced')).toHaveLength(OCCURRENCES_MOST)
  expect(changes.at(-1)).toMatchObject({ is: 'repeated', further: 1500 - OCCURRENCES_MOST, recover_time: START + 3000 })
  expect(at.state.stands).toBe(false)
})
