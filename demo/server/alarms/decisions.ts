import type { Kysely } from 'kysely'
import type { Alarm } from '../../../core/contract/alarm.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Db } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import type { Fleet, LiveDevice } from '../fleet/fleet.ts'
import { callHasEnded, whileCallGoesOn } from '../limits/call-now.ts'
import type { Acts } from './acts.ts'
import type { By } from './changeset.ts'
import { CONFIRMED_AT_ONCE, type ConfirmCode, type Confirmed, confirmAlarms, noteAlarm } from './confirm.ts'
import type { Earlier } from './earlier.ts'
import { endAlarmsOf } from './end-of-device.ts'
import type { RowNotices } from './row-notices.ts'

/** What people decide about alarms, each in the turn of their organisation. */
export interface Decisions {
  /**
   * Marks an alarm as seen. The caller has checked that the user may see its device. Throws an ApiError: 110526 when it
   * is confirmed already, 100002 when the tenant has no such alarm.
   */
  confirm(tenant_id: number, alarm_id: string, by: By, alarm_note?: string): Promise<Alarm>
  /** The same of many, with the code of each. */
  confirmMany(
    tenant_id: number,
    alarm_ids: readonly string[],
    by: By,
    alarm_note?: string,
  ): Promise<Map<string, ConfirmCode>>
  /** Throws an ApiError 100002 when the tenant has no such alarm. */
  note(tenant_id: number, alarm_id: string, by: By, alarm_note: string): Promise<Alarm>
  /**
   * Does `work`, which ends the device, and ends what stands of it in the same transaction, as the owner; then announces that.
   * Nothing of it is written afterwards.
   */
  endWith(device: LiveDevice, work: (q: Kysely<Schema>) => Promise<void>): Promise<void>
}

export interface DecisionParts {
  db: Db
  fleet: Fleet
  acts: Pick<Acts, 'act'>
  earlier: Pick<Earlier, 'go'>
  notices: RowNotices
  now: () => number
}

export function createDecisions({ db, fleet, acts, earlier, notices, now }: DecisionParts): Decisions {
  const announceConfirmed = async ({ rows }: Confirmed): Promise<Alarm[]> => {
    rows.forEach(notices.confirmed)
    const alarms: Alarm[] = []
    for (const row of rows) {
      const device = fleet.of(row)
      if (device) alarms.push(await notices.announce(device, row, 'confirmed'))
    }
    return alarms
  }

  const confirmAll = async (tenant_id: number, ids: readonly number[], by: By, alarm_note: string | undefined) => {
    const codes = new Map<number, ConfirmCode>()
    const alarms: Alarm[] = []
    try {
      for (let from = 0; from < ids.length; from += CONFIRMED_AT_ONCE) {
        if (from > 0 && callHasEnded()) break
        const some = ids.slice(from, from + CONFIRMED_AT_ONCE)
        const confirmed = await acts.act(tenant_id, some.length, async () => {
          const its = await db.tenant(
            tenant_id,
            whileCallGoesOn((q) => confirmAlarms(q, some, by, alarm_note, now())),
            'ingest',
          )
          alarms.push(...(await announceConfirmed(its)))
          return its
        })
        for (const [alarm_id, code] of confirmed.codes) codes.set(alarm_id, code)
      }
    } finally {
      // Not before: what follows by itself may be among these. A call that is refused midway has confirmed some too.
      if (alarms.length > 0) earlier.go(tenant_id)
    }
    return { codes, alarms }
  }

  return {
    confirm: async (tenant_id, alarm_id, by, alarm_note) => {
      const { codes, alarms } = await confirmAll(tenant_id, [Number(alarm_id)], by, alarm_note)
      const code = codes.get(Number(alarm_id)) ?? '100002'
      const [alarm] = alarms
      if (code !== '100001' || !alarm) throw new ApiError(code === '100001' ? '100002' : code)
      return alarm
    },

    confirmMany: async (tenant_id, alarm_ids, by, alarm_note) => {
      const { codes } = await confirmAll(tenant_id, [...new Set(alarm_ids.map(Number))], by, alarm_note)
      return new Map(alarm_ids.map((alarm_id) => [alarm_id, codes.get(Number(alarm_id)) ?? '100002']))
    },

    note: (tenant_id, alarm_id, by, alarm_note) =>
      acts.act(tenant_id, 1, async () => {
        const row = await db.tenant(
          tenant_id,
          whileCallGoesOn((q) => noteAlarm(q, Number(alarm_id), by, alarm_note, now())),
          'ingest',
        )
        const device = row && fleet.of(row)
        if (!device) throw new ApiError('100002')
        notices.noted(row)
        return notices.announce(device, row, 'noted')
      }),

    endWith: async (device, work) => {
      const { tenant_id } = device
      const ended = await acts.act(tenant_id, 1, () =>
        db.systemFor(
          tenant_id,
          whileCallGoesOn(async (q) => {
            await work(q)
            return endAlarmsOf(q, device, now())
          }),
          'ingest',
        ),
      )
      for (const row of ended) {
        notices.confirmed(row)
        await notices.announce(device, row, row.confirm_time === null ? 'recovered' : 'confirmed')
      }
      if (ended.length > 0) earlier.go(tenant_id)
    },
  }
}
