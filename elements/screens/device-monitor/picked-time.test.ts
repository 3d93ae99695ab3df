import { expect, test } from 'vitest'
import { pickedTimeOf, pickedTimeText } from './picked-time.ts'

test.each<[string, unknown]>([
  ['level@1763600000000', { key: 'level', time: 1_763_600_000_000 }],
  ['tank/level@5', { key: 'tank/level', time: 5 }],
  ['level', { key: 'level', time: null }],
  [' ', null],
])('%j', (text, picked) => {
  expect(pickedTimeOf(text)).toEqual(picked)
})

test('a picked time is written as it is read', () => {
  for (const picked of [
    { key: 'tank@2', time: 5 },
    { key: 'tank', time: null },
  ])
    expect(pickedTimeOf(pickedTimeText(picked))).toEqual(picked)
})
