import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Point } from '../../../core/contract/device.ts'
import type { CheckedReading, Fleet, LiveDevice, LivePoint } from '../fleet/fleet.ts'
import type { Sample } from '../history/telemetry.ts'
import { samplesOf } from '../ingest/samples.ts'
import { openVirtualDevices } from './virtual-devices.ts'

const START = 1_800_000_000_000
const SOURCES = ['A', 'B', 'C'] as const
type Source = (typeof SOURCES)[number]
/** One value of a source, at so many seconds. */
type Said = readonly [source: Source, second: number, value: number]

/** The newest of each source at a time. */
type Known = Partial<Record<Source, number>>
const whole = (known: Known, sources: readonly Source[], of: (...values: number[]) => number) => {
  const values = sources.map((source) => known[source])
  return values.every((value) => value !== undefined) ? of(...values) : null
}
const add = (...values: number[]) => values.reduce((sum, value) => sum + value, 0)

/** What each point of the virtual device is worth: as a formula, and as the reference works it out; with what it reads. */
const POINTS: Record<string, { formula: string; reads: readonly Source[]; of: (known: Known) => number | null }> = {
  twice: {
    formula: 'total * 2 + C.flow',
    reads: ['A', 'B', 'C'],
    of: (known) => whole(known, ['A', 'B', 'C'], (a, b, c) => (a + b) * 2 + c),
  },
  total: { formula: 'A.flow + b.flow', reads: ['A', 'B'], of: (known) => whole(known, ['A', 'B'], add) },
  first: { formula: 'A.flow', reads: ['A'], of: (known) => known.A ?? null },
  chosen: {
    formula: 'if(A.flow > 4, min(B.flow, C.flow), max(B.flow, C.flow))',
    reads: ['A', 'B', 'C'],
    of: (known) => whole(known, ['A', 'B', 'C'], (a, b, c) => (a > 4 ? Math.min(b, c) : Math.max(b, c))),
  },
}

/** By point, [second, value] in order of time, of everything that was said. */
function reference(said: readonly Said[]) {
  const history = new Map(Object.keys(POINTS).map((key) => [key, new Map<number, number>()]))
  const known: Known = {}
  const times = [...new Set(said.map(([, second]) => second))].sort((a, b) => a - b)
  for (const time of times) {
    const now = said.filter(([, second]) => second === time)
    for (const [source, , value] of now) known[source] = value
    for (const [key, { reads, of }] of Object.entries(POINTS)) {
      const value = of(known)
      if (value !== null && now.some(([source]) => reads.includes(source))) history.get(key)?.set(time, value)
    }
  }
  return new Map([...history].map(([key, values]) => [key, [...values]]))
}

let ids = 0
const pointOf = (key: string, formula: string | null): LivePoint => ({
  point_id: ++ids,
  ...Point.parse({ key, name: key, data_type: 'number' }),
  is_added: true,
  is_hidden: false,
  is_removed: false,
  formula,
  value: null,
  quality: 'bad',
  data_time: null,
  arrival_time: null,
})
const deviceOf = (sn_code: string, points: readonly LivePoint[], is_virtual: boolean): LiveDevice => ({
  tenant_id: 1,
  device_id: ++ids,
  sn_code,
  is_virtual,
  password_salt: null,
  dev_alias: sn_code,
  group_id: 1,
  template_id: null,
  saved_user_id: null,
  dev_state: 1,
  awaited_time: null,
  report_time: START,
  report_interval_s: 10,
  connected: true,
  described_time: 0,
  is_dead: false,
  behind: null,
  open_alarms: 0,
  alarm_level: 0,
  seq: 0,
  points: new Map(points.map((point) => [point.key, point])),
})

/** Three sources and a virtual device of them, over a history in memory that is durable a little later, as the real one. */
/** `widestMs`: history of more time is more than is held in memory. */
function openWorld(widestMs = Number.POSITIVE_INFINITY) {
  const sources = new Map(SOURCES.map((sn) => [sn as string, deviceOf(sn, [pointOf('flow', null)], false)]))
  const points = Object.entries(POINTS).map(([key, { formula }]) => pointOf(key, formula))
  const virtual = deviceOf('V', points, true)
  // Other readings are late for who reads less.
  const other = deviceOf('W', [pointOf('alone', 'A.flow')], true)
  const all = new Map([...sources, ['V', virtual], ['W', other]])
  let reads = 0
  const stored = new Map<number, Map<number, Sample>>()
  const errors: unknown[] = []
  let flush: Promise<void> | null = null
  let waiting: Sample[] = []

  const append = (samples: readonly Sample[]): Promise<void> => {
    waiting.push(...samples)
    flush ??= new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      for (const sample of waiting) {
        const its = stored.get(sample.point_id) ?? new Map<number, Sample>()
        stored.set(sample.point_id, its.set(sample.data_time, sample))
      }
      waiting = []
      flush = null
    })
    return flush
  }
  const historyOf = (point_id: number) =>
    [...(stored.get(point_id)?.values() ?? [])].sort((a, b) => a.data_time - b.data_time)
  const manyUpTo = async (_most: number, point_ids: readonly number[], from: number, to: number) => {
    reads += 1
    if (to - from > widestMs) return null
    return new Map(
      point_ids.map((point_id) => {
        const known = historyOf(point_id).filter(({ data_time }) => data_time < to)
        const before = known.filter(({ data_time }) => data_time <= from).slice(-1)
        return [point_id, [...before, ...known.filter(({ data_time }) => data_time > from)]]
      }),
    )
  }
  const apply = (readings: readonly CheckedReading[]) => {
    for (const { data_time, values } of readings)
      for (const { point, value, quality } of values)
        if (point.data_time === null || data_time >= point.data_time)
          Object.assign(point, { value, quality, data_time })
  }
  const record = async (_device: LiveDevice, readings: readonly CheckedReading[]) => {
    apply(readings)
    await append(readings.flatMap((reading) => samplesOf(1, reading)))
  }
  const get = (sn_code: string) => all.get(sn_code.toUpperCase())
  const fleet = { get, all: () => all.values(), on: () => () => {} } as unknown as Fleet
  const report = (error: unknown) => void errors.push(error)
  const virtualDevices = openVirtualDevices({
    gatherMs: 0,
    fleet,
    sight: { sees: () => true, isKnown: () => true, meet: async () => {}, onRenewed: () => () => {} },
    telemetry: { manyUpTo },
    record,
    turn: () => true,
    report,
    now: () => START,
  })

  return {
    errors,
    virtual,
    sources,
    reads: () => reads,
    async take(source: Source, said: readonly Said[]) {
      const device = get(source) as LiveDevice
      const [point] = device.points.values()
      const readings = said.map(([, second, value]): CheckedReading => {
        return { data_time: START + second * 1000, values: [{ point: point as LivePoint, value, quality: 'good' }] }
      })
      const ordered = readings.sort((a, b) => a.data_time - b.data_time)
      const recorded = record(device, ordered)
      await Promise.all([recorded, virtualDevices.take(device, ordered, recorded)])
    },
    history: (key: string) =>
      historyOf((virtual.points.get(key) ?? other.points.get(key))?.point_id ?? 0).map(({ data_time, value }) => [
        (data_time - START) / 1000,
        value,
      ]),
  }
}

/** Lets what was said arrive: in messages of a source each, which wait for the one before, or for none. */
async function arrive(messages: readonly (readonly Said[])[], oneByOne: boolean, widestMs?: number) {
  const world = openWorld(widestMs)
  const taken = messages.map((said) => () => world.take((said[0] as Said)[0], said))
  if (oneByOne) for (const take of taken) await take()
  else await Promise.all(taken.map((take) => take()))
  expect(world.errors).toEqual([])
  return world
}

/** Readings of the sources in any order, each source's at different times, as messages of a few readings. */
const arrivals = (seconds: fc.Arbitrary<number>, most: number) => {
  const said = fc.tuple(fc.constantFrom(...SOURCES), seconds, fc.integer({ min: 0, max: 9 }))
  const unique = { selector: ([source, second]: Said) => `${source}${second}`, minLength: 1, maxLength: most }
  return fc
    .tuple(fc.uniqueArray(said, unique), fc.array(fc.integer({ min: 1, max: 4 }), { minLength: most, maxLength: most }))
    .map(([all, sizes]) => {
      const messages: Said[][] = []
      for (const one of all) {
        const last = messages.at(-1)
        if (last?.[0]?.[0] === one[0] && last.length < (sizes[messages.length - 1] ?? 1)) last.push(one)
        else messages.push([one])
      }
      return messages
    })
}

const RUNS = { numRuns: 400, seed: 29 }

test('history is worked out as if all had come in time, whichever way the readings arrive', async () => {
  // So far apart that none counts as of now with another; within what a late value is looked for.
  const tens = fc.integer({ min: 0, max: 30 }).map((n) => n * 10)
  const widest = fc.constantFrom(20_000, 100_000, Number.POSITIVE_INFINITY)
  await fc.assert(
    fc.asyncProperty(arrivals(tens, 16), fc.boolean(), widest, async (messages, oneByOne, widestMs) => {
      const { history } = await arrive(messages, oneByOne, widestMs)
      const expected = reference(messages.flat())
      for (const key of Object.keys(POINTS)) expect([key, history(key)]).toEqual([key, expected.get(key)])
      expect(history('alone')).toEqual(expected.get('first'))
    }),
    {
      ...RUNS,
      examples: [
        // What was late for the device and is the newest of its source counts for what comes next.
        [[[['A', 0, 1]], [['B', 0, 1]], [['A', 30, 2]], [['B', 20, 9]], [['A', 40, 3]]], true, 20_000],
        // And what is worked out from what was worked out late.
        [[[['A', 0, 1]], [['B', 30, 1]], [['C', 30, 1]], [['A', 20, 5]], [['C', 40, 2]]], true, 20_000],
      ],
    },
  )
})

test('history that is too dense to be held in memory is left as it is, and what comes after it is worked out', async () => {
  const { errors, history, take } = openWorld(1000)
  for (const second of [0, 40, 20, 50]) await take('A', [['A', second, 1]])
  expect(errors).toEqual([])
  expect(history('first').map(([second]) => second)).toEqual([0, 40, 50])
})

test('nothing is looked up for late readings of points without history', async () => {
  const { sources, reads, take } = openWorld()
  for (const { points } of sources.values()) for (const point of points.values()) point.keep_history = false
  for (const second of [0, 40, 20]) await take('A', [['A', second, 1]])
  expect(reads()).toBe(0)
})

test('the newest value is that of the newest of each source, also where their clocks differ a little', async () => {
  await fc.assert(
    fc.asyncProperty(arrivals(fc.integer({ min: 0, max: 60 }), 16), fc.boolean(), async (messages, oneByOne) => {
      const { virtual } = await arrive(messages, oneByOne)
      const known: Known = {}
      for (const [source, , value] of messages.flat().sort(([, a], [, b]) => a - b)) known[source] = value
      for (const [key, { of }] of Object.entries(POINTS))
        expect([key, virtual.points.get(key)?.value]).toEqual([key, of(known)])
    }),
    RUNS,
  )
})

test('a point that takes over another has all of its history', async () => {
  await fc.assert(
    fc.asyncProperty(arrivals(fc.integer({ min: 0, max: 60 }), 16), fc.boolean(), async (messages, oneByOne) => {
      const { history } = await arrive(messages, oneByOne)
      expect(history('first')).toEqual(reference(messages.flat()).get('first'))
    }),
    RUNS,
  )
})
