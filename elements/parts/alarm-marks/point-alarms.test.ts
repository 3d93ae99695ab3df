import { expect, test } from 'vitest'
import { alarmsFirst, alarmsOfPoints } from './point-alarms.ts'

const mark = (key: string, alarm_level: number) => ({ key, open: 1, alarm_level, state: 'UNACK' as const })
const points = ['a', 'b', 'c', 'd', 'e'].map((key) => ({ key }))

test('points in alarm come first, the highest level before the others, which keep their order', () => {
  const [device] = [{ sn_code: 'A', group_id: 1, open: 3, unconfirmed: 3, alarm_level: 5 }]
  const alarms = alarmsOfPoints([{ ...device, points: [mark('d', 5), mark('e', 2), mark('b', 2)] }]).get('A')
  expect(alarmsFirst(points, alarms ?? new Map()).map(({ key }) => key)).toEqual(['d', 'b', 'e', 'a', 'c'])
})

test('points without alarms stay as they are', () => {
  expect(alarmsFirst(points, new Map())).toEqual(points)
})
