import { expect, test } from 'vitest'
import { Point } from '../../../core/contract/device.ts'
import { translate } from '../../../core/text/define-text.ts'
import { addedPoint, check } from './source-form.ts'
import { text } from './text.ts'

const t = translate(text, 'en')
const point = (key: string, data_type: Point['data_type']) => Point.parse({ key, name: key, data_type })
const known = [point('flow', 'number'), point('running', 'boolean')]
const flow = { key: 'flow', aggregation: 'sum' } as const

test('what is wrong is reported at its place', () => {
  expect(check({ middleware_name: 'All', points: [flow] }, known, t)).toEqual({})
  expect(check({ middleware_name: ' ', points: [] }, known, t)).toEqual({
    middleware_name: t.nameMissing,
    points: t.pointsMissing,
  })
  const points = [flow, flow, { key: 'running', aggregation: 'sum' }, { key: 'gone', aggregation: 'last' }] as const
  expect(check({ middleware_name: 'All', points }, known, t)).toEqual({
    'points.1': t.twice,
    'points.2': t.numbersOnly,
    'points.3': t.lostPoint,
  })
})

test('a point that is added twice gets another aggregation', () => {
  const [number, boolean] = known as [Point, Point]
  expect(addedPoint(number, [])).toEqual({ key: 'flow', aggregation: 'average' })
  expect(addedPoint(number, [{ key: 'flow', aggregation: 'average' }])).toEqual(flow)
  expect(addedPoint(boolean, []).aggregation).toBe('last')
  expect(addedPoint(boolean, [{ key: 'running', aggregation: 'last' }]).aggregation).toBe('count')
})
