import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { audit } from '../../../core/contract/audit.ts'
import type { OutputOf, ParsedInputOf } from '../../../core/contract/endpoint.ts'
import type { Db } from '../db/db.ts'
import {
  type Ask,
  allOf,
  findInNewest,
  findInPieces,
  hasText,
  keyRows,
  LONG_TEXTS,
  WORDS,
} from '../db/find-in-pieces.ts'
import { NEWEST_MESSAGES, SEARCH_COST } from '../db/newest-rows.ts'
import type { Schema } from '../db/schema.ts'
import { numbers } from '../db/sql-array.ts'
import type { Caller } from '../http/caller.ts'
import { sortOf } from '../http/sort.ts'

type Delivered = typeof audit.delivered

/** What an organisation's people and programs were sent, or were not and why. */
export async function deliveredOf(
  db: Db,
  {
    page,
    page_size,
    sort = '-message_time',
    start,
    end,
    channel,
    reason,
    state,
    search = '',
  }: ParsedInputOf<Delivered>,
  caller: Caller,
): Promise<OutputOf<Delivered>> {
  const { direction } = sortOf(sort, ['message_time'])
  const text = search.trim().toLowerCase()
  if (text !== '') caller.spend?.(SEARCH_COST)
  const ask: Ask = (work) => db.tenant(caller.tenant_id, work, text === '' ? 'interactive' : 'history')
  const conditions = [
    ...(channel === undefined ? [] : [sql<boolean>`channel = ${channel}`]),
    ...(reason === undefined ? [] : [sql<boolean>`reason = ${reason}`]),
    ...(state === undefined ? [] : [sql<boolean>`state = ${state}`]),
    ...(text === '' ? [] : [await ask((q) => isOfText(q, text))]),
  ]
  const columns = ['channel', 'reason', 'state', ...(text === '' ? [] : TEXT_COLUMNS)]
  const bounds = text === '' ? { piece: WORDS } : { piece: LONG_TEXTS, most: NEWEST_MESSAGES }
  const find = text === '' ? findInPieces : findInNewest
  const { keys, total } = await find(
    ask,
    { table: sql`delivered_message`, time: 'message_time', id: 'message_id', idType: 'bigint', start, end },
    { columns: columns.map((name) => sql.ref(name)), isFound: allOf(conditions) },
    bounds,
    { limit: page_size, offset: (page - 1) * page_size, direction },
  )
  const rows = await ask(async (q) => {
    const read = await sql<OutputOf<Delivered>['rows'][number]>`
      select m.message_id, m.message_time, m.channel, m.reason, m.address, m.subject, m.body, m.state, m.error, m.tries,
        m.due_time, m.alarms, a.alarm_name, a.alarm_name_en, a.alarm_level, a.alarm_id::text as alarm_id,
        coalesce(u.name, w.webhook_name, '') as name
      from ${keyRows(keys, 'bigint')}
        cross join lateral (select * from delivered_message where message_id = key_id limit 1) m
        left join lateral (select name from app_user where user_id = m.user_id limit 1) u on true
        left join lateral (select webhook_name from webhook where webhook_id = m.webhook_id limit 1) w on true
        left join lateral (select alarm_id, alarm_name, alarm_name_en, alarm_level from alarm
          where alarm_id = m.alarm_id limit 1) a on true
      order by nth`.execute(q)
    return read.rows
  })
  return { rows, total }
}

const TEXT_COLUMNS = ['user_id', 'webhook_id', 'address', 'subject', 'body']

/** Whether a message has the text, or whoever it is for is called so. */
async function isOfText(q: Kysely<Schema>, text: string): Promise<RawBuilder<boolean>> {
  const users = await q.selectFrom('app_user').select('user_id').where(hasText(text, sql`name, user_name`)).execute()
  const webhooks = await q.selectFrom('webhook').select('webhook_id').where(hasText(text, sql`webhook_name`)).execute()
  const [user_ids, webhook_ids] = [users.map((row) => row.user_id), webhooks.map((row) => row.webhook_id)]
  return sql<boolean>`(user_id = any(${numbers(user_ids)}::bigint[]) or webhook_id = any(${numbers(webhook_ids)}::bigint[])
    or ${hasText(text, sql`address, subject, body`)})`
}
