import { expect, test } from 'vitest'
import { isFiltered, NO_FILTER, queryOf, STATE_IDS, statesOf } from './filter.ts'

test('states in an attribute are named by words, in any order, and unknown words are ignored', () => {
  expect(statesOf('faulty, online,broken')).toEqual(['online', 'faulty'])
  expect(statesOf('')).toEqual([])
})

test('no filter is for unregistered devices, which no list holds', () => {
  expect(STATE_IDS).toEqual(['online', 'offline', 'faulty'])
  expect(queryOf({ ...NO_FILTER, state: 'unregistered' })).toEqual({})
})

test('a filter asks the server in its own terms', () => {
  expect(queryOf({ search: ' pump ', group: 7, state: 'faulty,offline' })).toEqual({
    search: 'pump',
    group_id: 7,
    dev_state: [2, 3],
  })
  expect(queryOf(NO_FILTER)).toEqual({})
})

test('spaces and unknown states filter nothing', () => {
  expect(isFiltered({ ...NO_FILTER, search: '  ', state: 'broken' })).toBe(false)
  expect(isFiltered({ ...NO_FILTER, state: 'faulty' })).toBe(true)
  expect(isFiltered({ ...NO_FILTER, group: 0 })).toBe(true)
})
