import { expect, test } from 'vitest'
import { sortedBy, sortOf } from './sort.ts'

test('a list is sorted by a field that it offers, and which way is said for SQL and for code', () => {
  expect(sortOf('-name', ['name', 'created_time'])).toEqual({ field: 'name', isDescending: true, direction: 'desc' })
  expect(sortOf('name', ['name'])).toEqual({ field: 'name', isDescending: false, direction: 'asc' })
})

test('another field is refused with the ones that there are', () => {
  const parts = (en: string) =>
    expect.objectContaining({ parts: { field: 'sort', words: expect.objectContaining({ en }), code: '100006' } })
  for (const sort of ['toString', '--name'])
    expect(() => sortOf(sort, ['name', 'created_time'])).toThrow(parts('must be name or created_time'))
  expect(() => sortOf('name', ['created_time'])).toThrow(parts('can only be created_time'))
})

test('rows come in the order of people, those without a value first, and equal ones as they were', () => {
  const rows = [{ id: 'WW10' }, { id: null }, { id: 'WW2' }]
  expect(sortedBy(rows, 'id').map(({ id }) => id)).toEqual([null, 'WW2', 'WW10'])
  expect(sortedBy(rows, '-id').map(({ id }) => id)).toEqual(['WW10', 'WW2', null])
  expect(sortedBy(rows, undefined)).toEqual(rows)
  expect(() => sortedBy(rows, 'other')).toThrow()
})
