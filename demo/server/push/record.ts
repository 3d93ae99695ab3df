import { sql } from 'kysely'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import type { Delivery } from '../../../core/contract/push.ts'
import { type Caller, canSee } from '../http/caller.ts'
import { spendQuota } from '../quotas/index.ts'
import type { PushAnswerParts } from './parts.ts'

const MOST = 200

type RecordCalls = Pick<Answers<Contract['push'], Caller>, 'ofAlarm' | 'sendAgain'>

/** What became of the messages to people and programs. */
export const pushRecordAnswers = ({ db, fleet, push, now }: PushAnswerParts): RecordCalls => ({
  ofAlarm: ({ alarm_id }, caller) =>
    db.tenant(caller.tenant_id, async (q) => {
      const alarm = await q
        .selectFrom('alarm')
        .select(['sn_code', 'device_id'])
        .where('alarm_id', '=', Number(alarm_id))
        .executeTakeFirst()
      const device = alarm && fleet.of(alarm)
      if (!device || !canSee(caller, device)) throw new ApiError('100002')
      const { rows } = await sql<Delivery & { total: number }>`
        select t.*, count(*) over ()::int as total from (
          select coalesce(m.message_time, p.due_time) as delivery_time, p.channel, p.reason, p.step, u.name,
            case when m.state is not null then m.state when p.is_later then 'quiet' else 'waiting' end as state,
            coalesce(m.error, '') as error, coalesce(m.alarms, 0) as alarms
          from push p
            join app_user u on u.user_id = p.user_id
            left join delivered_message m on m.message_id = p.message_id
          where p.alarm_id = ${Number(alarm_id)}
          union all
          select m.message_time, m.channel, m.reason, null, coalesce(w.webhook_name, m.address), m.state, m.error, m.alarms
          from delivered_message m left join webhook w on w.webhook_id = m.webhook_id
          where m.alarm_id = ${Number(alarm_id)} and m.channel = 'webhook'
        ) t order by delivery_time desc, name, channel limit ${MOST}`.execute(q)
      return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 }
    }),

  async sendAgain({ message_id }, caller) {
    await db.tenant(caller.tenant_id, async (q) => {
      const again = await q
        .updateTable('delivered_message')
        .set({ state: 'waiting', tries: 0, due_time: now() })
        .where('message_id', '=', message_id)
        .where('state', '=', 'failed')
        // A code is over by now; a test is made anew.
        .where('reason', 'not in', ['code', 'test'])
        .returning(['user_id', 'channel'])
        .executeTakeFirst()
      if (!again) throw new ApiError('100002')
      const { user_id, channel } = again
      // It costs as much as the first time: programs alone are called for nothing.
      if (user_id !== null && channel !== 'webhook')
        await spendQuota(q, { tenant_id: caller.tenant_id, user_id }, channel)
    })
    await push.outbox.start()
    return {}
  },
})
