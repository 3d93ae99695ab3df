import { type Kysely, sql } from 'kysely'
import type { Alarm, AlarmState } from '../../../core/contract/alarm.ts'
import { countOf, newestOf } from '../db/newest-rows.ts'
import type { Schema } from '../db/schema.ts'
import { sortOf } from '../http/sort.ts'
import { asAlarm } from './rows.ts'

/** Which alarms: those of these devices (null: of all of the tenant), and what people narrow them by. */
export interface AlarmFilter {
  devices: readonly number[] | null
  alarm_level?: readonly number[] | undefined
  states?: readonly AlarmState[] | undefined
  alarm_type?: readonly number[] | undefined
  start?: number | undefined
  end?: number | undefined
  lasted_min?: number | undefined
  lasted_max?: number | undefined
  search?: string | undefined
}

const STATE = sql<AlarmState>`case
  when a.recover_time is not null then case when a.confirm_time is null and a.held is null then 'RTNUN' else 'NORM' end
  when a.held is not null then a.held
  when a.confirm_time is null then 'UNACK' else 'ACKED' end`

/** The newest of its events. */
const TYPE = sql<number>`case
  when a.confirm_time is not null and a.confirm_time >= coalesce(a.recover_time, 0) then 3
  when a.recover_time is not null then 2 else 1 end`

const lasted = (now: number) => sql<number>`coalesce(a.recover_time, ${now}) - a.alarm_time`

export const SEARCHED = sql`lower(concat_ws(chr(10), a.alarm_name, a.alarm_name_en, d.dev_alias, a.sn_code))`

/** Raised and not recovered, or recovered and not confirmed; of an alarm that came again only the newest. */
export const UNENDED = sql<boolean>`(a.next_alarm_id is null
  and (a.recover_time is null or (a.confirm_time is null and a.held is null)))`

/** In a transaction of the tenant. A search looks at all, or at the newest ones where all of the past is meant. */
export function alarmsOf(q: Kysely<Schema>, filter: AlarmFilter, now: number, searched: 'all' | 'newest' = 'all') {
  const { devices, alarm_level = [], states = [], alarm_type = [], start, end, lasted_min, lasted_max } = filter
  const search = filter.search?.trim().toLowerCase() ?? ''
  const all = q
    .selectFrom('alarm')
    .selectAll()
    .$if(devices !== null, (some) => some.where(sql<boolean>`device_id = any(${devices}::bigint[])`))
  return q
    .selectFrom(newestOf(all, 'alarm_time', { start, end, text: searched === 'newest' ? search : '' }).as('a'))
    .innerJoin('device as d', (join) =>
      join.onRef('d.tenant_id', '=', 'a.tenant_id').onRef('d.device_id', '=', 'a.device_id'),
    )
    .leftJoin('alarm_hold as h', (join) =>
      join
        .onRef('h.tenant_id', '=', 'a.tenant_id')
        .onRef('h.rule_id', '=', 'a.rule_id')
        .onRef('h.device_id', '=', 'a.device_id'),
    )
    .$if(alarm_level.length > 0, (some) => some.where('a.alarm_level', 'in', [...alarm_level]))
    .$if(states.length > 0, (some) => some.where(STATE, 'in', [...states]))
    .$if(alarm_type.length > 0, (some) => some.where(TYPE, 'in', [...alarm_type]))
    .$if(lasted_min !== undefined, (some) => some.where(lasted(now), '>=', lasted_min ?? 0))
    .$if(lasted_max !== undefined, (some) => some.where(lasted(now), '<=', lasted_max ?? 0))
    .$if(search !== '', (some) => some.where(sql<boolean>`position(${search} in ${SEARCHED}) > 0`))
}
export type FoundAlarms = ReturnType<typeof alarmsOf>

/** A query's rows as the contract has them. */
export async function rowsOf(found: FoundAlarms, ordered: (rows: FoundAlarms) => FoundAlarms): Promise<Alarm[]> {
  const rows = await ordered(found).selectAll('a').select(['d.dev_alias', 'h.end_time']).execute()
  return rows.map(({ dev_alias, end_time, ...row }) => asAlarm(row, dev_alias, end_time))
}

const SORTS = ['alarm_time', 'alarm_level', 'alarm_name', 'sn_code', 'recover_time', 'confirm_time'] as const

interface PageRequest {
  page: number
  page_size: number
  sort?: string | undefined
}

/** A page of what was found, newest first by default. */
export async function pageOf(
  q: Kysely<Schema>,
  found: FoundAlarms,
  { page, page_size, sort = '-alarm_time' }: PageRequest,
) {
  const { field, direction } = sortOf(sort, SORTS)
  const rows = await rowsOf(found, (some) =>
    some
      .orderBy(`a.${field}`, (by) => (direction === 'desc' ? by.desc().nullsLast() : by.asc().nullsFirst()))
      .orderBy('a.alarm_id', direction)
      .limit(page_size)
      .offset((page - 1) * page_size),
  )
  return { rows, total: await countOf(q, found) }
}

interface LevelCounts {
  alarm_level: number
  unconfirmed: number
  open: number
  held: number
}

/** By level, of those that are not over: not seen yet, all that are not held, and held ones. */
export const countsByLevel = (found: FoundAlarms): Promise<LevelCounts[]> =>
  found
    .where(UNENDED)
    .select([
      'a.alarm_level',
      sql<number>`count(*) filter (where a.held is null and a.confirm_time is null)`.as('unconfirmed'),
      sql<number>`count(*) filter (where a.held is null)`.as('open'),
      sql<number>`count(*) filter (where a.held is not null)`.as('held'),
    ])
    .groupBy('a.alarm_level')
    .orderBy('a.alarm_level', 'desc')
    .execute()
