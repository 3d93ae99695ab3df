import { expect, test } from 'vitest'
import { ApiError } from '../../../core/contract/api-error.ts'
import { demand, openBudget, openLanes } from './limiter.ts'

const clockAt = (time: number) => ({ time })

test('a budget allows its whole amount at once, then as much as time brings back', () => {
  const clock = clockAt(1000)
  const budget = openBudget({ most: 3, perMs: 3000 }, () => clock.time)
  expect([1, 2, 3, 4].map(() => budget.take('a'))).toEqual([0, 0, 0, 1000])
  clock.time += 1000
  expect(budget.take('a')).toBe(0)
  expect(budget.take('a')).toBe(1000)
  clock.time += 10_000
  expect([1, 2, 3].map(() => budget.take('a'))).toEqual([0, 0, 0])
  expect(budget.take('a')).toBe(1000)
})

test('a refused claim uses up nothing', () => {
  const clock = clockAt(0)
  const budget = openBudget({ most: 1, perMs: 1000 }, () => clock.time)
  budget.take('a')
  for (let calls = 0; calls < 50; calls++) expect(budget.take('a')).toBe(1000)
  clock.time = 1000
  expect(budget.take('a')).toBe(0)
})

test('nobody waits for a clock that was set back', () => {
  const clock = clockAt(100_000)
  const budget = openBudget({ most: 2, perMs: 1000 }, () => clock.time)
  budget.take('a', 2)
  clock.time = 0
  expect(budget.take('a', 2)).toBe(0)
  expect(budget.take('a')).toBe(500)
})

test('keys do not share a budget', () => {
  const budget = openBudget({ most: 1, perMs: 1000 }, () => 0)
  expect(budget.take('a')).toBe(0)
  expect(budget.take('b')).toBe(0)
})

test('what costs more than the whole budget passes alone, when the budget is full', () => {
  const clock = clockAt(0)
  const budget = openBudget({ most: 4, perMs: 1000 }, () => clock.time)
  expect(budget.take('a', 100)).toBe(0)
  expect(budget.take('a')).toBe(250)
})

test('a spent amount uses up all that is left, and no more', () => {
  const clock = clockAt(0)
  const budget = openBudget({ most: 4, perMs: 4000 }, () => clock.time)
  budget.spend('a', 3)
  expect(budget.take('a')).toBe(0)
  budget.spend('a', 100)
  expect(budget.take('a')).toBe(1000)
  clock.time = 4000
  expect(budget.take('a', 4)).toBe(0)
})

test('what is returned can be taken again', () => {
  const budget = openBudget({ most: 2, perMs: 1000 }, () => 0)
  budget.take('a', 2)
  budget.giveBack('a')
  expect(budget.take('a')).toBe(0)
  expect(budget.take('a')).toBe(500)
})

test('a flood of keys takes no more memory, and a key that is still in use keeps its count', () => {
  const budget = openBudget({ most: 2, perMs: 1000 }, () => 0, 100)
  budget.take('mine')
  for (let one = 0; one < 10_000; one++) {
    budget.take(`${one}`)
    if (one % 10 === 0) budget.take('mine')
  }
  expect(budget.size).toBeLessThanOrEqual(100)
  expect(budget.take('mine')).toBeGreaterThan(0)
})

test('keys whose budgets are full again are forgotten first', () => {
  const clock = clockAt(0)
  const budget = openBudget({ most: 1, perMs: 1000 }, () => clock.time, 10)
  for (let one = 0; one < 9; one++) budget.take(`old ${one}`)
  clock.time = 2000
  for (let one = 0; one < 3; one++) budget.take(`new ${one}`)
  expect(budget.size).toBe(3)
})

test('a demand takes all that it claims or nothing, and returns the seconds to wait', () => {
  const ofUser = openBudget({ most: 1, perMs: 5000 }, () => 0)
  const ofAll = openBudget({ most: 10, perMs: 1000 }, () => 0)
  demand([ofAll, 'all'], [ofUser, 'a'])
  let refusal: unknown
  try {
    demand([ofAll, 'all', 5], [ofUser, 'a'])
  } catch (error) {
    refusal = error
  }
  expect(refusal).toBeInstanceOf(ApiError)
  expect(refusal).toMatchObject({ code: '100019', status: 429, wait_s: 5 })
  expect(ofAll.waitMs('all', 9)).toBe(0)
})

test('lanes let in so many a key and so many in all', () => {
  const lanes = openLanes(2, 3)
  expect(['a', 'a', 'a', 'b', 'b'].map((key) => lanes.enter(key))).toEqual([true, true, false, true, false])
  lanes.leave('a')
  expect(lanes.enter('b')).toBe(true)
  lanes.leave('nobody')
  expect(lanes.enter('c')).toBe(false)
})
