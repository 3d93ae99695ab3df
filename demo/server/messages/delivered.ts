import { sql } from 'kysely'
import type { audit } from '../../../core/contract/audit.ts'
import type { OutputOf, ParsedInputOf } from '../../../core/contract/endpoint.ts'
import type { Db } from '../db/db.ts'
import { countOf, NEWEST_MESSAGES, newestOf, SEARCH_COST } from '../db/newest-rows.ts'
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
  return db.tenant(caller.tenant_id, async (q) => {
    const text = search.trim().toLowerCase()
    if (text !== '') caller.spend?.(SEARCH_COST)
    const searched = sql`lower(concat_ws(chr(10), m.address, m.subject, m.body, u.name, u.user_name, w.webhook_name))`
    const all = newestOf(
      q.selectFrom('delivered_message').selectAll(),
      'message_time',
      { start, end, text },
      NEWEST_MESSAGES,
    )
    const found = q
      .selectFrom(all.as('m'))
      .leftJoin('app_user as u', 'u.user_id', 'm.user_id')
      .leftJoin('webhook as w', 'w.webhook_id', 'm.webhook_id')
      .$if(channel !== undefined, (some) => some.where('m.channel', '=', channel ?? 'sms'))
      .$if(reason !== undefined, (some) => some.where('m.reason', '=', reason ?? 'code'))
      .$if(state !== undefined, (some) => some.where('m.state', '=', state ?? 'sent'))
      .$if(text !== '', (some) => some.where(sql<boolean>`position(${text} in ${searched}) > 0`))
    const total = await countOf(q, found)
    const rows = await found
      .leftJoin('alarm as a', 'a.alarm_id', 'm.alarm_id')
      .select(['m.message_id', 'm.message_time', 'm.channel', 'm.reason', 'm.address', 'm.subject', 'm.body'])
      .select(['m.state', 'm.error', 'm.tries', 'm.due_time', 'm.alarms'])
      .select(['a.alarm_name', 'a.alarm_name_en', 'a.alarm_level'])
      .select(sql<string | null>`a.alarm_id::text`.as('alarm_id'))
      .select(sql<string>`coalesce(u.name, w.webhook_name, '')`.as('name'))
      .orderBy('m.message_time', direction)
      .orderBy('m.message_id', direction)
      .limit(page_size)
      .offset((page - 1) * page_size)
      .execute()
    return { rows, total }
  })
}
