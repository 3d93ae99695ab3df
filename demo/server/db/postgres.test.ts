import { type Kysely, sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { openTestLink } from '../../../tests/server/link.ts'
import { stores } from '../../../tests/server/stores.ts'
import { countAlone } from './count-alone.ts'
import { openDb } from './open.ts'
import { openPostgres } from './postgres.ts'
import type { Schema } from './schema.ts'
import { statementLimitMs } from './statement-limits.ts'

const postgres = stores.find(({ name }) => name === 'PostgreSQL')

test('nodes that start together on a new database create its schema once', async () => {
  const store = await postgres?.start()
  if (!store) throw new Error('no PostgreSQL to test with')
  try {
    const nodes = await Promise.all([1, 2, 3].map(() => openDb(store.place)))
    const versions = await nodes[0]?.system((q) => q.selectFrom('schema_migration').select('version').execute())
    expect(new Set(versions?.map(({ version }) => version)).size).toBe(versions?.length)
    await Promise.all(nodes.map((node) => node.close()))
  } finally {
    await store.stop()
  }
})

test('an unreachable database is reported in one sentence, without its password', async () => {
  const opening = openDb({ dataDir: '', databaseUrl: 'postgres://owner:hunter2@127.0.0.1:1/none' })
  const refused = (await opening.catch((error: unknown) => error)) as Error
  expect(refused.message).toBe(
    'The database server 127.0.0.1:1 of DATABASE_URL cannot be reached: ' +
      'start it, mend DATABASE_URL, or unset it to use the embedded database.',
  )
  expect(String(refused.cause)).not.toContain('hunter2')
})

test('a server without the configured database is reported in one sentence', async () => {
  const store = await postgres?.start()
  if (!store) throw new Error('no PostgreSQL to test with')
  try {
    const databaseUrl = `${store.place.databaseUrl}`.replace(/postgres$/, 'absent')
    await expect(openDb({ dataDir: '', databaseUrl })).rejects.toThrow(
      / of DATABASE_URL has no such database: make it, or mend DATABASE_URL\.$/,
    )
    await expect(openDb({ dataDir: '', databaseUrl: databaseUrl.replace('owner', 'stranger') })).rejects.toThrow(
      / of DATABASE_URL refuses the name or the password: mend DATABASE_URL\.$/,
    )
  } finally {
    await store.stop()
  }
})

test('a migration may take longer than any report', async () => {
  const store = await postgres?.start()
  if (!store) throw new Error('no PostgreSQL to test with')
  const db = await openPostgres(`${store.place.databaseUrl}`, { ...statementLimitMs, reports: 100 })
  const work = (q: Kysely<Schema>) => sql`select pg_sleep(0.5)`.execute(q)
  try {
    await expect(db.system(work, 'reports')).rejects.toMatchObject({ code: '57014' })
    await db.migrate(work)
  } finally {
    await db.close()
    await store.stop()
  }
})

test('statements that a transaction sends together reach the driver one after another, also behind one that failed', async () => {
  const store = await postgres?.start()
  if (!store) throw new Error('no PostgreSQL to test with')
  const db = await openPostgres(`${store.place.databaseUrl}`)
  const warned = vi.spyOn(process, 'emitWarning')
  try {
    const numbers = await db.system((q) => Promise.all([1, 2, 3].map((n) => sql`select ${n}::int as n`.execute(q))))
    expect(numbers.map(({ rows }) => rows)).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]])
    const failing = db.system((q) => Promise.all([sql`select 1 / 0`.execute(q), sql`select 1`.execute(q)]))
    await expect(failing).rejects.toMatchObject({ code: '22012' })
    expect(warned).not.toHaveBeenCalled()
  } finally {
    warned.mockRestore()
    await db.close()
    await store.stop()
  }
})

test('a database that stops answering fails calls in time, and serves again by itself', async () => {
  const store = await postgres?.start()
  if (!store) throw new Error('no PostgreSQL to test with')
  const { hostname, port } = new URL(`${store.place.databaseUrl}`)
  const link = await openTestLink({ host: hostname, port: Number(port) })
  const databaseUrl = `${store.place.databaseUrl}`.replace(`:${port}/`, `:${link.port}/`)
  const db = await openPostgres(databaseUrl, { ...statementLimitMs, interactive: 500 })
  const ask = () => db.system((q) => sql`select 1`.execute(q))
  try {
    await ask()
    link.stall()
    // More than there are connections: those behind wait for the first, and then for new ones.
    const calls = await Promise.allSettled(Array.from({ length: 12 }, ask))
    expect(new Set(calls.map(({ status }) => status))).toEqual(new Set(['rejected']))
    const codes = calls.map((call) => call.status === 'rejected' && call.reason.code)
    expect(codes.filter((code) => code !== '57014' && code !== '08006')).toEqual([])
    link.resume()
    await vi.waitFor(ask)
  } finally {
    await db.close()
    await link.close()
    await store.stop()
  }
})

test('an organisation whose works wait for one another leaves connections to others', async () => {
  const store = await postgres?.start()
  if (!store) throw new Error('no PostgreSQL to test with')
  const db = await openDb(store.place)
  const ask = (tenant_id: number) => db.tenant(tenant_id, (q) => sql`select 1`.execute(q))
  const saves: Promise<string>[] = []
  let end = () => {}
  try {
    const isEnded = new Promise<void>((resolve) => {
      end = resolve
    })
    const count = (work: () => Promise<void>) =>
      db
        .tenant(1, (q) => countAlone(q, 'screens', work))
        .then(
          () => 'saved',
          (error) => error.code,
        )
    await new Promise<void>((begun) => {
      saves.push(
        count(() => {
          begun()
          return isEnded
        }),
      )
    })
    for (let i = 0; i < 100; i++) saves.push(count(async () => {}))
    await ask(2)
    await db.system((q) => sql`select 1`.execute(q))
    end()
    expect(new Set(await Promise.all(saves))).toEqual(new Set(['saved']))
  } finally {
    end()
    await Promise.all(saves)
    await db.close()
    await store.stop()
  }
})
