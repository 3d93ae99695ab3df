import { expect, test } from 'vitest'
import { piecesOf } from './pieces.ts'

const all = async (things: Iterable<number>, most: number, mostThings?: number) => {
  const pieces: number[][] = []
  for await (const piece of piecesOf(things, (thing) => thing, most, mostThings)) pieces.push(piece)
  return pieces
}

test('pieces weigh no more and are no more than they may, keep the order, and leave nothing out', async () => {
  expect(await all([1, 2, 3, 4, 5, 6], 6)).toEqual([[1, 2, 3], [4], [5], [6]])
  expect(await all([1, 2, 3, 4, 5, 6], 6, 2)).toEqual([[1, 2], [3], [4], [5], [6]])
  expect(await all([], 6)).toEqual([])
})

test('what is heavier than a piece by itself is one alone', async () => {
  expect(await all([1, 9, 1, 1], 6)).toEqual([[1], [9], [1, 1]])
})
