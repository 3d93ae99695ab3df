import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers, OutputOf } from '../../../core/contract/endpoint.ts'
import { type Ask, allOf, hasText, keyRows, TEXTS, WORDS } from '../db/find-in-pieces.ts'
import { SEARCH_COST } from '../db/newest-rows.ts'
import type { Schema } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import { findReceived, isUnread, type MessageParts, oneOf, readOrder } from './inbox.ts'
import { systemMessageSql } from './system-message-words.ts'

type SystemMessage = OutputOf<Contract['message']['system']>['rows'][number]

type System = 'system' | 'readSystem' | 'removeSystem' | 'restoreSystem'

const change = (q: Kysely<Schema>, { user_id }: Caller) =>
  q.updateTable('system_message').where('user_id', '=', user_id)

/** Answers about a user's system messages. Every statement names the caller. */
export const systemMessageAnswers = ({
  db,
  now = Date.now,
}: MessageParts): Pick<Answers<Contract['message'], Caller>, System> => ({
  system: async ({ page, page_size, sort, search = '', lang, unread }, caller) => {
    const order = readOrder(sort, 'message_time')
    const text = search.trim().toLowerCase()
    if (text !== '') caller.spend?.(SEARCH_COST)
    const ask: Ask = (work) => db.tenant(caller.tenant_id, work, text === '' ? 'interactive' : 'history')
    const { keys, total } = await findReceived({
      ask,
      rows: {
        table: sql`system_message`,
        time: 'message_time',
        id: 'message_id',
        idType: 'bigint',
        within: [sql<boolean>`user_id = ${caller.user_id} and removed_time is null`],
      },
      sought: {
        columns: [sql`read_time, kind, params`],
        isFound: allOf([
          ...(unread === undefined ? [] : [isUnread(unread)]),
          ...(text === '' ? [] : [hasText(text, systemMessageSql(lang ?? caller.lang))]),
        ]),
      },
      bounds: { piece: text === '' ? WORDS : TEXTS },
      order,
      page: { limit: page_size, offset: (page - 1) * page_size },
    })
    const rows = await ask(async (q) => {
      const read = await sql<SystemMessage>`select message_id, kind, params, message_time, read_time
        from ${keyRows(keys, 'bigint')}
          cross join lateral (select * from system_message where message_id = key_id limit 1) m
        order by nth`.execute(q)
      return read.rows
    })
    return { rows, total }
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
