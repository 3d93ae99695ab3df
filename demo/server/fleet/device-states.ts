import { type Kysely, sql } from 'kysely'
import type { Schema } from '../db/schema.ts'
import { numbers, texts } from '../db/sql-array.ts'
import type { LiveDevice } from './fleet.ts'

/** Writes state, last report and node of devices; `state_time` moves only when the state did. */
export async function flushStates(q: Kysely<Schema>, devices: readonly LiveDevice[], now: number): Promise<void> {
  if (devices.length === 0) return
  await sql`
    update device set
      state_time = case when device.dev_state = next.dev_state then device.state_time else ${now} end,
      dev_state = next.dev_state,
      report_time = next.report_time,
      behind = next.behind
    from unnest(
      ${numbers(devices.map(({ device_id }) => device_id))}::bigint[],
      ${numbers(devices.map(({ dev_state }) => dev_state))}::smallint[],
      ${numbers(devices.map(({ report_time }) => report_time))}::bigint[],
      ${texts(devices.map(({ behind }) => behind))}::text[]
    ) as next (device_id, dev_state, report_time, behind)
    where device.device_id = next.device_id`.execute(q)
}
