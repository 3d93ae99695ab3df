import { expect, test } from 'vitest'
import { DAY_MS } from '../catalogue/durations.ts'
import { alarmRecord } from './alarm-record.ts'
import { AlarmRule } from './alarm-rule.ts'
import { bulletin } from './bulletin.ts'
import { Line, TextBody } from './plain-text.ts'

const takes = (schema: { safeParse: (value: unknown) => { success: boolean } }, value: unknown) =>
  schema.safeParse(value).success

test('a text of one line has no breaks and nothing that turns the reading order', () => {
  expect(takes(Line(8), '泵 1')).toBe(true)
  for (const disguised of ['a\nb', 'a\u202eb', 'a\u2066b', 'a\u0000b']) expect(takes(Line(8), disguised)).toBe(false)
})

test('a text of one line has nothing without width, but for what joins letters and pictures', () => {
  for (const disguised of ['\u200b', '\u200e', '\u200f', '\u2028', '\u2029', '\u2060', '\ufeff'])
    expect(takes(Line(8), `a${disguised}b`)).toBe(false)
  for (const joined of ['می‌شود', '👷‍♀️']) expect(takes(Line(8), joined)).toBe(true)
})

test('a text of several lines has breaks and tabs, and no other invisible character', () => {
  expect(takes(TextBody(8), 'a\n\tb')).toBe(true)
  for (const disguised of ['a\rb', 'a\u202eb', 'a\u0007b']) expect(takes(TextBody(8), disguised)).toBe(false)
})

test('the name and the text of an alarm rule accept no disguising characters', () => {
  const rule = { key: 'temperature', alarm_name: '高温', alarm_level: 4, condition: 'above', threshold: 90 }
  expect(takes(AlarmRule, rule)).toBe(true)
  expect(takes(AlarmRule, { ...rule, alarm_name: '高温\r\nBcc: x' })).toBe(false)
  expect(takes(AlarmRule, { ...rule, alarm_text: '{{value}}\u202e' })).toBe(false)
  expect(takes(AlarmRule, { ...rule, response: '1. 停泵\n2. 报修' })).toBe(true)
})

test('a time outside of the calendar is refused at its field', () => {
  const { perTime } = alarmRecord
  expect(takes(perTime.input, { start: 0, end: DAY_MS, step: 'hour' })).toBe(true)
  expect(takes(perTime.input, { start: 8.64e15, end: 8.64e15 + 1, step: 'hour' })).toBe(false)
  const draft = { title: '停水', body: '今晚', until_time: Number.MAX_SAFE_INTEGER }
  expect(takes(bulletin.create.input, draft)).toBe(false)
})
