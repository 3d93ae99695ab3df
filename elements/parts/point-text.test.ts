import { describe, expect, test } from 'vitest'
import { Point } from '../../core/contract/device.ts'
import { formatFor } from '../../core/text/format.ts'
import { liveValueOf, pointName, valueText, valueWithUnit } from './point-text.ts'

const flow = { key: 'flow', name: '流量', name_en: 'Flow', data_type: 'number', unit: 'm³/h', decimals: 1 }
const point = (more: Partial<Point> = {}) =>
  Point.parse({ ...flow, access: 'rw', write_min: 0, write_max: 10, ...more })
const zh = formatFor('zh', 'UTC')
const en = formatFor('en', 'UTC')

describe('a value in words', () => {
  test('a value in words is a number with the point’s decimals and unit, and a dash where there is none', () => {
    expect(valueWithUnit(1234.56, point(), en)).toBe('1,234.6 m³/h')
    expect(valueWithUnit(null, point(), en)).toBe('–')
    expect(valueText(undefined, point(), en)).toBe('–')
  })
  test('a value in words is on or off for a boolean, in the language, unless the point has words of its own', () => {
    const flag = point({ data_type: 'boolean', unit: null })
    expect([valueText(true, flag, zh), valueText(false, flag, en)]).toEqual(['开', 'Off'])
    const own = { ...flag, enum_text: { '0': { zh: '停', en: 'Stopped' }, '1': { zh: '转', en: 'Turning' } } }
    expect([valueText(true, own, zh), valueText(false, own, en)]).toEqual(['转', 'Stopped'])
  })
  test('a value in words is the word of an enum, and the number itself for one that has no word', () => {
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

test('a point that no value came for has none, whatever JavaScript keeps under its name', () => {
  const values = { flow: [1, 'good', 0] } as const
  expect([
    liveValueOf({ values: { flow: [1, 'good', 0] } }, 'flow'),
    liveValueOf({ values: {} }, 'constructor'),
  ]).toEqual([values.flow, undefined])
  expect(liveValueOf(null, 'flow')).toBeUndefined()
})
