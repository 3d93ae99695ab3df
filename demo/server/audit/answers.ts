import { sql } from 'kysely'
import { AuditAction, type AuditLine } from '../../../core/contract/audit.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import type { Db } from '../db/db.ts'
import { type Ask, allOf, findInNewest, findInPieces, hasText, keyRows, TEXTS, WORDS } from '../db/find-in-pieces.ts'
import { SEARCH_COST } from '../db/newest-rows.ts'
import type { Caller } from '../http/caller.ts'
import { sortOf } from '../http/sort.ts'
import { deliveredOf } from '../messages/index.ts'
import { isOfUsers, overseenUsers } from '../rights/index.ts'
import { boundedPage, storedDetail } from './short-detail.ts'

export const auditAnswers = (db: Db): Answers<Contract['audit'], Caller> => ({
  list: async ({ page, page_size, sort = '-audit_time', start, end, action = [], search = '' }, caller) => {
    const { direction } = sortOf(sort, ['audit_time'])
    const text = search.trim().toLowerCase()
    if (text !== '') caller.spend?.(SEARCH_COST)
    const ask: Ask = (work) => db.tenant(caller.tenant_id, work, 'history')
    const users = await ask((q) => overseenUsers(q, caller))
    const names = ['action', 'user_id', 'target_user_id', 'user_name', 'by_user_name', 'target', 'address']
    const conditions = [
      ...(action.length === 0 ? [] : [sql<boolean>`action = any(${[...action]}::text[])`]),
      ...(text === '' ? [] : [hasText(text, sql`user_name, by_user_name, target, address`)]),
    ]
    const find = text === '' ? findInPieces : findInNewest
    const { keys, total } = await find(
      ask,
      { table: sql`audit`, time: 'audit_time', id: 'audit_id', idType: 'bigint', start, end },
      {
        columns: names.map((name) => sql.ref(name)),
        isMeant: users === 'all' ? undefined : isOfUsers(users),
        isFound: allOf(conditions),
      },
      { piece: text === '' ? WORDS : TEXTS },
      { limit: page_size, offset: (page - 1) * page_size, direction },
    )
    const rows = await ask(async (q) => {
      const read =
        await sql<AuditLine>`select audit_id, audit_time, user_id, user_name, by_user_id, by_user_name, action,
          target, address, ${storedDetail} as detail
        from ${keyRows(keys, 'bigint')} cross join lateral (select * from audit where audit_id = key_id limit 1) a
        order by nth`.execute(q)
      return read.rows
    })
    return { rows: boundedPage(rows.map((row) => ({ ...row, action: AuditAction.parse(row.action) }))), total }
  },

  delivered: (filter, caller) => deliveredOf(db, filter, caller),
})
