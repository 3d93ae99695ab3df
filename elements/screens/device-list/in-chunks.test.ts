import { expect, test } from 'vitest'
import { ApiError } from '../../../core/contract/api-error.ts'
import { inChunks } from './in-chunks.ts'

const done = async (sn_codes: string[]) => sn_codes.map((id) => ({ id, code: null }))

test('many devices are acted on a call after the other, with an answer for each', async () => {
  const calls: string[][] = []
  const progress: number[] = []
  const outcomes = await inChunks(
    ['a', 'b', 'c'],
    2,
    (some) => {
      calls.push(some)
      return done(some)
    },
    (count) => progress.push(count),
  )
  expect(calls).toEqual([['a', 'b'], ['c']])
  expect(progress).toEqual([2, 3])
  expect(outcomes.map(({ code }) => code)).toEqual([null, null, null])
})

test('a refusal after some devices were done is the answer for the others, and before that it is thrown', async () => {
  const refusedFrom = (first: string) => async (some: string[]) => {
    if (some.includes(first)) throw new ApiError('100019')
    return done(some)
  }
  expect(await inChunks(['a', 'b', 'c'], 1, refusedFrom('b'))).toEqual([
    { id: 'a', code: null },
    { id: 'b', code: '100019' },
    { id: 'c', code: '100019' },
  ])
  await expect(inChunks(['a', 'b'], 1, refusedFrom('a'))).rejects.toThrow()
})
