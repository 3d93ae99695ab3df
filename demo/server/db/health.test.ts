import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stores, type TestStore } from '../../../tests/server/stores.ts'
import { type Db, DbError } from './db.ts'
import { watchStore } from './health.ts'
import { openDb } from './open.ts'

describe.each(stores)('the health of $name', ({ start }) => {
  let store: TestStore
  let db: Db
  beforeAll(async () => {
    store = await start()
    db = await openDb(store.place)
  })
  afterAll(async () => {
    await db.close()
    await store.stop()
  })

  test('a store that accepts writes has no problem', async () => {
    expect(await watchStore(db).check()).toBeNull()
  })

  test('failed writes for lack of space count, although a small one succeeds', async () => {
    let now = 0
    const isFull = { ...db, system: () => Promise.reject(new DbError('53100', 'no room')) }
    const { db: watched, check } = watchStore(isFull, () => now)
    await expect(watched.system(async () => {})).rejects.toMatchObject({ code: '53100' })
    expect(await check()).toBe('disk_full')
    now = 60_000
    expect(await check()).toBeNull()
  })

  test('a store without an answer is waited for 2 s, by any caller', async () => {
    let probes = 0
    const probe = () => {
      probes++
      return new Promise<void>(() => {})
    }
    const { check } = watchStore({ ...db, probe })
    expect(await Promise.all([check(), check()])).toEqual(['no_answer', 'no_answer'])
    expect(await check()).toBe('no_answer')
    expect(probes).toBe(1)
  })

  test.each([
    ['53100', 'disk_full'],
    ['25006', 'read_only'],
    ['57014', 'no_answer'],
    ['08006', 'away'],
    ['57P01', 'away'],
    ['58030', 'failing'],
  ])('a store that refuses a write by %s is %s', async (code, problem) => {
    const { check } = watchStore({ ...db, probe: () => Promise.reject(new DbError(code, 'no')) })
    expect(await check()).toBe(problem)
  })
})
