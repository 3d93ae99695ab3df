import type { Kysely } from 'kysely'
import type { StoredOpen } from '../../db/message-tables.ts'
import type { Schema } from '../../db/schema.ts'
import type { Fleet } from '../../fleet/fleet.ts'
import type { Caller } from '../../http/caller.ts'
import { alarmsOf, countsByLevel } from '../list.ts'
import { holdsOf } from '../listed-rows.ts'

/** So many are listed of each kind: more is no handover but a list of its own. */
const LISTED = 20

/** What is open now at these devices (null: at all of the organisation). In a transaction of the tenant. */
export async function openNow(
  q: Kysely<Schema>,
  fleet: Fleet,
  { tenant_id }: Caller,
  devices: readonly number[] | null,
  now: number,
): Promise<StoredOpen> {
  const levels = await countsByLevel(alarmsOf(q, { devices }, now))
  const shelved = (await holdsOf(q, devices)).filter(({ kind }) => kind === 'SHLVD')
  const among = devices && new Set(devices)
  const offline = [...fleet.devices(tenant_id)].filter(
    ({ dev_state, device_id }) => dev_state === 2 && (!among || among.has(device_id)),
  )
  return {
    levels: levels.flatMap(({ held: _, ...level }) => (level.open > 0 ? [level] : [])),
    shelved_count: shelved.length,
    shelved: shelved.slice(0, LISTED).flatMap(({ sn_code, dev_alias, alarm_name, alarm_name_en, end_time }) => {
      const device = fleet.get(sn_code)
      return device ? [{ device_id: device.device_id, sn_code, dev_alias, alarm_name, alarm_name_en, end_time }] : []
    }),
    offline_count: offline.length,
    offline: offline.slice(0, LISTED).map(({ device_id, sn_code, dev_alias }) => ({ device_id, sn_code, dev_alias })),
  }
}
