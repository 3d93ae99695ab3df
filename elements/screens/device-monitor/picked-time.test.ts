import { expect, test } from 'vitest'
import { pickedTimeOf, pickedTimeText } from './picked-time.ts'

test.each([
  ['level@1763600000000', { key: 'level', time: 1_763_600_000_000 }],
  ['tank/level@5', { key: 'tank/level', time: 5 }],
  ['level', null],
  ['@5', null],
  ['level@soon', null],
])('%j', (text, picked) => {
  expect(pickedTimeOf(text)).toEqual(picked)
})

test('a picked time is written as it is read', () => {
  const picked = { key: 'tank@2', time: 5 }
  expect(pickedTimeOf(pickedTimeText(picked))).toEqual(picked)
})
