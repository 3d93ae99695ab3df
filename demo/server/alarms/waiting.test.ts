import { expect, test } from 'vitest'
import { MINUTE_MS } from '../../../core/catalogue/durations.ts'
import type { LiveDevice } from '../fleet/fleet.ts'
import type { Slice } from '../limits/shared-time.ts'
import type { RuleAtDevice } from './place.ts'
import { createWaiting } from './waiting.ts'

const RULES = 200

/** Alarms of devices that wait for room, of which there is some for as many as `room` says. */
function openWaiting(devices: number, isOver = () => false) {
  const state = { time: 0, room: 0, tried: 0 }
  const time = { slice: async <T>(_owner: unknown, work: Slice<T>) => work(isOver) }
  const raise = (at: RuleAtDevice) => {
    state.tried += 1
    at.waitsForRoom = state.room === 0
    if (at.waitsForRoom) at.dueAt = state.time + MINUTE_MS
    else state.room -= 1
  }
  const waiting = createWaiting(time, raise, (error) => expect.unreachable(`${error}`))
  const all = Array.from({ length: devices }, (_, i) => {
    const device = { tenant_id: 1, sn_code: `E${i}` } as LiveDevice
    return Array.from({ length: RULES }, () => ({ device, waitsForRoom: true, dueAt: 0 }) as RuleAtDevice)
  }).flat()
  for (const at of all) waiting.add(at, 0)
  return {
    state,
    all,
    waiting,
    go: () => waiting.go(state.time),
    left: () => all.filter((at) => at.waitsForRoom).length,
  }
}

test('alarms of a device that wait for room are tried until there is none for one of them, once a minute', () => {
  const { state, go, left } = openWaiting(3)
  go()
  expect(state.tried).toBe(3)
  state.time += MINUTE_MS - 1
  go()
  expect(state.tried).toBe(3)
  state.time += 1
  Object.assign(state, { room: 150, tried: 0 })
  go()
  expect(state.tried).toBe(150 + 3)
  state.time += MINUTE_MS
  state.room = 3 * RULES
  go()
  expect(left()).toBe(0)
})

test('alarms that wait for room and can all be raised are raised in slices', () => {
  let asked = 0
  const { state, go, left } = openWaiting(1, () => ++asked % 10 === 0)
  state.room = RULES
  go()
  expect(left()).toBeGreaterThan(RULES - 10)
  for (let tick = 0; left() > 0 && tick < RULES; tick++) go()
  expect(left()).toBe(0)
})

test('an alarm that no longer waits for room is not tried', () => {
  const { state, all, waiting, go } = openWaiting(1)
  for (const at of all.slice(0, 100)) at.waitsForRoom = false
  for (const at of all.slice(100, 199)) waiting.delete(at)
  go()
  expect(state.tried).toBe(1)
})
