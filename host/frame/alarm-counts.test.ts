import { expect, test } from 'vitest'
import { documentTitle } from '../title.ts'
import { openLevels, openOf, unconfirmedOf, waitingCritical } from './alarm-counts.ts'

const counts = {
  levels: [
    { alarm_level: 1, unconfirmed: 0, open: 4 },
    { alarm_level: 3, unconfirmed: 0, open: 0 },
    { alarm_level: 5, unconfirmed: 3, open: 5 },
  ],
  held: 2,
}

test('open alarms are counted by level, the worst first, and those that wait apart', () => {
  expect([openOf(counts), unconfirmedOf(counts)]).toEqual([9, 3])
  expect(openLevels(counts).map(({ alarm_level, open }) => [alarm_level, open])).toEqual([
    [5, 5],
    [1, 4],
  ])
})

test('critical alarms that wait stand before the title of the page, and before that of none', () => {
  expect(waitingCritical(counts)).toBe(3)
  expect(documentTitle('设备', waitingCritical(counts))).toBe('(3) 设备 · Sightglass')
  expect(documentTitle('', 2)).toBe('(2) Sightglass')
  expect(waitingCritical({ levels: [], held: 0 })).toBe(0)
  expect(documentTitle('设备', 0)).toBe('设备 · Sightglass')
})
