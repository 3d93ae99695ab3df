import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startJobs } from './jobs.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a job that is still running is not started a second time', async () => {
  let started = 0
  let finish = () => {}
  const jobs = startJobs(
    [
      {
        name: 'slow',
        everyMs: 100,
        run: () =>
          new Promise<void>((done) => {
            started += 1
            finish = done
          }),
      },
    ],
    () => {},
  )
  await vi.advanceTimersByTimeAsync(350)
  expect(started).toBe(1)
  finish()
  await vi.advanceTimersByTimeAsync(100)
  expect(started).toBe(2)
  finish()
  await jobs.close()
})

test('a long job that runs when the server closes learns of it, and is waited for', async () => {
  let isEnded = false
  const run = async (closing: AbortSignal) => {
    while (!closing.aborted) await new Promise((resolve) => setTimeout(resolve, 10))
    isEnded = true
  }
  const jobs = startJobs([{ name: 'long', everyMs: 100, run }], () => {})
  await vi.advanceTimersByTimeAsync(200)
  expect(isEnded).toBe(false)
  const closed = jobs.close()
  await vi.advanceTimersByTimeAsync(10)
  await closed
  expect(isEnded).toBe(true)
})

test('a job that fails is reported and tried again', async () => {
  const failures: string[] = []
  const jobs = startJobs([{ name: 'broken', everyMs: 100, run: () => Promise.reject(new Error('no')) }], (name) =>
    failures.push(name),
  )
  await vi.advanceTimersByTimeAsync(250)
  await jobs.close()
  await vi.advanceTimersByTimeAsync(500)
  expect(failures).toEqual(['broken', 'broken'])
})

test('closing waits for what is running', async () => {
  let finish = () => {}
  let isClosed = false
  const jobs = startJobs(
    [
      {
        name: 'slow',
        everyMs: 100,
        run: () =>
          new Promise<void>((done) => {
            finish = done
          }),
      },
    ],
    () => {},
  )
  await vi.advanceTimersByTimeAsync(100)
  const closing = jobs.close().then(() => {
    isClosed = true
  })
  await vi.advanceTimersByTimeAsync(10)
  expect(isClosed).toBe(false)
  finish()
  await closing
})
