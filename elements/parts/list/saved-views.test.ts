import { expect, test } from 'vitest'
import { fitting, MOST_VIEWS, readSavedViews } from './saved-views.ts'

const view = { name: 'Faulty', columns: null, view: { state: 'faulty', group: 2 } }

test('saved views are read from a kept text, and a broken one holds none', () => {
  expect(readSavedViews(JSON.stringify([view]))).toEqual([view])
  for (const broken of [null, '', '{', '{}', '[1]', '[{"name":"a"}]']) expect(readSavedViews(broken)).toEqual([])
  expect(readSavedViews(JSON.stringify(Array(99).fill(view)))).toHaveLength(MOST_VIEWS)
})

test('a saved view begins at the first page, and changes only what its list still has', () => {
  const saved = { view: { state: 'faulty', group: 2, search: 7, gone: 'x', page: 3 } }
  const now = { state: '', group: null, search: 'pump', sort: 'sn_code', page: 5 }
  expect(fitting(saved, now)).toEqual({ state: 'faulty', group: 2, page: null })
})
