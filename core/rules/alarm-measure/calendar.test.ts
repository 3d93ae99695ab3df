import { describe, expect, test } from 'vitest'
import { calendarOf } from './calendar.ts'

const at = (time: string) => Date.parse(time)
const inWords = (edges: readonly number[]) => edges.map((edge) => new Date(edge).toISOString().slice(0, 16))
const berlin = calendarOf('Europe/Berlin')

describe('what begins at an edge begins with it, and what ends at one ends with it', () => {
  const [start, end] = [at('2026-06-01T22:00Z'), at('2026-06-02T22:00Z')]
  test.each([
    ['days', berlin.days(start, end), 2],
    ['hours', berlin.buckets(start, end, 'hour'), 25],
    ['ten minutes', berlin.periods(start, end), 145],
  ] as const)('edges of a range are those of the range itself: %s', (_name, edges, count) => {
    expect([edges[0], edges.at(-1), edges.length]).toEqual([start, end, count])
  })
  test('a week begins on Monday', () => {
    const edges = berlin.buckets(at('2026-06-07T12:00Z'), at('2026-06-07T22:00Z'), 'week')
    expect(inWords(edges)).toEqual(['2026-05-31T22:00', '2026-06-07T22:00'])
  })
})

describe('daylight saving', () => {
  test('a change to winter time gives a day of 25 hours, which includes its last hour', () => {
    const edges = berlin.days(at('2026-10-25T22:30Z'), at('2026-10-26T12:00Z'))
    expect(inWords(edges)).toEqual(['2026-10-24T22:00', '2026-10-25T23:00', '2026-10-26T23:00'])
    expect(berlin.buckets(at('2026-10-24T22:00Z'), at('2026-10-25T23:00Z'), 'hour')).toHaveLength(26)
  })
  test('a change to summer time gives a day of 23 hours', () => {
    expect(berlin.buckets(at('2026-03-28T23:00Z'), at('2026-03-29T22:00Z'), 'hour')).toHaveLength(24)
  })
  test('a change of the clock leaves weeks at their Mondays, also in the middle of one', () => {
    expect(inWords(berlin.buckets(at('2026-10-21T12:00Z'), at('2026-10-28T12:00Z'), 'week'))).toEqual([
      '2026-10-18T22:00',
      '2026-10-25T23:00',
      '2026-11-01T23:00',
    ])
    // In Egypt clocks go forward on a Friday.
    const cairo = calendarOf('Africa/Cairo')
    expect(inWords(cairo.buckets(at('2026-04-25T12:00Z'), at('2026-04-26T12:00Z'), 'week'))).toEqual([
      '2026-04-19T22:00',
      '2026-04-26T21:00',
    ])
  })
})
