import { type RawBuilder, sql } from 'kysely'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers, OutputOf } from '../../../core/contract/endpoint.ts'
import type { Db } from '../db/db.ts'
import {
  type Ask,
  allOf,
  type Bounds,
  type Found,
  findInNewest,
  findInPieces,
  hasText,
  keyRows,
  LONG_TEXTS,
  type Page,
  type Rows,
  type Sought,
  WORDS,
} from '../db/find-in-pieces.ts'
import { NEWEST_MESSAGES, SEARCH_COST } from '../db/newest-rows.ts'
import type { Caller } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'

export interface MessageParts {
  db: Db
  now?: () => number
}

type Sql = RawBuilder<unknown>

type Inbox = 'inbox' | 'read' | 'removeReceived' | 'restoreReceived'

/** Newest first (`-time`), oldest first (`time`), or unread before read (`read_time`) and each newest first. */
export function readOrder(sort: string | undefined, time: string): 'desc' | 'asc' | 'unread' {
  if (sort === 'read_time') return 'unread'
  if (sort === undefined || sort === `-${time}`) return 'desc'
  if (sort === time) return 'asc'
  throw new WrongField('sort', { zh: `应为 ${time} 或 read_time`, en: `must be ${time} or read_time` })
}

export const oneOf = (column: string, ids: readonly number[]) =>
  sql<boolean>`${sql.ref(column)} = any(${[...ids]}::bigint[])`

type Received = OutputOf<Contract['message']['inbox']>['rows'][number]

/** Notices of a piece with this text, in what their sender wrote or in his name. */
const textsWith = (text: string) => sql`texts as materialized (
  select p.notice_id from piece p
    cross join lateral (select * from notice where notice_id = p.notice_id limit 1) n
    left join lateral (select name from app_user where user_id = n.user_id limit 1) u on true
  where ${hasText(text, sql`n.title, n.body, n.user_name, u.name`)})`

export const isUnread = (unread: boolean) =>
  unread ? sql<boolean>`read_time is null` : sql<boolean>`read_time is not null`

interface Finding {
  ask: Ask
  rows: Rows
  sought: Sought
  bounds: Bounds
  order: 'desc' | 'asc' | 'unread'
  page: Omit<Page, 'direction'>
}

/** Messages of the caller that are not deleted. */
export const isOwn = ({ user_id }: Caller) => sql<boolean>`user_id = ${user_id} and removed_time is null`

/** What is searched for, and how the store is asked: a search costs more, and waits for what is not one. */
export function searchFor(search: string, { tenant_id, spend }: Caller, db: Db): { text: string; ask: Ask } {
  const text = search.trim().toLowerCase()
  if (text !== '') spend?.(SEARCH_COST)
  return { text, ask: (work) => db.tenant(tenant_id, work, text === '' ? 'interactive' : 'history') }
}

/** Newest or oldest first, or what is unread before what is read, each newest first. */
export async function findReceived({ ask, rows, sought, bounds, order, page }: Finding): Promise<Found> {
  if (order !== 'unread') return findInNewest(ask, rows, sought, bounds, { ...page, direction: order })
  const found: Found = { keys: [], total: 0 }
  for (const unread of [true, false]) {
    const isFound = allOf([isUnread(unread), ...(sought.isFound ? [sought.isFound] : [])])
    const limit = page.limit - found.keys.length
    const offset = Math.max(0, page.offset - found.total)
    const { keys, total } = await findInPieces(ask, rows, { ...sought, isFound }, bounds, {
      limit,
      offset,
      direction: 'desc',
    })
    found.keys.push(...keys)
    found.total += total
  }
  return found
}

/** Reads, deletes and brings back what a user received: never what another did. */
export function receivedChanges(
  db: Db,
  now: () => number,
  table: 'notice_receipt' | 'system_message',
  id: 'notice_id' | 'message_id',
) {
  const change = ({ tenant_id, user_id }: Caller, set: Sql, ids: readonly number[] | undefined, where: Sql) =>
    db.tenant(tenant_id, async (q) => {
      const among = ids === undefined ? sql`` : sql`and ${oneOf(id, ids)}`
      const { numAffectedRows } = await sql`update ${sql.table(table)} set ${set}
        where user_id = ${user_id} and ${where} ${among}`.execute(q)
      return { changed: Number(numAffectedRows) }
    })
  return {
    /** Without ids: all. */
    read: (caller: Caller, ids: readonly number[] | undefined, is_read: boolean) =>
      change(
        caller,
        sql`read_time = ${is_read ? now() : null}`,
        ids,
        sql`removed_time is null and ${isUnread(is_read)}`,
      ),
    remove: (caller: Caller, ids: readonly number[]) =>
      change(caller, sql`removed_time = ${now()}`, ids, sql`removed_time is null`),
    restore: (caller: Caller, ids: readonly number[]) =>
      change(caller, sql`removed_time = null`, ids, sql`removed_time > ${now() - LIMITS.removedMessageMs}`),
  }
}

/** Answers of what a user received. Every statement names the caller: no right opens another's inbox. */
export function inboxAnswers({ db, now = Date.now }: MessageParts): Pick<Answers<Contract['message'], Caller>, Inbox> {
  const received = receivedChanges(db, now, 'notice_receipt', 'notice_id')
  return {
    inbox: async ({ page, page_size, sort, search = '', unread, is_direct }, caller) => {
      const order = readOrder(sort, 'sent_time')
      const { text, ask } = searchFor(search, caller, db)
      const { keys, total } = await findReceived({
        ask,
        rows: {
          table: sql`notice_receipt`,
          time: 'sent_time',
          id: 'notice_id',
          idType: 'bigint',
          within: [isOwn(caller)],
        },
        sought: {
          columns: [sql`tenant_id, read_time, is_direct`],
          isFound: allOf([
            ...(unread === undefined ? [] : [isUnread(unread)]),
            ...(is_direct === undefined ? [] : [sql<boolean>`is_direct = ${is_direct}`]),
            ...(text === '' ? [] : [sql<boolean>`notice_id in (select notice_id from texts)`]),
          ]),
          also: text === '' ? undefined : textsWith(text),
        },
        bounds: text === '' ? { piece: WORDS } : { piece: LONG_TEXTS, most: NEWEST_MESSAGES },
        order,
        page: { limit: page_size, offset: (page - 1) * page_size },
      })
      const rows = await ask(async (q) => {
        const read = await sql<Received>`select n.notice_id, n.title, n.body, n.user_id, n.user_name, r.is_direct,
          r.sent_time, r.read_time, coalesce(u.name, n.user_name) as name, u.user_id is not null as may_answer
        from ${keyRows(keys, 'bigint')}
          cross join lateral (select * from notice_receipt
            where notice_id = key_id and user_id = ${caller.user_id} limit 1) r
          cross join lateral (select * from notice where notice_id = key_id limit 1) n
          left join lateral (select user_id, name from app_user where user_id = n.user_id limit 1) u on true
        order by nth`.execute(q)
        return read.rows
      })
      return { rows, total }
    },

    read: ({ notice_ids, is_read }, caller) => received.read(caller, notice_ids, is_read),
    removeReceived: ({ notice_ids }, caller) => received.remove(caller, notice_ids),
    restoreReceived: ({ notice_ids }, caller) => received.restore(caller, notice_ids),
  }
}
