import { expect, test } from 'vitest'
import { DAY_MS } from '../../../core/catalogue/durations.ts'
import { NO_TIME, rangeOf, timeOf } from './dashboard-time.ts'
import { hasChoices, showsTime } from './has-choices.ts'

const NOW = Date.UTC(2026, 5, 1)

test('a dashboard has its own range until another is chosen', () => {
  expect(rangeOf(NO_TIME, 'week').preset).toBe('week')
  expect(rangeOf({ ...NO_TIME, range: 'hour' }, 'week').preset).toBe('hour')
  expect(rangeOf({ ...NO_TIME, start: NOW - 5, end: NOW }, 'week')).toEqual({ from: NOW - 5, to: NOW })
})

test('a range that cannot be is none, and one that is too long ends where it says', () => {
  for (const [start, end] of [
    [NOW, NOW],
    [NOW, NOW - 1],
    [-1, NOW],
    [Number.NaN, NOW],
    [0, 9e15],
    [NOW, null],
    [null, NOW],
  ] as const)
    expect(rangeOf({ ...NO_TIME, start, end }, 'day').preset).toBe('day')
  expect(rangeOf({ ...NO_TIME, start: 0, end: NOW }, 'day')).toEqual({ from: NOW - 400 * DAY_MS, to: NOW })
})

test('a range in an address means the same when it is read again', () => {
  for (const range of [
    { from: 1, to: 2, preset: 'hours6' as const },
    { from: NOW - 5, to: NOW },
  ]) {
    const { from, to, preset } = rangeOf(timeOf(range, true), 'day')
    expect(preset ? { preset } : { from, to }).toEqual(range.preset ? { preset: 'hours6' } : range)
  }
})

test('a dashboard has a range where something on it shows its time', () => {
  const made = (kind: string, props: object) => ({ controls: [null, { kind, props }] })
  expect(showsTime(made('history-curve', { timeOf: 'dashboard' }))).toBe(true)
  expect(showsTime(made('history-curve', { timeOf: 'own' }))).toBe(false)
  expect(showsTime(made('history-curve', {}))).toBe(false)
  expect(showsTime({ symbols: { a: made('key-figures', { timeOf: 'dashboard' }), b: null } })).toBe(true)
  expect(showsTime(made('column-chart', { timeOf: 'dashboard', by: 'point' }))).toBe(false)
  expect(showsTime(made('column-chart', { timeOf: 'dashboard', by: 'hour' }))).toBe(true)
})

test('a dashboard without variables and without anything of the past has nothing to choose', () => {
  for (const dashboard of [undefined, null, {}, { variables: [] }]) expect(hasChoices({ dashboard })).toBe(false)
  expect(hasChoices({ dashboard: { variables: [{ name: 'a', kind: 'text' }] } })).toBe(true)
})
