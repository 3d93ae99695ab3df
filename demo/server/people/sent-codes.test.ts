import { expect, test } from 'vitest'
import { MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { startPostgres } from '../../../tests/server/stores.ts'
import type { Db } from '../db/db.ts'
import { openDb } from '../db/open.ts'
import { openBudgets } from '../limits/rates.ts'
import { openSentCodes } from './sent-codes.ts'

const now = () => 1_000_000
const opened = () => openSentCodes({} as Db, openBudgets(1, now), now)
const isCounted = (codes: ReturnType<typeof opened>, purpose: 'register' | 'recover', i: number, network: string) => {
  try {
    codes.count({ purpose, address: `${purpose}${i}@example.com` }, network)
    return true
  } catch (error) {
    expect(error).toMatchObject({ code: '100019', status: 429 })
    return false
  }
}

test('requests for codes to many addresses leave password recovery to people with an account', () => {
  const codes = opened()
  for (const purpose of ['recover', 'register'] as const)
    for (let i = 0; i < 1200; i++) isCounted(codes, purpose, i, `192.0.${i % 200}.7`)
  expect(isCounted(codes, 'register', 9999, '198.51.100.1')).toBe(false)
  expect(isCounted(codes, 'recover', 9999, '198.51.100.1')).toBe(true)
})

test('an organisation that asks for all codes of its accounts leaves those of the accounts of others', () => {
  const codes = opened()
  const taken = (tenant_id: number, tries: number) =>
    Array.from({ length: tries }, () => codes.takeOfAccounts(tenant_id)).filter(Boolean).length
  expect(taken(1, 2000)).toBe(100)
  for (let tenant_id = 2; tenant_id <= 20; tenant_id++) taken(tenant_id, 200)
  // Ten of them have used up what all share; some is kept for those who have asked for few.
  expect(taken(21, 10)).toBe(5)
})

test('a request is refused alike whether there is an account, once accounts have no codes left, and costs its address nothing', () => {
  const budgets = openBudgets(1, now)
  const codes = openSentCodes({} as Db, budgets, now)
  for (let tenant_id = 1; tenant_id <= 250; tenant_id++) for (let i = 0; i < 100; i++) codes.takeOfAccounts(tenant_id)
  expect(codes.takeOfAccounts(251)).toBe(false)
  expect(isCounted(codes, 'recover', 1, '198.51.100.2')).toBe(false)
  budgets.codesToAccounts.giveBack('')
  expect(isCounted(codes, 'recover', 1, '198.51.100.2')).toBe(true)
})

test('a whole site of IPv6 asks for as many codes as four networks', () => {
  const codes = opened()
  const counted = Array.from({ length: 900 }, (_, i) => isCounted(codes, 'recover', i, `2001:db8:1:${i % 100}::1`))
  expect(counted.filter(Boolean)).toHaveLength(800)
  expect(isCounted(codes, 'recover', 1000, '2001:db8:2::1')).toBe(true)
})

test('a few networks that ask for all codes of a day leave those of other networks and of signed-in users', () => {
  const codes = opened()
  for (let i = 0; i < 2000; i++) isCounted(codes, 'register', i, `192.0.2.${i % 10}`)
  expect(isCounted(codes, 'register', 2001, '192.0.2.3')).toBe(false)
  expect(isCounted(codes, 'register', 2002, '198.51.100.1')).toBe(true)
  expect(isBound(codes, 2003, { tenant_id: 1, user_id: 1 })).toBe(true)
})

test('codes to unregistered addresses have a limit, however many networks ask', () => {
  const codes = opened()
  const counted = Array.from({ length: 4000 }, (_, i) => isCounted(codes, 'register', i, `10.${i >> 8}.${i & 255}.1`))
  expect(counted.filter(Boolean)).toHaveLength(1000)
})

function isBound(codes: ReturnType<typeof opened>, i: number, asker: { tenant_id: number; user_id: number }) {
  try {
    const owner = String(asker.user_id)
    codes.count({ purpose: 'bind', address: `bind${i}@example.com`, owner }, `203.0.${i % 100}.1`, asker)
    return true
  } catch (error) {
    expect(error).toMatchObject({ code: '100019', status: 429 })
    return false
  }
}

test('confirming addresses uses up codes of the user and of the organisation', () => {
  const codes = opened()
  const of = (user_id: number, tenant_id = 1) =>
    Array.from({ length: 25 }, (_, i) => isBound(codes, user_id * 100 + i, { tenant_id, user_id })).filter(Boolean)
      .length
  expect(of(1)).toBe(20)
  expect([2, 3, 4, 5, 6, 7, 8, 9, 10].map((user_id) => of(user_id))).toEqual(Array(9).fill(20))
  expect(of(11)).toBe(0)
  expect(of(12, 2)).toBe(20)
})

test('a few networks that request codes for an address leave some for its owner, who asks from another one', () => {
  let time = 1_000_000
  const clock = () => time
  const codes = openSentCodes({} as Db, openBudgets(1, clock), clock)
  const counted = (network: string, asker?: { tenant_id: number; user_id: number }) => {
    time += MINUTE_MS
    const purpose = asker ? ('bind' as const) : ('recover' as const)
    try {
      codes.count({ purpose, address: 'owner@example.com', owner: asker && `${asker.user_id}` }, network, asker)
      return 1
    } catch (error) {
      expect(error).toMatchObject({ code: '100019', status: 429 })
      return 0
    }
  }
  const count = (times: number, ...of: Parameters<typeof counted>) =>
    Array.from({ length: times }, () => counted(...of)).reduce((sum: number, one) => sum + one, 0)
  // Whatever he does within its site is one network's.
  expect(count(20, '192.0.2.1')).toBe(3)
  expect(count(10, '2001:db8:1:1::1') + count(10, '2001:db8:1:2::1')).toBe(3)
  expect(count(10, '198.51.100.1')).toBe(3)
  expect(counted('203.0.113.7')).toBe(1)
  // Nobody's phone rings all day.
  expect(count(10, '203.0.113.8')).toBe(0)
  const binding = (user_id: number) => count(10, '192.0.2.1', { tenant_id: 1, user_id })
  expect([binding(1), binding(2), binding(3), binding(4), binding(5)]).toEqual([3, 3, 3, 1, 0])
})

test('a request that an address refuses costs its asker none of his', () => {
  let time = 1_000_000
  const codes = openSentCodes(
    {} as Db,
    openBudgets(1, () => time),
    () => time,
  )
  const request = () => codes.count({ purpose: 'recover', address: 'hasty@example.com' }, '192.0.2.1')
  for (let i = 0; i < 3; i++) {
    request()
    for (let again = 0; again < 3; again++) expect(request).toThrow()
    time += MINUTE_MS
  }
  expect(request).toThrow()
})

test('a code that is taken twice at once is right once, by whichever of its rows', async () => {
  const store = await startPostgres()
  const db = await openDb(store.place)
  try {
    const codes = openSentCodes(db, openBudgets(1, now), now)
    const bound = { purpose: 'register' as const, address: 'twice@example.com' }
    for (let i = 0; i < 20; i++) {
      const code = await codes.make({ ...bound, owner: 'request' }, '192.0.2.1')
      const takes = ['request', undefined].map((owner) => codes.isRight({ ...bound, owner }, code, 'take', '192.0.2.1'))
      expect((await Promise.all(takes)).filter(Boolean)).toHaveLength(1)
    }
  } finally {
    await db.close()
    await store.stop()
  }
})
