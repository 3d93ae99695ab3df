import { expect, test } from 'vitest'
import { addToTail, newTail, withTail } from './tail.ts'

test('a tail takes only what is newer, and forgets what is past its stretch but one', () => {
  const tail = newTail()
  for (let second = 1; second <= 10; second += 1) expect(addToTail(tail, second * 1000, second, 0)).toBe(true)
  expect(addToTail(tail, 10_000, 99, 0)).toBe(false)
  expect(addToTail(tail, 9000, 99, 0)).toBe(false)
  addToTail(tail, 11_000, 11, 6000)
  expect(tail.times[0]).toBe(5000)
  expect(tail.values.at(-1)).toBe(11)
})

test('stored values lead up to the tail and never overlap it', () => {
  const tail = newTail()
  addToTail(tail, 3000, 3, 0)
  addToTail(tail, 4000, 4, 0)
  const stored = Float64Array.of(1000, 1, 2000, 2, 3000, 30, 4000, 40)
  expect([...withTail(stored, tail, 60)]).toEqual([1000, 1, 2000, 2, 3000, 3, 4000, 4])
  expect([...withTail(null, tail, 60)]).toEqual([3000, 3, 4000, 4])
  expect([...withTail(stored, newTail(), 60)]).toEqual([...stored])
})

test('a line is open where no value came for three report intervals', () => {
  const tail = newTail()
  addToTail(tail, 10_000, 1, 0)
  addToTail(tail, 20_000, 2, 0)
  expect([...withTail(null, tail, 1)]).toEqual([10_000, 1, 13_000, Number.NaN, 20_000, 2])
  expect([...withTail(Float64Array.of(1000, 5), tail, 3)].slice(0, 6)).toEqual([1000, 5, 10_000, 1, 19_000, Number.NaN])
})
