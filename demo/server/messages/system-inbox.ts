import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { countOf, newestOf } from '../db/newest-rows.ts'
import type { Schema } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import { type MessageParts, oneOf, readOrder } from './inbox.ts'
import { systemMessageSql } from './system-message-words.ts'

type System = 'system' | 'readSystem' | 'removeSystem' | 'restoreSystem'

const change = (q: Kysely<Schema>, { user_id }: Caller) =>
  q.updateTable('system_message').where('user_id', '=', user_id)

/** Answers about a user's system messages. Every statement names the caller. */
export const systemMessageAnswers = ({
  db,
  now = Date.now,
}: MessageParts): Pick<Answers<Contract['message'], Caller>, System> => ({
  system: ({ page, page_size, sort, search = '', lang, unread }, caller) => {
    const order = readOrder(sort, 'message_time')
    const text = search.trim().toLowerCase()
    return db.tenant(caller.tenant_id, async (q) => {
      const received = q
        .selectFrom('system_message')
        .selectAll()
        .where('user_id', '=', caller.user_id)
        .where('removed_time', 'is', null)
      const found = q
        .selectFrom(newestOf(received, 'message_time', { text }).as('system_message'))
        .$if(unread !== undefined, (some) => some.where('read_time', unread ? 'is' : 'is not', null))
        .$if(text !== '', (some) =>
          some.where(sql<boolean>`position(${text} in lower(${systemMessageSql(lang ?? caller.lang)})) > 0`),
        )
      const total = await countOf(q, found)
      const rows = await found
        .select(['message_id', 'kind', 'params', 'message_time', 'read_time'])
        .$if(order === 'unread', (some) => some.orderBy(sql`read_time is null`, 'desc'))
        .orderBy('message_time', order === 'asc' ? 'asc' : 'desc')
        .orderBy('message_id', order === 'asc' ? 'asc' : 'desc')
        .limit(page_size)
        .offset((page - 1) * page_size)
        .execute()
      return { rows, total }
    })
  },

  readSystem: ({ message_ids, is_read }, caller) =>
    db.tenant(caller.tenant_id, async (q) => {
      const { numUpdatedRows } = await change(q, caller)
        .set({ read_time: is_read ? now() : null })
        .where('removed_time', 'is', null)
        .where('read_time', is_read ? 'is' : 'is not', null)
        .$if(message_ids !== undefined, (some) => some.where(oneOf('message_id', message_ids ?? [])))
        .executeTakeFirst()
      return { changed: Number(numUpdatedRows) }
    }),

  removeSystem: ({ message_ids }, caller) =>
    db.tenant(caller.tenant_id, async (q) => {
      const { numUpdatedRows } = await change(q, caller)
        .set({ removed_time: now() })
        .where('removed_time', 'is', null)
        .where(oneOf('message_id', message_ids))
        .executeTakeFirst()
      return { changed: Number(numUpdatedRows) }
    }),

  restoreSystem: ({ message_ids }, caller) =>
    db.tenant(caller.tenant_id, async (q) => {
      const { numUpdatedRows } = await change(q, caller)
        .set({ removed_time: null })
        .where('removed_time', '>', now() - LIMITS.removedMessageMs)
        .where(oneOf('message_id', message_ids))
        .executeTakeFirst()
      return { changed: Number(numUpdatedRows) }
    }),
})
