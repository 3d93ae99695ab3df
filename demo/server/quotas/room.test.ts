import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ORGANISATION_MOST } from '../../../core/catalogue/quotas.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import { stores, type TestStore } from '../../../tests/server/stores.ts'
import type { Db } from '../db/db.ts'
import { openDb } from '../db/open.ts'
import type { Schema } from '../db/schema.ts'
import { BOUNDED_TABLES, requireRoom } from './quotas.ts'

type Bounded = keyof typeof ORGANISATION_MOST

/** Of each table, how rows are made of a series of numbers `n`. */
const ROWS: [Bounded, string][] = [
  ['roles', `role (tenant_id, role_name, role_type, permissions, created_time) select $tenant, 'r' || n, 1, '{}', 0`],
  ['template_groups', `template_group (tenant_id, group_name) select $tenant, 'g' || n`],
  [
    'resource_categories',
    `resource_category (tenant_id, resource_type, category_name) select $tenant, 'picture', 'c' || n`,
  ],
  [
    'templates',
    `template (tenant_id, created_user_id, module_name, created_time, changed_time) select $tenant, null, 't' || n, 0, 0`,
  ],
]

describe.each(stores)('on $name', ({ start }) => {
  let store: TestStore
  let db: Db
  beforeAll(async () => {
    store = await start()
    db = await openDb(store.place)
    await db.system((q) =>
      sql`insert into tenant (tenant_id, name, created_time) values (1, 'one', 0), (2, 'two', 0)`.execute(q),
    )
  })
  afterAll(async () => {
    await db.close()
    await store.stop()
  })

  const fill = (q: Kysely<Schema>, tenant_id: number, rows: string, from: number, to: number) =>
    sql.raw(`insert into ${rows.replace('$tenant', `${tenant_id}`)} from generate_series(${from}, ${to}) n`).execute(q)

  test.each(ROWS)('calls that make %s at once succeed as far as there is room for them', async (what, rows) => {
    const room = 2
    const most = ORGANISATION_MOST[what]
    for (const tenant_id of [1, 2]) await db.system((q) => fill(q, tenant_id, rows, 1, most - room))
    const make = (tenant_id: number, n: number) =>
      db
        .tenant(tenant_id, async (q) => {
          await requireRoom(q, what)
          await fill(q, tenant_id, rows, n, n)
          return 'made'
        })
        .catch((error) => (error instanceof ApiError ? error.code : error))
    const makers = Array.from({ length: 12 }, (_, i) => make(1 + (i % 2), most + i))
    const answers = (await Promise.all(makers)).toSorted()
    expect(answers).toEqual([...Array(8).fill('100019'), ...Array(2 * room).fill('made')])
    for (const tenant_id of [1, 2]) {
      const { rows: found } = await db.tenant(tenant_id, (q) =>
        sql<{ n: number }>`select count(*) as n from ${sql.table(BOUNDED_TABLES[what])}`.execute(q),
      )
      expect(found).toEqual([{ n: most }])
    }
  })
})
