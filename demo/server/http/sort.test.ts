import { expect, test } from 'vitest'
import { sortedPage, sortOf } from './sort.ts'

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
  const sorted = (sort?: string) => sortedPage(rows, { page: 1, page_size: 10, sort })
  expect(sorted('id').map(({ id }) => id)).toEqual([null, 'WW2', 'WW10'])
  expect(sorted('-id').map(({ id }) => id)).toEqual(['WW10', 'WW2', null])
  expect(sorted()).toEqual(rows)
  expect(() => sorted('other')).toThrow()
})

test('the pages of a list are those of all its rows in order, whichever is asked for', () => {
  const rows = Array.from({ length: 97 }, (_, i) => ({ i, name: `泵 ${(i * 37) % 20}`, none: null }))
  for (const sort of ['name', '-name', 'none', undefined]) {
    const all = sortedPage(rows, { page: 1, page_size: 100, sort })
    expect(new Set(all).size).toBe(97)
    if (sort === 'name')
      expect(all.map(({ name }) => Number(name.slice(2)))).toEqual(
        rows.map(({ i }) => (i * 37) % 20).sort((a, b) => a - b),
      )
    const pages = Array.from({ length: 11 }, (_, i) => sortedPage(rows, { page: i + 1, page_size: 10, sort }))
    expect(pages.flat()).toEqual(all)
    expect(pages.map(({ length }) => length)).toEqual([10, 10, 10, 10, 10, 10, 10, 10, 10, 7, 0])
  }
})
