import { expect, test } from 'vitest'
import type { Point } from '../../../core/contract/device.ts'
import { translate } from '../../../core/text/define-text.ts'
import { addedPoint, judge, placed } from './source-form.ts'
import { text } from './text.ts'

const t = translate(text, 'en')
const point = (key: string, data_type: Point['data_type']): Point => ({
  key,
  name: key,
  name_en: null,
  data_type,
  unit: null,
  decimals: null,
  access: 'r',
  write_min: null,
  write_max: null,
  enum_text: null,
  keep_history: true,
  two_step: false,
})
const known = [point('flow', 'number'), point('running', 'boolean')]
const flow = { key: 'flow', aggregation: 'sum' } as const

test('what is wrong is reported at its place', () => {
  expect(judge({ middleware_name: 'All', points: [flow] }, known, t)).toEqual({ rows: {} })
  expect(judge({ middleware_name: ' ', points: [] }, known, t)).toEqual({
    rows: {},
    middleware_name: t.nameMissing,
    points: t.pointsMissing,
  })
  const points = [flow, flow, { key: 'running', aggregation: 'sum' }, { key: 'gone', aggregation: 'last' }] as const
  expect(judge({ middleware_name: 'All', points }, known, t).rows).toEqual({
    1: t.twice,
    2: t.numbersOnly,
    3: t.lostPoint,
  })
})

test('a point that is added twice gets another aggregation', () => {
  const [number, boolean] = known as [Point, Point]
  expect(addedPoint(number, [])).toEqual({ key: 'flow', aggregation: 'average' })
  expect(addedPoint(number, [{ key: 'flow', aggregation: 'average' }])).toEqual(flow)
  expect(addedPoint(boolean, []).aggregation).toBe('last')
  expect(addedPoint(boolean, [{ key: 'running', aggregation: 'last' }]).aggregation).toBe('count')
})

test('what the server refuses is reported at its place', () => {
  expect(placed([{ field: 'points.1.key', message: 'is there twice' }], 'x', '115401')).toEqual({
    rows: { 1: 'is there twice' },
  })
  expect(placed([{ field: 'middleware_name', message: '' }], 'taken', '115401').middleware_name).toBe('taken')
  expect(placed([], 'The limit is reached', '100019').form).toBe('The limit is reached (100019)')
})
