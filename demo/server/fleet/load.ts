import type { Kysely, Selectable } from 'kysely'
import { sql } from 'kysely'
import type { DevState } from '../../../core/contract/device.ts'
import { snKey } from '../../../core/rules/sn.ts'
import { saltOf } from '../db/passwords.ts'
import type { DeviceTable, PointTable, Schema } from '../db/schema.ts'
import { numbers, texts } from '../db/sql-array.ts'
import { enumTextOf } from './enum-texts.ts'
import type { LiveDevice, LivePoint } from './fleet.ts'

const pointColumns = [
  'point_id',
  'device_id',
  'key',
  'name',
  'name_en',
  'data_type',
  'unit',
  'decimals',
  'access',
  'write_min',
  'write_max',
  'keep_history',
  'two_step',
  'is_added',
  'is_hidden',
  'is_removed',
  'formula',
] as const

/** Points that are read in one statement: a server has millions, and one that takes too long would not start. */
export const POINTS_READ_AT_ONCE = 20_000

type DeviceRow = Pick<
  Selectable<DeviceTable>,
  | 'tenant_id'
  | 'device_id'
  | 'sn_code'
  | 'is_virtual'
  | 'password_hash'
  | 'saved_user_id'
  | 'behind'
  | 'dev_alias'
  | 'group_id'
  | 'template_id'
  | 'dev_state'
  | 'report_time'
  | 'awaited_time'
  | 'report_interval_s'
>
type PointRow = Pick<Selectable<PointTable>, (typeof pointColumns)[number] | 'sort' | 'tenant_id'> & {
  enum_json: string | null
}

/** A device without its newest values; `connected` is for the caller to know. */
function liveDevice(
  { password_hash, ...row }: DeviceRow,
  points: readonly PointRow[],
  alarms: OpenAlarms | undefined,
): LiveDevice {
  return {
    ...row,
    password_salt: saltOf(password_hash),
    dev_state: row.dev_state as DevState,
    connected: false,
    is_dead: false,
    open_alarms: alarms?.open_alarms ?? 0,
    alarm_level: alarms?.alarm_level ?? 0,
    described_time: 0,
    // A count that begins at the clock is above every one of an earlier run.
    seq: Date.now(),
    points: new Map(points.map((point) => [point.key, livePoint(point)])),
  }
}

const livePoint = (row: PointRow): LivePoint => {
  const { device_id: _, tenant_id: _tenant, sort: _sort, enum_json, ...point } = row
  return {
    ...point,
    enum_text: enumTextOf(enum_json),
    value: null,
    quality: 'bad',
    data_time: null,
    arrival_time: null,
  }
}

interface OpenAlarms {
  device_id: number
  open_alarms: number
  alarm_level: number
}

const somePoints = (q: Kysely<Schema>) =>
  q
    .selectFrom('point')
    .select([...pointColumns, 'tenant_id', 'sort'])
    .select(sql<string | null>`enum_text::text`.as('enum_json'))

/** Points of all registered devices, some at a time in the order of their key. */
async function* allPoints(q: Kysely<Schema>): AsyncGenerator<PointRow[]> {
  let last: PointRow | undefined
  for (let count = POINTS_READ_AT_ONCE; count === POINTS_READ_AT_ONCE; ) {
    const after = last
      ? sql<boolean>`(tenant_id, device_id, key) > (${last.tenant_id}, ${last.device_id}, ${last.key})`
      : sql<boolean>`true`
    const rows = await somePoints(q)
      .where(after)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('device')
            .whereRef('device.device_id', '=', 'point.device_id')
            .where('device.deregistered_time', 'is', null),
        ),
      )
      .orderBy('tenant_id')
      .orderBy('device_id')
      .orderBy('key')
      .limit(POINTS_READ_AT_ONCE)
      .execute()
    yield rows
    last = rows.at(-1)
    count = rows.length
  }
}

/** Stored bytes of an enum's words that take as long to read as a point. */
const WORDS_OF_POINT = 256

/** In points, how much there is to read of registered devices, by their SN in lower case. */
export async function sizesOf(q: Kysely<Schema>, sns: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ sn: string; size: number }>`
    select lower(d.sn_code) as sn, (count(*) + coalesce(sum(pg_column_size(p.enum_text)), 0) / ${WORDS_OF_POINT})::int as size
      from device d join point p on p.tenant_id = d.tenant_id and p.device_id = d.device_id
      where lower(d.sn_code) = any(${texts(sns)}::text[]) and d.deregistered_time is null
      group by d.device_id, d.sn_code`.execute(q)
  return new Map(rows.map(({ sn, size }) => [sn, size]))
}

/** Devices with their points in the order of their templates; all of them, or those of some SNs. */
export async function loadDevices(q: Kysely<Schema>, sn_codes?: readonly string[]): Promise<LiveDevice[]> {
  const rows = await q
    .selectFrom('device')
    .select([
      'tenant_id',
      'device_id',
      'sn_code',
      'is_virtual',
      'password_hash',
      'saved_user_id',
      'behind',
      'dev_alias',
      'group_id',
      'template_id',
      'dev_state',
      'report_time',
      'awaited_time',
      'report_interval_s',
    ])
    .where('deregistered_time', 'is', null)
    .$if(sn_codes !== undefined, (some) =>
      some.where(sql<boolean>`lower(sn_code) = any(${texts((sn_codes ?? []).map(snKey))}::text[])`),
    )
    .execute()
  if (rows.length === 0) return []
  const ids = sn_codes && numbers(rows.map(({ device_id }) => device_id))
  const isTheirs = sql<boolean>`device_id = any(${ids}::bigint[])`
  const alarms = await q
    .selectFrom('alarm')
    .select((on) => [
      'device_id',
      on.fn.countAll<number>().as('open_alarms'),
      on.fn.max('alarm_level').as('alarm_level'),
    ])
    .where('recover_time', 'is', null)
    .where('held', 'is', null)
    .$if(ids !== undefined, (some) => some.where(isTheirs))
    .groupBy('device_id')
    .execute()
  const pointsOf = new Map<number, PointRow[]>(rows.map(({ device_id }) => [device_id, []]))
  for await (const some of ids ? [await somePoints(q).where(isTheirs).execute()] : allPoints(q))
    for (const point of some) pointsOf.get(point.device_id)?.push(point)
  for (const its of pointsOf.values()) its.sort((a, b) => a.sort - b.sort || a.point_id - b.point_id)
  const alarmsOf = new Map(alarms.map((open) => [open.device_id, open]))
  return rows.map((row) => liveDevice(row, pointsOf.get(row.device_id) ?? [], alarmsOf.get(row.device_id)))
}
