import { expect, test } from 'vitest'
import { ApiError } from '../../../core/contract/api-error.ts'
import { browserKeys } from '../http/browser-key.ts'
import { countCall } from '../http/call-limits.ts'
import { type Caller, NOBODY } from '../http/caller.ts'
import { countGuestBytes } from '../http/guest-bytes.ts'
import { countChanges } from '../http/many-changes.ts'
import { openOpenTries } from '../share-links/open-tries.ts'
import { weatherAnswers } from '../weather/answers.ts'
import { familiar } from './familiar.ts'
import { demand, openBudget } from './limiter.ts'
import { networkOf } from './network-of.ts'
import { type Budgets, claimsFrom, claimsOfNetwork, openBudgets } from './rates.ts'

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

const user = (user_id: number, tenant_id = 1): Caller => ({ ...NOBODY, tenant_id, user_id })
const guest = (user_name: string, key_id = 'one'): Caller => ({
  ...NOBODY,
  tenant_id: 1,
  user_name,
  guest: { key_id, actions: [] },
})
const visitor = (link_id: number): Caller => ({
  ...NOBODY,
  tenant_id: 1,
  visitor: { kind: 'screen', link_id, version_id: 1, points: new Map() },
})
type Take = (budgets: Budgets, who: Caller) => unknown
const PICTURE_BYTES = 10_000_000
const call: Take = countCall
const picture: Take = (budgets, who) => countGuestBytes(budgets, who, PICTURE_BYTES)
const opening: Take = (budgets, { visitor }) => openOpenTries(budgets, still).countLink(visitor?.link_id ?? 0)
// No host is reached: whoever is let in is told that the provider does not answer.
const weather: Take = async (budgets, who) => {
  const settings = { WEATHER_URL: 'http://127.0.0.1:9/{lat}/{lng}', PRIVATE_HOSTS: [] }
  const said = weatherAnswers({ settings: settings as never, budgets }).now({ lat: 1, lng: 2 }, who)
  await said.catch((error: ApiError) => {
    if (error.code !== '119003') throw error
  })
}

// Each budget is used up but for one: a first call is let in, a second one is not, and what another uses is not touched.
test.each<[keyof Budgets, most: number, key: string, take: Take, first: Caller, second: Caller, other: Caller | null]>([
  ['callsOfUser', 1200, 'user 1', call, user(1), user(1), user(2)],
  ['callsOfOrganisation', 30_000, '1', call, user(1), user(2), user(1, 2)],
  ['callsOfKey', 12_000, 'key one', call, guest('anna'), guest('ben'), guest('anna', 'two')],
  ['callsOfKey', 12_000, 'link 7', call, visitor(7), visitor(7), visitor(8)],
  ['galleryOfKey', 3_000_000_000, 'one', picture, guest('anna'), guest('ben'), guest('anna', 'two')],
  ['openingsOfLink', 600, '7', opening, visitor(7), visitor(7), visitor(8)],
  ['weather', 20, 'user 1', weather, user(1), user(1), user(2)],
  ['weatherOfOrganisation', 60, '1', weather, user(1), user(2), user(1, 2)],
  ['weatherInAll', 300, '', weather, user(1), user(1, 2), null],
])('%s, %i at once of “%s”, are refused beyond that, and others are let in', async (name, most, key, take, ...who) => {
  const [first, second, other] = who
  const budgets = openBudgets(1, still)
  budgets[name].take(key, most - (take === picture ? PICTURE_BYTES : 1))
  await take(budgets, first)
  await expect((async () => take(budgets, second))()).rejects.toMatchObject({ code: '100019', status: 429 })
  if (other) await take(budgets, other)
})

test('devices and users that are changed many at a time are 50,000 an hour of each user', () => {
  const budgets = openBudgets(1, still)
  const changed = (user_id: number) => letIn(200, () => countChanges(budgets, user(user_id), 1000))
  expect([changed(1), changed(2), changed(1)]).toEqual([50, 50, 0])
})
