import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ TRUST_PROXY: '1' })
})
afterAll(() => server.close())

const ADDRESSES = 20
const TRIES_EACH = 100
const NAMES = 40
const TRIES_A_NAME = 10
const HOME = '198.51.100.7'

const signIn = (user_name: string, password: string, address: string) =>
  server.call(null, 'POST', '/yun/v2/user/login', { user_name, password }, { 'x-forwarded-for': address })

interface Flood {
  answered: number
  codes: Map<string, number>
}

/** Every address tries one password after the other, all addresses side by side: by turns for admin and for other names. */
async function pour(flood: Flood): Promise<void> {
  const from = async (n: number) => {
    for (let i = 0; i < TRIES_EACH; i++) {
      const name = i % 2 === 0 ? 'admin' : `name${(n * TRIES_EACH + i) % NAMES}`
      const { status, meta } = await signIn(name, `no${i}`, `203.0.113.${n}`)
      const key = `${status} ${meta.code}`
      flood.codes.set(key, (flood.codes.get(key) ?? 0) + 1)
      flood.answered++
    }
  }
  await Promise.all([...Array(ADDRESSES).keys()].map(from))
}

test('2,000 wrong passwords from 20 addresses are 10 tries a name, and neither the user nor other calls are shut out', async () => {
  expect((await signIn('admin', 'demo1234', HOME)).meta.code).toBe('100001')
  const token = await server.tokenOf('operator')
  const flood: Flood = { answered: 0, codes: new Map() }
  let isOver = false
  const poured = pour(flood).finally(() => {
    isOver = true
  })
  /** How much of the flood had been answered when each of these calls was. */
  const between = { alive: [] as number[], list: [] as number[], home: [] as number[] }
  while (!isOver) {
    expect((await server.app.inject('/healthz')).statusCode).toBe(200)
    between.alive.push(flood.answered)
    expect((await server.call(null, 'GET', '/dev', {}, { 'x-token': token })).meta.code).toBe('100001')
    between.list.push(flood.answered)
    expect((await signIn('admin', 'demo1234', HOME)).meta.code).toBe('100001')
    between.home.push(flood.answered)
  }
  await poured
  const odd = [...Array(NAMES).keys()].filter((name) => name % 2 === 1)
  const verified = TRIES_A_NAME * (1 + odd.length)
  expect(Object.fromEntries(flood.codes)).toEqual({
    '200 110003': verified,
    '429 100019': ADDRESSES * TRIES_EACH - verified,
  })
  // Answered all along, not before and after: at more than ten different times of the flood.
  for (const times of Object.values(between)) expect(new Set(times).size).toBeGreaterThan(10)
  expect(server.defects).toEqual([])
})

test('one address has 100 wrong passwords for whatever names; its user signs in from another', async () => {
  const codes: string[] = []
  for (let i = 0; i < 110; i++) codes.push((await signIn(`guess${i}`, 'no', '192.0.2.66')).meta.code)
  expect(codes.filter((code) => code === '110003')).toHaveLength(100)
  expect((await signIn('rival', 'demo1234', '192.0.2.66')).meta.code).toBe('100019')
  expect((await signIn('rival', 'demo1234', '192.0.2.67')).meta.code).toBe('100001')
})
