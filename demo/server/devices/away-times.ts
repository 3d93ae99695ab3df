import type { Db } from '../db/db.ts'
import type { LiveDevice } from '../fleet/fleet.ts'
import type { Silence } from '../history/silences.ts'

/** A device that comes and goes all day has more lines than anybody can see breaks. */
const MOST_LINES = 2000

/** When a device was not connected, by its log: from each line that says so to the next that says that it is again. */
export async function awayTimes(
  db: Db,
  { tenant_id, device_id }: LiveDevice,
  start: number,
  end: number,
): Promise<Silence[]> {
  const lines = await db.tenant(
    tenant_id,
    (q) =>
      q
        .selectFrom('device_log')
        .select(['log_time', 'kind'])
        .where('device_id', '=', device_id)
        .where('kind', 'in', ['connected', 'disconnected'])
        .where('log_time', '>=', start)
        .where('log_time', '<', end)
        .orderBy('log_time', 'desc')
        .orderBy('log_id', 'desc')
        .limit(MOST_LINES)
        .execute(),
    'history',
  )
  const away: Silence[] = []
  let left: number | null = null
  for (const { kind, log_time } of lines.reverse()) {
    if (kind === 'disconnected') left ??= log_time
    else if (left !== null) {
      away.push([left, log_time])
      left = null
    }
  }
  return away
}
