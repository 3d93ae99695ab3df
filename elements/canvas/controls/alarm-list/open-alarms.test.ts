import { expect, test } from 'vitest'
import type { Alarm } from '../../../../core/contract/alarm.ts'
import { inOrder, openAt } from './open-alarms.ts'

const alarm = (alarm_id: string, more: Partial<Alarm>): Alarm => ({
  alarm_id,
  sn_code: 'A',
  dev_alias: 'A',
  key: 'flow',
  alarm_type: 1,
  alarm_level: 3,
  alarm_name: 'n',
  alarm_name_en: null,
  alarm_info: '',
  alarm_time: 0,
  alarm_value: null,
  recover_time: null,
  confirm_time: null,
  confirm_userName: null,
  alarm_note: null,
  alarm_note_en: null,
  rule_id: '1',
  state: 'UNACK',
  alarm_info_en: null,
  repeats: 0,
  is_late: false,
  held_until: null,
  ...more,
})
const ids = (alarms: readonly Alarm[]) => alarms.map(({ alarm_id }) => alarm_id).join('')

test('the worst alarm comes first, of one level the unseen, then the newest', () => {
  const alarms = [
    alarm('a', { alarm_level: 3, alarm_time: 9 }),
    alarm('b', { alarm_level: 5, alarm_time: 1, confirm_time: 2 }),
    alarm('c', { alarm_level: 5, alarm_time: 1 }),
    alarm('d', { alarm_level: 3, alarm_time: 10 }),
  ]
  expect(ids(inOrder(alarms))).toBe('cbda')
})

test('what is shelved, suppressed or out of service comes after all that operators shall see', () => {
  const alarms = [
    alarm('a', { alarm_level: 5, state: 'DSUPR' }),
    alarm('b', { alarm_level: 2 }),
    alarm('c', { alarm_level: 5, state: 'SHLVD' }),
    alarm('d', { alarm_level: 3 }),
  ]
  expect(ids(inOrder(alarms))).toBe('dbac')
})

test('an alarm at a past time is as it was then', () => {
  const alarms = [
    alarm('later', { alarm_time: 60 }),
    alarm('over', { alarm_time: 10, recover_time: 20, confirm_time: 30 }),
    alarm('unseen', { alarm_time: 10, recover_time: 20, confirm_time: 90 }),
    alarm('active', { alarm_time: 10, recover_time: 80, confirm_time: 30, state: 'SHLVD' }),
  ]
  const then = openAt(alarms, 50)
  expect(
    then.map(({ alarm_id, recover_time, confirm_time, state }) => [alarm_id, recover_time, confirm_time, state]),
  ).toEqual([
    ['unseen', 20, null, 'RTNUN'],
    ['active', null, 30, 'ACKED'],
  ])
})
