import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { type Ask, findInNewest, findInPieces, type Rows, rowsInPieces, type Sought } from './find-in-pieces.ts'

const LINES = 30

let server: TestServer
let tenant_id: number
let rival: number
beforeAll(async () => {
  server = await openTestServer()
  const tenants = await server.db.system((q) =>
    q.selectFrom('app_user').select(['user_name', 'tenant_id']).where('user_name', 'in', ['admin', 'rival']).execute(),
  )
  const tenantOf = (name: string) => tenants.find(({ user_name }) => user_name === name)?.tenant_id as number
  tenant_id = tenantOf('admin')
  rival = tenantOf('rival')
  // Three lines of each time; every fifth is a needle.
  await server.db.tenant(tenant_id, (q) =>
    sql`insert into audit (tenant_id, audit_id, audit_time, user_id, user_name, action, target)
      select ${tenant_id}, 1000 + n, n / 3, n % 4, 'admin', 'rule', case when n % 5 = 0 then 'needle' else 'straw' end
      from generate_series(1, ${sql.lit(LINES)}) n`.execute(q),
  )
})
afterAll(() => server.close())

const rows: Rows = { table: sql`audit`, time: 'audit_time', id: 'audit_id', idType: 'bigint', start: 0, end: 100 }
const needles: Sought = { columns: [sql`target`], isFound: sql<boolean>`target = 'needle'` }
const all = Array.from({ length: LINES }, (_, i) => 1001 + i)
const needleIds = all.filter((id) => id % 5 === 0)

function counted(): { ask: Ask; count: () => number } {
  let asked = 0
  const ask: Ask = (work) => {
    asked += 1
    return server.db.tenant(tenant_id, work, 'history')
  }
  return { ask, count: () => asked }
}

test.each([1, 4, 7, 100])('pages and totals are right when %i rows are a piece', async (piece) => {
  const { ask } = counted()
  for (const direction of ['asc', 'desc'] as const) {
    const expected = direction === 'asc' ? needleIds : needleIds.toReversed()
    for (let offset = 0; offset <= needleIds.length; offset += 2) {
      const page = { limit: 2, offset, direction }
      for (const find of [findInPieces, findInNewest]) {
        const { keys, total } = await find(ask, rows, needles, { piece }, page)
        expect(keys.map(({ id }) => Number(id))).toEqual(expected.slice(offset, offset + 2))
        expect(total).toBe(needleIds.length)
      }
    }
  }
})

test('rows of several ranges of an index come in one order', async () => {
  const { ask } = counted()
  const within = [1, 3].map((user_id) => sql<boolean>`user_id = ${user_id}`)
  const page = { limit: 50, offset: 0, direction: 'desc' } as const
  const { keys, total } = await findInPieces(ask, { ...rows, within }, needles, { piece: 4 }, page)
  const expected = needleIds.filter((id) => id % 2 === 1).toReversed()
  expect(keys.map(({ id }) => Number(id))).toEqual(expected)
  expect(total).toBe(expected.length)
})

test('a search that finds nothing stops at the limit of rows', async () => {
  const { ask, count } = counted()
  const nothing: Sought = { isFound: sql<boolean>`false` }
  const page = { limit: 10, offset: 0, direction: 'desc' } as const
  expect(await findInPieces(ask, rows, nothing, { piece: 4, most: 12 }, page)).toEqual({ keys: [], total: 0 })
  expect(count()).toBe(3)
})

test('rows that are passed over do not count as looked at, and have a limit of their own', async () => {
  const page = { limit: 10, offset: 0, direction: 'desc' } as const
  const meant: Sought = { ...needles, columns: [sql`target`, sql`user_id`], isMeant: sql<boolean>`user_id = 0` }
  const whole = counted()
  const { keys } = await findInPieces(whole.ask, rows, meant, { piece: 4, most: 7 }, page)
  expect(keys.map(({ id }) => Number(id))).toEqual([1020])
  expect(whole.count()).toBe(7)
  const none = counted()
  await findInPieces(none.ask, rows, { ...needles, isMeant: sql<boolean>`false` }, { piece: 2, most: 4 }, page)
  expect(none.count()).toBe(10)
})

test('a page of the newest rows alone begins with the oldest of these', async () => {
  const { ask } = counted()
  const page = { limit: 1, offset: 0, direction: 'asc' } as const
  const { keys, total } = await findInNewest(ask, rows, needles, { piece: 4, most: 13 }, page)
  expect(keys.map(({ id }) => Number(id))).toEqual([1020])
  expect(total).toBe(3)
})

test('a search ends when enough rows are found', async () => {
  const { ask, count } = counted()
  const page = { limit: 2, offset: 0, direction: 'desc' } as const
  expect((await findInPieces(ask, rows, needles, { piece: 5, enough: 2 }, page)).total).toBe(2)
  expect(count()).toBe(2)
})

test('rows that many keys name are read some at a time', async () => {
  const { ask, count } = counted()
  const keys = Array.from({ length: 1001 }, (_, i) => ({ time: i, id: String(i) }))
  expect(await rowsInPieces(ask, keys, async (_, some) => some.map(({ id }) => id))).toEqual(keys.map(({ id }) => id))
  expect(count()).toBe(3)
})

test('the call of another organisation is answered between the pieces of a search', async () => {
  const done: string[] = []
  let other: Promise<void> | undefined
  const ask: Ask = (work) => {
    // It comes when the first piece is on its way, and the others wait for nothing but their turns.
    const piece = server.db.tenant(tenant_id, work, 'history').then((found) => {
      done.push('piece')
      return found
    })
    other ??= server.db
      .tenant(rival, (q) => q.selectFrom('tenant').select('tenant_id').execute(), 'interactive')
      .then(() => void done.push('other'))
    return piece
  }
  const page = { limit: 10, offset: 0, direction: 'desc' } as const
  await findInPieces(ask, rows, { isFound: sql<boolean>`false` }, { piece: 1 }, page)
  await other
  expect(done).toHaveLength(LINES + 2)
  expect(done.indexOf('other')).toBeLessThan(LINES / 2)
})
