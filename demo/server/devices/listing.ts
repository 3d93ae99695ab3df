import { sql } from 'kysely'
import { DAY_MS } from '../../../core/catalogue/durations.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import { LISTED_DAYS, type ListedDevice } from '../../../core/contract/device-claim.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { snKey } from '../../../core/rules/sn.ts'
import { changesOf, writeAudit, writeChange } from '../audit/index.ts'
import type { Db } from '../db/db.ts'
import { hashPassword } from '../db/passwords.ts'
import type { Row } from '../db/schema.ts'
import { texts } from '../db/sql-array.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { type Caller, recordNameOf } from '../http/caller.ts'
import { costOfSorting, sortedPage } from '../http/sort.ts'
import { turnOfPerson } from '../limits/password-turns.ts'
import { requireRoom } from '../quotas/index.ts'
import type { Settings } from '../settings.ts'

export interface ListingParts {
  db: Db
  fleet: Fleet
  settings: Pick<Settings, 'PROVISIONING'>
  /** Ends a device's connections. */
  disconnect: (sn_code: string) => void
  now?: () => number
}

type Listed = Pick<Row<'device_listing'>, 'sn_code' | 'password_hash' | 'listed_time' | 'listed_user_name'>

export function listingAnswers({
  db,
  fleet,
  settings,
  disconnect,
  now = Date.now,
}: ListingParts): Answers<Contract['deviceListing'], Caller> {
  return {
    async list({ search = '', page, page_size, sort }, { tenant_id, spend }) {
      const text = search.trim().toLowerCase()
      const { rows } = await db.systemFor(tenant_id, (q) =>
        sql<Listed & { last_seen_time: number | null }>`
          select l.sn_code, l.password_hash, l.listed_time, l.listed_user_name, u.last_seen_time
            from device_listing l left join unregistered_device u on lower(u.sn_code) = lower(l.sn_code)
            where l.tenant_id = ${tenant_id} and position(${text} in lower(l.sn_code)) > 0
            order by l.listed_time desc, lower(l.sn_code)`.execute(q),
      )
      spend?.(costOfSorting(rows.length))
      const listed = rows.map(
        ({ password_hash, ...row }): ListedDevice => ({
          ...row,
          has_password: password_hash !== null,
          ends_time: row.listed_time + LISTED_DAYS * DAY_MS,
        }),
      )
      return {
        rows: sortedPage(listed, { page, page_size, sort }),
        total: rows.length,
        is_open: settings.PROVISIONING === 'open',
      }
    },

    async add({ lines }, caller) {
      const { tenant_id } = caller
      // The last of equal SNs counts.
      const wanted = [...new Map(lines.map((line) => [snKey(line.sn_code), line])).values()]
      const fresh = wanted.filter(({ sn_code }) => !fleet.get(sn_code))
      const rows: Row<'device_listing'>[] = []
      const time = now()
      for (const { sn_code, password } of fresh) {
        const password_hash = password === undefined ? null : await hashPassword(password, turnOfPerson(caller))
        rows.push({ tenant_id, sn_code, password_hash, listed_time: time, listed_user_name: recordNameOf(caller) })
      }
      await caller.requireStill?.()
      if (rows.length > 0)
        await db.tenant(tenant_id, async (q) => {
          const keys = texts(rows.map(({ sn_code }) => snKey(sn_code)))
          await sql`delete from device_listing where lower(sn_code) = any(${keys}::text[])`.execute(q)
          await requireRoom(q, 'listed_devices', rows.length)
          await q.insertInto('device_listing').values(rows).execute()
          const detail = changesOf({}, { sn_codes: rows.map(({ sn_code }) => sn_code) })
          await writeAudit(q, caller, { action: 'device-list', target: rows[0]?.sn_code ?? '', detail }, time)
        })
      return wanted.map(({ sn_code }) => ({ id: sn_code, code: fleet.get(sn_code) ? '110534' : null }))
    },

    async remove({ sn_codes }, caller) {
      const keys = texts(sn_codes.map(snKey))
      const gone = await db.tenant(caller.tenant_id, async (q) => {
        const { rows } = await sql<{ sn_code: string }>`
          delete from device_listing where lower(sn_code) = any(${keys}::text[]) returning sn_code`.execute(q)
        const listed = rows.map(({ sn_code }) => sn_code)
        const detail = listed.length === 0 ? {} : changesOf({ sn_codes: listed }, { sn_codes: [] })
        await writeChange(q, caller, { action: 'device-unlist', target: listed[0] ?? '', detail }, now())
        return listed
      })
      // Whoever is connected as one that is nobody's comes back only where somebody else lists it too.
      if (settings.PROVISIONING === 'list') for (const sn_code of gone) if (!fleet.get(sn_code)) disconnect(sn_code)
      return {}
    },
  }
}
