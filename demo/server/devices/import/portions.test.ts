import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoIds } from '../../../../tests/server/people.ts'
import { fileOf } from '../../../../tests/server/screens.ts'
import { openTestServer, type TestServer } from '../../../../tests/server/server.ts'
import { granted, makeTemplate } from '../../../../tests/server/shown-screens.ts'
import type { Db, Priority } from '../../db/db.ts'
import type { Schema } from '../../db/schema.ts'
import { rootOf } from '../../embed/index.ts'
import { openDeviceImports } from './imports.ts'
import { type KeptImport, makingRoom } from './kept.ts'
import { portionOf } from './portion.ts'

const KB = 1024
const MB = 1024 * KB

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(async () => {
  expect(server.defects).toEqual([])
  await server.close()
})

const start = (csv: string, user = 'admin') =>
  server.call(user, 'POST', '/dev/import/batchInsert', { file: fileOf('a.csv', csv), skip_wrong: true })
const imported = async (import_id: number) =>
  (await server.call('admin', 'GET', '/dev/import')).data.find(
    (one: { import_id: number }) => one.import_id === import_id,
  )
const done = (import_id: number) =>
  expect.poll(async () => (await imported(import_id)).state, { timeout: 60_000 }).toBe('done')
const lines = (count: number, line: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => line(n)).join('\n')

let made = 0
/** A template of so many points, by its name. */
async function templateOf(points: number): Promise<string> {
  const module_name = `Portions ${++made}`
  const named = Array.from({ length: points }, (_, n) => ({ key: `p${n}`, name: `p${n}`, data_type: 'number' }))
  await makeTemplate(server, { module_name, points: named })
  return module_name
}
/** Of each transaction that added points of devices whose SN begins so: how many devices, and how many points. */
async function added(sn_code: string) {
  const { rows } = await server.db.system((q) =>
    sql<{ devices: number; points: number }>`
      select count(distinct p.device_id)::int as devices, count(*)::int as points
        from point p join device d on d.device_id = p.device_id
        where d.sn_code like ${`${sn_code}%`} group by p.xmin::text::bigint order by p.xmin::text::bigint`.execute(q),
  )
  return rows
}

test('an import adds 2,000 points at most in one transaction', async () => {
  const template = await templateOf(300)
  const { data } = await start(`SN,Name,Template\n${lines(20, (n) => `FEWP${n},p,${template}`)}`)
  await done(data.import_id)
  expect(await added('FEWP')).toEqual([6, 6, 6, 2].map((devices) => ({ devices, points: devices * 300 })))
})

test('a transaction of an import ends before the device whose points would be more than 2,000', async () => {
  const template = await templateOf(1000)
  const { data } = await start(`SN,Name,Template\n${lines(5, (n) => `MANYP${n},p,${template}`)}`)
  await done(data.import_id)
  expect((await added('MANYP')).map(({ devices }) => devices)).toEqual([2, 2, 1])
})

test('what goes together counts for no more than it may, but for one thing by itself', () => {
  const itself = (size: number) => size
  expect(portionOf([3, 3, 4, 1], itself, 10)).toEqual([3, 3, 4])
  expect(portionOf([11, 1], itself, 10)).toEqual([11])
  expect(portionOf([1, 11], itself, 10)).toEqual([1])
  expect(portionOf([0, 0], itself, 10)).toEqual([0, 0])
})

/** The transactions of rows by the bytes that they wrote. */
async function written(import_id: number) {
  const { rows } = await server.db.system((q) =>
    sql<{ bytes: number }>`select sum(octet_length(cells::text) + octet_length(coalesce(input::text, '')))::int as bytes
      from device_import_row where import_id = ${import_id} group by xmin::text::bigint`.execute(q),
  )
  return rows.map(({ bytes }) => bytes)
}
const cellsOf = async (import_id: number) =>
  (
    await server.db.system((q) =>
      q.selectFrom('device_import_row').select('cells').where('import_id', '=', import_id).orderBy('row_no').execute(),
    )
  ).map(({ cells }) => cells)

test('rows of much text are written down 256 KB at a time', async () => {
  const text = '字'.repeat(4000)
  const { data } = await start(`SN,Name,Remarks\nTEXT,p,\n${lines(60, (n) => `TEXT${n},p,${text}`)}`)
  expect(await imported(data.import_id)).toMatchObject({ created: 1, wrong: 60 })
  const parts = await written(data.import_id)
  expect(parts.length).toBeGreaterThanOrEqual(3)
  expect(Math.max(...parts)).toBeLessThanOrEqual(256 * KB)
})

test('an import keeps 200 signs of each cell of a column that is passed over', async () => {
  const text = 'x'.repeat(1000)
  const { data } = await start(`SN,Name,Remarks,Whatever\nPASSED1,p,${text},${text}\nPASSED2,p,,short`)
  const [long, short] = await cellsOf(data.import_id)
  expect(long).toEqual(['PASSED1', 'p', text, text.slice(0, 200)])
  expect(short).toEqual(['PASSED2', 'p', '', 'short'])
})

const refusedAtFile = (reply: Awaited<ReturnType<typeof start>>) => [reply.meta.code, reply.data?.fields?.[0]?.field]

test('a file of which more would be kept than an import may is refused where it is checked, and where it is begun', async () => {
  const text = '字'.repeat(4000)
  const file = fileOf('a.csv', `SN,Name,Remarks\nHUGE,p,\n${lines(1450, (n) => `HUGE${n},p,${text}`)}`)
  for (const path of ['/dev/import/check', '/dev/import/batchInsert']) {
    const reply = await server.call('admin', 'POST', path, { file, skip_wrong: true })
    expect(refusedAtFile(reply)).toEqual(['100019', 'file'])
  }
  expect(server.fleet.get('HUGE')).toBeUndefined()
})

const setBytes = (import_id: number, bytes: number, state: 'running' | 'done' = 'done') =>
  server.db.system((q) =>
    q.updateTable('device_import').set({ bytes, state }).where('import_id', '=', import_id).execute(),
  )

test('what a user’s imports keep is bounded: his oldest that are over go, and beyond those that go on one more is refused', async () => {
  const begun = async (sn_code: string, user = 'admin') =>
    (await granted(start(`SN,Name\n${sn_code},p`, user))).import_id
  const [old, recent] = [await begun('KEPT1'), await begun('KEPT2')]
  await setBytes(old, 25 * MB)
  await setBytes(recent, 5 * MB)
  const next = await begun('KEPT3')
  expect(await imported(old)).toBeDefined()
  await setBytes(next, 4 * MB)
  await begun('KEPT4')
  expect(await imported(old)).toBeUndefined()
  expect(await imported(recent)).toBeDefined()
  // Claimed by another server: nobody goes on with it here.
  await setBytes(next, 40 * MB, 'running')
  expect(refusedAtFile(await start('SN,Name\nKEPT5,p'))).toEqual(['100019', 'file'])
  expect(server.fleet.get('KEPT5')).toBeUndefined()
  expect((await start('SN,Name\nKEPT6,p', 'manager')).meta.code).toBe('100001')
  await setBytes(next, 70 * MB, 'running')
  expect(refusedAtFile(await start('SN,Name\nKEPT7,p', 'manager'))).toEqual(['100019', 'file'])
  expect((await start('SN,Name\nKEPT8,p', 'rival')).meta.code).toBe('100001')
  await setBytes(next, 0)
})

test('room of an organisation’s imports is made by whoever keeps most, and never by who keeps less than who imports', () => {
  const kept = (import_id: number, user_id: number, mb: number): KeptImport => {
    return { import_id, user_id, bytes: mb * MB, state: 'done' }
  }
  const colleague = kept(1, 7, 15)
  const [mine, theirs] = [kept(2, 8, 16), kept(3, 9, 16)]
  // The oldest is the colleague's, who keeps least.
  expect(makingRoom([colleague, mine, theirs, kept(4, 8, 14)], 8, 4 * MB)).toEqual([2])
  expect(makingRoom([colleague, mine, kept(5, 9, 30)], 8, 4 * MB)).toEqual([5])
  const running = { ...kept(6, 9, 30), state: 'running' as const }
  expect(makingRoom([colleague, mine, running], 8, 4 * MB)).toEqual([2])
  const many = Array.from({ length: 60 }, (_, n) => kept(n, n, 0))
  expect(makingRoom(many, 99, MB)).toEqual([0])
  expect(() => makingRoom([kept(1, 7, 3), { ...running, bytes: 60 * MB }], 8, 4 * MB)).toThrow()
})

const importsOf = async (db: Db) =>
  openDeviceImports({
    db,
    fleet: server.fleet,
    settings: { PROVISIONING: 'open' },
    guard: {} as never,
    root: await rootOf(server.db, 'import_root'),
    disconnect: () => {},
    regrouped: () => {},
    maySimulate: async () => true,
    report: (error) => server.defects.push(error),
  })

test('what an import writes goes in the backlog of its organisation, of which no call waits in vain', async () => {
  await server.imports.close()
  await granted(start(`SN,Name\n${lines(3, (n) => `BACK${n},p`)}`))
  const priorities = new Set<Priority>()
  const db: Db = {
    ...server.db,
    tenant(tenant_id, work, priority = 'interactive') {
      const noted = async (q: Kysely<Schema>) => {
        const result = await work(q)
        const { rows } = await sql`select 1 where pg_current_xact_id_if_assigned() is not null`.execute(q)
        if (rows.length > 0) priorities.add(priority)
        return result
      }
      return server.db.tenant(tenant_id, noted, priority)
    },
  }
  const next = await importsOf(db)
  await next.resume()
  await expect.poll(() => server.fleet.get('BACK2'), { timeout: 60_000 }).toBeDefined()
  await next.close()
  expect([...priorities]).toEqual(['backlog'])
})

test('an import for which there is no room any more says so of all its rows at once, and does the others', async () => {
  await server.imports.close()
  const template = await templateOf(10)
  const { tenant_id = 0 } = server.fleet.get('TS0001') ?? {}
  const counted = await server.db.system((q) =>
    q.selectFrom('point_count').select('points').where('tenant_id', '=', tenant_id).executeTakeFirstOrThrow(),
  )
  const user_id = (await demoIds(server)).user('admin')
  const limit = counted.points + 35
  await granted(server.call('admin', 'PUT', '/user/quota', { user_id, quotas: [{ quota: 'points', limit }] }))
  const named = lines(40, (n) => `FULL${n},p,${template}`)
  const { import_id } = await granted(start(`SN,Name,Template\n${named}\nFULLX,p,`))
  let transactions = 0
  const next = await importsOf({
    ...server.db,
    tenant: (...call) => {
      transactions += 1
      return server.db.tenant(...call)
    },
  })
  await next.resume()
  await done(import_id)
  await next.close()
  expect(await imported(import_id)).toMatchObject({ rows: 41, created: 4, wrong: 37 })
  expect(server.fleet.get('FULLX')).toBeDefined()
  expect(transactions).toBeLessThan(30)
})
