import { expect, test } from 'vitest'
import { pointsOf } from './point-of.ts'

const row = (point: string, label = '') => ({ point, label })

test('a point without a device is of the device that the screen is opened for', () => {
  expect(pointsOf([row('flow', 'In'), row('WW2.flow')], 'WW1')).toEqual([
    { id: 'WW1.flow', sn_code: 'WW1', key: 'flow', label: 'In' },
    { id: 'WW2.flow', sn_code: 'WW2', key: 'flow', label: '' },
  ])
})

test('a point that is named twice is shown once, and a row that names none is left out', () => {
  expect(pointsOf([row('flow'), row('WW1.flow'), row(''), row('1 + 2'), row('flow +')], 'WW1')).toHaveLength(1)
})

test('points of the chosen device are left out while none is chosen', () => {
  expect(pointsOf([row('flow'), row('WW2.flow')], '')).toEqual([
    { id: 'WW2.flow', sn_code: 'WW2', key: 'flow', label: '' },
  ])
})
