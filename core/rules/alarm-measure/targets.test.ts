import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../catalogue/durations.ts'
import { type Measure, verdictOf } from './targets.ts'

const plenty = { coveredMs: DAY_MS, windowMs: DAY_MS, annunciated: 100, distinct: 100 }

// The last value that is within, the first that is above, the last that is not far above, the first that is.
test.each<[Measure, number, number, number, number]>([
  ['rate', 1, 1.01, 2, 2.01],
  ['peak', 10, 10.5, 20, 20.5],
  ['busy', 0.0099, 0.01, 0.05, 0.0501],
  ['hours', 0.0099, 0.01, 0.05, 0.0501],
  ['flood', 0.0099, 0.01, 0.05, 0.0501],
  ['top', 0.05, 0.051, 0.25, 0.251],
  ['chattering', 0, 1, 5, 6],
  ['stale', 4, 5, 10, 11],
  ['mix', 1.5, 1.51, 3, 3.01],
])('%s is within at %d, above from %d to %d and far above at %d', (measure, ...values) => {
  const verdicts = values.map((value) => verdictOf(measure, { ...plenty, value }))
  expect(verdicts).toEqual(['within', 'above', 'above', 'far'])
})

test('a verdict needs data of half the window, and of the time that the measure needs', () => {
  const of = (measure: Measure, coveredH: number, windowH: number) =>
    verdictOf(measure, { ...plenty, value: 0, coveredMs: coveredH * HOUR_MS, windowMs: windowH * HOUR_MS })
  expect([of('rate', 1, 2), of('rate', 0.99, 1), of('rate', 11.9, 24)]).toEqual(['within', 'short', 'short'])
  expect([of('flood', 24, 48), of('flood', 23.9, 24), of('flood', 24, 49)]).toEqual(['within', 'short', 'short'])
})

test('too few alarms give no verdict on their mix, nor too few different ones on the most frequent', () => {
  const mix = (annunciated: number) => verdictOf('mix', { ...plenty, value: 0, annunciated })
  expect([mix(19), mix(20)]).toEqual(['few', 'within'])
  const top = (distinct: number) => verdictOf('top', { ...plenty, value: 0, distinct })
  expect([top(10), top(11)]).toEqual(['few', 'within'])
})
