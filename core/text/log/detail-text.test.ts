import { expect, test } from 'vitest'
import { formatFor } from '../format.ts'
import { detailParts, detailText } from './detail-text.ts'

const zh = formatFor('zh', 'UTC')
const en = formatFor('en', 'UTC')

test('a refused message says why in the language, with a readable time', () => {
  const detail = { reason: 'future', ts: 1_700_000_000_000 }
  expect(detailText(detail, en)).toBe('Reason: Time stamp more than 5 minutes ahead · Time stamp: 2023-11-14 22:13:20')
  expect(detailText(detail, zh)).toBe('原因：时间戳超前 5 分钟以上 · 时间戳：2023-11-14 22:13:20')
})

test('why a sign-in, a topic or a subscription was refused is in words, and how often when more than once', () => {
  const words = (reason: string) => detailText({ reason, count: 1 }, zh)
  expect(words('sign_in_password')).toBe('原因：登录密码不正确')
  for (const reason of ['topic', 'subscription', 'sparkplug', 'unregistered', 'store'])
    expect(words(reason)).toMatch(/^原因：.*\p{Script=Han}/u)
  expect(detailText({ reason: 'topic', count: 12 }, en)).toBe('Reason: Topic not open to the device · Again: 12 ×')
})

test('what the device said stands first', () => {
  expect(detailText({ level: 'warning', text: 'pump 2 dry' }, en)).toBe('pump 2 dry · Level: warning')
})

test('parts and reasons that nobody named are shown as they came', () => {
  expect(detailParts({ reason: 'toString', shape: { a: 1 }, none: null }, en)).toEqual([
    ['Reason', 'toString'],
    ['shape', '{"a":1}'],
  ])
})
