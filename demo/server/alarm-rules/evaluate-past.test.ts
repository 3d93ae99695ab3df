import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HOUR_MS } from '../../../core/catalogue/durations.ts'
import type { AlarmRule } from '../../../core/contract/alarm-rule.ts'
import { occurrencesOf, type TimelineSample } from '../../../core/rules/alarm-timeline.ts'
import { type FenceShape, metresOver } from '../../../core/rules/geofence.ts'
import { RULE } from '../../../tests/server/shown-screens.ts'
import type { LiveDevice, LivePoint } from '../fleet/fleet.ts'
import type { Sample } from '../history/telemetry.ts'
import { TimeUp, type Turns } from '../limits/turns.ts'
import { evaluatePast, type Past } from './evaluate-past.ts'

const FROM = 1000 * HOUR_MS
/** Pieces of an hour: it says that it reports a thousand times a second. */
const device = (...keys: string[]) => {
  const points = keys.map((key, point_id) => [key, { key, point_id, data_type: 'number', is_added: true } as LivePoint])
  return { report_interval_s: 0.001, points: new Map(points as [string, LivePoint][]) } as LiveDevice
}
const rule = (more: Partial<AlarmRule> = {}): AlarmRule => ({
  ...(RULE as AlarmRule),
  alarm_name_en: null,
  no_data_s: null,
  on_delay_s: 0,
  off_delay_s: 0,
  suppress_when: '',
  key: 'a',
  threshold: 50,
  dead_band: 0,
  is_enabled: true,
  ...more,
})
const atEase: Turns = { pause: async () => {} }
/** Time is up after so many steps. */
const overAfter = (steps: number): Turns => {
  let left = steps
  return {
    async pause() {
      if (left <= 0) throw new TimeUp()
      left -= 1
    },
  }
}

/** Of points by their place: [seconds after `FROM`, value], ascending. */
function pastOf(points: readonly (readonly (readonly [number, number])[])[], hours: number): Past {
  const many: Past['history']['many'] = async (point_ids, from, to) => {
    const found = new Map<number, Sample[]>()
    for (const point_id of point_ids) {
      const all = (points[point_id] ?? []).map(([s, value]): Sample => {
        return { point_id, data_time: FROM + s * 1000, value, quality: 0 }
      })
      const held = all.findLast(({ data_time }) => data_time <= from)
      const its = all.filter(({ data_time }) => data_time > from && data_time < to)
      found.set(point_id, held ? [held, ...its] : its)
    }
    return found
  }
  return { history: { many }, from: FROM, to: FROM + hours * HOUR_MS, timezone: 'UTC', fences: new Map() }
}

const readings = (hours: number) =>
  fc
    .uniqueArray(fc.integer({ min: 0, max: hours * 60 - 1 }), { maxLength: 60 })
    .chain((minutes) =>
      fc
        .array(fc.integer({ min: 40, max: 60 }), { minLength: minutes.length, maxLength: minutes.length })
        .map((values) => minutes.sort((a, b) => a - b).map((minute, i) => [minute * 60, values[i] as number] as const)),
    )
const seconds = fc.constantFrom(0, 60, 1800, 3600, 5400)

test('rules evaluated over history in pieces raise the same alarms as over all of it at once', async () => {
  await fc.assert(
    fc.asyncProperty(readings(6), seconds, seconds, async (samples, on_delay_s, off_delay_s) => {
      const tried = rule({ on_delay_s, off_delay_s, dead_band: 3 })
      const past = pastOf([samples], 6)
      const { raised, until } = await evaluatePast(device('a'), [[tried]], past, atEase)
      const whole = samples.map(([s, value]) => [FROM + s * 1000, value, 'good'] as const)
      expect(until).toBe(past.to)
      expect(raised.map(({ alarm_time, recover_time, value }) => ({ alarm_time, recover_time, value }))).toEqual(
        occurrencesOf(tried, whole, past).filter(({ alarm_time }) => alarm_time >= FROM),
      )
    }),
  )
})

test('an evaluation that ends early reports what was known until then', async () => {
  const sets = [
    [rule({ suppress_when: 'b > 50' }), rule({ key: 'b', threshold: 45, on_delay_s: 600 })],
    [rule({ suppress_when: 'hour() >= 18 or b < 45' })],
  ]
  await fc.assert(
    fc.asyncProperty(readings(6), readings(6), fc.nat(150), async (a, b, steps) => {
      const past = pastOf([a, b], 6)
      const all = await evaluatePast(device('a', 'b'), sets, past, atEase)
      const some = await evaluatePast(device('a', 'b'), sets, past, overAfter(steps))
      const before = (time: number | null) =>
        time !== null && (some.until === past.to || time < some.until) ? time : null
      const known = all.raised.filter(({ alarm_time }) => before(alarm_time) !== null)
      expect(some.raised).toEqual(
        known.map((one) => ({
          ...one,
          recover_time: before(one.recover_time),
          told_time: before(one.told_time),
        })),
      )
    }),
    { numRuns: 300 },
  )
})

test('an evaluation that ends within a device reports how far it came', async () => {
  const samples = Array.from({ length: 360 }, (_, minute) => [minute * 60, minute % 10 < 5 ? 60 : 40] as const)
  // An hour is a step for its readings, and one for each of its six alarms.
  const { raised, until } = await evaluatePast(device('a'), [[rule()]], pastOf([samples], 6), overAfter(10))
  expect(until).toBe(FROM + HOUR_MS)
  expect(raised.length).toBe(6)
})

test('an evaluation lets others run after each rule, and after some ten thousand readings', async () => {
  const samples = Array.from({ length: 100_000 }, (_, i) => [i * 60, i % 2 === 0 ? 60 : 40] as const)
  const past = pastOf([samples], 24 * 70)
  const steps: (number | 'pause')[] = []
  const many: Past['history']['many'] = async (...args) => {
    const found = await past.history.many(...args)
    steps.push(found.get(0)?.length ?? 0)
    return found
  }
  const turns: Turns = { pause: async () => void steps.push('pause') }
  const oncePerMinute = { ...device('a'), report_interval_s: 60 }
  const never = rule({ threshold: 100 })
  await evaluatePast(oncePerMinute, [[never, { ...never, threshold: 99 }]], { ...past, history: { many } }, turns)
  const reads = steps.filter((step) => step !== 'pause')
  expect(Math.max(...reads)).toBeLessThanOrEqual(10_081)
  expect(steps).toEqual(reads.flatMap((read) => ['pause', read, 'pause', 'pause']))
})

test('a rule that is the same in both sets is evaluated once, and counts in both', async () => {
  const past = pastOf([[[60, 60]]], 1)
  const { raised } = await evaluatePast(device('a'), [[rule()], [rule({ alarm_name: 'other' })]], past, atEase)
  expect(raised.map(({ places }) => places)).toEqual([
    [
      { set: 0, place: 0 },
      { set: 1, place: 0 },
    ],
  ])
})

test('an evaluation ends when its time is up, also while it looks for the end of a suppression', async () => {
  const past = pastOf([[[60, 60]]], 24)
  const suppressed = rule({ suppress_when: 'hour() >= 0' })
  const { until } = await evaluatePast(device('a'), [[suppressed]], past, overAfter(100))
  expect(until).toBeLessThan(past.to)
})

test('an evaluation ends where alarms, each counted for all the rules that raise it, become too many', async () => {
  const samples = Array.from({ length: 3600 }, (_, s) => [s, s % 2 === 0 ? 60 : 40] as const)
  const twins = Array.from({ length: 400 }, (_, i) => rule({ alarm_name: `${i}` }))
  const near = Array.from({ length: 400 }, (_, i) => rule({ threshold: 41 + i / 100 }))
  for (const rules of [twins, near]) {
    const past = { ...pastOf([samples], 6), most: 100_000 }
    const { raised, until } = await evaluatePast(device('a'), [rules], past, atEase)
    const made = raised.reduce((sum, { places }) => sum + places.length, 0)
    expect(made).toBeGreaterThan(100_000)
    expect(made).toBeLessThan(200_000)
    // All of them count up to the same time, and no alarm before it is left out.
    expect(made).toBe(400 * Math.ceil((until - FROM) / 2000))
  }
})

/** A diamond of a degree, with how often it was asked how far from it a place is. */
function countedFence() {
  const counted = { distances: 0 }
  const fence: FenceShape = {
    corners: [
      { lat: 30, lng: 120.5 },
      { lat: 30.5, lng: 121 },
      { lat: 31, lng: 120.5 },
      { lat: 30.5, lng: 120 },
    ],
    get radius_m() {
      counted.distances += 1
      return null
    },
  }
  return { fence, counted }
}
const inFence = (more: Partial<AlarmRule> = {}) =>
  rule({ key: 'lat', condition: 'outside_fence', threshold: null, fence_id: 1, ...more })

test('places are compared with a fence once for all rules about it, and others run after some thousand of them', async () => {
  const { fence, counted } = countedFence()
  const lats = Array.from({ length: 3000 }, (_, s) => [s, 30.5 + (s % 7) / 10] as const)
  const lngs = lats.map(([s]) => [s, 120.5] as const)
  const past = { ...pastOf([lats, lngs], 1), fences: new Map([[1, fence]]) }
  let [before, most] = [0, 0]
  const turns: Turns = {
    async pause() {
      most = Math.max(most, counted.distances - before)
      before = counted.distances
    },
  }
  const rules = Array.from({ length: 20 }, (_, i) => inFence({ on_delay_s: i }))
  const { raised } = await evaluatePast(device('lat', 'lng'), [rules], past, turns)
  expect(raised.length).toBeGreaterThan(400)
  expect(counted.distances).toBeLessThan(1.1 * lats.length)
  expect(most).toBeLessThan(2100)
})

test('rules about a fence evaluated in pieces raise the same alarms as over all places at once, also of coordinates that come apart', async () => {
  const degrees = (from: number) =>
    readings(3).map((its) => its.map(([s, value]) => [s, from + (value - 50) / 8] as const))
  await fc.assert(
    fc.asyncProperty(degrees(30.5), degrees(120.5), fc.constantFrom(1, 400), async (lats, lngs, count) => {
      const { fence } = countedFence()
      const past = { ...pastOf([lats, lngs], 3), fences: new Map([[1, fence]]), most: Number.POSITIVE_INFINITY }
      const rules = Array.from({ length: 75 * count }, () => inFence())
      const { raised } = await evaluatePast(device('lat', 'lng'), [rules], past, atEase)
      const samples = (of: typeof lats) => of.map(([s, value]): TimelineSample => [FROM + s * 1000, value, 'good'])
      const whole = occurrencesOf(inFence(), metresOver(fence, samples(lats), samples(lngs)), past)
      expect(raised.map(({ alarm_time, recover_time }) => [alarm_time, recover_time])).toEqual(
        whole.map(({ alarm_time, recover_time }) => [alarm_time, recover_time]),
      )
    }),
    { numRuns: 50 },
  )
})
