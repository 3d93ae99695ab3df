import { sql } from 'kysely'
import { AuditAction } from '../../../core/contract/audit.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import type { Db } from '../db/db.ts'
import { countOf, newestOf } from '../db/newest-rows.ts'
import type { Caller } from '../http/caller.ts'
import { sortOf } from '../http/sort.ts'
import { deliveredOf } from '../messages/index.ts'
import { overseenBy } from '../rights/index.ts'
import { boundedPage, storedDetail } from './short-detail.ts'

export const auditAnswers = (db: Db): Answers<Contract['audit'], Caller> => ({
  list: ({ page, page_size, sort = '-audit_time', start, end, action, search = '' }, caller) =>
    db.tenant(
      caller.tenant_id,
      async (q) => {
        const { direction } = sortOf(sort, ['audit_time'])
        const overseen = await overseenBy(q, caller)
        const text = search.trim().toLowerCase()
        const searched = sql`lower(concat_ws(chr(10), user_name, by_user_name, target, address))`
        const all = newestOf(q.selectFrom('audit').selectAll(), 'audit_time', { start, end, text })
        const found = q
          .selectFrom(all.as('audit'))
          .$if(action !== undefined && action.length > 0, (some) => some.where('action', 'in', action ?? []))
          .$if(text !== '', (some) => some.where(sql<boolean>`position(${text} in ${searched}) > 0`))
          .$if(overseen !== 'all', (some) =>
            some.where(sql<boolean>`exists (select from app_user u where u.user_type <> 1
            and u.user_id in (audit.user_id, audit.target_user_id)
            and u.user_group_id = any(${overseen === 'all' ? [] : [...overseen]}::bigint[]))`),
          )
        const total = await countOf(q, found)
        const rows = await found
          .select(['audit_id', 'audit_time', 'user_id', 'user_name', 'by_user_id', 'by_user_name', 'action', 'target'])
          .select(['address', storedDetail.as('detail')])
          .orderBy('audit_time', direction)
          .orderBy('audit_id', direction)
          .limit(page_size)
          .offset((page - 1) * page_size)
          .execute()
        return {
          rows: boundedPage(rows.map((row) => ({ ...row, action: AuditAction.parse(row.action) }))),
          total,
        }
      },
      'history',
    ),

  delivered: (filter, caller) => deliveredOf(db, filter, caller),
})
