import { expect, test } from 'vitest'
import { inPlaces } from './use-held-order.ts'

const same = (id: string) => id

test('rows that are held keep their places, those that have gone leave none, and new ones come below', () => {
  expect(inPlaces(['new', 'c', 'a', 'newer'], ['a', 'b', 'c'], same)).toEqual(['a', 'c', 'new', 'newer'])
})

test('rows that were never placed stand in the order in which they came', () => {
  expect(inPlaces(['b', 'a'], [], same)).toEqual(['b', 'a'])
})
