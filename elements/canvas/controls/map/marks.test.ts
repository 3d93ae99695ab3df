import { expect, test } from 'vitest'
import { marksOf, type PlacedDevice } from './marks.ts'

const device = (sn_code: string, x: number, dev_state: PlacedDevice['dev_state'] = 1): PlacedDevice => ({
  sn_code,
  dev_alias: sn_code,
  dev_state,
  place: [0, x],
})
const project = ([y, x]: readonly [number, number]) => [x, y] as const
const size = { width: 400, height: 300 }

test('devices that would lie on each other are one mark in the colour of the worst', () => {
  const marks = marksOf([device('A', 10), device('B', 20, 3), device('C', 200, 2)], project, size)
  expect(marks.map(({ devices, dev_state }) => [devices.map(({ sn_code }) => sn_code).join(''), dev_state])).toEqual([
    ['AB', 3],
    ['C', 2],
  ])
})

test('what is out of view has no mark', () => {
  expect(marksOf([device('A', -40), device('B', 500)], project, size)).toEqual([])
})
