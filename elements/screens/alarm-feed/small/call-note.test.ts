import { expect, test } from 'vitest'
import type { Alarm } from '../../../../core/contract/alarm.ts'
import { alarmKey } from '../../../../core/stores/alarm-map.ts'
import { type CallNote, noteAfter } from './call-note.ts'

const one = (rule_id: string, alarm_level: 1 | 2 | 3 | 4 | 5, more: Partial<Alarm> = {}) =>
  ({ alarm_id: rule_id, rule_id, sn_code: 'PUMP1', alarm_level, state: 'UNACK', confirm_time: null, ...more }) as Alarm
const change = (alarm: Alarm, isGone = false) => ({ key: alarmKey(alarm), alarm, isGone })
const came = (note: CallNote | null, ...arrived: Alarm[]) =>
  noteAfter(note, { changes: arrived.map((alarm) => change(alarm)), arrived }, () => true)
const changed = (note: CallNote | null, alarm: Alarm, isGone = false) =>
  noteAfter(note, { changes: [change(alarm, isGone)], arrived: [] }, () => true)
const shown = (note: CallNote | null) => note && [note.waiting.size, note.worst.alarm_id, note.round]

test('alarms that come one after the other are one note that counts them and names the worst', () => {
  const first = came(null, one('1', 3))
  expect(shown(first)).toEqual([1, '1', 1])
  expect(shown(came(first, one('2', 4), one('3', 2)))).toEqual([3, '2', 2])
})

test('what was open before, or is not called for, is no note', () => {
  expect(changed(null, one('1', 5))).toBe(null)
  expect(noteAfter(null, { changes: [], arrived: [one('1', 5)] }, () => false)).toBe(null)
})

test('a note loses the alarms that somebody confirmed or shelved, or that are over, and goes with the last', () => {
  const three = came(null, one('1', 5), one('2', 4), one('3', 3))
  const two = changed(three, one('1', 5, { confirm_time: 1, state: 'ACKED' }))
  expect(shown(two)).toEqual([2, '2', 1])
  const last = changed(two, one('2', 4, { state: 'SHLVD' }))
  expect(shown(last)).toEqual([1, '3', 1])
  expect(changed(last, one('3', 3), true)).toBe(null)
})

test('a note stays as it is while other alarms change, or its own without being seen', () => {
  const note = came(null, one('1', 5))
  expect(changed(note, one('9', 5))).toBe(note)
  expect(shown(changed(note, one('1', 5, { state: 'RTNUN' })))).toEqual([1, '1', 1])
})
