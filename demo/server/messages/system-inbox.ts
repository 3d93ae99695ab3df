import { sql } from 'kysely'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers, OutputOf } from '../../../core/contract/endpoint.ts'
import { allOf, hasText, keyRows, TEXTS, WORDS } from '../db/find-in-pieces.ts'
import type { Caller } from '../http/caller.ts'
import { findReceived, isOwn, isUnread, type MessageParts, readOrder, receivedChanges, searchFor } from './inbox.ts'
import { systemMessageSql } from './system-message-words.ts'

type SystemMessage = OutputOf<Contract['message']['system']>['rows'][number]

type System = 'system' | 'readSystem' | 'removeSystem' | 'restoreSystem'

/** Answers about a user's system messages. Every statement names the caller. */
export function systemMessageAnswers({
  db,
  now = Date.now,
}: MessageParts): Pick<Answers<Contract['message'], Caller>, System> {
  const received = receivedChanges(db, now, 'system_message', 'message_id')
  return {
    system: async ({ page, page_size, sort, search = '', lang, unread }, caller) => {
      const order = readOrder(sort, 'message_time')
      const { text, ask } = searchFor(search, caller, db)
      const { keys, total } = await findReceived({
        ask,
        rows: {
          table: sql`system_message`,
          time: 'message_time',
          id: 'message_id',
          idType: 'bigint',
          within: [isOwn(caller)],
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

    readSystem: ({ message_ids, is_read }, caller) => received.read(caller, message_ids, is_read),
    removeSystem: ({ message_ids }, caller) => received.remove(caller, message_ids),
    restoreSystem: ({ message_ids }, caller) => received.restore(caller, message_ids),
  }
}
