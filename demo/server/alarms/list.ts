import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Alarm, AlarmState } from '../../../core/contract/alarm.ts'
import {
  type Ask,
  allOf,
  among,
  findInNewest,
  findInPieces,
  hasText,
  type Page,
  rowsInPieces,
  TEXTS,
  WORDS,
} from '../db/find-in-pieces.ts'
import { countOf, newestOf } from '../db/newest-rows.ts'
import type { Schema } from '../db/schema.ts'
import { numbers } from '../db/sql-array.ts'
import type { LiveDevice } from '../fleet/fleet.ts'
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
  when recover_time is not null then case when confirm_time is null and held is null then 'RTNUN' else 'NORM' end
  when held is not null then held
  when confirm_time is null then 'UNACK' else 'ACKED' end`

/** The newest of its events. */
const TYPE = sql<number>`case
  when confirm_time is not null and confirm_time >= coalesce(recover_time, 0) then 3
  when recover_time is not null then 2 else 1 end`

const lasted = (now: number) => sql<number>`coalesce(recover_time, ${now}) - alarm_time`

/** What a filter leaves of the columns of `alarm` alone. */
function narrowed(
  { alarm_level = [], states = [], alarm_type = [], lasted_min, lasted_max }: AlarmFilter,
  now: number,
): RawBuilder<boolean>[] {
  const oneOf = (value: RawBuilder<unknown>, values: readonly (number | string)[]) =>
    sql<boolean>`${value} in (${sql.join(values)})`
  return [
    ...(alarm_level.length > 0 ? [oneOf(sql`alarm_level`, alarm_level)] : []),
    ...(states.length > 0 ? [oneOf(STATE, states)] : []),
    ...(alarm_type.length > 0 ? [oneOf(TYPE, alarm_type)] : []),
    ...(lasted_min !== undefined ? [sql<boolean>`${lasted(now)} >= ${lasted_min}`] : []),
    ...(lasted_max !== undefined ? [sql<boolean>`${lasted(now)} <= ${lasted_max}`] : []),
  ]
}

export const SEARCHED = sql`lower(concat_ws(chr(10), a.alarm_name, a.alarm_name_en, d.dev_alias, a.sn_code))`

/** Raised and not recovered, or recovered and not confirmed; of an alarm that came again only the newest. */
export const UNENDED = sql<boolean>`(a.next_alarm_id is null
  and (a.recover_time is null or (a.confirm_time is null and a.held is null)))`

/** In a transaction of the tenant. A search looks at all, or at the newest ones where all of the past is meant. */
export function alarmsOf(q: Kysely<Schema>, filter: AlarmFilter, now: number, searched: 'all' | 'newest' = 'all') {
  const { devices, start, end } = filter
  const search = filter.search?.trim().toLowerCase() ?? ''
  const all = q
    .selectFrom('alarm')
    .selectAll()
    .$if(devices !== null, (some) => some.where(sql<boolean>`device_id = any(${devices}::bigint[])`))
  const newest = newestOf(all, 'alarm_time', { start, end, text: searched === 'newest' ? search : '' })
  const conditions = allOf(narrowed(filter, now))
  return q
    .selectFrom(
      q
        .selectFrom(newest.as('newest'))
        .selectAll()
        .$if(conditions !== undefined, (some) => some.where(conditions as RawBuilder<boolean>))
        .as('a'),
    )
    .innerJoin('device as d', (join) =>
      join.onRef('d.tenant_id', '=', 'a.tenant_id').onRef('d.device_id', '=', 'a.device_id'),
    )
    .leftJoin('alarm_hold as h', (join) =>
      join
        .onRef('h.tenant_id', '=', 'a.tenant_id')
        .onRef('h.rule_id', '=', 'a.rule_id')
        .onRef('h.device_id', '=', 'a.device_id'),
    )
    .$if(search !== '', (some) => some.where(sql<boolean>`position(${search} in ${SEARCHED}) > 0`))
}
export type FoundAlarms = ReturnType<typeof alarmsOf>

/** A query's rows as the contract has them. */
export async function rowsOf(found: FoundAlarms, ordered: (rows: FoundAlarms) => FoundAlarms): Promise<Alarm[]> {
  const rows = await ordered(found).selectAll('a').select(['d.dev_alias', 'h.end_time']).execute()
  return rows.map(({ dev_alias, end_time, ...row }) => asAlarm(row, dev_alias, end_time))
}

export const SORTS = ['alarm_time', 'alarm_level', 'alarm_name', 'sn_code', 'recover_time', 'confirm_time'] as const

interface PageRequest {
  page: number
  page_size: number
  sort?: string | undefined
}

/** Of one level, as the list of active alarms has it: what nobody has confirmed first, then what still stands. */
const WITHIN_LEVEL = [sql`a.confirm_time is null`, sql`a.recover_time is null`]

/** A page of what was found, newest first by default, and among equals. */
export async function pageOf(
  q: Kysely<Schema>,
  found: FoundAlarms,
  { page, page_size, sort = '-alarm_time' }: PageRequest,
) {
  const { field, direction } = sortOf(sort, SORTS)
  const rows = await rowsOf(found, (some) =>
    some
      .orderBy(`a.${field}`, (by) => (direction === 'desc' ? by.desc().nullsLast() : by.asc().nullsFirst()))
      .$if(field === 'alarm_level', (level) =>
        WITHIN_LEVEL.reduce((by, first) => by.orderBy(first, direction), level).orderBy('a.alarm_time', 'desc'),
      )
      .orderBy('a.alarm_id', field === 'alarm_level' ? 'desc' : direction)
      .limit(page_size)
      .offset((page - 1) * page_size),
  )
  return { rows, total: await countOf(q, found) }
}

/** So few devices are read by the index of each. */
const DEVICES_BY_INDEX = 16

interface PastParts {
  ask: Ask
  filter: AlarmFilter
  page: Page
  /** Of the organisation, in memory. */
  fleet: Iterable<Pick<LiveDevice, 'device_id' | 'sn_code' | 'dev_alias'>>
  now: number
  enough?: number | undefined
}

/** A page of all of the past, in the order of time: many alarms are looked at in pieces. */
export async function pastAlarms({ ask, filter, page, fleet, now, enough }: PastParts) {
  const { devices, start, end } = filter
  const text = filter.search?.trim().toLowerCase() ?? ''
  const all = [...fleet]
  const ids = all.map(({ device_id }) => device_id)
  const isOfFew = devices !== null && devices.length <= DEVICES_BY_INDEX
  if (devices?.length === 0) return { rows: [], total: 0 }
  const named = all.filter((one) => `${one.sn_code}\n${one.dev_alias}`.toLowerCase().includes(text))
  const called = among(
    sql`device_id`,
    named.map(({ device_id }) => device_id),
    ids,
  )
  const find = text === '' ? findInPieces : findInNewest
  const { keys, total } = await find(
    ask,
    {
      table: sql`alarm`,
      time: 'alarm_time',
      id: 'alarm_id',
      idType: 'bigint',
      start,
      end,
      within: isOfFew ? devices.map((device_id) => sql<boolean>`device_id = ${device_id}`) : [],
    },
    {
      columns: [sql`device_id, alarm_level, recover_time, confirm_time, held, alarm_name, alarm_name_en`],
      isMeant: devices === null || isOfFew ? undefined : among(sql`device_id`, devices, ids),
      isFound: allOf([
        ...narrowed(filter, now),
        ...(text === '' ? [] : [sql<boolean>`(${called} or ${hasText(text, sql`alarm_name, alarm_name_en`)})`]),
      ]),
    },
    { piece: text === '' ? WORDS : TEXTS, enough },
    page,
  )
  const rows = await rowsInPieces(ask, keys, (q, some) => {
    const isNamed = sql<boolean>`a.alarm_id = any(${numbers(some.map(({ id }) => Number(id)))}::bigint[])`
    // Also of a device that was made or moved since the devices were asked for.
    return rowsOf(alarmsOf(q, { devices }, now).where(isNamed), (found) =>
      found.orderBy('a.alarm_time', page.direction).orderBy('a.alarm_id', page.direction),
    )
  })
  return { rows, total }
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
