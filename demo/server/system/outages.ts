import { MINUTE_MS } from '../../../core/catalogue/durations.ts'
import type { Db } from '../db/db.ts'
import type { Log } from '../diagnostics/log.ts'
import type { Missing } from '../http/missing.ts'
import { notifyUsers } from '../messages/index.ts'

interface Outage {
  since: number
  reason: string
  /** Null while it goes on. */
  until: number | null
}

/** Shorter ones are a restart of somebody's, and no news. */
const LEAST_MS = 30_000

const kindOf = (part: keyof Missing, reason: string): 'store-full' | 'store-away' | 'broker-away' => {
  if (part === 'broker') return 'broker-away'
  return reason === 'disk_full' ? 'store-full' : 'store-away'
}

/**
 * Notices what the server has not got, for a timer: the log has one line when it goes and one when it is back, and the
 * administrators of all organisations a message when it is over, since before it could not be written.
 */
export function watchOutages(parts: {
  db: Db
  missing(): Promise<Missing>
  log: Pick<Log, 'warn'>
  now?: () => number
}) {
  const { db, log, now = Date.now } = parts
  const outages = new Map<keyof Missing, Outage>()

  const write = (part: keyof Missing, { since, reason, until }: Outage) =>
    db.system(async (q) => {
      const administrators = await q
        .selectFrom('app_user')
        .select(['tenant_id', 'user_id'])
        .where('user_type', '=', 1)
        .where('is_active', '=', 1)
        .execute()
      const params = { minutes: Math.max(1, Math.round(((until ?? now()) - since) / MINUTE_MS)) }
      for (const { tenant_id, user_id } of administrators)
        await notifyUsers(q, { tenant_id, user_ids: [user_id], kind: kindOf(part, reason), params, time: now() })
    })

  return async (): Promise<void> => {
    const missing = await parts.missing()
    for (const part of ['store', 'broker'] as const) {
      const reason = missing[part]
      const outage = outages.get(part)
      if (reason !== undefined) {
        if (outage && outage.until === null) continue
        outages.set(part, { since: now(), reason, until: null })
        // An external broker says itself where it is and when it goes.
        if (part === 'store') log.warn(`The store takes no writes (${reason}): readings wait at their devices.`)
        continue
      }
      if (!outage) continue
      if (outage.until === null) {
        outage.until = now()
        if (part === 'store')
          log.warn(`The store takes writes again after ${Math.round((now() - outage.since) / 1000)} s.`)
      }
      if (outage.until - outage.since >= LEAST_MS) await write(part, outage)
      outages.delete(part)
    }
  }
}
