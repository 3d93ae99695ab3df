import { expect, test } from 'vitest'
import { openWindow, type WindowRate } from './window.ts'

function opened(rate: WindowRate, remembered?: number) {
  let time = 1_000_000
  const { take } = openWindow(rate, () => time, remembered)
  return {
    take,
    pass: (ms: number) => {
      time += ms
    },
  }
}

test('a key has its number within any stretch of time, and learns when the next one is due', () => {
  const { take, pass } = opened({ most: 2, withinMs: 1000 })
  expect(take('a')).toBe(0)
  pass(400)
  expect(take('a')).toBe(0)
  expect(take('a')).toBe(600)
  pass(599)
  expect(take('a')).toBe(1)
  pass(1)
  expect(take('a')).toBe(0)
  expect(take('a')).toBe(400)
})

test('keys do not share, and a refused one has not counted', () => {
  const { take, pass } = opened({ most: 1, withinMs: 1000 })
  expect(take('a')).toBe(0)
  expect(take('b')).toBe(0)
  for (let i = 0; i < 5; i++) expect(take('a')).toBe(1000)
  pass(1000)
  expect(take('a')).toBe(0)
})

test('one comes not too soon after the last', () => {
  const { take, pass } = opened({ most: 10, withinMs: 10_000, apartMs: 60 })
  expect(take('a')).toBe(0)
  expect(take('a')).toBe(60)
  pass(59)
  expect(take('a')).toBe(1)
  pass(1)
  expect(take('a')).toBe(0)
})

test('a flood of invented keys forgets those that were used longest ago', () => {
  const { take } = opened({ most: 1, withinMs: 1000 }, 3)
  for (const key of ['a', 'b', 'c', 'd']) expect(take(key)).toBe(0)
  expect([take('d'), take('c'), take('b')]).toEqual([1000, 1000, 1000])
  expect(take('a')).toBe(0)
})
