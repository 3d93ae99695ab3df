import { sql } from 'kysely'
import { noteOf } from '../alarms/index.ts'
import { startEscalations } from './queue-alarms.ts'
import { groupTest } from './rows.ts'
import { BATCH, byKey, firstOf, keysOf, nextBatch, type Step, tenantsOf } from './waiting.ts'
import { type AlarmAct, addToWebhooks, eventCounts } from './webhook-rows.ts'

const ACTED = {
  table: 'alarm_event',
  id: 'event_id',
  isWaiting: sql`not is_told and alarm_type > 2 and alarm_id is not null`,
} as const

/** By `alarm_type`. */
const ACTS: Readonly<Record<number, AlarmAct>> = {
  3: 'confirmed',
  4: 'shelved',
  5: 'unshelved',
  8: 'out_of_service',
  9: 'in_service',
}

interface Act {
  tenant_id: number
  event_id: number
  alarm_type: number
  alarm_id: number
  alarm_level: number
  group_id: number | null
  by: string | null
  note: string | null
  note_code: string | null
  /** Somebody has to confirm it, now that it is no longer kept from operators. */
  is_back: boolean
}

/**
 * Notifies programs of what people did with alarms that they know of, and begins escalations anew for alarms that came
 * back to operators. An alarm that was not notified yet is waited for, unless it is kept from operators.
 */
export const queueActs: Step = {
  waiting: (q) => tenantsOf(q, ACTED),
  async decide(q, turn) {
    const { tenant_id, now } = turn
    const batch = await nextBatch(q, ACTED, turn)
    if (batch.length === 0) return false
    const events = await eventCounts(
      q,
      sql`(select k.tenant_id, k.id, e.alarm_id from ${keysOf(batch)} k (tenant_id, id)
        cross join lateral (select alarm_id from alarm_event
          where tenant_id = k.tenant_id and event_id = k.id offset 0) e)`,
    )
    const waiting = firstOf(batch, (event_id) => events.get(event_id) ?? 0)
    const { rows: acts } = await sql<Act>`
    select e.tenant_id, e.event_id, e.alarm_type, e.alarm_id, a.alarm_level, d.group_id, e.user_name as by, e.note, e.note_code,
      e.alarm_type in (5, 7, 9) and a.push_state = 1 and a.held is null and a.recover_time is null
        and a.confirm_time is null as is_back
    from ${keysOf(waiting)} w (tenant_id, id)
      join alarm_event e on e.tenant_id = w.tenant_id and e.event_id = w.id
      ${byKey('alarm', 'alarm_id', 'e', 'alarm_id')} a
      ${byKey('device', 'device_id', 'e', 'device_id')} d
    where not e.is_told and e.alarm_type > 2 and e.alarm_id is not null and (a.push_state > 0 or a.held is not null)
    order by e.event_id for update of e skip locked`.execute(q)
    if (acts.length === 0) return false
    for (const [alarm_type, event] of Object.entries(ACTS)) {
      const alarms = acts
        .filter((act) => act.alarm_type === Number(alarm_type))
        .map((act) => ({ ...act, ...noteOf(act.note, act.note_code) }))
      if (alarms.length > 0) await addToWebhooks(q, turn, { alarms, event })
    }
    const back = acts.filter(({ is_back }) => is_back)
    if (back.length > 0) {
      const alarms = back.map((act) => ({ ...act, since: now }))
      await startEscalations(q, alarms, { tenant_id, isIn: await groupTest(q, tenant_id), now })
    }
    const marked = acts.map(({ tenant_id, event_id: id }) => ({ tenant_id, id }))
    await sql`update alarm_event e set is_told = true from ${keysOf(marked)} w (tenant_id, id)
    where e.tenant_id = w.tenant_id and e.event_id = w.id
      and not e.is_told and e.alarm_type > 2 and e.alarm_id is not null`.execute(q)
    return waiting.length < batch.length || batch.length === BATCH
  },
}
