import { expect, test } from 'vitest'
import { filterOf, isSortable, lastedOf, lastedText, levelsOf, typesOf, UNFILTERED } from './view.ts'

test('an address names levels and types; what is none is ignored', () => {
  expect(levelsOf('1, 5,9,x')).toEqual(['5', '1'])
  expect(typesOf('confirmed,produced,gone')).toEqual(['produced', 'confirmed'])
})

test.each([
  ['60-3600', { least: 60, most: 3600 }],
  ['60-', { least: 60, most: null }],
  ['-30', { least: null, most: 30 }],
  ['', { least: null, most: null }],
  ['soon', { least: null, most: null }],
])('a filter how long alarms stood is read: %j', (text, lasted) => {
  expect(lastedOf(text)).toEqual(lasted)
  expect(lastedText(lasted)).toBe(text === 'soon' ? '' : text)
})

test('only fields that the server sorts by sort', () => {
  expect(['alarm_time', '-alarm_level', 'password', ''].map(isSortable)).toEqual([true, true, false, false])
})

test('the request has the chosen filters and nothing else', () => {
  expect(filterOf(UNFILTERED)).toEqual({})
  const view = {
    ...UNFILTERED,
    search: ' pump ',
    sn: 'WW0001',
    group: 3,
    level: '5,4',
    type: 'recovered',
    lasted: '1-2',
  }
  expect(filterOf(view)).toEqual({
    search: 'pump',
    sn_code: 'WW0001',
    group_id: 3,
    alarm_level: [5, 4],
    alarm_type: [2],
    lasted_min: 1000,
    lasted_max: 2000,
  })
})
