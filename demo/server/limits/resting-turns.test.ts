import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openRestingTurns, type Timed } from './resting-turns.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Holders that take turns in one place, with the times at which they had theirs. */
function openPlace() {
  const turns = openRestingTurns({ atOnce: 1, ofOne: 1, waitingOfOne: 1, waiting: 1 })
  const times: number[] = []
  const started = Date.now()
  const run = (holder: number, work: (timed: Timed) => Promise<void>) =>
    turns.run(holder, (timed) => {
      times.push(Date.now() - started)
      return work(timed)
    })
  return { times, run, close: turns.close }
}

test.each([
  ['twice as long as the last work took', 200, 600],
  ['two seconds at the most', 60_000, 62_000],
])('the next work has its turn after %s, whoever did the last one', async (_, ms, next) => {
  const { times, run } = openPlace()
  const all = [1, 2].map((holder) => run(holder, (timed) => timed(() => wait(ms))))
  await vi.runAllTimersAsync()
  await Promise.all(all)
  expect(times).toEqual([0, next])
})

test('work that failed is followed by its rest, and what it waited for by none', async () => {
  const { times, run } = openPlace()
  const failed = expect(
    run(1, async (timed) => {
      await wait(1000)
      await timed(async () => {
        await wait(10)
        throw new Error('no')
      })
    }),
  ).rejects.toThrow('no')
  const next = run(2, async () => {})
  await vi.runAllTimersAsync()
  await Promise.all([failed, next])
  expect(times).toEqual([0, 1030])
})

test('whoever did a work does not wait for its rest, and closing ends it', async () => {
  const { times, run, close } = openPlace()
  const first = run(1, (timed) => timed(() => wait(200)))
  const next = run(2, async () => {})
  await vi.advanceTimersByTimeAsync(200)
  await first
  expect(times).toEqual([0])
  close()
  await next
  expect(times).toEqual([0, 200])
})
