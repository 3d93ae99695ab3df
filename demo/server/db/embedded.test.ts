import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbedded, type TestStore } from '../../../tests/server/stores.ts'
import { whileAnswering } from '../limits/call-now.ts'
import type { Db } from './db.ts'
import { lockDirectory } from './directory-lock.ts'
import { openEmbedded } from './embedded.ts'
import { openDb } from './open.ts'
import { statementLimitMs } from './statement-limits.ts'

let store: TestStore
let dataDir: string
let db: Db
const lost: Error[] = []

beforeAll(async () => {
  store = await startEmbedded()
  dataDir = store.place.dataDir
  db = await openEmbedded(dataDir, (error) => lost.push(error), { ...statementLimitMs, interactive: 5_000 })
  await db.system((q) => sql`create table kept (n int)`.execute(q), 'reports')
})
afterAll(async () => {
  await db.close()
  await store.stop()
})

const count = () => db.system((q) => sql<{ n: number }>`select count(*) as n from kept`.execute(q), 'reports')

test('a statement that takes too long is ended, committed data stays, and other statements go on', async () => {
  await db.system((q) => sql`insert into kept values (1)`.execute(q))
  const stuck = db.system(async (q) => {
    await sql`insert into kept values (2)`.execute(q)
    await sql`select pg_sleep(60)`.execute(q)
  })
  const behind = count()
  await expect(stuck).rejects.toMatchObject({ name: 'DbError', code: '57014' })
  expect((await behind).rows).toEqual([{ n: 1 }])
  expect(lost).toEqual([])
})

test('readings go before calls', async () => {
  const order: string[] = []
  const turn = (priority: 'reports' | 'interactive' | 'ingest') =>
    db.system(async (q) => {
      await sql`select 1`.execute(q)
      order.push(priority)
    }, priority)
  await Promise.all([turn('reports'), turn('interactive'), turn('ingest')])
  expect(order).toEqual(['reports', 'ingest', 'interactive'])
})

test('statistics are made of the other tables where one is dropped meanwhile', async () => {
  for (const name of ['gone', 'stays'])
    await db.system(
      (q) => sql`create table ${sql.table(name)} as select generate_series(1, 2000)`.execute(q),
      'reports',
    )
  const analyzing = db.analyze()
  // Its turns wait one after the other: this one comes when the tables are listed, and before the first is analyzed.
  let dropped: Promise<unknown> | undefined
  await db.system(async (q) => {
    await sql`select 1`.execute(q)
    dropped = db.system((later) => sql`drop table gone`.execute(later), 'ingest')
  }, 'ingest')
  await dropped
  await analyzing
  const { rows } = await db.system((q) =>
    sql`select reltuples::int as n from pg_class where relname in ('gone', 'stays')`.execute(q),
  )
  expect(rows).toEqual([{ n: 2000 }])
  await db.system((q) => sql`drop table stays`.execute(q), 'reports')
})

test('statistics are made while calls wait, however many there are', async () => {
  await db.system((q) => sql`create table busy as select generate_series(1, 2000) as n`.execute(q), 'reports')
  const order: string[] = []
  const call = () => db.system((q) => sql`select 1`.execute(q)).then(() => order.push('call'))
  await Promise.all([...Array.from({ length: 40 }, call), db.analyze().then(() => order.push('statistics'))])
  expect(order.indexOf('statistics')).toBeLessThan(20)
})

test('statistics are made of a table that has grown, and not again before it is twice as large', async () => {
  const fill = (rows: number) =>
    db.system((q) => sql`insert into grown select generate_series(1, ${sql.lit(rows)})`.execute(q), 'reports')
  const planned = async () => {
    await db.analyze()
    const { rows } = await db.system((q) =>
      sql<{ reltuples: number }>`select reltuples from pg_class where relname = 'grown'`.execute(q),
    )
    return rows[0]?.reltuples
  }
  await db.system((q) => sql`create table grown (n int)`.execute(q), 'reports')
  await fill(400)
  expect(await planned()).toBe(-1)
  await fill(1000)
  expect(await planned()).toBe(1400)
  await fill(1000)
  expect(await planned()).toBe(1400)
  await fill(1000)
  expect(await planned()).toBe(3400)
})

test('statistics are made of a table that has grown before a crash, which loses what was counted', async () => {
  await db.system(
    (q) => sql`create table counted as select repeat('x', 1000) as t from generate_series(1, 400)`.execute(q),
    'reports',
  )
  await db.system((q) => sql`select pg_stat_reset()`.execute(q))
  await db.analyze()
  const { rows } = await db.system((q) =>
    sql<{ reltuples: number }>`select reltuples from pg_class where relname = 'counted'`.execute(q),
  )
  expect(rows).toEqual([{ reltuples: 400 }])
})

test('very much that was written since the last checkpoint is saved within a minute: it is not kept, nor read again after a crash', async () => {
  const unsaved = async () => {
    const { rows } = await db.system((q) =>
      sql<{ bytes: number }>`select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::bigint as bytes
        from pg_control_checkpoint()`.execute(q),
    )
    return rows[0]?.bytes ?? 0
  }
  const write = (megabytes: number) =>
    db.system(
      (q) =>
        sql`select count(pg_logical_emit_message(false, '', repeat('x', 1048576)))
        from generate_series(1, ${megabytes}::int)`.execute(q),
      'reports',
    )
  await write(10)
  await db.analyze()
  expect(await unsaved()).toBeGreaterThan(10 << 20)
  await write(256)
  await db.analyze()
  expect(await unsaved()).toBeLessThan(10 << 20)
})

test('a data directory in use is refused in one sentence', async () => {
  await expect(openDb({ dataDir })).rejects.toThrow(
    /^The data directory .* is in use by another Sightglass \(process \d+/,
  )
})

test('the lock of a killed process is taken over at once, and that of a living one is not', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'sightglass-lock-'))
  const source = `
    import { lockDirectory } from ${JSON.stringify(join(import.meta.dirname, 'directory-lock.ts'))}
    lockDirectory(${JSON.stringify(dir)}, () => {})
    process.send('locked')
    setInterval(() => {}, 1000)`
  const holder = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ipc', 'ignore', 'inherit'],
  })
  try {
    await new Promise((resolve) => holder.once('message', resolve))
    expect(() => lockDirectory(dir, () => {})).toThrow(`process ${holder.pid}`)
    const ended = new Promise((resolve) => holder.once('exit', resolve))
    holder.kill('SIGKILL')
    await ended
    lockDirectory(dir, () => {}).release()
  } finally {
    holder.kill('SIGKILL')
    rmSync(dir, { recursive: true, force: true })
  }
})

const look = <T>(work: () => Promise<T>) =>
  whileAnswering({ ended: null, hasWritten: false, isChange: false, isAnswered: false }, work)

test('a call that only looks keeps nobody from the store while it does something else', async () => {
  const read = await look(() =>
    db.tenant(1, async (q) => {
      const { rows } = await sql<{ tenant: string }>`select current_setting('app.tenant') as tenant`.execute(q)
      // Of another work, which a transaction would keep waiting.
      await db.system((q) => sql`insert into kept values (7)`.execute(q), 'ingest')
      const { rows: users } = await sql<{ name: string }>`select current_user as name`.execute(q)
      return { ...rows[0], ...users[0] }
    }),
  )
  expect(read).toEqual({ tenant: '1', name: 'sightglass_app' })
})

test('a refused statement of a call that only looks leaves nothing behind for the next', async () => {
  const refused = look(() => db.tenant(1, (q) => sql`select 1 / 0`.execute(q)))
  await expect(refused).rejects.toMatchObject({ name: 'DbError', code: '22012' })
  const { rows } = await look(() =>
    db.system((q) => sql`select current_user <> 'sightglass_app' as "isOwner"`.execute(q)),
  )
  expect(rows).toEqual([{ isOwner: true }])
})

test('a read is not ended for the reads that it waited behind', async () => {
  const slow = () => look(() => db.tenant(1, (q) => sql`select pg_sleep(2)`.execute(q)))
  // Each of them takes 2 of the 5 s that a statement may take.
  await Promise.all([slow(), slow(), slow()])
  const { rows } = await count()
  expect(rows).toHaveLength(1)
})
