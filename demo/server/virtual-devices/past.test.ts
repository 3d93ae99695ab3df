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
