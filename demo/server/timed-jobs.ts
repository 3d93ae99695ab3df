import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/catalogue/durations.ts'
import { LIMITS } from '../../core/catalogue/limits.ts'
import { LISTED_MS } from '../../core/contract/device-claim.ts'
import { deleteUnconfirmed } from './alarms/index.ts'
import { writeAudit } from './audit/index.ts'
import { deleteListed, deleteUnseen } from './db/unregistered-rows.ts'
import { deleteDeregistered } from './device-end/index.ts'
import { deleteOldOffers } from './devices/index.ts'
import type { Log } from './diagnostics/log.ts'
import { dropOldChanges } from './fleet/device-states.ts'
import { NOBODY } from './http/caller.ts'
import type { Job } from './jobs/jobs.ts'
import { deleteManyMessages, deleteOldDelivered, deleteOldMessages } from './messages/index.ts'
import type { Parts } from './open-parts.ts'
import { deleteOldSessions } from './people/index.ts'
import { alarmTally, dropBeyondQuotas, dropHistoryBeyondQuotas, dropOldRecords, recordTallies } from './quotas/index.ts'
import { watchOutages } from './system/index.ts'

/** How late an escalation may be, and a message that was gathered. */
const PUSH_MS = 2000
/** How soon an import goes on that another server, or an earlier run, left. */
const IMPORTS_MS = 5000
/** How soon the log knows of an outage. */
const OUTAGES_MS = 5000
/** A device that nobody registers is forgotten so long after it was last seen. */
const UNREGISTERED_KEPT_MS = 30 * DAY_MS

const auditDeleted = (count: number) => ({ action: 'audit-delete' as const, detail: { count } })

/** What the server does by itself, each so often. */
export function timedJobs({ db, telemetry, clock, imports, sight, push, missing }: Parts, log: Log): Job[] {
  const alarms = alarmTally(db)
  const records = recordTallies(db)
  return [
    { name: 'history', everyMs: MINUTE_MS, run: (closing) => telemetry.compact(clock.now(), closing) },
    {
      name: 'unregistered devices',
      everyMs: HOUR_MS,
      run: () =>
        db.system(async (q) => {
          await deleteUnseen(q, Date.now() - UNREGISTERED_KEPT_MS)
          await deleteListed(q, Date.now() - LISTED_MS)
        }, 'reports'),
    },
    {
      name: 'device offers',
      everyMs: HOUR_MS,
      run: () => db.system((q) => deleteOldOffers(q, Date.now()), 'reports'),
    },
    {
      name: 'deregistered devices',
      everyMs: 10 * MINUTE_MS,
      run: (closing) => deleteDeregistered(db, Date.now(), closing),
    },
    { name: 'device imports', everyMs: IMPORTS_MS, run: async () => imports.resume() },
    { name: 'sessions', everyMs: HOUR_MS, run: () => deleteOldSessions(db, Date.now()) },
    {
      name: 'device states',
      everyMs: HOUR_MS,
      run: (closing) => dropOldChanges(db, Date.now() - LIMITS.historyDays * DAY_MS, closing),
    },
    { name: 'quotas', everyMs: 10 * MINUTE_MS, run: (closing) => dropBeyondQuotas(db, { tally: alarms, closing }) },
    {
      name: 'unconfirmed alarms',
      everyMs: 10 * MINUTE_MS,
      run: (closing) => deleteUnconfirmed(db, Date.now(), { tally: alarms, closing }),
    },
    { name: 'history quotas', everyMs: 10 * MINUTE_MS, run: (closing) => dropHistoryBeyondQuotas(db, closing) },
    {
      name: 'messages',
      everyMs: HOUR_MS,
      run: (closing) => deleteOldDelivered(db, Date.now(), closing),
    },
    {
      name: 'records',
      everyMs: 10 * MINUTE_MS,
      run: (closing) =>
        dropOldRecords(db, Date.now(), {
          tallies: records,
          closing,
          noteAuditDeleted: (tenant_id, count) =>
            db.system((q) => writeAudit(q, { ...NOBODY, tenant_id }, auditDeleted(count), Date.now()), 'reports'),
        }),
    },
    {
      name: 'notices',
      everyMs: HOUR_MS,
      run: (closing) => deleteOldMessages(db, Date.now(), closing),
    },
    {
      name: 'system messages',
      everyMs: MINUTE_MS,
      run: (closing) => deleteManyMessages(db, Date.now(), closing),
    },
    { name: 'virtual devices', everyMs: MINUTE_MS, run: () => sight.renew() },
    { name: 'outages', everyMs: OUTAGES_MS, run: watchOutages({ db, missing, log }) },
    { name: 'alarm push', everyMs: PUSH_MS, run: async () => push.begin() },
    { name: 'statistics', everyMs: MINUTE_MS, run: () => db.analyze() },
    { name: 'store', everyMs: 30 * MINUTE_MS, run: () => db.maintain() },
  ]
}
