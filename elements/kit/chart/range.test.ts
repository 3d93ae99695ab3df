import { expect, test } from 'vitest'
import { DAY_MS } from '../../../core/catalogue/durations.ts'
import { panned, zoomed } from './range.ts'

const now = Date.parse('2026-11-20T12:00Z')
const hours6 = { from: now - DAY_MS / 4, to: now }

test('zooming out ends 400 days back and a day ahead, and zooming in leads on from there', () => {
  let range = hours6
  for (let step = 0; step < 100; step++) range = zoomed(range, 1.25, now)
  expect(range).toEqual({ from: now - 400 * DAY_MS, to: now + DAY_MS })
  const closer = zoomed(range, 0.8, now)
  expect(closer.to - closer.from).toBeCloseTo(401 * DAY_MS * 0.8, 0)
})

test('zooming in ends at one second', () => {
  let range = hours6
  for (let step = 0; step < 100; step++) range = zoomed(range, 0.8, now)
  expect(range.to - range.from).toBe(1000)
})

test('what is under the pointer stays there', () => {
  const closer = zoomed(hours6, 0.5, now, 0.25)
  expect(closer.from + (closer.to - closer.from) / 4).toBe(hours6.from + DAY_MS / 16)
})

test('panning keeps the span at both ends', () => {
  let [left, right] = [hours6, hours6]
  for (let step = 0; step < 5000; step++) [left, right] = [panned(left, -1, now), panned(right, 1, now)]
  expect(left).toEqual({ from: now - 400 * DAY_MS, to: now - 400 * DAY_MS + DAY_MS / 4 })
  expect(right).toEqual({ from: now + DAY_MS - DAY_MS / 4, to: now + DAY_MS })
})

test('a typed range further back is not thrown forward, and no time is before 1970', () => {
  const old = { from: 1000, to: 1000 + DAY_MS }
  expect(panned(old, 0.5, now).from).toBe(1000 + DAY_MS / 2)
  expect(zoomed(old, 100, now).from).toBeGreaterThanOrEqual(0)
})
