import { expect, test } from 'vitest'
import { momentOf, momentText } from './moment.ts'

test.each([
  ['level@1763600000000', { key: 'level', time: 1_763_600_000_000 }],
  ['tank/level@5', { key: 'tank/level', time: 5 }],
  ['level', null],
  ['@5', null],
  ['level@soon', null],
])('%j', (text, moment) => {
  expect(momentOf(text)).toEqual(moment)
})

test('a moment is written as it is read', () => {
  const moment = { key: 'tank@2', time: 5 }
  expect(momentOf(momentText(moment))).toEqual(moment)
})
