import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startEmbedded } from '../../../tests/server/stores.ts'
import { migrate } from './migrate.ts'
import { openDb } from './open.ts'

test('names that differ by case alone, and cards of several devices, are made unique by the migration', async () => {
  const store = await startEmbedded()
  const db = await openDb(store.place)
  try {
    await db.system(async (q) => {
      // As an earlier version left it.
      for (const index of ['device_card_no', 'device_group_name', 'template_name'])
        await sql.raw(`drop index ${index}`).execute(q)
      await sql`alter table device_group add unique (tenant_id, group_name)`.execute(q)
      await sql`alter table template add unique (tenant_id, module_name)`.execute(q)
      await sql`delete from schema_migration where version = 22`.execute(q)
      const { tenant_id } = await q
        .insertInto('tenant')
        .values({ name: 'ours', created_time: 0 })
        .returning('tenant_id')
        .executeTakeFirstOrThrow()
      const times = { created_time: 0, changed_time: 0 }
      for (const name of ['north', 'North', 'NORTH', 'north 2']) {
        await q.insertInto('device_group').values({ tenant_id, group_name: name }).execute()
        await q
          .insertInto('template')
          .values({ tenant_id, module_name: name, ...times })
          .execute()
      }
      const { group_id } = await q.selectFrom('device_group').select('group_id').limit(1).executeTakeFirstOrThrow()
      for (const sn_code of ['A', 'B'])
        await q
          .insertInto('device')
          .values({
            tenant_id,
            group_id,
            sn_code,
            dev_alias: sn_code,
            card_no: '1'.repeat(18),
            password_hash: '',
            created_time: 0,
          })
          .execute()
    })
    await migrate(db)
    const rows = await db.system(async (q) => ({
      groups: await q.selectFrom('device_group').select('group_name').orderBy('group_id').execute(),
      templates: await q.selectFrom('template').select('module_name').orderBy('template_id').execute(),
      cards: await q.selectFrom('device').select('card_no').orderBy('device_id').execute(),
    }))
    const names = ['north', 'North 3', 'NORTH 4', 'north 2']
    expect(rows.groups.map(({ group_name }) => group_name)).toEqual(names)
    expect(rows.templates.map(({ module_name }) => module_name)).toEqual(names)
    expect(rows.cards.map(({ card_no }) => card_no)).toEqual(['1'.repeat(18), null])
  } finally {
    await db.close()
    await store.stop()
  }
})
