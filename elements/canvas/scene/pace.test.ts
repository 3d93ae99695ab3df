import { expect, test } from 'vitest'
import { FrameBudget } from './frame-budget.ts'

/** Frames that come after so many ms each, all as full as they may be. */
function run(budget: FrameBudget, frames: number, ms: number, from = 1000): number {
  let at = from
  for (let n = 0; n < frames; n++) {
    budget.begin(at)
    budget.end(budget.most, true)
    at += ms
  }
  return at
}

test('frames that come in time may hold more, dropped ones less', () => {
  const budget = new FrameBudget()
  const before = budget.most
  const at = run(budget, 30, 16.7)
  const after = budget.most
  expect(after).toBeGreaterThan(before)
  run(budget, 30, 50, at)
  expect(budget.most).toBeLessThan(after / 2)
})

test('a screen of 120 Hz has frames of its own length', () => {
  const budget = new FrameBudget()
  const at = run(budget, 60, 8.3)
  const before = budget.most
  run(budget, 30, 16.7, at)
  expect(budget.most).toBeLessThan(before)
})

test('a change of everything is not spread over more than 12 frames', () => {
  const budget = new FrameBudget()
  run(budget, 100, 200)
  budget.expect(5000)
  expect(budget.most).toBeGreaterThanOrEqual(416)
  budget.expect(0)
  expect(budget.most).toBeLessThan(250)
})
test('a pause between two changes is no dropped frame', () => {
  const budget = new FrameBudget()
  const before = budget.most
  for (let at = 0; at < 10_000; at += 1000) {
    budget.begin(at)
    budget.end(10, false)
  }
  expect(budget.most).toBe(before)
})
