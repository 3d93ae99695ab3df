import { type Kysely, sql } from 'kysely'
import { MINUTE_MS } from '../../../core/catalogue/durations.ts'
import type { EscalationStep } from '../../../core/contract/push.ts'
import { findByKeys } from '../db/find-by-keys.ts'
import type { Schema } from '../db/schema.ts'
import { notifyUsers } from '../messages/index.ts'
import { type AlarmReaders, alarmReaders } from './alarm-readers.ts'
import { dueOf } from './queue-alarms.ts'
import { addPushes } from './rows.ts'
import { PUSHES_AT_ONCE, type Step, tenantsOf } from './waiting.ts'

const BATCH = 200

interface Due {
  tenant_id: number
  escalation_id: number
  alarm_id: number
  start_time: number
  step: number
  due_time: number
  steps: EscalationStep[]
  repeat_min: number | null
  is_over: boolean
  sn_code: string
  dev_alias: string
  group_id: number | null
  alarm_level: number
  alarm_name: string
  alarm_name_en: string | null
}

/** Escalations of an organisation whose next step is due, the oldest first. */
async function dueOfTenant(q: Kysely<Schema>, tenant_id: number, now: number): Promise<Due[]> {
  await findByKeys(q)
  const { rows } = await sql<Due>`
    select r.tenant_id, r.escalation_id, r.alarm_id, r.start_time, r.step, r.due_time, e.steps, e.repeat_min,
      (not e.is_enabled or a.confirm_time is not null or a.held is not null or a.next_alarm_id is not null
        or (e.ends_on_recovery and a.recover_time is not null)) as is_over,
      a.sn_code, d.dev_alias, d.group_id, a.alarm_level, a.alarm_name, a.alarm_name_en
    from (
        select ctid as version from escalation_run where tenant_id = ${tenant_id} and due_time <= ${now}
          order by due_time limit ${BATCH}
      ) n
      -- One that another process moved on meanwhile has another version.
      join escalation_run r on r.ctid = n.version
      cross join lateral (
        -- After the run: an escalation would find all of its runs.
        select * from escalation where tenant_id = r.tenant_id and escalation_id = r.escalation_id offset 0
      ) e
      join alarm a on a.tenant_id = r.tenant_id and a.alarm_id = r.alarm_id
      join device d on d.tenant_id = a.tenant_id and d.device_id = a.device_id
    order by r.due_time for update of r skip locked`.execute(q)
  return rows
}

/**
 * Sends the next step of each escalation that is due, or ends it: when somebody confirmed, when the alarm is kept from
 * operators, and where the rule says so when it recovered. A row is claimed, moved on and what comes of it kept in one
 * transaction: whatever becomes of this process, each step is sent once. The more people are notified of each, the fewer
 * at once.
 */
export const escalate: Step = {
  waiting: (q, now) => tenantsOf(q, { table: 'escalation_run', isWaiting: sql`due_time <= ${now}` }),
  async decide(q, { tenant_id, now }) {
    const readers = alarmReaders(tenant_id)
    const due = await dueOfTenant(q, tenant_id, now)
    let done = 0
    let made = 0
    for (const run of due) {
      if (made >= PUSHES_AT_ONCE) break
      done += 1
      // An edit may have left it fewer steps: what is repeated is the last one.
      const index = Math.min(run.step, run.steps.length - 1)
      const step = run.steps[index]
      if (step && !run.is_over) made += await notify(q, run, { step, index, readers, now })
    }
    await moveOn(q, due.slice(0, done), now)
    return done < due.length || due.length === BATCH
  },
}

/** Keeps when the next step of each is due, and ends those that have none. */
async function moveOn(q: Kysely<Schema>, runs: readonly Due[], now: number): Promise<void> {
  const moved = runs.map((run) => {
    const { tenant_id, escalation_id, alarm_id } = run
    const next = run.is_over ? null : nextOf(run, now)
    return { tenant_id, escalation_id, alarm_id, step: next?.step ?? null, due_time: next?.due_time ?? null }
  })
  const of = (which: typeof moved) => sql`jsonb_to_recordset(${JSON.stringify(which)}::jsonb)
    as n(tenant_id bigint, escalation_id bigint, alarm_id bigint, step integer, due_time bigint)`
  const isRun = sql`r.tenant_id = n.tenant_id and r.escalation_id = n.escalation_id and r.alarm_id = n.alarm_id`
  const ended = moved.filter(({ due_time }) => due_time === null)
  const goOn = moved.filter(({ due_time }) => due_time !== null)
  if (goOn.length > 0)
    await sql`update escalation_run r set step = n.step, due_time = n.due_time from ${of(goOn)} where ${isRun}`.execute(
      q,
    )
  if (ended.length > 0) await sql`delete from escalation_run r using ${of(ended)} where ${isRun}`.execute(q)
}

/** What comes after the step that is due: the next one, the last one again, or nothing. */
function nextOf({ step, steps, start_time, due_time, repeat_min }: Due, now: number) {
  const due = dueOf(start_time, steps, step + 1)
  if (due !== null) return { step: step + 1, due_time: due }
  if (repeat_min === null) return null
  // After an outage it is sent once, not once for each time that was missed.
  const again = due_time + repeat_min * MINUTE_MS
  return { step: step + 1, due_time: again > now ? again : now + repeat_min * MINUTE_MS }
}

interface EscalationTurn {
  step: EscalationStep
  index: number
  readers: AlarmReaders
  now: number
}

/** Notifies the people of a step, or that there are none. Of how many rows. */
async function notify(q: Kysely<Schema>, run: Due, { step, index, readers, now }: EscalationTurn): Promise<number> {
  const { tenant_id, alarm_id, alarm_level, sn_code, dev_alias, alarm_name, alarm_name_en } = run
  const { rows } = await sql<{ user_id: number }>`
    select u.user_id from app_user u
    where u.tenant_id = ${tenant_id} and u.is_active = 1 and not u.is_experience
      and (u.user_id = any(${step.user_ids}::bigint[]) or exists (select from user_role r
        where r.tenant_id = u.tenant_id and r.user_id = u.user_id and r.role_id = any(${step.role_ids}::bigint[]))
        -- The organisation's own role is every administrator's, without a row for each.
        or (u.user_type = 1 and exists (select from role r where r.tenant_id = u.tenant_id and r.role_type = 0
          and r.role_id = any(${step.role_ids}::bigint[]))))
    order by u.user_id`.execute(q)
  const named = rows.map(({ user_id }) => user_id)
  await readers.readRights(q, named)
  const user_ids = named.filter((user_id) => readers.mayRead(user_id, run))
  const minutes = Math.round((now - run.start_time) / MINUTE_MS)
  const push = { tenant_id, alarm_id, alarm_level, reason: 'escalation', step: index + 1, waited_min: minutes } as const
  const pushes = user_ids.flatMap((user_id) => step.channels.map((channel) => ({ ...push, user_id, channel })))
  await addPushes(q, pushes, now)
  const params = { alarm_id: String(alarm_id), sn_code, dev_alias, alarm_name, alarm_name_en, alarm_level, minutes }
  if (user_ids.length > 0) {
    await notifyUsers(q, { tenant_id, user_ids, kind: 'alarm-escalated', params, time: now })
    return pushes.length + user_ids.length
  }
  const isAdministrator = { tenant_id, user_type: 1, is_active: 1 } as const
  const administrators = await q
    .selectFrom('app_user')
    .select('user_id')
    .where((on) => on.and(isAdministrator))
    .execute()
  const to = administrators.map(({ user_id }) => user_id)
  const unheard = { ...params, step: index + 1 }
  await notifyUsers(q, { tenant_id, user_ids: to, kind: 'escalation-unheard', params: unheard, time: now })
  return to.length
}
