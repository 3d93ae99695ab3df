import { type Kysely, type RawBuilder, sql } from 'kysely'
import { hasRight } from '../../../core/catalogue/held-rights.ts'
import { LOG_ACTIONS, type LogKind, type LogLine } from '../../../core/contract/log.ts'
import { noteWords } from '../alarms/index.ts'
import { allOf, among, hasText, type Key, keyRows, type Rows, type Sought } from '../db/find-in-pieces.ts'
import type { Schema } from '../db/schema.ts'
import type { LiveDevice } from '../fleet/fleet.ts'
import type { Caller } from '../http/caller.ts'
import { isOfUsers, overseenUsers } from '../rights/index.ts'

/** The devices of a log: the requested ones that the caller sees, of all of the organisation. */
export interface LogDevices {
  seen: readonly LiveDevice[]
  all: readonly number[]
}

export interface Search {
  action: readonly string[]
  /** In lower case, '' for any. */
  user: string
  text: string
}

type Line = Pick<LogLine, 'log_id' | 'log_time' | 'action' | 'user_name'> & Partial<LogLine> & { device_id?: number }

/** One of the logs: where its lines are, which of them are found, and how they are read. */
export interface Log {
  rows: Omit<Rows, 'start' | 'end'>
  sought: Sought
  read(q: Kysely<Schema>, keys: readonly Key[]): Promise<Line[]>
}

/** So few devices are read by the index of each: of more, all that the organisation has is passed over. */
const DEVICES_BY_INDEX = 16

const idsOf = (devices: readonly LiveDevice[]) => devices.map(({ device_id }) => device_id)

const isAnyOf = (column: RawBuilder<unknown>, values: readonly string[]) =>
  values.length === 0 ? [] : [sql<boolean>`${column} = any(${[...values]}::text[])`]

const device = sql.ref('device_id')

/** Where lines of devices are read, and which of those are passed over. */
function ofDevices({ seen, all }: LogDevices, within: readonly RawBuilder<boolean>[] = []) {
  if (seen.length === all.length) return { within, isMeant: undefined }
  if (seen.length > DEVICES_BY_INDEX) return { within, isMeant: among(device, idsOf(seen), all) }
  const each = seen.map(({ device_id }) => sql<boolean>`device_id = ${device_id}`)
  return { within: each.map((one) => allOf([one, ...within]) as RawBuilder<boolean>), isMeant: undefined }
}

/** Whether a line's device is called so. */
function isOfNamed(text: string, { seen }: LogDevices): RawBuilder<boolean> {
  const named = seen.filter((one) => `${one.sn_code}\n${one.dev_alias}`.toLowerCase().includes(text))
  if (named.length === 0) return sql<boolean>`false`
  return among(device, idsOf(named), idsOf(seen))
}

function writes(devices: LogDevices, { action, user, text }: Search): Log {
  const { within, isMeant } = ofDevices(devices)
  const names = sql`named as materialized (select k.device_id, k.key from (select distinct device_id, key from piece) k
    cross join lateral (select name, name_en from point p
      where p.device_id = k.device_id and p.key = k.key limit 1) p
    where ${hasText(text, sql`p.name`, sql`p.name_en`)})`
  return {
    rows: { table: sql`command`, time: 'sent_time', id: 'command_id', idType: 'text', within },
    sought: {
      columns: [device, sql`key`, sql`status`, sql`user_name`, sql`reason`],
      isMeant,
      also: text === '' ? undefined : names,
      isFound: allOf([
        ...isAnyOf(sql`status`, action),
        ...(user === '' ? [] : [hasText(user, sql`user_name`)]),
        ...(text === ''
          ? []
          : [
              sql<boolean>`(${isOfNamed(text, devices)} or (device_id, key) in (select device_id, key from named)
                or ${hasText(text, sql`user_name`, sql`key`, sql`reason`)})`,
            ]),
      ]),
    },
    async read(q, keys) {
      const { rows } = await sql<Line>`select c.command_id as log_id, c.sent_time as log_time, c.status as action,
          c.user_name, c.device_id, c.key as target,
          case when p.point_id is null then null else jsonb_build_object('name', p.name, 'name_en', p.name_en,
            'unit', p.unit, 'decimals', p.decimals, 'enum_text', p.enum_text) end as point,
          c.old_value, c.value, coalesce(c.reason, '') as note
        from ${keyRows(keys, 'text')}
          cross join lateral (select * from command where command_id = key_id limit 1) c
          left join lateral (select * from point p
            where p.device_id = c.device_id and p.key = c.key limit 1) p on true
        order by nth`.execute(q)
      return rows
    },
  }
}

function ofMachines(devices: LogDevices, { action, user, text }: Search): Log {
  const { within, isMeant } = ofDevices(devices)
  return {
    rows: { table: sql`device_log`, time: 'log_time', id: 'log_id', idType: 'bigint', within },
    sought: {
      columns: [device, sql`kind`, ...(text === '' ? [] : [sql`detail ->> 'address' as address`])],
      isMeant,
      isFound: allOf([
        // Nobody did it.
        ...(user === '' ? [] : [sql<boolean>`false`]),
        ...isAnyOf(sql`kind`, action),
        ...(text === '' ? [] : [sql<boolean>`(${isOfNamed(text, devices)} or ${hasText(text, sql`address`)})`]),
      ]),
    },
    async read(q, keys) {
      const { rows } = await sql<Line>`select l.log_id::text as log_id, l.log_time, l.kind as action, null as user_name,
          l.device_id, l.detail, coalesce(l.detail ->> 'address', '') as address
        from ${keyRows(keys, 'bigint')}
          cross join lateral (select * from device_log where log_time = key_time and log_id = key_id limit 1) l
        order by nth`.execute(q)
      return rows
    },
  }
}

/** The alarm events that somebody, or the end of a time, brought about; by `LOG_ACTIONS.alarm`. */
const EVENT_ACTION = sql`case alarm_type when 3 then 'confirmed' when 4 then 'shelved' when 5 then 'unshelved'
  when 8 then 'out-of-service' when 9 then 'in-service' else 'noted' end`
const BY_PEOPLE = sql<boolean>`alarm_type in (3, 4, 5, 8, 9, 10)`

/** How the alarm of an event `e` is called: it may be deleted, and its rule too. */
const ALARM_NAMES = sql`
  left join lateral (select alarm_name, alarm_name_en from alarm
    where alarm_id = e.alarm_id limit 1) a on true
  left join lateral (select alarm_name, alarm_name_en from alarm_rule
    where rule_id = e.rule_id limit 1) r on true
  left join lateral (select l.alarm_name, l.alarm_name_en from alarm l
    where a.alarm_name is null and r.alarm_name is null
      and l.device_id = e.device_id and l.rule_id = e.rule_id
    order by l.alarm_time desc limit 1) last on true`
const ALARM_NAME = sql`coalesce(a.alarm_name, r.alarm_name, last.alarm_name, '')`
const ALARM_NAME_EN = sql`coalesce(a.alarm_name_en, r.alarm_name_en, last.alarm_name_en)`

const NOTE_CODE = sql<string>`note_code`
const NOTE = sql`coalesce(note, ${noteWords(NOTE_CODE, 'zh')}, '')`
const NOTE_EN = sql`case when note is null then ${noteWords(NOTE_CODE, 'en')} end`

function ofAlarms(devices: LogDevices, { action, user, text }: Search): Log {
  const { within, isMeant } = ofDevices(devices, [BY_PEOPLE])
  const called = sql`called as materialized (select e.event_id as called_id from piece e ${ALARM_NAMES}
    where ${hasText(text, ALARM_NAME, ALARM_NAME_EN)})`
  const columns = ['device_id', 'alarm_id', 'rule_id', 'alarm_type', 'user_name', 'note', 'note_code']
  return {
    rows: { table: sql`alarm_event`, time: 'event_time', id: 'event_id', idType: 'bigint', within },
    sought: {
      columns: columns.map((name) => sql.ref(name)),
      isMeant,
      also: text === '' ? undefined : called,
      isFound: allOf([
        ...isAnyOf(EVENT_ACTION, action),
        ...(user === '' ? [] : [hasText(user, sql`user_name`)]),
        ...(text === ''
          ? []
          : [
              sql<boolean>`(${isOfNamed(text, devices)} or event_id in (select called_id from called)
                or ${hasText(text, sql`user_name`, NOTE, NOTE_EN)})`,
            ]),
      ]),
    },
    async read(q, keys) {
      const { rows } = await sql<Line>`select e.event_id::text as log_id, e.event_time as log_time,
          ${EVENT_ACTION} as action, e.user_name, e.device_id, ${ALARM_NAME} as target, ${ALARM_NAME_EN} as target_en,
          ${NOTE} as note, ${NOTE_EN} as note_en
        from ${keyRows(keys, 'bigint')}
          cross join lateral (select * from alarm_event where event_id = key_id limit 1) e ${ALARM_NAMES}
        order by nth`.execute(q)
      return rows
    },
  }
}

const SIGNED_NAME = sql`case when by_user_name is null then user_name else user_name || ' (' || by_user_name || ')' end`

/** As the audit shows them to who may read it; to everybody else, the own ones. */
async function ofSignIns(q: Kysely<Schema>, caller: Caller, { action, user, text }: Search): Promise<Log> {
  const actions = sql.join(LOG_ACTIONS.login.map((one) => sql.lit(one)))
  const mayRead = hasRight(caller.roles, 'P55000')
  const users = mayRead ? await overseenUsers(q, caller) : [caller.user_id]
  const names = ['action', 'user_id', 'target_user_id', 'user_name', 'by_user_name', 'target', 'address']
  const seen = users === 'all' ? [] : [isOfUsers(users)]
  return {
    rows: {
      table: sql`audit`,
      time: 'audit_time',
      id: 'audit_id',
      idType: 'bigint',
      within: [sql<boolean>`action in (${actions})`],
    },
    sought: {
      columns: names.map((name) => sql.ref(name)),
      isMeant: allOf(seen),
      isFound: allOf([
        ...isAnyOf(sql`action`, action),
        ...(user === '' ? [] : [hasText(user, SIGNED_NAME)]),
        ...(text === '' ? [] : [hasText(text, SIGNED_NAME, sql`target`, sql`address`)]),
      ]),
    },
    async read(q, keys) {
      const { rows } = await sql<Line>`select audit_id::text as log_id, audit_time as log_time, action,
          ${SIGNED_NAME} as user_name, target, address
        from ${keyRows(keys, 'bigint')} cross join lateral (select * from audit where audit_id = key_id limit 1) a
        order by nth`.execute(q)
      return rows
    },
  }
}

export async function logOf(
  q: Kysely<Schema>,
  caller: Caller,
  kind: LogKind,
  devices: LogDevices,
  search: Search,
): Promise<Log> {
  if (kind === 'operation') return writes(devices, search)
  if (kind === 'device') return ofMachines(devices, search)
  if (kind === 'alarm') return ofAlarms(devices, search)
  return ofSignIns(q, caller, search)
}
