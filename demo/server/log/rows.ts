import { type Kysely, type RawBuilder, sql } from 'kysely'
import { hasRight } from '../../../core/catalogue/held-rights.ts'
import { LOG_ACTIONS, type LogKind, type LogLine } from '../../../core/contract/log.ts'
import { noteWords } from '../alarms/index.ts'
import { NEWEST_MOST, newestOf } from '../db/newest-rows.ts'
import type { Schema } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import { overseenBy } from '../rights/index.ts'

export interface LogFilter {
  kind: LogKind
  start?: number | undefined
  end?: number | undefined
  action?: readonly string[] | undefined
  user_name?: string | undefined
  search?: string | undefined
  /** The requested devices, of those that the caller sees. */
  device_ids: readonly number[]
}

/** The alarm events that somebody, or the end of a time, brought about; by `LOG_ACTIONS.alarm`. */
const ALARM_TYPES = [3, 4, 5, 8, 9, 10]

/** A line's columns before its point and its values are separated. */
const LINE = sql`log_id, log_time, action, user_name, sn_code, dev_alias, target, target_en, point, old_value, value, note,
  note_en, detail, address`

const NOTE_CODE = sql<string>`e.note_code`

/** All lines of a kind that the caller may see. */
async function linesOf(
  q: Kysely<Schema>,
  caller: Caller,
  { kind, device_ids, start, end }: LogFilter,
  text: string,
): Promise<RawBuilder<unknown>> {
  const range = { start, end, text }
  const isOfDevices = sql<boolean>`device_id = any(${[...device_ids]}::bigint[])`
  if (kind === 'operation') {
    const commands = newestOf(q.selectFrom('command').selectAll().where(isOfDevices), 'sent_time', range)
    return sql`select c.command_id as log_id, c.sent_time as log_time, c.status as action, c.user_name, c.sn_code,
        d.dev_alias, c.key as target, null as target_en,
        case when p.point_id is null then null else jsonb_build_object('name', p.name, 'name_en', p.name_en,
          'unit', p.unit, 'decimals', p.decimals, 'enum_text', p.enum_text) end as point,
        c.old_value, c.value, coalesce(c.reason, '') as note, null as note_en, '{}'::jsonb as detail, '' as address
      from (${commands}) c
        join device d on d.tenant_id = c.tenant_id and d.device_id = c.device_id
        left join point p on p.tenant_id = c.tenant_id and p.device_id = c.device_id and p.key = c.key`
  }
  if (kind === 'device') {
    const lines = newestOf(q.selectFrom('device_log').selectAll().where(isOfDevices), 'log_time', range)
    return sql`select l.log_id::text as log_id, l.log_time, l.kind as action, null as user_name, d.sn_code,
        d.dev_alias, '' as target, null as target_en, null::jsonb as point, null::jsonb as old_value,
        null::jsonb as value, '' as note, null as note_en, l.detail, coalesce(l.detail ->> 'address', '') as address
      from (${lines}) l join device d on d.tenant_id = l.tenant_id and d.device_id = l.device_id`
  }
  if (kind === 'alarm') {
    const byPeople = q.selectFrom('alarm_event').selectAll().where('alarm_type', 'in', ALARM_TYPES).where(isOfDevices)
    const events = newestOf(byPeople, 'event_time', range)
    return sql`select e.event_id::text as log_id, e.event_time as log_time,
        case e.alarm_type when 3 then 'confirmed' when 4 then 'shelved' when 5 then 'unshelved'
          when 8 then 'out-of-service' when 9 then 'in-service' else 'noted' end as action,
        e.user_name, d.sn_code, d.dev_alias, coalesce(a.alarm_name, r.alarm_name, last.alarm_name, '') as target,
        coalesce(a.alarm_name_en, r.alarm_name_en, last.alarm_name_en) as target_en, null::jsonb as point, null::jsonb as old_value,
        null::jsonb as value, coalesce(e.note, ${noteWords(NOTE_CODE, 'zh')}, '') as note,
        case when e.note is null then ${noteWords(NOTE_CODE, 'en')} end as note_en, '{}'::jsonb as detail, '' as address
      from (${events}) e
        join device d on d.tenant_id = e.tenant_id and d.device_id = e.device_id
        left join alarm a on a.tenant_id = e.tenant_id and a.alarm_id = e.alarm_id
        left join alarm_rule r on r.tenant_id = e.tenant_id and r.rule_id = e.rule_id
        left join lateral (
          select l.alarm_name, l.alarm_name_en from alarm l
          where a.alarm_id is null and r.rule_id is null
            and l.tenant_id = e.tenant_id and l.device_id = e.device_id and l.rule_id = e.rule_id
          order by l.alarm_time desc limit 1) last on true`
  }
  const signIns = q
    .selectFrom('audit as a')
    .selectAll('a')
    .where('a.action', 'in', [...LOG_ACTIONS.login])
    .where(await signInsOf(q, caller))
  return sql`select a.audit_id::text as log_id, a.audit_time as log_time, a.action,
      case when a.by_user_name is null then a.user_name else a.user_name || ' (' || a.by_user_name || ')' end as user_name,
      null as sn_code, null as dev_alias, a.target, null as target_en, null::jsonb as point, null::jsonb as old_value,
      null::jsonb as value, '' as note, null as note_en, '{}'::jsonb as detail, a.address
    from (${newestOf(signIns, 'a.audit_time', range)}) a`
}

/** As the audit shows them to who may read it; to everybody else, the own ones. */
async function signInsOf(q: Kysely<Schema>, caller: Caller): Promise<RawBuilder<boolean>> {
  if (!hasRight(caller.roles, 'P55000'))
    return sql<boolean>`${caller.user_id} in (a.user_id, coalesce(a.target_user_id, 0))`
  const overseen = await overseenBy(q, caller)
  if (overseen === 'all') return sql<boolean>`true`
  return sql<boolean>`exists (select from app_user u where u.tenant_id = a.tenant_id and u.user_type <> 1
    and u.user_id in (a.user_id, a.target_user_id) and u.user_group_id = any(${[...overseen]}::bigint[]))`
}

interface Row extends Omit<LogLine, 'old_value' | 'value'> {
  old_value: LogLine['value']
  value: LogLine['value']
}

/** A page of one of the logs, and how many lines the filters leave. */
export async function logLines(
  q: Kysely<Schema>,
  caller: Caller,
  filter: LogFilter,
  { limit, offset, direction }: { limit: number; offset: number; direction: 'asc' | 'desc' },
): Promise<{ rows: LogLine[]; total: number }> {
  const { action = [], user_name = '', search = '' } = filter
  const user = user_name.trim().toLowerCase()
  const text = search.trim().toLowerCase()
  const found = sql`from (${await linesOf(q, caller, filter, user || text)}) lines
    where (${action.length} = 0 or action = any(${[...action]}::text[]))
      and (${user} = '' or position(${user} in lower(user_name)) > 0)
      and (${text} = '' or position(${text} in lower(concat_ws(chr(10),
        user_name, sn_code, dev_alias, target, target_en, point ->> 'name', point ->> 'name_en', note, note_en, address))) > 0)`
  const counted = await sql<{ total: number }>`
    select count(*) as total from (select ${found} limit ${NEWEST_MOST}) counted`.execute(q)
  const order = direction === 'asc' ? sql`log_time, log_id` : sql`log_time desc, log_id desc`
  const { rows } = await sql<Row>`select ${LINE} ${found} order by ${order} limit ${limit} offset ${offset}`.execute(q)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}
