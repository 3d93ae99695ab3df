import { expect, test } from 'vitest'
import { ApiError } from '../../../core/contract/api-error.ts'
import { browserKeys } from '../http/browser-key.ts'
import { openOpenTries } from '../share-links/open-tries.ts'
import { familiar } from './familiar.ts'
import { demand, openBudget } from './limiter.ts'
import { networkOf } from './network-of.ts'
import { claimsFrom, claimsOfNetwork, openBudgets } from './rates.ts'

/** How many of `most` calls are let in. */
function letIn(most: number, call: () => void): number {
  for (let count = 0; count < most; count++) {
    try {
      call()
    } catch (error) {
      expect(error).toEqual(new ApiError('100019', { status: 429, wait_s: expect.any(Number) as never }))
      return count
    }
  }
  return most
}

const still = () => 0

test('a site of IPv6 has of any budget of networks as much as four of its networks', () => {
  const budget = openBudget({ most: 10, perMs: 1000 }, still)
  const from = (address: string) => letIn(20, () => demand(...claimsOfNetwork(budget, networkOf(address))))
  const networks = [1, 2, 3, 4, 5].map((subnet) => from(`2001:db8:1:${subnet}::1`))
  expect(networks).toEqual([10, 10, 10, 10, 0])
  expect([from('2001:db8:2:1::1'), from('192.0.2.7')]).toEqual([10, 10])
})

test.each([
  ['publicCalls', 3000],
  ['wrongTokens', 600],
  ['pictures', 60],
  ['shareOpenings', 60],
  ['registrations', 20],
] as const)('%s of a whole site of IPv6 are as many as four networks have', (name, most) => {
  const budgets = openBudgets(1, still)
  const from = (address: string) => letIn(2 * most, () => demand(...claimsFrom(budgets, name, networkOf(address))))
  const networks = [1, 2, 3, 4, 5].map((subnet) => from(`2001:db8:1:${subnet}::1`))
  expect(networks).toEqual([most, most, most, most, 0])
  expect([from('2001:db8:2:1::1'), from('192.0.2.7'), from('198.51.100.7')]).toEqual([most, most, most])
})

test.each([
  ['publicCalls', 3000],
  ['wrongTokens', 600],
  ['pictures', 60],
] as const)('%s of all familiar browsers of an organisation are as many as ten of them have', (name, most) => {
  const budgets = openBudgets(1, still)
  const keys = browserKeys(Buffer.alloc(32))
  const from = (tenant_id: number, user_id: number) => {
    const who = familiar(keys.idOf(keys.keyFor('192.0.2.7', { tenant_id, user_id })) ?? '')
    return letIn(2 * most, () => demand(...claimsFrom(budgets, name, who)))
  }
  const users = Array.from({ length: 11 }, (_, i) => from(1, i + 1))
  expect(users).toEqual([...Array(10).fill(most), 0])
  // Neither its network nor another organisation's browser behind the same address is shut out.
  expect(letIn(2 * most, () => demand(...claimsFrom(budgets, name, '192.0.2.7')))).toBe(most)
  expect(from(2, 1)).toBe(most)
})

test('links are opened by four networks of a site of IPv6 as often as by four of IPv4, and no more', () => {
  const tries = openOpenTries(openBudgets(1, still), still)
  const opened = [1, 2, 3, 4, 5].map((subnet) => letIn(100, () => tries.count(`2001:db8:1:${subnet}::1`)))
  expect(opened).toEqual([60, 60, 60, 60, 0])
  expect(letIn(100, () => tries.count('192.0.2.7'))).toBe(60)
})
