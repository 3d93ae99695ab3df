import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../core/catalogue/durations.ts'
import { around, NO_RANGE, type RangeView, rangeOf, viewOf } from './range-view.ts'

const now = Date.parse('2026-11-20T04:00:00Z')
const read = (view: Partial<RangeView>) => rangeOf({ ...NO_RANGE, ...view }, now, 'Asia/Shanghai')
const lastDay = { from: now - DAY_MS, to: now, preset: 'day' }

test('a device page shows the last 24 hours where its address names no range', () => {
  expect(read({})).toEqual({ range: lastDay, problem: null })
})

test('a range in the address is a preset, or from when to when, or until now', () => {
  expect(read({ range: 'hour' }).range).toEqual({ from: now - HOUR_MS, to: now, preset: 'hour' })
  expect(read({ start: now - 5, end: now - 2 }).range).toEqual({ from: now - 5, to: now - 2 })
  expect(read({ start: now - 5 }).range).toEqual({ from: now - 5, to: now })
})

test.each([
  [{ start: 20, end: 10 }, 'backwards'],
  [{ start: 20, end: 20 }, 'backwards'],
  [{ end: 20 }, 'noStart'],
  [{ start: now + 1 }, 'inFuture'],
  [{ start: 9e15 }, 'noTime'],
  [{ start: 1, end: 9e15, range: 'hour' }, 'noTime'],
  [{ start: -1, end: 5 }, 'noTime'],
] as const)(
  'a range of the address that cannot be (%j) is refused, and the last 24 hours are shown',
  (view, problem) => {
    expect(read(view)).toEqual({ range: lastDay, problem })
  },
)

test('a range that was chosen is named in the address as it is read from there', () => {
  for (const chosen of [
    { from: now - 9, to: now - 2 },
    { from: now - HOUR_MS, to: now, preset: 'hour' },
  ] as const)
    expect(read(viewOf(chosen)).range).toEqual(chosen)
})

test('the range around an alarm does not reach beyond now', () => {
  expect(around(now - 3 * HOUR_MS, now)).toEqual({ from: now - 4 * HOUR_MS, to: now - 2 * HOUR_MS })
  expect(around(now - HOUR_MS / 2, now).to).toBe(now)
})
