import { expect, test } from 'vitest'
import { Pace } from './pace.ts'

/** Frames that come after so many ms each, all as full as they may be. */
function run(pace: Pace, frames: number, ms: number, from = 1000): number {
  let at = from
  for (let n = 0; n < frames; n++) {
    pace.begin(at)
    pace.end(pace.most, true)
    at += ms
  }
  return at
}

test('frames that come in time may hold more, dropped ones less', () => {
  const pace = new Pace()
  const before = pace.most
  const at = run(pace, 30, 16.7)
  const after = pace.most
  expect(after).toBeGreaterThan(before)
  run(pace, 30, 50, at)
  expect(pace.most).toBeLessThan(after / 2)
})

test('a screen of 120 Hz has frames of its own length', () => {
  const pace = new Pace()
  const at = run(pace, 60, 8.3)
  const before = pace.most
  run(pace, 30, 16.7, at)
  expect(pace.most).toBeLessThan(before)
})

test('a change of everything is not spread over more than 12 frames', () => {
  const pace = new Pace()
  run(pace, 100, 200)
  pace.expect(5000)
  expect(pace.most).toBeGreaterThanOrEqual(416)
  pace.expect(0)
  expect(pace.most).toBeLessThan(250)
})
test('a pause between two changes is no dropped frame', () => {
  const pace = new Pace()
  const before = pace.most
  for (let at = 0; at < 10_000; at += 1000) {
    pace.begin(at)
    pace.end(10, false)
  }
  expect(pace.most).toBe(before)
})
