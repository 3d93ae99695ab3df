import { type Kysely, sql } from 'kysely'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import type { Db } from '../db/db.ts'
import { countOf, NEWEST_MESSAGES, newestOf, SEARCH_COST } from '../db/newest-rows.ts'
import type { Schema } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'

export interface MessageParts {
  db: Db
  now?: () => number
}

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

const ownReceipts = (q: Kysely<Schema>, { user_id }: Caller) =>
  q.updateTable('notice_receipt').where('user_id', '=', user_id)

/** Answers of what a user received. Every statement names the caller: no right opens another's inbox. */
export const inboxAnswers = ({
  db,
  now = Date.now,
}: MessageParts): Pick<Answers<Contract['message'], Caller>, Inbox> => ({
  inbox: ({ page, page_size, sort, search = '', unread, is_direct }, caller) => {
    const order = readOrder(sort, 'sent_time')
    return db.tenant(caller.tenant_id, async (q) => {
      const text = search.trim().toLowerCase()
      if (text !== '') caller.spend?.(SEARCH_COST)
      const received = q
        .selectFrom('notice_receipt')
        .selectAll()
        .where('user_id', '=', caller.user_id)
        .where('removed_time', 'is', null)
      const found = q
        .selectFrom(newestOf(received, 'sent_time', { text }, NEWEST_MESSAGES).as('r'))
        .innerJoin('notice as n', (join) =>
          join.onRef('n.tenant_id', '=', 'r.tenant_id').onRef('n.notice_id', '=', 'r.notice_id'),
        )
        .leftJoin('app_user as u', (join) =>
          join.onRef('u.tenant_id', '=', 'n.tenant_id').onRef('u.user_id', '=', 'n.user_id'),
        )
        .$if(unread !== undefined, (some) => some.where('r.read_time', unread ? 'is' : 'is not', null))
        .$if(is_direct !== undefined, (some) => some.where('r.is_direct', '=', is_direct ?? true))
        .$if(text !== '', (some) =>
          some.where(
            sql<boolean>`position(${text} in lower(concat_ws(chr(10), n.title, n.body, n.user_name, u.name))) > 0`,
          ),
        )
      const total = await countOf(q, found)
      const rows = await found
        .select(['n.notice_id', 'n.title', 'n.body', 'n.user_id', 'n.user_name', 'r.is_direct'])
        .select(['r.sent_time', 'r.read_time'])
        .select(sql<string>`coalesce(u.name, n.user_name)`.as('name'))
        .select(sql<boolean>`u.user_id is not null`.as('may_answer'))
        .$if(order === 'unread', (some) => some.orderBy(sql`r.read_time is null`, 'desc'))
        .orderBy('r.sent_time', order === 'asc' ? 'asc' : 'desc')
        .orderBy('r.notice_id', order === 'asc' ? 'asc' : 'desc')
        .limit(page_size)
        .offset((page - 1) * page_size)
        .execute()
      return { rows, total }
    })
  },

  read: ({ notice_ids, is_read }, caller) =>
    db.tenant(caller.tenant_id, async (q) => {
      const { numUpdatedRows } = await ownReceipts(q, caller)
        .set({ read_time: is_read ? now() : null })
        .where('removed_time', 'is', null)
        .where('read_time', is_read ? 'is' : 'is not', null)
        .$if(notice_ids !== undefined, (some) => some.where(oneOf('notice_id', notice_ids ?? [])))
        .executeTakeFirst()
      return { changed: Number(numUpdatedRows) }
    }),

  removeReceived: ({ notice_ids }, caller) =>
    db.tenant(caller.tenant_id, async (q) => {
      const { numUpdatedRows } = await ownReceipts(q, caller)
        .set({ removed_time: now() })
        .where('removed_time', 'is', null)
        .where(oneOf('notice_id', notice_ids))
        .executeTakeFirst()
      return { changed: Number(numUpdatedRows) }
    }),

  restoreReceived: ({ notice_ids }, caller) =>
    db.tenant(caller.tenant_id, async (q) => {
      const { numUpdatedRows } = await ownReceipts(q, caller)
        .set({ removed_time: null })
        .where('removed_time', '>', now() - LIMITS.removedMessageMs)
        .where(oneOf('notice_id', notice_ids))
        .executeTakeFirst()
      return { changed: Number(numUpdatedRows) }
    }),
})
