import type { Kysely } from 'kysely'
import type { Device, DeviceDetail, DevState } from '../../../core/contract/device.ts'
import { type Caller, canWrite } from '../caller.ts'
import type { Schema } from '../db/schema.ts'
import type { Fleet, LiveDevice } from '../fleet.ts'

/** A tenant's devices with the names of group and template; not what the fleet knows newer. */
const selectDevices = (q: Kysely<Schema>) =>
  q
    .selectFrom('device as d')
    .innerJoin('device_group as g', (join) =>
      join.onRef('g.tenant_id', '=', 'd.tenant_id').onRef('g.group_id', '=', 'd.group_id'),
    )
    .leftJoin('template as t', (join) =>
      join.onRef('t.tenant_id', '=', 'd.tenant_id').onRef('t.template_id', '=', 'd.template_id'),
    )
    .select([
      'd.tenant_id',
      'd.sn_code',
      'd.dev_alias',
      'd.dev_model',
      'd.dev_state',
      'd.group_id',
      'g.group_name',
      't.module_name',
      'd.site_name',
      'd.site_address',
      'd.report_time',
      'd.report_interval_s',
    ])

export type DeviceRow = Awaited<ReturnType<ReturnType<typeof selectDevices>['execute']>>[number]

/** Rows that the caller sees, ordered by SN. */
export async function deviceRows(q: Kysely<Schema>, { may_see }: Caller): Promise<DeviceRow[]> {
  if (may_see === 'all') return selectDevices(q).orderBy('d.sn_code').execute()
  if (may_see.size === 0) return []
  return selectDevices(q)
    .where('d.group_id', 'in', [...may_see])
    .orderBy('d.sn_code')
    .execute()
}

/** A row with what the fleet knows of it now. */
export function asDevice(row: DeviceRow, live: LiveDevice | undefined, caller: Caller): Device {
  return {
    ...row,
    dev_state: live?.dev_state ?? (row.dev_state as DevState),
    report_time: live?.report_time ?? row.report_time,
    open_alarms: live?.open_alarms ?? 0,
    may_write: canWrite(caller, row),
  }
}

/** Everything of one device, read anew. */
export async function deviceDetail(
  q: Kysely<Schema>,
  fleet: Fleet,
  caller: Caller,
  device_id: number,
): Promise<DeviceDetail> {
  const row = await selectDevices(q)
    .select([
      'd.deployment_address',
      'd.contact_name',
      'd.contact_phone',
      'd.contact_email',
      'd.card_no',
      'd.back_end_version',
      'd.registered_time',
      'd.created_time',
    ])
    .where('d.device_id', '=', device_id)
    .executeTakeFirstOrThrow()
  const live = fleet.get(row.sn_code)
  const points = [...(live?.points.values() ?? [])]
  return {
    ...row,
    ...asDevice(row, live, caller),
    registered_time: row.registered_time ?? row.created_time,
    points: points.filter(({ is_added }) => is_added),
    offered: points.filter(({ is_added }) => !is_added).map(({ key, data_type }) => ({ key, data_type })),
  }
}
