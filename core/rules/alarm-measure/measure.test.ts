import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, WEEK_MS } from '../../catalogue/durations.ts'
import type { Bucket } from './calendar.ts'
import { type MeasuredAlarm, measure, measuring } from './measure.ts'
import { nameOf, type RawEvent, referenceMeasures } from './test-reference.ts'

interface SampleEvent {
  /** After the one before, ms. */
  gap: number
  rule: number
  lasts: number | null
  confirmedAfter: number | null
  alarm_level: number
  is_late: boolean
  /** Instead of an alarm: a hold begins or ends. */
  hold: number | null
}

/** Alarms in bursts and alone; the same instant, the same minute, and days apart. */
const anyEvent = fc.record<SampleEvent>({
  gap: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(0, 1, 5 * SECOND_MS, 20 * SECOND_MS, 30 * SECOND_MS, MINUTE_MS) },
    { weight: 3, arbitrary: fc.constantFrom(5 * MINUTE_MS, 10 * MINUTE_MS, 11 * MINUTE_MS, HOUR_MS) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 9 * HOUR_MS }) },
  ),
  rule: fc.oneof(fc.constantFrom(1, 2), fc.integer({ min: 1, max: 14 })),
  lasts: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(0, 1, SECOND_MS, 10 * SECOND_MS, 10_001, MINUTE_MS) },
    { weight: 1, arbitrary: fc.constantFrom(null, DAY_MS, DAY_MS + 1, 3 * DAY_MS) },
  ),
  confirmedAfter: fc.constantFrom(null, 0, SECOND_MS, 10 * SECOND_MS, 5 * MINUTE_MS, 2 * DAY_MS),
  alarm_level: fc.integer({ min: 1, max: 5 }),
  is_late: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  hold: fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.integer({ min: 4, max: 9 }) }),
})

/** As the server keeps them: no alarm comes again before it has recovered. */
function written(stream: readonly SampleEvent[], begin: number): RawEvent[] {
  const events: RawEvent[] = []
  const freeAt = new Map<number, number>()
  let time = begin
  for (const [i, { gap, rule: rule_id, hold, lasts, confirmedAfter, ...alarm }] of stream.entries()) {
    time += gap
    const of = { rule_id, device_id: rule_id % 3, ...alarm }
    if (hold !== null) {
      events.push({ ...of, alarm_level: 0, is_late: false, alarm_id: null, event_time: time, alarm_type: hold })
      continue
    }
    if (time < (freeAt.get(rule_id) ?? 0)) continue
    freeAt.set(rule_id, lasts === null ? Number.POSITIVE_INFINITY : time + lasts)
    const alarm_id = String(i + 1)
    events.push({ ...of, alarm_id, event_time: time, alarm_type: 1 })
    if (lasts !== null) events.push({ ...of, alarm_id, event_time: time + lasts, alarm_type: 2 })
    if (confirmedAfter !== null) events.push({ ...of, alarm_id, event_time: time + confirmedAfter, alarm_type: 3 })
  }
  return events
}

/** The rows of `alarm` that these events have left. */
function rowsOf(events: readonly RawEvent[]): MeasuredAlarm[] {
  const timeOf = (alarm_id: string | null, type: number) =>
    events.find((event) => event.alarm_id === alarm_id && event.alarm_type === type)?.event_time ?? null
  return events.flatMap(({ alarm_id, event_time, alarm_type, rule_id, alarm_level, is_late }) =>
    alarm_type === 1 && alarm_id !== null
      ? {
          alarm_id,
          alarm: rule_id,
          alarm_level,
          is_late,
          alarm_time: event_time,
          recover_time: timeOf(alarm_id, 2),
          confirm_time: timeOf(alarm_id, 3),
        }
      : [],
  )
}

interface Window {
  start: number
  end: number
  positions: number
  timeZone: string
  bucket: Bucket
}

const measured = (
  events: readonly RawEvent[],
  window: Window,
  since_time: number | null = 0,
  dropped_time: number | null = null,
) =>
  measure({
    ...window,
    alarms: rowsOf(events),
    holds: events
      .filter(({ alarm_type, event_time }) => alarm_type >= 4 && event_time < window.end)
      .map(({ rule_id, event_time, alarm_type }) => ({ alarm: rule_id, event_time, alarm_type })),
    since_time,
    dropped_time,
  })

function agree(events: readonly RawEvent[], window: Window) {
  const found = measured(events, window)
  const wanted = referenceMeasures({ events, ...window })
  const { rate, floods, top, chattering, stale } = found
  expect({
    produced: found.produced,
    late: found.late,
    held: found.held,
    annunciated: found.annunciated,
    peak: rate.peak,
    hour_peak: rate.hour_peak,
    periods: rate.periods,
    busy_periods: rate.busy_periods,
    hours: rate.hours,
    busy_hours: rate.busy_hours,
    floods: floods.rows.toReversed(),
    flood_ms: floods.time_ms,
    longest_ms: floods.longest_ms,
    distinct: top.distinct,
    top: top.rows.map(({ count }) => count),
    chattering: chattering.rows
      .map(({ alarm, worst, count }) => ({ name: nameOf({ rule_id: alarm, device_id: alarm % 3 }), worst, count }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    fleeting: found.fleeting.count,
    stale_now: stale.now,
    stale: stale.rows.map(({ alarm_id }) => alarm_id).sort(),
    stale_most_a_day: stale.most_a_day,
    standing: found.standing.now,
    times: found.times.map(({ alarm_level: _level, annunciated: _count, ...times }) => times),
    heat: found.heat,
    holdsNow: found.holds.map(({ now }) => now),
    series: found.series.map(({ start_time: _start, end_time: _end, ...row }) => row),
  }).toEqual({
    ...wanted,
    chattering: wanted.chattering.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    stale: wanted.stale.toSorted(),
  })
}

const BEGIN = Date.parse('2026-10-24T09:13:07.123Z')

describe('the measures agree with a count by hand', () => {
  test.each([
    { timeZone: 'Asia/Shanghai', bucket: 'hour', positions: 1 },
    { timeZone: 'Europe/Berlin', bucket: 'day', positions: 1 },
    { timeZone: 'Asia/Kathmandu', bucket: 'hour', positions: 2 },
    { timeZone: 'America/St_Johns', bucket: 'week', positions: 1 },
  ] as const)(
    'the measures agree with a count by hand in $timeZone by the $bucket for $positions operators',
    ({ timeZone, bucket, positions }) => {
      const stream = fc.array(anyEvent, { minLength: 0, maxLength: 90, size: 'max' })
      const days = fc.integer({ min: 1, max: 3 })
      fc.assert(
        fc.property(stream, days, fc.integer({ min: 0, max: 30 * HOUR_MS }), (alarms, length, later) => {
          const start = BEGIN + later
          agree(written(alarms, BEGIN), { start, end: start + length * DAY_MS, timeZone, bucket, positions })
        }),
        // A count by hand takes its time: what fails is not made smaller.
        { numRuns: 60, endOnFailure: true },
      )
    },
  )
})

const UTC = { timeZone: 'UTC', positions: 1, bucket: 'hour' } as const
const window = { start: BEGIN, end: BEGIN + DAY_MS, ...UTC }
const at = (times: readonly number[], more: Partial<SampleEvent> = {}): RawEvent[] =>
  written(
    times.map((time, i) => ({
      gap: time - (times[i - 1] ?? 0),
      rule: i,
      lasts: SECOND_MS,
      confirmedAfter: null,
      alarm_level: 2,
      is_late: false,
      hold: null,
      ...more,
    })),
    BEGIN,
  )
const every = (count: number, ms: number) => Array.from({ length: count }, (_, i) => i * ms)

describe('a flood', () => {
  test('a flood begins with the eleventh alarm in ten minutes, not with the tenth', () => {
    expect(measured(at(every(10, MINUTE_MS - 1)), window).floods.count).toBe(0)
    const { rows } = measured(at(every(11, MINUTE_MS - 1)), window).floods
    expect(rows[0]?.start_time).toBe(BEGIN + 10 * (MINUTE_MS - 1))
  })
  test('a flood does not begin when the eleventh alarm comes as the first is ten minutes old', () => {
    expect(measured(at(every(11, MINUTE_MS)), window).floods.count).toBe(0)
  })
  test('a flood ends when fewer than five alarms are left in ten minutes', () => {
    const { rows, time_ms } = measured(at(every(11, SECOND_MS)), window).floods
    const end_time = BEGIN + 6 * SECOND_MS + 10 * MINUTE_MS
    expect(rows).toEqual([{ start_time: BEGIN + 10 * SECOND_MS, end_time, peak: 11, alarms: 11 }])
    expect(time_ms).toBe(10 * MINUTE_MS - 4 * SECOND_MS)
  })
  test.each([MINUTE_MS, 6 * SECOND_MS + 10 * MINUTE_MS])(
    'a flood that goes on after %i ms, at the end of the window, has no end',
    (ms) => {
      const short = { ...window, end: BEGIN + ms }
      expect(measured(at(every(11, SECOND_MS)), short).floods.rows[0]?.end_time).toBeNull()
    },
  )
  test('a flood has its highest rate, not its first one', () => {
    expect(measured(at(every(30, SECOND_MS)), window).floods.rows[0]).toMatchObject({ peak: 30, alarms: 30 })
  })
  test('a flood that began before the window starts with the window', () => {
    const later = { ...window, start: BEGIN + 5 * MINUTE_MS }
    const { count, time_ms, longest_ms } = measured(at(every(11, SECOND_MS)), later).floods
    expect({ count, time_ms, longest_ms }).toEqual({
      count: 1,
      time_ms: 5 * MINUTE_MS + 6 * SECOND_MS,
      longest_ms: 10 * MINUTE_MS - 4 * SECOND_MS,
    })
  })
  test('a flood for two operators needs twice the alarms', () => {
    expect(measured(at(every(20, SECOND_MS)), { ...window, positions: 2 }).floods.count).toBe(0)
    const { rows } = measured(at(every(21, SECOND_MS)), { ...window, positions: 2 }).floods
    expect(rows[0]).toMatchObject({
      start_time: BEGIN + 20 * SECOND_MS,
      end_time: BEGIN + 11 * SECOND_MS + 10 * MINUTE_MS,
    })
  })
})

describe('what counts', () => {
  test('three alarms within a minute count as chattering, a third one a minute after the first does not', () => {
    const same = { rule: 1, lasts: 1 }
    expect(measured(at([0, 30 * SECOND_MS, MINUTE_MS], same), window).chattering.count).toBe(0)
    const { rows } = measured(at([0, 30 * SECOND_MS, MINUTE_MS - 1], same), window).chattering
    expect(rows).toEqual([{ alarm: 1, worst: 3, worst_time: BEGIN + MINUTE_MS - 1, count: 3 }])
  })
  test('an alarm that was produced while it was shelved is not annunciated, and one after it is', () => {
    const hold = (event_time: number, alarm_type: number): RawEvent => ({
      event_time,
      alarm_type,
      alarm_id: null,
      rule_id: 1,
      device_id: 1,
      alarm_level: 0,
      is_late: false,
    })
    const events = [...at([0, MINUTE_MS, 2 * MINUTE_MS], { rule: 1 }), hold(BEGIN, 4), hold(BEGIN + 2 * MINUTE_MS, 5)]
    expect(measured(events, window)).toMatchObject({ produced: 3, held: 2, annunciated: 1 })
  })
  test('late alarms are counted apart and add to no load', () => {
    const { produced, late, annunciated, floods } = measured(at(every(20, SECOND_MS), { is_late: true }), window)
    expect({ produced, late, annunciated, floods: floods.count }).toEqual({
      produced: 20,
      late: 20,
      annunciated: 0,
      floods: 0,
    })
  })
  test('an alarm is stale after more than a day, and not after a day', () => {
    const long = { ...window, end: BEGIN + 3 * DAY_MS }
    expect(measured(at([0], { lasts: DAY_MS }), long).stale.count).toBe(0)
    expect(measured(at([0], { lasts: DAY_MS + 1 }), long).stale).toMatchObject({ count: 1, now: 0, most_a_day: 1 })
    expect(measured(at([0], { lasts: null }), long).stale).toMatchObject({ count: 1, now: 1 })
  })
})

describe('the numbers', () => {
  const half = { ...window, positions: 2 }
  test('loads are per position and over the time that has data, and their peaks are the first ones', () => {
    const begin = Date.parse('2026-10-24T12:00:00Z') - BEGIN
    const events = at(
      [...every(12, SECOND_MS), ...every(12, SECOND_MS).map((time) => time + HOUR_MS)].map((ms) => begin + ms),
    )
    const whole = measured(events, half, window.end - 22 * HOUR_MS)
    expect(whole.covered_ms).toBe(22 * HOUR_MS)
    expect(whole.rate).toMatchObject({ average: 24 / (22 * 6) / 2, hour_average: 24 / 22 / 2 })
    expect(whole.rate).toMatchObject({ peak: 6, peak_time: BEGIN + begin, hour_peak: 6, hour_peak_time: BEGIN + begin })
    expect(measured(events, window, window.end - 22 * HOUR_MS).rate).toMatchObject({
      busy_periods: 2,
      busy_share: 2 / 133,
    })
  })
  test('the priority mix is of low, medium and high levels', () => {
    const [low, medium, high] = [[1, 2], [3], [4, 5]].map((levels) =>
      levels.flatMap((alarm_level) => at([alarm_level * MINUTE_MS], { alarm_level, rule: alarm_level })),
    ) as [RawEvent[], RawEvent[], RawEvent[]]
    const numbered = [...low, ...medium, ...high].map((event) => ({ ...event, alarm_id: `${event.alarm_level}` }))
    const found = measured(numbered, window)
    expect(found.mix).toEqual({ low: 0.4, medium: 0.2, high: 0.4 })
    expect(found.times.map(({ annunciated }) => annunciated)).toEqual([5, 1, 1, 1, 1, 1])
    const mixValue = ({ verdicts }: typeof found) => verdicts.find(({ measure }) => measure === 'mix')?.value
    expect(mixValue(found)).toBeCloseTo(8)
    expect(mixValue(measured(at(every(3, MINUTE_MS), { alarm_level: 3 }), window))).toBeCloseTo(1 / 0.15)
  })
  test('the most frequent alarms have a share of all, and fleeting ones are counted once an alarm', () => {
    const { top, fleeting } = measured(at([0, MINUTE_MS, 2 * MINUTE_MS, 3 * MINUTE_MS], { rule: 1 }), window)
    expect(top.rows).toEqual([{ alarm: 1, count: 4, share: 1 }])
    expect(fleeting).toEqual({ count: 4, distinct: 1 })
  })
  test('the longest stale alarm is listed first, with its time until it recovered', () => {
    const long = { ...window, end: BEGIN + 5 * DAY_MS }
    const [short, open] = [at([0], { rule: 1, lasts: DAY_MS + HOUR_MS }), at([HOUR_MS], { rule: 2, lasts: null })]
    const events = [...short, ...open.map((event) => ({ ...event, alarm_id: '2' }))]
    expect(measured(events, long).stale.rows.map(({ alarm, stood_ms }) => [alarm, stood_ms])).toEqual([
      [2, 5 * DAY_MS - HOUR_MS] as const,
      [1, DAY_MS + HOUR_MS] as const,
    ])
  })
  test('the worst chattering alarm is listed first, at the first of its worst minutes', () => {
    const times = [...every(3, 10 * SECOND_MS), ...every(3, 10 * SECOND_MS).map((time) => time + HOUR_MS)]
    const often = at(times, { rule: 1, lasts: 1 })
    const worst = at(every(4, 10 * SECOND_MS), { rule: 2, lasts: 1 }).map((event) => ({
      ...event,
      alarm_id: `w${event.alarm_id}`,
    }))
    const events = [...often, ...worst].sort((a, b) => a.event_time - b.event_time)
    expect(measured(events, window).chattering.rows).toEqual([
      { alarm: 2, worst: 4, worst_time: BEGIN + 30 * SECOND_MS, count: 4 },
      { alarm: 1, worst: 3, worst_time: BEGIN + 20 * SECOND_MS, count: 6 },
    ])
  })
})

describe('a verdict', () => {
  const verdictOf = (name: string, events: readonly RawEvent[], of: Window = window, since: number | null = 0) =>
    measured(events, of, since).verdicts.find(({ measure }) => measure === name)?.verdict

  test('the verdict on the load is "within" at one alarm in ten minutes, "above" at two, "far above" beyond', () => {
    const hour = { ...window, end: BEGIN + HOUR_MS }
    expect(verdictOf('rate', at(every(6, SECOND_MS)), hour)).toBe('within')
    expect(verdictOf('rate', at(every(12, SECOND_MS)), hour)).toBe('above')
    expect(verdictOf('rate', at(every(13, SECOND_MS)), hour)).toBe('far')
  })
  test('a verdict is left open where the data covers three hours of a week', () => {
    const week = { ...window, end: BEGIN + WEEK_MS }
    const since = week.end - 3 * HOUR_MS
    expect(verdictOf('rate', at([WEEK_MS - 3 * HOUR_MS]), week, since)).toBe('short')
    expect(verdictOf('flood', at([WEEK_MS - 3 * HOUR_MS]), week, since)).toBe('short')
    expect(measured([], week, null).verdicts.map(({ verdict }) => verdict)).toEqual(new Array(9).fill('short'))
  })

  test('verdicts count only the alarms since the last dropped one', () => {
    const week = { ...window, end: BEGIN + WEEK_MS }
    const alarms = at([HOUR_MS, 6 * DAY_MS, WEEK_MS - HOUR_MS])
    const found = measured(alarms, week, BEGIN, BEGIN + 6 * DAY_MS)
    expect(found).toMatchObject({
      produced: 1,
      annunciated: 1,
      covered_ms: DAY_MS - 1,
      since_time: BEGIN + 6 * DAY_MS + 1,
    })
    expect(found.standing.now).toBe(measured(alarms, week).standing.now)
    expect(found.verdicts.find(({ measure }) => measure === 'rate')?.verdict).toBe('short')
  })
  test('a short window has a verdict, too, where more data could only make it worse', () => {
    const hour = { ...window, end: BEGIN + HOUR_MS }
    expect(verdictOf('chattering', at([0, 1000, 2000], { rule: 1, lasts: 1 }), hour)).toBe('above')
    expect(verdictOf('chattering', at([0]), hour)).toBe('short')
  })
  test('the verdict on the ten most frequent alarms is left open where no more than ten came', () => {
    expect(verdictOf('top', at(every(10, HOUR_MS)))).toBe('few')
    expect(verdictOf('top', at(every(12, HOUR_MS)))).toBe('far')
  })
})

test('measures are worked out in many steps, none of which looks at all alarms more often than a few times', () => {
  const READS = ['alarm_time', 'is_late'] as const
  let reads = 0
  const alarms = Array.from({ length: 100 }, (_, i): MeasuredAlarm => {
    const time = i * MINUTE_MS
    const row = { alarm_id: `${i}`, alarm: i % 7, alarm_level: 3, recover_time: time + 1, confirm_time: null }
    const read = { alarm_time: time, is_late: false }
    return new Proxy(
      { ...row, ...read },
      {
        get(of, field: keyof MeasuredAlarm) {
          if (READS.some((one) => one === field)) reads += 1
          return of[field]
        },
      },
    )
  })
  const window = { start: 0, end: DAY_MS, since_time: 0, dropped_time: null }
  const input = { alarms, holds: [], ...window, positions: 1, bucket: 'hour' as Bucket, timeZone: 'UTC' }
  const most: number[] = []
  const steps = measuring(input)
  for (let isDone = false; !isDone; ) {
    reads = 0
    isDone = steps.next().done === true
    most.push(reads)
  }
  expect(most.length).toBeGreaterThan(12)
  expect(Math.max(...most)).toBeLessThanOrEqual(8 * alarms.length)
})
