import { expect, test } from 'vitest'
import { formatFor } from '../format.ts'
import { detailParts, detailText } from './detail-text.ts'

const zh = formatFor('zh', 'UTC')
const en = formatFor('en', 'UTC')

test('the log gives the reason for a refused message in the language, with a readable time', () => {
  const detail = { reason: 'future', ts: 1_700_000_000_000 }
  expect(detailText(detail, en)).toBe('Reason: Time stamp more than 5 minutes ahead · Time stamp: 2023-11-14 22:13:20')
  expect(detailText(detail, zh)).toBe('原因：时间戳超前 5 分钟以上 · 时间戳：2023-11-14 22:13:20')
})

test('the log gives the reason for a refused sign-in, topic or subscription in words, and a count above one', () => {
  const words = (reason: string) => detailText({ reason, count: 1 }, zh)
  expect(words('sign_in_password')).toBe('原因：登录密码不正确')
  for (const reason of ['topic', 'subscription', 'sparkplug', 'unregistered', 'store'])
    expect(words(reason)).toMatch(/^原因：.*\p{Script=Han}/u)
  expect(detailText({ reason: 'topic', count: 12 }, en)).toBe('Reason: Topic not open to the device · Again: 12 ×')
})

test('the message of the device comes first', () => {
  expect(detailText({ level: 'warning', text: 'pump 2 dry' }, en)).toBe('pump 2 dry · Level: warning')
})

test('unknown parts and reasons are shown as they came', () => {
  expect(detailParts({ reason: 'toString', shape: { a: 1 }, none: null }, en)).toEqual([
    ['Reason', 'toString'],
    ['shape', '{"a":1}'],
  ])
})
