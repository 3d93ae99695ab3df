import type { Kysely } from 'kysely'
import { insertLogRows } from '../db/device-log-rows.ts'
import type { Row, Schema } from '../db/schema.ts'
import { endOffersOfDevice, endSharesOfDevice } from '../devices/index.ts'

interface End {
  /** Null where nobody ends it: it gave way. */
  user_id: number | null
  user_name: string
  time: number
  /** What the device's log says of it. */
  detail: Readonly<Record<string, string>>
}

/** Ends the registration of a device whose row is locked, with what is offered and shared of it. Users with whom it was shared. */
export async function endDevice(
  q: Kysely<Schema>,
  row: Row<'device'>,
  { user_id, user_name, time, detail }: End,
): Promise<number[]> {
  const { tenant_id, device_id } = row
  await q
    .updateTable('device')
    .set({ deregistered_time: time, deregistered_user_id: user_id, deregistered_user_name: user_name })
    .where('device_id', '=', device_id)
    .execute()
  await endOffersOfDevice(q, row, time)
  const log = { tenant_id, device_id, kind: 'deregistered' as const, log_time: time, detail: JSON.stringify(detail) }
  await insertLogRows(q, [log])
  return endSharesOfDevice(q, { tenant_id, user_name }, device_id, time)
}
