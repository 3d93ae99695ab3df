import { sql } from 'kysely'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { changesOf, writeAudits } from '../audit/index.ts'
import type { Caller } from '../http/caller.ts'
import { countChanges } from '../http/many-changes.ts'
import { costOfSorting } from '../http/sort.ts'
import { eachDevice, inPieces, type LockedDevice } from './each-device.ts'
import { matchingDevices } from './rows.ts'
import type { DeviceTagParts } from './tags.ts'

/** Answers about many devices at once. */
export const deviceBulkAnswers = ({
  db,
  fleet,
  budgets,
  now = Date.now,
}: DeviceTagParts): Answers<Contract['deviceBulk'], Caller> => ({
  async found(filter, caller) {
    return db.tenant(caller.tenant_id, async (q) => {
      const found = await matchingDevices(q, fleet, caller, filter)
      caller.spend?.(costOfSorting(found.length))
      const ids = found.map(({ device_id }) => device_id)
      const tagged = await q
        .selectFrom('device')
        .select(['device_id', 'tags'])
        .where(sql<boolean>`device_id = any(${ids}::bigint[])`)
        .where(sql<boolean>`cardinality(tags) > 0`)
        .execute()
      const tagsOf = new Map(tagged.map(({ device_id, tags }) => [device_id, tags]))
      return found.map(({ device_id, sn_code, dev_alias, group_id, report_interval_s }) => {
        return { sn_code, dev_alias, group_id, tags: tagsOf.get(device_id) ?? [], report_interval_s }
      })
    })
  },

  async setInterval({ sn_codes, report_interval_s }, caller) {
    countChanges(budgets, caller, sn_codes.length)
    const reloaded: string[] = []
    return inPieces(db, caller, sn_codes, async (q, some) => {
      const changed: LockedDevice[] = []
      const outcomes = await eachDevice(q, fleet, caller, some, (row) => {
        // Its sources say how often it reports.
        if (row.is_virtual) return '100006'
        if (row.report_interval_s !== report_interval_s) changed.push(row)
        return null
      })
      if (changed.length === 0) return outcomes
      await q
        .updateTable('device')
        .set({ report_interval_s })
        .where(sql<boolean>`device_id = any(${changed.map(({ device_id }) => device_id)}::bigint[])`)
        .execute()
      const audits = changed.map((row) => ({
        action: 'device-edit' as const,
        target: row.dev_alias,
        detail: changesOf({ report_interval_s: row.report_interval_s }, { report_interval_s }),
      }))
      await writeAudits(q, caller, audits, now())
      reloaded.push(...changed.map(({ sn_code }) => sn_code))
      return outcomes
    }).finally(() => fleet.reload(...reloaded))
  },
})
