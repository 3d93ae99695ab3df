import { expect, test } from 'vitest'
import type { Db } from '../db/db.ts'
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

test('whoever asks for codes to any number of addresses leaves new passwords to people with an account', () => {
  const codes = opened()
  for (const purpose of ['recover', 'register'] as const)
    for (let i = 0; i < 1200; i++) isCounted(codes, purpose, i, `192.0.${i % 20}.7`)
  expect(isCounted(codes, 'register', 9999, '198.51.100.1')).toBe(false)
  expect(isCounted(codes, 'recover', 9999, '198.51.100.1')).toBe(true)
  for (let i = 0; i < 1000; i++) expect(codes.takeOfAccounts()).toBe(true)
  // Whether or not there is an account, it is refused alike.
  expect(codes.takeOfAccounts()).toBe(false)
  expect(isCounted(codes, 'recover', 10_000, '198.51.100.2')).toBe(false)
})

test('a whole site of IPv6 asks for as many codes as four networks', () => {
  const codes = opened()
  const asked = Array.from({ length: 900 }, (_, i) => isCounted(codes, 'recover', i, `2001:db8:1:${i % 100}::1`))
  expect(asked.filter(Boolean)).toHaveLength(800)
  expect(isCounted(codes, 'recover', 1000, '2001:db8:2::1')).toBe(true)
})
