import { expect, test } from 'vitest'
import { inBatches } from './in-batches.ts'

const items = [1, 2, 3, 4, 5]
const options = { items, size: 2, onProgress: () => {}, isStopped: () => false }

test('many are done a few at a time, and the progress is reported after each call', async () => {
  const progress: number[] = []
  const calls: (readonly number[])[] = []
  const { outcomes, left, error } = await inBatches({
    ...options,
    call: async (some: readonly number[]) => {
      calls.push(some)
      return some.map((item) => item * 10)
    },
    onProgress: (done) => progress.push(done),
  })
  expect(calls).toEqual([[1, 2], [3, 4], [5]])
  expect([outcomes, left, error]).toEqual([[10, 20, 30, 40, 50], [], undefined])
  expect(progress).toEqual([2, 4, 5])
})

test('stopped, what is on its way is finished and the rest is left', async () => {
  let isStopped = false
  const { outcomes, left } = await inBatches({
    ...options,
    call: async (some: readonly number[]) => {
      isStopped = true
      return some
    },
    isStopped: () => isStopped,
  })
  expect([outcomes, left]).toEqual([
    [1, 2],
    [3, 4, 5],
  ])
})

test('a call that fails ends it, and what was done before counts', async () => {
  const lost = new Error('lost')
  const { outcomes, left, error } = await inBatches({
    ...options,
    call: async (some: readonly number[]) => {
      if (some.includes(3)) throw lost
      return some
    },
  })
  expect([outcomes, left, error]).toEqual([[1, 2], [3, 4, 5], lost])
})
