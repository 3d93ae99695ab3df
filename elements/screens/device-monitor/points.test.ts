import { describe, expect, test } from 'vitest'
import { Point } from '../../../core/contract/device.ts'
import { problemOf, stepOf } from '../../parts/write/new-value.ts'
import { chosenPoints } from './points.ts'

const flow = { key: 'flow', name: '流量', name_en: 'Flow', data_type: 'number', unit: 'm³/h', decimals: 1 }
const point = (more: Partial<Point> = {}) =>
  Point.parse({ ...flow, access: 'rw', write_min: 0, write_max: 10, ...more })
test('the attribute points chooses and orders, and names nothing that is not there', () => {
  const points = ['a', 'b', 'c'].map((key) => point({ key }))
  expect(chosenPoints(points, ' c, a ,zz,').map(({ key }) => key)).toEqual(['c', 'a'])
  expect(chosenPoints(points, '')).toBe(points)
  expect(chosenPoints(points, 'zz')).toEqual([])
})

describe('a new value', () => {
  test('a new value has to be there and inside of the range, the bounds included', () => {
    const setting = point()
    expect([null, -0.1, 0, 10, 10.1].map((value) => problemOf(value, setting))).toEqual([
      'missing',
      'outside',
      null,
      null,
      'outside',
    ])
  })
  test('a new value has no range where the point has none, and text may be 1024 characters', () => {
    expect(problemOf(1e9, point({ write_min: null, write_max: null }))).toBe(null)
    const label = point({ data_type: 'string' })
    expect([problemOf('x'.repeat(1024), label), problemOf('x'.repeat(1025), label)]).toEqual([null, 'tooLong'])
  })
  test('steps by the last digit that the point shows', () => {
    expect([stepOf(0), stepOf(2), stepOf(null)]).toEqual([1, 0.01, 1])
  })
})
