import { type Kysely, sql } from 'kysely'
import { MINUTE_MS } from '../../../core/catalogue/durations.ts'
import type { EscalationStep } from '../../../core/contract/push.ts'
import { findByKeys } from '../db/find-by-keys.ts'
import type { Schema } from '../db/schema.ts'
import { type AlarmNotice, notifyRepeatedly } from '../messages/index.ts'
import { type AlarmReaders, alarmReaders } from './alarm-readers.ts'
import { dueOf } from './queue-alarms.ts'
import { addRepeated, type NewPush } from './rows.ts'
import { type Step, type Turn, tenantsOf } from './waiting.ts'

const BATCH = 100
/** Rows that are looked at and written in one transaction: others' calls wait for it. */
const ROWS_AT_ONCE = 2000

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
    const decisions = new Decisions(q, { tenant_id, now })
    const due = await dueOfTenant(q, tenant_id, now)
    let done = 0
    for (const run of due) {
      if (decisions.size >= ROWS_AT_ONCE) break
      done += 1
      // An edit may have left it fewer steps: what is repeated is the last one.
      const index = Math.min(run.step, run.steps.length - 1)
      const step = run.steps[index]
      if (step && !run.is_over) await decisions.notify(run, step, index)
    }
    await decisions.write()
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

type Notice = AlarmNotice<'alarm-escalated'> | AlarmNotice<'escalation-unheard'>

/** What a transaction decides of escalations: all of it is written together, and once of each alarm to each person. */
class Decisions {
  readonly #q: Kysely<Schema>
  readonly #tenant_id: number
  readonly #now: number
  readonly #readers: AlarmReaders
  readonly #named = new Map<string, Promise<number[]>>()
  readonly #pushes = new Map<string, NewPush>()
  readonly #notices = new Map<string, Notice>()
  /** So many rows are to be looked at. */
  size = 0

  constructor(q: Kysely<Schema>, { tenant_id, now }: Pick<Turn, 'tenant_id' | 'now'>) {
    this.#q = q
    this.#tenant_id = tenant_id
    this.#now = now
    this.#readers = alarmReaders(tenant_id)
  }

  /** Users who are named by the step of an escalation, each step's read once. */
  #namedBy(name: string, find: () => Promise<number[]>): Promise<number[]> {
    const named = this.#named.get(name) ?? find()
    this.#named.set(name, named)
    return named
  }

  /** Notifies the people of a step, or the administrators that there are none. */
  async notify(run: Due, step: EscalationStep, index: number): Promise<void> {
    const [q, tenant_id, now] = [this.#q, this.#tenant_id, this.#now]
    const { escalation_id, alarm_id, alarm_level, sn_code, dev_alias, alarm_name, alarm_name_en } = run
    const named = await this.#namedBy(`${escalation_id} ${index}`, () => peopleOf(q, tenant_id, step))
    await this.#readers.readRights(q, named)
    const user_ids = named.filter((user_id) => this.#readers.mayRead(user_id, run))
    const minutes = Math.round((now - run.start_time) / MINUTE_MS)
    const params = { alarm_id: String(alarm_id), sn_code, dev_alias, alarm_name, alarm_name_en, alarm_level, minutes }
    const push = {
      tenant_id,
      alarm_id,
      alarm_level,
      reason: 'escalation',
      step: index + 1,
      waited_min: minutes,
    } as const
    for (const user_id of user_ids)
      for (const channel of step.channels) {
        const key = `${alarm_id} ${user_id} ${channel}`
        if ((this.#pushes.get(key)?.waited_min ?? -1) < minutes) this.#pushes.set(key, { ...push, user_id, channel })
      }
    this.size += named.length * (1 + step.channels.length)
    if (user_ids.length > 0) return this.#add({ kind: 'alarm-escalated', params, user_ids })
    const administrators = await this.#namedBy('administrators', () => administratorsOf(q, tenant_id))
    this.size += administrators.length
    const unheard = { ...params, step: index + 1 }
    this.#add({ kind: 'escalation-unheard', params: unheard, user_ids: administrators })
  }

  #add(notice: Notice): void {
    const key = `${notice.kind} ${notice.params.alarm_id}`
    const before = this.#notices.get(key)
    const { user_ids, ...said } = before && before.params.minutes > notice.params.minutes ? before : notice
    const all = new Set([...user_ids, ...notice.user_ids, ...(before?.user_ids ?? [])])
    this.#notices.set(key, { ...said, user_ids: [...all] } as Notice)
  }

  async write(): Promise<void> {
    const [q, tenant_id, now] = [this.#q, this.#tenant_id, this.#now]
    await addRepeated(q, [...this.#pushes.values()], now)
    await notifyRepeatedly(q, { tenant_id, notices: [...this.#notices.values()], time: now })
  }
}

async function peopleOf(
  q: Kysely<Schema>,
  tenant_id: number,
  { user_ids, role_ids }: EscalationStep,
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select u.user_id from app_user u
    where u.tenant_id = ${tenant_id} and u.is_active = 1 and not u.is_experience
      and (u.user_id = any(${user_ids}::bigint[]) or exists (select from user_role r
        where r.tenant_id = u.tenant_id and r.user_id = u.user_id and r.role_id = any(${role_ids}::bigint[]))
        -- The organisation's own role is every administrator's, without a row for each.
        or (u.user_type = 1 and exists (select from role r where r.tenant_id = u.tenant_id and r.role_type = 0
          and r.role_id = any(${role_ids}::bigint[]))))
    order by u.user_id`.execute(q)
  return rows.map(({ user_id }) => user_id)
}

async function administratorsOf(q: Kysely<Schema>, tenant_id: number): Promise<number[]> {
  const isAdministrator = { tenant_id, user_type: 1, is_active: 1 } as const
  const rows = await q
    .selectFrom('app_user')
    .select('user_id')
    .where((on) => on.and(isAdministrator))
    .execute()
  return rows.map(({ user_id }) => user_id)
}
