import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '../../../core/catalogue/durations.ts'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { makeDevice } from '../../../tests/server/devices.ts'
import { rowsRead } from '../../../tests/server/rows-read.ts'
import { startEmbedded, type TestStore } from '../../../tests/server/stores.ts'
import type { Db } from '../db/db.ts'
import { openDb } from '../db/open.ts'
import { DELETED_AT_ONCE, deleteManyMessages, deleteOldDelivered, deleteOldMessages } from './retention.ts'

const tenant_id = 1
let store: TestStore
let db: Db
let user_id: number
beforeAll(async () => {
  store = await startEmbedded()
  db = await openDb(store.place)
  await makeDevice(db, 'OF1')
  const user = { tenant_id, user_name: 'reader', name: 'Reader', user_type: 3, password_hash: '-', created_time: 0 }
  ;({ user_id } = await db.system((q) =>
    q.insertInto('app_user').values(user).returning('user_id').executeTakeFirstOrThrow(),
  ))
})
afterAll(async () => {
  await db.close()
  await store.stop()
})
beforeEach(() => db.system((q) => q.deleteFrom('system_message').execute()))

test('messages that are old are deleted some at a time, until none is left or the server closes', async () => {
  const count = DELETED_AT_ONCE + 1
  const old = Date.now() - 200 * DAY_MS
  await db.system((q) =>
    sql`insert into delivered_message (tenant_id, message_time, channel, address, subject, body, state)
      select ${tenant_id}, ${old}, 'sms', '', '', '', 'sent' from generate_series(1, ${count})`.execute(q),
  )
  const left = async () => {
    const { rows } = await db.system((q) =>
      sql<{ left: number }>`select count(*)::int as left from delivered_message where message_time = ${old}`.execute(q),
    )
    return rows[0]?.left
  }
  await deleteOldDelivered(db, Date.now(), AbortSignal.abort())
  expect(await left()).toBe(count)
  let steps = 0
  const counted: Db = { ...db, system: (...work) => db.system(...work).finally(() => steps++) }
  await deleteOldDelivered(counted, Date.now())
  expect([steps, await left()]).toEqual([2, 0])
})

test('a user keeps the newest thousand system messages, and which quota is nearly used up', async () => {
  const now = Date.now()
  const add = (count: number, kind: string, until: number) =>
    db.system((q) =>
      sql`insert into system_message (tenant_id, user_id, kind, params, message_time)
        select ${tenant_id}, ${user_id}, ${kind}, '{"address": ""}', ${until}::bigint - n from generate_series(1, ${count}) n`.execute(
        q,
      ),
    )
  const kept = async () => {
    const { rows } = await db.system((q) =>
      sql<{ kind: string; count: number; oldest: number }>`
        select kind, count(*)::int as count, min(message_time) as oldest from system_message
          where user_id = ${user_id} group by kind order by kind`.execute(q),
    )
    return rows
  }
  await add(1, 'quota-near', now - DAY_MS)
  await add(LIMITS.systemMessages + DELETED_AT_ONCE + 10, 'password-changed', now)
  const all = await kept()
  await deleteManyMessages(db, now + DAY_MS)
  await deleteManyMessages(db, now, AbortSignal.abort())
  expect(await kept()).toEqual(all)
  await deleteManyMessages(db, now)
  expect(await kept()).toEqual([
    { kind: 'password-changed', count: LIMITS.systemMessages, oldest: now - LIMITS.systemMessages },
    { kind: 'quota-near', count: 1, oldest: now - DAY_MS - 1 },
  ])
})

test('very many messages of one kind push none of another kind out', async () => {
  const now = Date.now()
  const add = (count: number, kind: string, until: number) =>
    db.system((q) =>
      sql`insert into system_message (tenant_id, user_id, kind, params, message_time)
        select ${tenant_id}, ${user_id}, ${kind}, '{}', ${until}::bigint - n from generate_series(1, ${count}) n`.execute(
        q,
      ),
    )
  await add(100, 'alarm-escalated', now - DAY_MS)
  await add(LIMITS.systemMessages + 10, 'device-offered', now)
  await deleteManyMessages(db, now)
  const { rows } = await db.system((q) =>
    sql`select kind, count(*)::int as count, min(message_time) as oldest from system_message group by kind order by kind`.execute(
      q,
    ),
  )
  expect(rows).toEqual([
    { kind: 'alarm-escalated', count: 100, oldest: now - DAY_MS - 100 },
    { kind: 'device-offered', count: LIMITS.systemMessages - 100, oldest: now - LIMITS.systemMessages + 100 },
  ])
})

test('old and deleted messages are found without reading the others', async () => {
  const now = Date.now()
  await db.system((q) =>
    sql`insert into system_message (tenant_id, user_id, kind, params, message_time, removed_time)
      select ${tenant_id}, ${user_id}, 'password-changed', '{"address": ""}',
        ${now}::bigint - case n when 1 then ${LIMITS.messageDays * DAY_MS + 1}::bigint else 0 end,
        case n when 2 then ${now - LIMITS.removedMessageMs - 1}::bigint end
      from generate_series(1, 3000) n`.execute(q),
  )
  await db.analyze()
  const before = await rowsRead(db, 'system_message')
  await deleteOldMessages(db, now)
  expect((await rowsRead(db, 'system_message')) - before).toBeLessThan(100)
  const { rows } = await db.system((q) =>
    sql<{ count: number }>`select count(*)::int as count from system_message where user_id = ${user_id}`.execute(q),
  )
  expect(rows).toEqual([{ count: 2998 }])
})
