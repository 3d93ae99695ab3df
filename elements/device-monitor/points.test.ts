import { describe, expect, test } from 'vitest'
import type { Point } from '../../core/contract/device.ts'
import { formatFor } from '../../core/text/format.ts'
import { chosenPoints, pointName, qualityNow, valueText, valueWithUnit } from './points.ts'
import { problemOf, stepOf } from './write/new-value.ts'

const point = (more: Partial<Point> = {}): Point => ({
  key: 'flow',
  name: '流量',
  name_en: 'Flow',
  data_type: 'number',
  unit: 'm³/h',
  decimals: 1,
  access: 'rw',
  write_min: 0,
  write_max: 10,
  enum_text: null,
  keep_history: true,
  two_step: false,
  ...more,
})
const zh = formatFor('zh', 'UTC')
const en = formatFor('en', 'UTC')

describe('a value in words', () => {
  test('is a number with the point’s decimals and unit, and a dash where there is none', () => {
    expect(valueWithUnit(1234.56, point(), en)).toBe('1,234.6 m³/h')
    expect(valueWithUnit(null, point(), en)).toBe('–')
    expect(valueText(undefined, point(), en)).toBe('–')
  })
  test('is on or off for a boolean, in the language, unless the point has words of its own', () => {
    const flag = point({ data_type: 'boolean', unit: null })
    expect([valueText(true, flag, zh), valueText(false, flag, en)]).toEqual(['开', 'Off'])
    const own = { ...flag, enum_text: { '0': { zh: '停', en: 'Stopped' }, '1': { zh: '转', en: 'Turning' } } }
    expect([valueText(true, own, zh), valueText(false, own, en)]).toEqual(['转', 'Stopped'])
  })
  test('is the word of an enum, and the number itself for one that has no word', () => {
    const mode = point({ data_type: 'enum', unit: null, decimals: null, enum_text: { 1: { zh: '自动', en: 'Auto' } } })
    expect([valueText(1, mode, zh), valueText(1, mode, en), valueText(7, mode, en)]).toEqual(['自动', 'Auto', '7'])
  })
})

test('a point is named in the language, in Chinese where it has no English name', () => {
  expect([pointName(point(), 'zh'), pointName(point(), 'en'), pointName(point({ name_en: null }), 'en')]).toEqual([
    '流量',
    'Flow',
    '流量',
  ])
})

test('the attribute points chooses and orders, and names nothing that is not there', () => {
  const points = ['a', 'b', 'c'].map((key) => point({ key }))
  expect(chosenPoints(points, ' c, a ,zz,').map(({ key }) => key)).toEqual(['c', 'a'])
  expect(chosenPoints(points, '')).toBe(points)
  expect(chosenPoints(points, 'zz')).toEqual([])
})

test('a good value is stale after 3 report intervals; a bad one stays bad', () => {
  expect(qualityNow('good', 30_000, 10)).toBe('good')
  expect(qualityNow('good', 30_001, 10)).toBe('stale')
  expect(qualityNow('bad', 90_000, 10)).toBe('bad')
})

describe('a new value', () => {
  test('has to be there and inside of the range, the bounds included', () => {
    const setting = point()
    expect([null, -0.1, 0, 10, 10.1].map((value) => problemOf(value, setting))).toEqual([
      'missing',
      'outside',
      null,
      null,
      'outside',
    ])
  })
  test('has no range where the point has none, and text may be 1024 characters', () => {
    expect(problemOf(1e9, point({ write_min: null, write_max: null }))).toBe(null)
    const label = point({ data_type: 'string' })
    expect([problemOf('x'.repeat(1024), label), problemOf('x'.repeat(1025), label)]).toEqual([null, 'tooLong'])
  })
  test('steps by the last digit that the point shows', () => {
    expect([stepOf(0), stepOf(2), stepOf(null)]).toEqual([1, 0.01, 1])
  })
})
