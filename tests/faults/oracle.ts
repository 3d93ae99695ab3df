import { openDb, type Place } from '../../demo/server/db/open.ts'
import { openTelemetry } from '../../demo/server/history/telemetry.ts'
import type { NumberedDevice } from './publishers.ts'

export interface Account {
  acknowledged: number
  /** Acknowledged, and not in the history. */
  lost: number
  /** In the history more often than once, though it had a time of its own or was sent once. */
  doubled: number
  /** In the history more often than once: sent again without a time of its own. */
  repeated: number
}

/** Compares what was acknowledged with what a new process finds in the history. The server must have ended. */
export async function accountOf(place: Place, devices: readonly NumberedDevice[]): Promise<Account> {
  const account: Account = { acknowledged: 0, lost: 0, doubled: 0, repeated: 0 }
  const db = await openDb(place)
  try {
    const telemetry = await openTelemetry(db, { log: { info() {} } })
    for (const { sn_code, acknowledged, again, isStamped } of devices) {
      const { point_id } = await db.system((q) =>
        q
          .selectFrom('point as p')
          .innerJoin('device as d', 'd.device_id', 'p.device_id')
          .select('p.point_id')
          .where('d.sn_code', '=', sn_code)
          .executeTakeFirstOrThrow(),
      )
      const found = new Map<number, number>()
      for (let from = 0; ; ) {
        const samples = await telemetry.raw(point_id, from, 8e15, 10_000)
        for (const { value } of samples) found.set(value as number, (found.get(value as number) ?? 0) + 1)
        const last = samples.at(-1)
        if (!last || samples.length < 10_000) break
        from = last.data_time + 1
      }
      account.acknowledged += acknowledged.size
      for (const n of acknowledged) if (!found.has(n)) account.lost++
      for (const [n, times] of found) {
        if (times === 1) continue
        if (isStamped || !again.has(n)) account.doubled++
        else account.repeated++
      }
    }
    await telemetry.close()
    return account
  } finally {
    await db.close()
  }
}
