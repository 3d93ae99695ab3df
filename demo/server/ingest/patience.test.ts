import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openGate } from '../../../tests/server/gate.ts'
import { openPatience, type Patience } from './patience.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Organisation 1 waits, beside organisation 2 unless it is alone. */
function waiting(patience: Patience, others: number[] = [2]) {
  const gate = openGate()
  for (const owner of [...others, 1]) patience.heard(owner)
  const end = vi.fn()
  void patience.wait(1, 'turn', () => gate.promise).then(end)
  return { end, gate }
}

test('a message is given up when it has held up other organisations for about a second, and the next one at once', async () => {
  const patience = openPatience(true)
  const { end } = waiting(patience)
  await vi.advanceTimersByTimeAsync(900)
  expect(end).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(300)
  expect(end).toHaveBeenCalledWith(false)
  expect(await patience.wait(1, 'turn', async () => {})).toBe(false)
  expect(await patience.wait(1, 'names', async () => {})).toBe(true)
  expect(await patience.wait(2, 'turn', async () => {})).toBe(true)
})

test('an organisation that is given up may wait again some time later', async () => {
  const patience = openPatience(true)
  const { gate } = waiting(patience)
  await vi.advanceTimersByTimeAsync(2000)
  gate.resolve()
  await vi.advanceTimersByTimeAsync(20_000)
  const later = waiting(patience)
  await vi.advanceTimersByTimeAsync(900)
  expect(later.end).not.toHaveBeenCalled()
})

test('a message of an organisation that sends alone is never given up', async () => {
  const { end, gate } = waiting(openPatience(true), [])
  await vi.advanceTimersByTimeAsync(600_000)
  gate.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(end).toHaveBeenCalledWith(true)
})

test('a message whose device has a line of its own is never given up', async () => {
  const { end } = waiting(openPatience(false))
  await vi.advanceTimersByTimeAsync(600_000)
  expect(end).not.toHaveBeenCalled()
})

test('no message is given up while the store is away or fails', async () => {
  const patience = openPatience(true)
  const store = openGate()
  const writing = store.promise.then(() => {
    throw new Error('away')
  })
  patience.written(writing).catch(() => {})
  await vi.advanceTimersByTimeAsync(6000)
  const { end } = waiting(patience)
  await vi.advanceTimersByTimeAsync(60_000)
  store.resolve()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(end).not.toHaveBeenCalled()
  await patience.written(Promise.resolve())
  await vi.advanceTimersByTimeAsync(1200)
  expect(end).toHaveBeenCalledWith(false)
})

test('a message is given up while the store is slow and writes all the same', async () => {
  const patience = openPatience(true)
  const write = async () => {
    for (;;) await patience.written(new Promise((resolve) => setTimeout(resolve, 3000)))
  }
  void write()
  await vi.advanceTimersByTimeAsync(2000)
  const { end } = waiting(patience)
  await vi.advanceTimersByTimeAsync(1200)
  expect(end).toHaveBeenCalledWith(false)
})

test('no further message begins to wait while a hundred that were given up have not ended', async () => {
  const patience = openPatience(true)
  const { gate } = waiting(patience)
  for (let n = 0; n < 99; n++) void patience.wait(1, 'turn', () => gate.promise)
  await vi.advanceTimersByTimeAsync(2000)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await patience.wait(1, 'turn', async () => {})).toBe(false)
  gate.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(await patience.wait(1, 'turn', async () => {})).toBe(true)
})
