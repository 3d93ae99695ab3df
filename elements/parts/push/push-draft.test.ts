import { expect, test } from 'vitest'
import type { PushSetting } from '../../../core/contract/push.ts'
import { clockText, described, draftOf, timesWith } from './push-draft.ts'

const SETTING: PushSetting = {
  email_level: 3,
  sms_level: null,
  wechat_level: 5,
  on_recovered: true,
  lang: 'en',
  quiet: { from: 1330, to: 420, days: [1, 7], except_level: null },
}

test('what is not changed is sent as it came', () => {
  expect(described(draftOf(SETTING))).toEqual(SETTING)
  expect(described(draftOf({ ...SETTING, quiet: null }))).toEqual({ ...SETTING, quiet: null })
})

test('quiet hours that are switched on for the first time are the night, except for critical alarms', () => {
  const draft = { ...draftOf({ ...SETTING, quiet: null }), isQuiet: true }
  expect(described(draft).quiet).toEqual({ from: 1320, to: 420, days: [1, 2, 3, 4, 5, 6, 7], except_level: 5 })
})

test('a time between the half hours can be kept', () => {
  expect(timesWith(1330)).toHaveLength(49)
  expect(timesWith(1320)).toHaveLength(48)
  expect([0, 425, 1439].map(clockText)).toEqual(['00:00', '07:05', '23:59'])
})
