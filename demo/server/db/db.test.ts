import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stores, type TestStore } from '../../../tests/server/stores.ts'
import { waitingCalls } from '../../../tests/server/waiting-calls.ts'
import { guestsOf, inTurnsOf } from '../limits/turns.ts'
import type { Db } from './db.ts'
import { openDb } from './open.ts'
import { texts } from './sql-array.ts'

const now = Date.UTC(2026, 10, 20)

describe.each(stores)('$name', ({ start }) => {
  let store: TestStore
  let db: Db
  let ours: number
  let theirs: number

  beforeAll(async () => {
    store = await start()
    db = await openDb(store.place)
    const tenant = (name: string) =>
      db.system((q) =>
        q.insertInto('tenant').values({ name, created_time: now }).returning('tenant_id').executeTakeFirstOrThrow(),
      )
    ours = (await tenant('ours')).tenant_id
    theirs = (await tenant('theirs')).tenant_id
    for (const tenant_id of [ours, theirs]) {
      await db.system((q) => q.insertInto('device_group').values({ tenant_id, group_name: 'plant' }).execute())
    }
  })
  afterAll(async () => {
    await db.close()
    await store.stop()
  })

  const isRefused = (code: string) => expect.objectContaining({ name: 'DbError', code })

  test('a tenant sees only its own rows', async () => {
    const seen = await db.tenant(ours, (q) =>
      q.selectFrom('device_group').select(['tenant_id', 'group_name']).execute(),
    )
    expect(seen).toEqual([{ tenant_id: ours, group_name: 'plant' }])
    expect(await db.tenant(ours, (q) => q.selectFrom('tenant').select('name').execute())).toEqual([{ name: 'ours' }])
    const all = await db.system((q) => q.selectFrom('device_group').select('tenant_id').execute())
    expect(all).toHaveLength(2)
  })

  test('calls of guests that wait keep no user of their tenant waiting', async () => {
    const calls = inTurnsOf(guestsOf(ours), () => waitingCalls(db, ours))
    await db.tenant(ours, (q) => q.selectFrom('tenant').select('name').execute())
    expect(calls.left()).toBeGreaterThan(0)
    await calls.all
  })

  test('the store reads a text as it was, however large it is', async () => {
    for (const times of [1, 3000]) {
      const written = 'é 中 😀 "\\n" \x7f\u2028'.repeat(times)
      const { rows } = await db.system((q) =>
        sql<{ value: string; bytes: number }>`
          select ${written}::text as value, octet_length(${written}::text) as bytes`.execute(q),
      )
      expect(rows).toEqual([{ value: written, bytes: Buffer.byteLength(written) }])
      await db.tenant(ours, (q) => q.updateTable('tenant').set({ name: written }).execute())
      const [tenant] = await db.tenant(ours, (q) => q.selectFrom('tenant').select('name').execute())
      expect(tenant?.name).toBe(written)
      await db.tenant(ours, (q) => q.updateTable('tenant').set({ name: 'ours' }).execute())
    }
  })

  test('the store reads every text of an array literal as it was', async () => {
    const written = ['', 'null', null, 'a "b" \\c {d},', 'line\n"\\\ttab\x1f', '\x7f\u2028 é 中 😀', '{"a":"\\"\\\\n"}']
    const { rows } = await db.system((q) =>
      sql<{ value: string | null }>`select value from unnest(${texts(written)}::text[]) value`.execute(q),
    )
    expect(rows.map(({ value }) => value)).toEqual(written)
  })

  test('a tenant cannot write, move or remove rows of another', async () => {
    const insert = db.tenant(ours, (q) =>
      q.insertInto('device_group').values({ tenant_id: theirs, group_name: 'smuggled' }).execute(),
    )
    await expect(insert).rejects.toEqual(isRefused('42501'))
    const move = db.tenant(ours, (q) => q.updateTable('device_group').set({ tenant_id: theirs }).execute())
    await expect(move).rejects.toEqual(isRefused('42501'))
    const removed = await db.tenant(ours, (q) =>
      q.deleteFrom('device_group').where('tenant_id', '=', theirs).executeTakeFirstOrThrow(),
    )
    expect(removed.numDeletedRows).toBe(0n)
  })

  test('every table with a tenant, and the history, has row security, and a tenant reads no other table', async () => {
    const { rows } = await db.system((q) =>
      sql<{ name: string; has_tenant: boolean; is_bound: boolean; is_open: boolean }>`
        select c.relname as name, c.relrowsecurity as is_bound,
          exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id') as has_tenant,
          has_table_privilege('sightglass_app', c.oid, 'select') as is_open
        from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`.execute(q),
    )
    expect(rows.length).toBeGreaterThan(20)
    const history = ['tlm_minute', 'tlm_hour', 'tlm_rollup', 'tlm_text']
    const isTenants = ({ has_tenant, name }: (typeof rows)[number]) => has_tenant || history.includes(name)
    expect(rows.filter((table) => isTenants(table) !== table.is_bound || table.is_open !== table.is_bound)).toEqual([])
  })

  test('a tenant works under another role than the owner of the tables', async () => {
    const user = await db.tenant(
      ours,
      async (q) => (await sql<{ u: string }>`select current_user as u`.execute(q)).rows,
    )
    expect(user).toEqual([{ u: 'sightglass_app' }])
    const next = await db.system(async (q) => (await sql<{ u: string }>`select current_user as u`.execute(q)).rows)
    expect(next).not.toEqual(user)
  })

  test('numbers, bytes and documents have the same form in every store', async () => {
    const bytes = Uint8Array.from([0, 1, 127, 128, 255])
    const row = await db.system(async (q) => {
      const { rows } = await sql<Record<string, unknown>>`
        select 9007199254740991::int8 as id, ${bytes}::bytea as bytes, ${JSON.stringify([1, { a: null }])}::jsonb as doc,
          ${['a', 'b"c']}::text[] as names, 0.1::float8 as value, count(*) as n from tenant`.execute(q)
      return rows[0] as Record<string, unknown>
    })
    expect(row).toEqual({
      id: Number.MAX_SAFE_INTEGER,
      bytes: expect.anything(),
      doc: [1, { a: null }],
      names: ['a', 'b"c'],
      value: 0.1,
      n: 2,
    })
    expect([...(row.bytes as Uint8Array)]).toEqual([...bytes])
  })

  test('a database refusal has its code and constraint, and neither the statement nor its values', async () => {
    const twice = db.tenant(ours, (q) =>
      q.insertInto('device_group').values({ tenant_id: ours, group_name: 'plant' }).execute(),
    )
    const error = await twice.catch((refused: unknown) => refused)
    expect(error).toEqual(isRefused('23505'))
    expect(error).toHaveProperty('constraint', 'device_group_name')
    const wrong = db.system((q) => sql`select ${'hunter2'}::bigint`.execute(q))
    const refused = await wrong.catch((thrown: unknown) => thrown)
    expect(JSON.stringify([error, refused, String(error), String(refused)])).not.toMatch(/plant|hunter2|insert|select/)
  })

  test('a broken foreign key names the table of what is gone, or of what is still there, and no value', async () => {
    const insert = (parent_id: number | null, group_name: string) =>
      db.tenant(ours, (q) =>
        q
          .insertInto('device_group')
          .values({ tenant_id: ours, group_name, parent_id })
          .returning('group_id')
          .executeTakeFirstOrThrow(),
      )
    const gone = await insert(4711, 'below nothing').catch((refused: unknown) => refused)
    const { group_id } = await insert(null, 'above')
    await insert(group_id, 'below')
    const used = await db
      .tenant(ours, (q) => q.deleteFrom('device_group').where('group_id', '=', group_id).execute())
      .catch((refused: unknown) => refused)
    expect([gone, used]).toMatchObject([
      { code: '23503', reference: { isGone: true, table: 'device_group' } },
      { code: '23503', reference: { isGone: false, table: 'device_group' } },
    ])
    expect(JSON.stringify([gone, used, String(gone), String(used)])).not.toContain('4711')
    await db.tenant(ours, (q) => q.deleteFrom('device_group').where('group_name', 'in', ['above', 'below']).execute())
  })

  test('a failed transaction leaves nothing behind, even when it catches the refusal', async () => {
    const insert = (group_name: string) => ({ tenant_id: ours, group_name })
    const failed = db.tenant(ours, async (q) => {
      await q.insertInto('device_group').values(insert('half')).execute()
      await q
        .insertInto('device_group')
        .values(insert('plant'))
        .execute()
        .catch(() => {})
    })
    await expect(failed).rejects.toEqual(isRefused('23505'))
    const names = await db.tenant(ours, (q) => q.selectFrom('device_group').select('group_name').execute())
    expect(names).toEqual([{ group_name: 'plant' }])
  })

  test('a query after its transaction is refused', async () => {
    const leaked = await db.tenant(ours, async (q) => ({ q }))
    await expect(leaked.q.selectFrom('device_group').selectAll().execute()).rejects.toEqual(isRefused('25P01'))
  })

  test('a second opening keeps the schema and the data', async () => {
    await db.maintain()
    await db.close()
    db = await openDb(store.place)
    expect(await db.system((q) => q.selectFrom('tenant').select('name').execute())).toHaveLength(2)
  })

  test('a database of a newer program is not changed', async () => {
    const version = { version: 9999, name: '9999-later.sql', checksum: '', applied_time: now }
    await db.system((q) => q.insertInto('schema_migration').values(version).execute())
    await db.close()
    await expect(openDb(store.place)).rejects.toThrow('newer Sightglass')
  })
})
