import { atom } from 'nanostores'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Connection } from '../../core/connection/connection.ts'
import { ASKED_AGAIN_MS } from '../../core/stores/readings.ts'
import { shownDevice } from './shown-devices.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('a device that the server does not know yet is asked for again a moment later', async () => {
  const device = vi
    .fn()
    .mockRejectedValueOnce(Object.assign(new Error('no such device'), { code: '110509' }))
    .mockResolvedValue({ dev_alias: 'Pump' })
  const connection = {
    api: { live: { device } },
    $problem: atom(null),
    readings: () => atom(null),
  } as unknown as Connection
  const $shown = shownDevice(connection, 'A')
  const stop = $shown.listen(() => undefined)
  await vi.advanceTimersByTimeAsync(ASKED_AGAIN_MS - 1)
  expect($shown.get()).toBe('110509')
  await vi.advanceTimersByTimeAsync(1)
  expect($shown.get()).toEqual({ dev_alias: 'Pump' })
  await vi.advanceTimersByTimeAsync(10 * ASKED_AGAIN_MS)
  expect(device).toHaveBeenCalledTimes(2)
  stop()
})
