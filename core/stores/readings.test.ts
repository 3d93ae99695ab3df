import { atom } from 'nanostores'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ServerFrame } from '../contract/realtime.ts'
import type { Realtime } from '../realtime/realtime.ts'
import { ASKED_AGAIN_MS, readingsOf } from './readings.ts'

type Listener = (frame: ServerFrame) => void
let listeners: Listener[]
let joins: string[]
const realtime = {
  $status: atom('live'),
  watch: (channel: string, listener: Listener) => {
    joins.push(channel)
    listeners.push(listener)
    return () => {
      listeners = listeners.filter((one) => one !== listener)
    }
  },
} as unknown as Realtime
const hear = (frame: object) => {
  for (const listener of [...listeners]) listener(frame as ServerFrame)
}

beforeEach(() => {
  vi.useFakeTimers()
  listeners = []
  joins = []
})
afterEach(() => vi.useRealTimers())

test('a device that was refused is asked for again a moment later, and shown once it is there', async () => {
  const $readings = readingsOf(realtime)('A')
  const stop = $readings.listen(() => undefined)
  hear({ type: 'refused', channel: 'device/A', code: '110509' })
  expect($readings.get()).toEqual({ refused: '110509' })
  await vi.advanceTimersByTimeAsync(ASKED_AGAIN_MS - 1)
  expect(joins).toEqual(['device/A'])
  await vi.advanceTimersByTimeAsync(1)
  expect(joins).toEqual(['device/A', 'device/A'])
  expect(listeners.length).toBe(1)
  hear({
    type: 'snapshot',
    channel: 'device/A',
    seq: 1,
    dev_state: 1,
    report_time: 1,
    values: { flow: [1, 'good', 1] },
  })
  expect($readings.get()).toMatchObject({ values: { flow: [1, 'good', 1] } })
  await vi.advanceTimersByTimeAsync(10 * ASKED_AGAIN_MS)
  expect(joins.length).toBe(2)
  stop()
})

test('a refused device that nobody shows any more is not asked for again', async () => {
  const stop = readingsOf(realtime)('A').listen(() => undefined)
  hear({ type: 'refused', channel: 'device/A', code: '110509' })
  stop()
  await vi.advanceTimersByTimeAsync(10 * ASKED_AGAIN_MS)
  expect([joins.length, listeners.length]).toEqual([1, 0])
})
