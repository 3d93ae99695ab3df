import { expect, test } from 'vitest'
import { readSort, sortText } from './sort.ts'

test('a minus in front of a field sorts it descending, and is part of no name', () => {
  expect(readSort('-created_time')).toEqual({ id: 'created_time', isDescending: true })
  expect(readSort('name')).toEqual({ id: 'name', isDescending: false })
  expect(readSort('-a-b')).toEqual({ id: 'a-b', isDescending: true })
  expect(readSort('')).toEqual({ id: '', isDescending: false })
})

test('a sort is written as it is read, and none as nothing', () => {
  for (const sort of ['-created_time', 'name', '']) expect(sortText(readSort(sort))).toBe(sort)
  expect(sortText(null)).toBe('')
})
