import { type Kysely, sql } from 'kysely'
import { noteOf } from '../alarms/index.ts'
import type { Schema } from '../db/schema.ts'
import { startEscalations } from './queue-alarms.ts'
import { groupTest } from './rows.ts'
import { type AlarmAct, addToWebhooks } from './webhook-rows.ts'

const BATCH = 500

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
 * Tells programs what people did with alarms that they were told of, and begins escalations anew for alarms that came back
 * to operators. An alarm of which nothing was told yet is waited for, unless it is kept from operators. Whether more may
 * be waiting.
 */
export async function queueActs(q: Kysely<Schema>, now: number): Promise<boolean> {
  // Found by their own small index before anything is joined: most rounds end here, however many alarms there are.
  const { rows: waiting } = await sql<Pick<Act, 'event_id'>>`
    select event_id from alarm_event where not is_told and alarm_type > 2 and alarm_id is not null`.execute(q)
  if (waiting.length === 0) return false
  const { rows: acts } = await sql<Act>`
    select e.tenant_id, e.event_id, e.alarm_type, e.alarm_id, a.alarm_level, d.group_id, e.user_name as by, e.note, e.note_code,
      e.alarm_type in (5, 7, 9) and a.push_state = 1 and a.held is null and a.recover_time is null
        and a.confirm_time is null as is_back
    from alarm_event e
      join tenant t on t.tenant_id = e.tenant_id and t.closed_time is null
      join alarm a on a.tenant_id = e.tenant_id and a.alarm_id = e.alarm_id
      join device d on d.tenant_id = e.tenant_id and d.device_id = e.device_id
    where e.event_id = any(${waiting.map(({ event_id }) => event_id)}::bigint[])
      and not e.is_told and e.alarm_type > 2 and e.alarm_id is not null and (a.push_state > 0 or a.held is not null)
    order by e.event_id limit ${BATCH} for update of e skip locked`.execute(q)
  if (acts.length === 0) return false
  for (const [alarm_type, event] of Object.entries(ACTS)) {
    const alarms = acts
      .filter((act) => act.alarm_type === Number(alarm_type))
      .map((act) => ({ ...act, ...noteOf(act.note, act.note_code) }))
    if (alarms.length > 0) await addToWebhooks(q, { alarms, event, now })
  }
  const back = acts.filter(({ is_back }) => is_back)
  if (back.length > 0) {
    const tenant_ids = [...new Set(back.map(({ tenant_id }) => tenant_id))]
    const alarms = back.map((act) => ({ ...act, since: now }))
    await startEscalations(q, alarms, { tenant_ids, isIn: await groupTest(q, tenant_ids), now })
  }
  await sql`update alarm_event set is_told = true
    where not is_told and alarm_type > 2 and alarm_id is not null
      and event_id = any(${acts.map(({ event_id }) => event_id)}::bigint[])`.execute(q)
  return acts.length === BATCH
}
