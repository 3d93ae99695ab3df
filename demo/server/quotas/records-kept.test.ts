import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '../../../core/catalogue/durations.ts'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { makeDevice } from '../../../tests/server/devices.ts'
import { rowsRead } from '../../../tests/server/rows-read.ts'
import { startEmbedded, type TestStore } from '../../../tests/server/stores.ts'
import type { Db } from '../db/db.ts'
import { openDb } from '../db/open.ts'
import type { Schema } from '../db/schema.ts'
import { dropOldRecords, RECORDS_MOST, type RecordTallies, recordTallies } from './records-kept.ts'

let store: TestStore
let db: Db
const NOW = Date.now()
beforeAll(async () => {
  store = await startEmbedded()
  db = await openDb(store.place)
  await makeDevice(db, 'MUCH1')
  await makeDevice(db, 'LITTLE2', { tenant_id: 2 })
})
afterAll(async () => {
  await db.close()
  await store.stop()
})

/** A line of an organisation's device that is so much older than now, with so many bytes that cannot be made smaller. */
type Add = (q: Kysely<Schema>, tenant_id: number, age: number, text: string) => Promise<unknown>
const deviceOf = (tenant_id: number) => sql`(select device_id from device where tenant_id = ${tenant_id} limit 1)`
const ADD: Record<Table, Add> = {
  alarm_event: (q, tenant_id, age, text) =>
    sql`insert into alarm_event (tenant_id, device_id, rule_id, alarm_type, event_time, note)
      values (${tenant_id}, ${deviceOf(tenant_id)}, 1, 8, ${NOW - age}, ${text})`.execute(q),
  audit: (q, tenant_id, age, text) =>
    sql`insert into audit (tenant_id, user_id, user_name, action, target, detail, address, audit_time)
      values (${tenant_id}, 1, 'u', 'role-edit', '', ${JSON.stringify({ text })}::jsonb, '', ${NOW - age})`.execute(q),
  command: (q, tenant_id, age, text) =>
    sql`insert into command (tenant_id, command_id, device_id, sn_code, key, value, user_id, user_name, status, sent_time)
      values (${tenant_id}, gen_random_uuid()::text, ${deviceOf(tenant_id)}, 'x', 'k', ${JSON.stringify(text)}::jsonb, 1,
        'u', 'done', ${NOW - age})`.execute(q),
  delivered_message: (q, tenant_id, age, text) =>
    sql`insert into delivered_message (tenant_id, message_time, channel, address, body, state)
      values (${tenant_id}, ${NOW - age}, 'email', '', ${text}, 'sent')`.execute(q),
  push: (q, tenant_id, age) =>
    sql`insert into push (tenant_id, alarm_id, user_id, channel, reason, alarm_level, push_time, due_time)
      select ${tenant_id}, a.alarm_id, u.user_id, 'email', 'escalation', 5, ${NOW - age}, ${NOW}
      from app_user u, alarm a where u.tenant_id = ${tenant_id} and a.tenant_id = ${tenant_id}`.execute(q),
  device_log: (q, tenant_id, age, text) =>
    sql`insert into device_log (tenant_id, device_id, log_time, kind, detail)
      values (${tenant_id}, ${deviceOf(tenant_id)}, ${NOW - age}, 'message', ${JSON.stringify({ text })}::jsonb)`.execute(
      q,
    ),
  curve_range: (q, tenant_id, age, text) =>
    sql`with saver as (
        insert into app_user (tenant_id, user_name, name, user_type, password_hash, created_time)
          values (${tenant_id}, gen_random_uuid()::text, '', 3, '-', 0) returning user_id)
      insert into curve_range (tenant_id, user_id, device_id, ranges, changed_time)
        select ${tenant_id}, user_id, ${deviceOf(tenant_id)}, ${JSON.stringify([text])}::jsonb, ${NOW - age} from saver`.execute(
      q,
    ),
  shift_entry: (q, tenant_id, age, text) =>
    sql`insert into shift_entry (tenant_id, kind, body, entry_time, changed_time, user_id, user_name)
      values (${tenant_id}, 'note', ${text}, ${NOW - age}, ${NOW - age}, 1, 'u')`.execute(q),
}
const TIMES = {
  alarm_event: 'event_time',
  curve_range: 'changed_time',
  shift_entry: 'entry_time',
  audit: 'audit_time',
  command: 'sent_time',
  delivered_message: 'message_time',
  device_log: 'log_time',
  push: 'push_time',
} as const
type Table = keyof typeof TIMES

const random = (bytes: number) => Array.from({ length: bytes }, () => Math.random().toString(36).at(-1)).join('')
async function fill(table: Table, lines: readonly [tenant_id: number, age: number, bytes?: number][]) {
  await db.system(async (q) => {
    await sql`delete from ${sql.table(table)}`.execute(q)
    for (const [tenant_id, age, bytes = 0] of lines) await ADD[table](q, tenant_id, age, random(bytes))
  })
}
/** Ages of what an organisation has, the newest first. */
async function kept(table: Table, tenant_id: number): Promise<number[]> {
  const { rows } = await db.system((q) =>
    sql<{
      time: number
    }>`select ${sql.ref(TIMES[table])} as time from ${sql.table(table)} where tenant_id = ${tenant_id}
      order by 1 desc`.execute(q),
  )
  return rows.map(({ time }) => NOW - time)
}
const drop = (table: Table, most: { lines: number; bytes: number }) =>
  dropOldRecords(db, NOW, {
    tallies: recordTallies(db),
    most: { ...RECORDS_MOST, [table]: most },
    noteAuditDeleted: async () => {},
  })

test.each(['audit', 'command', 'shift_entry'] as const)(
  'lines of the table %s are kept for 400 days',
  async (table) => {
    const [old, young] = [(LIMITS.historyDays + 1) * DAY_MS, (LIMITS.historyDays - 1) * DAY_MS]
    await fill(table, [
      [1, old],
      [1, young],
    ])
    await dropOldRecords(db, NOW, { tallies: recordTallies(db), noteAuditDeleted: async () => {} })
    expect(await kept(table, 1)).toEqual([young])
  },
)

test.each([
  'alarm_event',
  'audit',
  'command',
  'delivered_message',
  'device_log',
  'shift_entry',
  'curve_range',
] as const)(
  'where an organisation has too many or too large lines in the table %s its oldest go, and no other organisation’s',
  async (table) => {
    const few = [7, 8].map((age): [number, number] => [2, age])
    await fill(table, [...[0, 1, 2, 3].map((age): [number, number] => [1, age]), ...few])
    await drop(table, { lines: 2, bytes: 1e9 })
    expect([await kept(table, 1), await kept(table, 2)]).toEqual([
      [0, 1],
      [7, 8],
    ])

    await fill(table, [...[0, 1, 2].map((age): [number, number, number] => [1, age, 1500]), ...few])
    await drop(table, { lines: 100, bytes: 4000 })
    expect([await kept(table, 1), await kept(table, 2)]).toEqual([
      [0, 1],
      [7, 8],
    ])
  },
)

test('very many changes of devices push nothing else out of the audit, and are noted when they go early', async () => {
  await fill('audit', [[1, DAY_MS]])
  await db.system((q) =>
    sql`insert into audit (tenant_id, user_id, user_name, action, target, detail, address, audit_time)
      select 1, 1, 'u', 'device-edit', '', '{}', '', ${NOW}::bigint - n from generate_series(1, 10) n`.execute(q),
  )
  const most = { lines: 3, bytes: 1e9 }
  const noted: [tenant_id: number, count: number][] = []
  await dropOldRecords(db, NOW, {
    tallies: recordTallies(db),
    most: { ...RECORDS_MOST, audit: most, audit_of_devices: most },
    noteAuditDeleted: async (...one) => void noted.push(one),
  })
  const { rows } = await db.system((q) =>
    sql`select action, count(*)::int as count from audit group by action order by action`.execute(q),
  )
  expect(rows).toEqual([
    { action: 'device-edit', count: 3 },
    { action: 'role-edit', count: 1 },
  ])
  expect(noted).toEqual([[1, 7]])
})

test('an organisation keeps the newest of what was and is to be sent of alarms, and no other one loses any', async () => {
  await db.system(async (q) => {
    await q.deleteFrom('app_user').execute()
    for (const tenant_id of [1, 2]) {
      const user = {
        tenant_id,
        user_name: `reader${tenant_id}`,
        name: '',
        user_type: 3,
        password_hash: '-',
        created_time: 0,
      }
      await q.insertInto('app_user').values(user).execute()
      await sql`insert into alarm (tenant_id, device_id, rule_id, sn_code, key, alarm_level, alarm_name, alarm_info, alarm_time)
        values (${tenant_id}, ${deviceOf(tenant_id)}, 1, 'x', 'k', 5, 'a', '', 0)`.execute(q)
    }
  })
  await fill('push', [
    ...[3, 2, 1, 0].map((age): [number, number] => [1, age]),
    ...[8, 7].map((age): [number, number] => [2, age]),
  ])
  await drop('push', { lines: 2, bytes: 1e9 })
  expect([await kept('push', 1), await kept('push', 2)]).toEqual([
    [0, 1],
    [7, 8],
  ])
})

test('a message for a program does not go with those to people, and one that still waits does', async () => {
  await fill(
    'delivered_message',
    [0, 1, 2, 3].map((age): [number, number] => [1, age]),
  )
  await db.system(async (q) => {
    await sql`update delivered_message set due_time = ${NOW} where message_time = ${NOW - 3}`.execute(q)
    await sql`update delivered_message set channel = 'webhook' where message_time = ${NOW - 2}`.execute(q)
  })
  await drop('delivered_message', { lines: 1, bytes: 1e9 })
  expect(await kept('delivered_message', 1)).toEqual([0, 2])
})

/** Lines that were read of a table by each transaction of a run. */
async function readByEach(table: Table, tallies: (db: Db) => RecordTallies): Promise<number[]> {
  const read: number[] = []
  const system: Db['system'] = async (work, priority) => {
    const before = await rowsRead(db, table)
    const done = await db.system(work, priority)
    read.push((await rowsRead(db, table)) - before)
    return done
  }
  const watched: Db = { ...db, system }
  await dropOldRecords(watched, NOW, { tallies: tallies(watched), noteAuditDeleted: async () => {} })
  return read
}

test('lines of many organisations are counted in pieces, and those that were counted are not counted again', async () => {
  await db.system(async (q) => {
    await sql`delete from audit`.execute(q)
    await sql`insert into tenant (tenant_id, name, created_time) select n, 'o' || n, 0 from generate_series(1000, 1299) n`.execute(
      q,
    )
    await sql`insert into audit (tenant_id, user_id, user_name, action, target, detail, address, audit_time)
      select t, 1, 'u', 'role-edit', '', '{}', '', ${NOW}::bigint - n from generate_series(1000, 1299) t, generate_series(1, 40) n`.execute(
      q,
    )
    await sql`insert into audit (tenant_id, user_id, user_name, action, target, detail, address, audit_time)
      select 1, 1, 'u', 'role-edit', '', '{}', '', ${NOW}::bigint - n from generate_series(1, 12000) n`.execute(q)
  })
  await db.maintain()
  let kept: RecordTallies | undefined
  const same = (watched: Db) => (kept ??= recordTallies(watched))
  const sum = (read: number[]) => read.reduce((all, rows) => all + rows, 0)
  const first = await readByEach('audit', same)
  expect(sum(first)).toBeGreaterThanOrEqual(24_000)
  expect(Math.max(...first)).toBeLessThan(5500)
  expect(sum(await readByEach('audit', same))).toBeLessThan(1000)
})

test('lines that a device dates back are counted too, and go beyond the bound', async () => {
  await fill('device_log', [
    [1, 0],
    [1, 1],
  ])
  const tallies = recordTallies(db, 0)
  const run = () =>
    dropOldRecords(db, NOW, {
      tallies,
      most: { ...RECORDS_MOST, device_log: { lines: 3, bytes: 1e9 } },
      noteAuditDeleted: async () => {},
    })
  await run()
  await db.system(async (q) => {
    for (const age of [10, 11, 12]) await ADD.device_log(q, 1, age, '')
  })
  await run()
  expect(await kept('device_log', 1)).toEqual([0, 1, 10])
})
