import { expect, test } from 'vitest'
import { shiftedToGcj } from './gcj.ts'

test('a place in China is shifted as GCJ-02 says, and one elsewhere stays', () => {
  const tiananmen = shiftedToGcj({ lat: 39.9087, lng: 116.3975 })
  expect(tiananmen.lat - 39.9087).toBeCloseTo(0.0014, 4)
  expect(tiananmen.lng - 116.3975).toBeCloseTo(0.0062, 4)
  expect(shiftedToGcj({ lat: 48.85, lng: 2.35 })).toEqual({ lat: 48.85, lng: 2.35 })
})

test('across a view of 10 km the shift differs by less than 15 m from that of its middle', () => {
  const shift = (lat: number, lng: number) => {
    const to = shiftedToGcj({ lat, lng })
    return [to.lat - lat, to.lng - lng] as const
  }
  const middle = shift(31.23, 121.47)
  const edge = shift(31.23 + 5 / 111.32, 121.47)
  expect(Math.hypot(middle[0] - edge[0], middle[1] - edge[1]) * 111_320).toBeLessThan(15)
})
