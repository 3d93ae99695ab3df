import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../server.ts'
import { openPlant, type Plant } from './plant.ts'
import type { Person, Tenant } from './tenant.ts'
import { openWorld } from './world.ts'

/** Of a point each: their rows have no tenant of their own. */
const HISTORY = ['tlm_minute', 'tlm_hour', 'tlm_rollup', 'tlm_text']

/** What tenants read, but do not change. */
const UNCHANGED = ['audit', 'device_state', 'history_size', 'point_count', 'room_taken']

let server: TestServer
let plant: Plant
let ours: Tenant
let theirs: Tenant
/** Tables whose rows name their tenant. */
let tables: string[]
beforeAll(async () => {
  server = await openTestServer()
  plant = await openPlant(server)
  ;[ours, theirs] = (await openWorld(server, plant)).tenants as [Tenant, Tenant]
  for (const tenant of [ours, theirs]) await fillRest(tenant)
  const { rows } = await server.db.system((q) =>
    sql<{ name: string }>`select c.relname as name from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace order by 1`.execute(q),
  )
  tables = rows.map(({ name }) => name)
})
afterAll(async () => {
  await plant.close()
  await server.close()
})

/** What no call of the contract writes yet, or only later. */
async function fillRest({ tenant_id, people, fixed, ids, mark }: Tenant): Promise<void> {
  const [{ user_id }] = people as [Person]
  const item_id = Number(ids.item[0]?.id)
  await server.db.system(async (q) => {
    const of = { tenant_id, user_id }
    await q
      .insertInto('user_item_right')
      .values({ ...of, item_id })
      .execute()
    await q
      .insertInto('user_template_right')
      .values({ ...of, template_id: fixed.template, may_write: true })
      .execute()
    await q
      .insertInto('user_device_right')
      .values({ ...of, group_id: fixed.shown })
      .execute()
    await q
      .insertInto('familiar_address')
      .values({ ...of, address: mark.word, last_time: 1 })
      .execute()
    const kept = {
      actor: '{}',
      heading: '[]',
      state: 'done',
      key_hash: Buffer.from('x'),
      rows: 1,
      created_time: 1,
    } as const
    const { import_id } = await q
      .insertInto('device_import')
      .values({ ...of, ...kept, file_name: mark.word })
      .returning('import_id')
      .executeTakeFirstOrThrow()
    await q.insertInto('device_import_row').values({ tenant_id, import_id, row_no: 2, cells: '[]' }).execute()
    await q
      .insertInto('organisation_setting')
      .values({ tenant_id, settings: '{}', version: 1, changed_time: 1, user_name: mark.word })
      .execute()
    await q
      .insertInto('custom_menu')
      .values({ tenant_id, menu: '{}', version: 1, changed_time: 1, user_name: mark.word })
      .execute()
    await q
      .insertInto('organisation_picture')
      .values({
        tenant_id,
        picture_id: mark.word,
        kind: 'logo',
        mime: 'image/png',
        content: Buffer.from('x'),
        created_time: 1,
      })
      .execute()
    const { rows } = await sql<{ point_id: number; device_id: number }>`
      select point_id, device_id from point where tenant_id = ${tenant_id} limit 1`.execute(q)
    const [{ point_id, device_id }] = rows as [{ point_id: number; device_id: number }]
    await sql`insert into latest_value (point_id, tenant_id, device_id, data_time, quality)
      values (${point_id}, ${tenant_id}, ${device_id}, 1, 0) on conflict do nothing`.execute(q)
    await sql`insert into device_log (tenant_id, device_id, log_time, kind)
      values (${tenant_id}, ${device_id}, 1, 'message')`.execute(q)
    const row = { ...of, alarm_id: Number(ids.alarm[0]?.id), alarm_level: 4 }
    await q
      .insertInto('push')
      .values({ ...row, channel: 'email', reason: 'alarm', push_time: 1, due_time: 1 })
      .execute()
    const { alarm_id } = row
    const escalation_id = Number(ids.escalation[0]?.id)
    await q
      .insertInto('escalation_run')
      .values({ tenant_id, escalation_id, alarm_id, start_time: 1, due_time: 8e15 })
      .execute()
    const bytes = Buffer.from('x')
    await sql`insert into tlm_minute (point_id, t0, seq, data) values (${point_id}, 0, 0, ${bytes})`.execute(q)
    for (const table of ['tlm_hour', 'tlm_rollup', 'tlm_text'])
      await sql`create table if not exists ${sql.table(`${table}_first`)} partition of ${sql.table(table)}
        for values from (0) to (10)`.execute(q)
    await sql`insert into tlm_hour (point_id, t0, n, data) values (${point_id}, 0, 1, ${bytes})`.execute(q)
    await sql`insert into tlm_rollup (point_id, t0, n, vmin, vmax, vsum, vfirst, vlast, m1)
      values (${point_id}, 0, 1, 1, 1, 1, 1, 1, ${bytes})`.execute(q)
    await sql`insert into history_size (tenant_id, quota, day, bytes) values (${tenant_id}, 'history_bytes', 0, 1)`.execute(
      q,
    )
    await sql`insert into tlm_text (point_id, data_time, text_value, quality)
      values (${point_id}, 0, ${mark.word}, 0)`.execute(q)
  })
}

const tenantsIn = async (table: string, as?: number): Promise<number[]> => {
  const read = (q: Parameters<Parameters<TestServer['db']['system']>[0]>[0]) =>
    sql<{ tenant_id: number }>`select distinct tenant_id from ${sql.table(table)}`.execute(q)
  const { rows } = as === undefined ? await server.db.system(read) : await server.db.tenant(as, read)
  return rows.map(({ tenant_id }) => tenant_id)
}

describe('a tenant, in the database itself', () => {
  test('every table holds rows of both tenants, or the rest would prove nothing', async () => {
    expect(tables.length).toBeGreaterThan(30)
    for (const table of tables)
      expect(await tenantsIn(table), table).toEqual(expect.arrayContaining([ours.tenant_id, theirs.tenant_id]))
  })

  test('a tenant in the database reads no row of another tenant from any table', async () => {
    for (const table of tables) expect(await tenantsIn(table, ours.tenant_id), table).toEqual([ours.tenant_id])
  })

  test.each(HISTORY)('a tenant in the database reads no history of another tenant from %s', async (table) => {
    const ownersOf = async (point_ids: number[]) => {
      const { rows } = await server.db.system((q) =>
        sql<{
          tenant_id: number
        }>`select distinct tenant_id from point where point_id = any(${point_ids}::bigint[])`.execute(q),
      )
      return rows.map(({ tenant_id }) => tenant_id)
    }
    const points = (as?: number) => {
      const read = (q: Parameters<Parameters<TestServer['db']['system']>[0]>[0]) =>
        sql<{ point_id: number }>`select point_id from ${sql.table(table)}`.execute(q)
      return as === undefined ? server.db.system(read) : server.db.tenant(as, read)
    }
    const ids = ({ rows }: { rows: { point_id: number }[] }) => rows.map(({ point_id }) => point_id)
    expect(await ownersOf(ids(await points()))).toEqual(expect.arrayContaining([ours.tenant_id, theirs.tenant_id]))
    expect(await ownersOf(ids(await points(ours.tenant_id)))).toEqual([ours.tenant_id])
  })

  test('a tenant in the database changes and removes no row of another tenant', async () => {
    for (const table of tables.filter((name) => !UNCHANGED.includes(name))) {
      const changed = await server.db.tenant(ours.tenant_id, (q) =>
        sql`update ${sql.table(table)} set tenant_id = tenant_id where tenant_id = ${theirs.tenant_id}`.execute(q),
      )
      expect(changed.numAffectedRows, table).toBe(0n)
      // Nobody but the owner removes tenants.
      if (table === 'tenant') continue
      const removed = await server.db.tenant(ours.tenant_id, (q) =>
        sql`delete from ${sql.table(table)} where tenant_id = ${theirs.tenant_id}`.execute(q),
      )
      expect(removed.numAffectedRows, table).toBe(0n)
    }
  })

  test('a tenant in the database gives no row to another tenant', async () => {
    for (const table of tables.filter((name) => name !== 'audit')) {
      const update = server.db.tenant(ours.tenant_id, (q) =>
        sql`update ${sql.table(table)} set tenant_id = ${theirs.tenant_id}`.execute(q),
      )
      await expect(update, table).rejects.toMatchObject({ name: 'DbError', code: '42501' })
    }
  })

  test('a tenant in the database adds lines to the audit and changes none, not even its own', async () => {
    for (const statement of [sql`update audit set target = ''`, sql`delete from audit`]) {
      const refused = server.db.tenant(ours.tenant_id, (q) => statement.execute(q))
      await expect(refused).rejects.toMatchObject({ name: 'DbError', code: '42501' })
    }
  })

  test('a tenant in the database changes nothing of what is counted of it', async () => {
    for (const statement of [
      sql`update history_size set bytes = 0`,
      sql`delete from history_size`,
      sql`update room_taken set rows = 0`,
      sql`update point_count set points = 0`,
      sql`delete from point_count`,
      sql`update device_state set dev_state = 1`,
      sql`delete from device_state`,
    ]) {
      const refused = server.db.tenant(ours.tenant_id, (q) => statement.execute(q))
      await expect(refused).rejects.toMatchObject({ name: 'DbError', code: '42501' })
    }
  })

  test('neither reads nor changes what belongs to no tenant', async () => {
    for (const table of [
      'unregistered_device',
      'server_run',
      'server_setting',
      'sent_code',
      'tlm_journal',
      'schema_migration',
    ]) {
      const refused = server.db.tenant(ours.tenant_id, (q) => sql`select from ${sql.table(table)}`.execute(q))
      await expect(refused, table).rejects.toMatchObject({ name: 'DbError', code: '42501' })
    }
  })

  test('a session without a tenant reads no row at all', async () => {
    for (const table of [...tables, ...HISTORY]) {
      const { rows } = await server.db.system(async (q) => {
        await sql`set local role sightglass_app`.execute(q)
        return sql`select from ${sql.table(table)} limit 1`.execute(q)
      })
      expect(rows, table).toEqual([])
    }
  })
})
