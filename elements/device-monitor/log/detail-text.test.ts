import { expect, test } from 'vitest'
import { formatFor } from '../../../core/text/format.ts'
import { detailParts, detailText } from './detail-text.ts'

const zh = formatFor('zh', 'UTC')
const en = formatFor('en', 'UTC')

test('a refused message says why in the language, with a readable time', () => {
  const detail = { reason: 'future', ts: 1_700_000_000_000 }
  expect(detailText(detail, en)).toBe('Reason: Time stamp more than 5 minutes ahead · Time stamp: 2023-11-14 22:13:20')
  expect(detailText(detail, zh)).toBe('原因：时间戳超前 5 分钟以上 · 时间戳：2023-11-14 22:13:20')
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
