import { type Kysely, sql } from 'kysely'
import { hasRight } from '../../../core/catalogue/held-rights.ts'
import { DEVICE_PAGES } from '../../../core/catalogue/readers.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Device, DeviceDetail, DevState } from '../../../core/contract/device.ts'
import type { ParsedInputOf } from '../../../core/contract/endpoint.ts'
import { codesAbove } from '../../../core/contract/region.ts'
import type { Schema } from '../db/schema.ts'
import { isAwaited } from '../db/unregistered-rows.ts'
import type { Fleet, LiveDevice, LivePoint } from '../fleet/fleet.ts'
import { groupsBelow } from '../fleet/group-tree.ts'
import { type Caller, canPassOn, canSee, canWrite, maySend, sharedWith } from '../http/caller.ts'
import { closedPoints } from '../rights/index.ts'
import { hasScreen } from '../templates/index.ts'
import { codePrefix, regionWords } from './districts.ts'
import { mayGiveAway } from './find-device.ts'

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
    .leftJoin('device_picture as p', (join) =>
      join.onRef('p.tenant_id', '=', 'd.tenant_id').onRef('p.device_id', '=', 'd.device_id'),
    )
    .leftJoin('app_user as u', (join) =>
      join.onRef('u.tenant_id', '=', 'd.tenant_id').onRef('u.user_id', '=', 'd.registered_user_id'),
    )
    .select([
      'd.tenant_id',
      'd.sn_code',
      'd.is_virtual',
      'd.dev_alias',
      'd.dev_model',
      'd.dev_state',
      'd.group_id',
      'g.group_name',
      't.template_id',
      't.module_name',
      'p.tag as picture_tag',
      'd.site_name',
      'd.site_address',
      'd.tags',
      'd.region_code',
      'd.region_text',
      'd.report_time',
      'd.awaited_time',
      'd.report_interval_s',
      'd.registered_user_id',
      'u.name as registered_by',
    ])

type DeviceRow = Awaited<ReturnType<ReturnType<typeof selectDevices>['execute']>>[number]

/** Devices of a tenant by what only SQL knows: a text in what people search by, the model, and a tag whatever its case. */
async function deviceIdsOf(
  q: Kysely<Schema>,
  {
    text,
    dev_model,
    tag,
    region_code,
  }: { text: string } & Partial<Record<'dev_model' | 'tag' | 'region_code', string | undefined>>,
): Promise<Set<number>> {
  const searched = sql`lower(concat_ws(chr(10), sn_code, dev_alias, dev_model, site_name, site_address, array_to_string(tags, chr(10))))`
  const rows = await q
    .selectFrom('device')
    .select('device_id')
    .$if(text !== '', (some) => some.where(sql<boolean>`position(${text.toLowerCase()} in ${searched}) > 0`))
    .$if(dev_model !== undefined, (some) => some.where('dev_model', '=', dev_model ?? ''))
    .$if(region_code !== undefined, (some) => some.where('region_code', 'like', `${codePrefix(region_code ?? '')}%`))
    .$if(tag !== undefined, (some) =>
      some.where(sql<boolean>`lower(${tag ?? ''}) in (select lower(t) from unnest(tags) t)`),
    )
    .execute()
  return new Set(rows.map(({ device_id }) => device_id))
}

const NODE = ['group_id', 'parent_id'] as const

/** A group with all below it, or alone. */
async function groupsOf(q: Kysely<Schema>, group_id: number, isAlone: boolean): Promise<ReadonlySet<number>> {
  if (isAlone) return new Set([group_id])
  return groupsBelow(await q.selectFrom('device_group').select(NODE).execute(), [group_id])
}

const isListed = (point: LivePoint | undefined) => point?.is_added === true && !point.is_hidden

/** What devices are filtered by. */
export type DeviceFilter = Omit<ParsedInputOf<Contract['device']['list']>, 'page' | 'page_size' | 'sort'>

/** Devices that the caller may see and that a filter leaves, by SN. */
export async function matchingDevices(
  q: Kysely<Schema>,
  fleet: Fleet,
  caller: Caller,
  { group_id, group_only = false, template_id, dev_state, keys, search = '', ...bySql }: DeviceFilter,
): Promise<LiveDevice[]> {
  const text = search.trim()
  const inGroups = group_id === undefined ? null : await groupsOf(q, group_id, group_only)
  const isBySql = text !== '' || Object.values(bySql).some((one) => one !== undefined)
  const matching = isBySql ? await deviceIdsOf(q, { text, ...bySql }) : null
  return [...fleet.devices(caller.tenant_id)]
    .filter((device) => canSee(caller, device))
    .filter((device) => !inGroups || (device.group_id !== null && inGroups.has(device.group_id)))
    .filter((device) => template_id === undefined || device.template_id === template_id)
    .filter((device) => !dev_state?.length || dev_state.includes(device.dev_state))
    .filter((device) => !matching || matching.has(device.device_id))
    .filter((device) => !keys?.length || keys.some((key) => isListed(device.points.get(key))))
    .sort((a, b) => (a.sn_code < b.sn_code ? -1 : 1))
}

/** These devices as lists show them, in their order. */
export async function devicesAsRows(
  q: Kysely<Schema>,
  devices: readonly LiveDevice[],
  caller: Caller,
): Promise<Device[]> {
  if (devices.length === 0) return []
  const ids = devices.map(({ device_id }) => device_id)
  const rows = await selectDevices(q)
    .select('d.device_id')
    .where(sql<boolean>`d.device_id = any(${ids}::bigint[])`)
    .execute()
  const byId = new Map(rows.map((row) => [row.device_id, row]))
  return devices.flatMap((device) => {
    const row = byId.get(device.device_id)
    return row ? asDevice(row, device, caller) : []
  })
}

/** A guest is no user of the organisation, and the experience account changes nothing. */
export const mayEdit = (caller: Caller, row: Parameters<typeof canWrite>[1]): boolean =>
  caller.guest === null && !caller.is_experience && hasRight(caller.roles, 'P30200') && canWrite(caller, row)

const mayDeregister = (caller: Caller, row: DeviceRow): boolean =>
  !row.is_virtual && mayEdit(caller, row) && mayGiveAway(caller, row)

const mayShare = (caller: Caller, row: DeviceRow): boolean =>
  !row.is_virtual &&
  !caller.is_experience &&
  hasRight(caller.roles, 'P33000') &&
  mayGiveAway(caller, row) &&
  canPassOn(caller, row)

function sharedTo(caller: Caller, row: DeviceRow): Device['shared'] {
  const shared = canPassOn(caller, row) ? null : sharedWith(caller, row)
  return shared && { by_name: shared.by_name, until_time: shared.until_time }
}

/** A row with what the fleet knows of it now. */
function asDevice(row: DeviceRow, live: LiveDevice | undefined, caller: Caller): Device {
  return {
    ...row,
    is_awaited: isAwaited(live ?? row),
    region: regionWords(row, caller.lang),
    dev_state: live?.dev_state ?? (row.dev_state as DevState),
    report_time: live?.report_time ?? row.report_time,
    report_interval_s: live?.report_interval_s ?? row.report_interval_s,
    open_alarms: live?.open_alarms ?? 0,
    may_write: !row.is_virtual && maySend(caller, row),
    may_edit: mayEdit(caller, row),
    may_deregister: mayDeregister(caller, row),
    may_share: mayShare(caller, row),
    registered_by: caller.guest === null ? row.registered_by : null,
    shared: sharedTo(caller, row),
  }
}

const NO_CONTACT = { deployment_address: '', contact_name: '', contact_phone: '', contact_email: '', card_no: null }

/** Who to call about a device stands on its own pages: alarms and screens are read without. */
const mayKnowContact = ({ roles, guest }: Caller): boolean =>
  guest !== null || DEVICE_PAGES.some((right) => hasRight(roles, right))

/** Keys of a device's points that its template has with another type: what was recorded kept them from becoming its. */
export async function conflictsOf(q: Kysely<Schema>, { device_id }: Pick<LiveDevice, 'device_id'>): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select p.key from device d
      join template_point t on t.tenant_id = d.tenant_id and t.template_id = d.template_id
      join point p on p.tenant_id = d.tenant_id and p.device_id = d.device_id and p.key = t.key
    where d.device_id = ${device_id} and not d.is_virtual and p.is_added and p.data_type <> t.data_type
    order by p.key`.execute(q)
  return rows.map(({ key }) => key)
}

/** Everything of one device, read anew. */
/** Of a device that a dashboard binds, for a guest who does not see it otherwise: what the components of the dashboard show of it. */
export const boundDetail = (device: LiveDevice): DeviceDetail => ({
  sn_code: device.sn_code,
  dev_alias: device.dev_alias,
  dev_state: device.dev_state,
  report_time: device.report_time,
  report_interval_s: device.report_interval_s,
  points: [...device.points.values()].filter(({ is_added }) => is_added).map((point) => ({ ...point, access: 'r' })),
  hidden_points: [],
  offered: [],
  closed: [],
  conflicts: [],
  has_alarms: false,
  has_screen: false,
  open_alarms: 0,
  may_write: false,
  may_edit: false,
  may_deregister: false,
  may_share: false,
  registered_by: null,
  registered_time: 0,
  shared: null,
  is_virtual: false,
  is_awaited: false,
  dev_model: '',
  group_id: null,
  group_name: '',
  template_id: null,
  module_name: null,
  site_name: '',
  site_address: '',
  tags: [],
  picture_tag: null,
  region: '',
  region_code: '',
  province_code: '',
  city_code: '',
  area_code: '',
  region_text: '',
  remarks: '',
  lat: null,
  lng: null,
  back_end_version: null,
  ...NO_CONTACT,
})

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
      'd.remarks',
      'd.lat',
      'd.lng',
      'd.back_end_version',
      'd.registered_time',
      'd.created_time',
    ])
    .select(
      sql<boolean>`exists (select from alarm a where a.tenant_id = d.tenant_id and a.device_id = d.device_id
        and a.next_alarm_id is null and (a.recover_time is null or a.confirm_time is null))`.as('has_alarms'),
    )
    .where('d.device_id', '=', device_id)
    .executeTakeFirst()
  // It was deregistered while it was read.
  if (!row) throw new ApiError('110509')
  const live = fleet.of({ sn_code: row.sn_code, device_id })
  const [province_code, city_code, area_code] = codesAbove(row.region_code)
  const closed = live ? await closedPoints(q, caller, live) : new Map<string, string>()
  const points = [...(live?.points.values() ?? [])].map((point) =>
    closed.has(point.key) ? { ...point, access: 'r' as const } : point,
  )
  const device = asDevice(row, live, caller)
  return {
    ...row,
    ...device,
    may_deregister: device.may_deregister && closed.size === 0,
    ...(mayKnowContact(caller) ? null : NO_CONTACT),
    registered_time: row.registered_time ?? row.created_time,
    province_code,
    city_code,
    area_code,
    points: points.filter(({ is_added, is_hidden }) => is_added && !is_hidden),
    hidden_points: points.filter(({ is_added, is_hidden }) => is_added && is_hidden),
    offered: points
      .filter(({ is_added, is_removed }) => !is_added && !is_removed)
      .map(({ key, data_type }) => ({ key, data_type })),
    closed: [...closed.keys()].filter((key) => live?.points.get(key)?.is_added),
    has_screen: live !== undefined && (await hasScreen(q, caller, live)),
    conflicts: await conflictsOf(q, { device_id }),
  }
}
