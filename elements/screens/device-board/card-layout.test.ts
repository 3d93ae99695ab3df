import { expect, test } from 'vitest'
import type { Point } from '../../../core/contract/device.ts'
import type { PointAlarms } from '../../parts/alarm-marks/point-alarms.ts'
import { cardPoints, DEFAULT_LAYOUT, layoutIdOf, MOST_POINTS, readLayouts, withLayout } from './card-layout.ts'

const point = (key: string, access: 'r' | 'rw' = 'r') => ({ key, access }) as Point
const POINTS = [point('set', 'rw'), point('lat'), point('flow'), point('level'), point('temp'), point('power')]
const alarmsOf = (...keys: string[]) => new Map(keys.map((key) => [key, { alarm_level: 3 }])) as unknown as PointAlarms
const shown = (keys: readonly string[] | null, ...inAlarm: string[]) =>
  cardPoints(POINTS, { keys, hasPicture: false }, alarmsOf(...inAlarm)).map(({ key }) => key)

test('a card that nobody laid out shows four points, what is measured before settings and places', () => {
  expect(shown(null)).toEqual(['flow', 'level', 'temp', 'power'])
  expect(shown(null, 'set')).toEqual(['set', 'flow', 'level', 'temp'])
})

test('a card shows the chosen points in their order, without those that the device lacks', () => {
  expect(shown(['set', 'gone', 'flow'])).toEqual(['set', 'flow'])
  expect(shown(['gone'])).toEqual(shown(null))
})

test('a point in alarm comes first on a card, also one that was not chosen', () => {
  expect(shown(['set', 'flow'], 'flow')).toEqual(['flow', 'set'])
  expect(shown(['set', 'flow'], 'temp')).toEqual(['temp', 'set'])
})

test('devices of a template have one layout, and a device without one has its own', () => {
  expect(layoutIdOf({ template_id: 7, sn_code: 'A' })).toBe(layoutIdOf({ template_id: 7, sn_code: 'B' }))
  expect(layoutIdOf({ template_id: null, sn_code: 'A' })).not.toBe(layoutIdOf({ template_id: null, sn_code: 'B' }))
})

test('kept layouts are read back, and what is no layout is left out', () => {
  const layout = { keys: ['flow'], hasPicture: true }
  const layouts = withLayout({}, 'template:7', layout)
  expect(readLayouts(JSON.stringify(layouts))).toEqual({ 'template:7': layout })
  const tooMany = { keys: Array(MOST_POINTS + 1).fill('a'), hasPicture: true }
  for (const wrong of [null, 1, { keys: [] }, { keys: [], hasPicture: true }, { keys: [1], hasPicture: true }, tooMany])
    expect(readLayouts(JSON.stringify({ wrong }))).toEqual({})
  for (const kept of [null, '', 'x', '1', '[]', 'null']) expect(readLayouts(kept)).toEqual({})
  expect(withLayout(layouts, 'template:7', DEFAULT_LAYOUT)).toEqual({})
})

test('layouts that were changed longest ago are forgotten beyond what is kept', () => {
  let layouts = {}
  for (let n = 0; n < 201; n++) layouts = withLayout(layouts, `sn:${n}`, { keys: null, hasPicture: true })
  expect(Object.keys(layouts)).toHaveLength(200)
  expect(layouts).not.toHaveProperty('sn:0')
})
