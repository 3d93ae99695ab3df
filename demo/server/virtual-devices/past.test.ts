import { expect, test } from 'vitest'
import type { LiveDevice } from '../fleet/fleet.ts'
import { createPast, type Late } from './past.ts'

test('times that came late are kept once, however many devices read them, until one of these works them out', async () => {
  const past = createPast({
    around: { fleet: { get: () => undefined }, sight: { sees: () => true } } as never,
    telemetry: { manyUpTo: async () => new Map() },
    record: async () => {},
    turn: () => true,
    now: () => 0,
  })
  const lateOf = (...times: readonly number[]) => {
    const late: Late = new Map()
    for (const time of times) past.add(late, 'a.n', time)
    return [...(late.get('a.n') ?? [])]
  }
  const [first, second] = [lateOf(1, 2, 3), lateOf(1, 2, 3)]
  expect(first).toEqual([new Set([1, 2, 3])])
  expect(second[0]).toBe(first[0])
  const device = { tenant_id: 1, device_id: 1, sn_code: 'V', points: new Map() } as unknown as LiveDevice
  await past.take(device, new Map([['a.n', new Set(first)]]), Promise.resolve())
  expect(lateOf(4)).toEqual([new Set([4])])
  expect(first).toEqual([new Set([1, 2, 3])])
})

test.each([
  ['goes to another organisation', (source: { tenant_id: number }) => Object.assign(source, { tenant_id: 2 })],
  ['leaves the sight of the virtual device', (source: object) => Object.assign(source, { isHidden: true })],
])('nothing more is worked out of a source that %s while its history is read', async (_what, leave) => {
  const point = {
    data_type: 'number',
    is_added: true,
    keep_history: true,
    value: null,
    quality: 'bad',
    data_time: null,
  }
  const source = { tenant_id: 1, device_id: 1, sn_code: 'A', is_virtual: false, report_interval_s: 10 }
  Object.assign(source, { points: new Map([['n', { ...point, point_id: 1, key: 'n' }]]) })
  const newest = { ...point, point_id: 2, key: 'v', formula: 'A.n * 2', data_time: 9_000_000 }
  const device = { tenant_id: 1, device_id: 2, sn_code: 'V', points: new Map([['v', newest]]) } as unknown as LiveDevice
  const recorded: unknown[] = []
  let windows = 0
  const past = createPast({
    around: {
      fleet: { get: () => source },
      sight: { sees: () => !('isHidden' in source) },
    } as never,
    telemetry: {
      manyUpTo: async (_most, _ids, from) => {
        windows += 1
        if (windows === 2) leave(source)
        return new Map([[1, [{ point_id: 1, data_time: from, value: windows, quality: 0 }]]])
      },
    },
    record: async (_device, readings) => void recorded.push(...readings.map(({ data_time }) => data_time)),
    turn: () => true,
    now: () => 9_000_000,
  })
  const late: Late = new Map()
  for (const time of [1000, 500_001, 1_000_001, 1_500_001]) past.add(late, 'a n', time)
  await past.take(device, late, Promise.resolve())
  expect(windows).toBe(2)
  expect(recorded).toEqual([1000])
})
