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
type PointRow = Pick<Selectable<PointTable>, (typeof pointColumns)[number]> & { enum_json: string | null }

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
  const { device_id: _, enum_json, ...point } = row
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
  const points = await q
    .selectFrom('point')
    .select(pointColumns)
    .select(sql<string | null>`enum_text::text`.as('enum_json'))
    .$if(ids !== undefined, (some) => some.where(isTheirs))
    .$if(ids === undefined, (all) =>
      all.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('device')
            .whereRef('device.device_id', '=', 'point.device_id')
            .where('device.deregistered_time', 'is', null),
        ),
      ),
    )
    .orderBy('sort')
    .orderBy('point_id')
    .execute()
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
  for (const point of points) pointsOf.get(point.device_id)?.push(point)
  const alarmsOf = new Map(alarms.map((open) => [open.device_id, open]))
  return rows.map((row) => liveDevice(row, pointsOf.get(row.device_id) ?? [], alarmsOf.get(row.device_id)))
}
