import { type Kysely, sql } from 'kysely'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import { LISTED_MS, type ListedDevice } from '../../../core/contract/device-claim.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { snKey } from '../../../core/rules/sn.ts'
import { changesOf, writeAudit, writeChange } from '../audit/index.ts'
import type { Db } from '../db/db.ts'
import { hashPassword } from '../db/passwords.ts'
import type { Row, Schema } from '../db/schema.ts'
import { texts } from '../db/sql-array.ts'
import { forgetUnlisted, isAwaited } from '../db/unregistered-rows.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { type Caller, recordNameOf } from '../http/caller.ts'
import { costOfSorting, sortedPage } from '../http/sort.ts'
import { turnOfPerson } from '../limits/password-turns.ts'
import { notifyUser } from '../messages/index.ts'
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

/**
 * Whether a registration has an SN and waits for its device, which may be another organisation's. Refuses with 110534 where
 * one holds it: the device has appeared, or the caller's own organisation waits for it.
 */
export function isAwaitedElsewhere(fleet: Fleet, { tenant_id }: Caller, sn_code: string): boolean {
  const device = fleet.get(sn_code)
  if (device && (device.tenant_id === tenant_id || !isAwaited(device))) throw new ApiError('110534')
  return device !== undefined
}

/** Where only listed SNs may connect, those that nobody has seen are the administrators' to enter. */
export const mayPrepare = ({ PROVISIONING }: Pick<Settings, 'PROVISIONING'>, { user_type }: Caller): boolean =>
  PROVISIONING === 'open' || user_type === 1

export function requireMayPrepare(settings: Pick<Settings, 'PROVISIONING'>, caller: Caller): void {
  if (!mayPrepare(settings, caller)) throw new ApiError('100015')
}

/** Enters SNs on the organisation's list, anew where they are on it. */
export async function listSns(
  db: Db,
  caller: Caller,
  lines: readonly { sn_code: string; password?: string | undefined }[],
  time: number,
): Promise<void> {
  const { tenant_id } = caller
  const rows: Row<'device_listing'>[] = []
  for (const { sn_code, password } of lines) {
    const password_hash = password === undefined ? null : await hashPassword(password, turnOfPerson(caller))
    rows.push({ tenant_id, sn_code, password_hash, listed_time: time, listed_user_name: recordNameOf(caller) })
  }
  await caller.requireStill?.()
  if (rows.length === 0) return
  await db.tenant(tenant_id, async (q) => {
    const keys = texts(rows.map(({ sn_code }) => snKey(sn_code)))
    await sql`delete from device_listing where lower(sn_code) = any(${keys}::text[])`.execute(q)
    await requireRoom(q, 'listed_devices', rows.length)
    await q.insertInto('device_listing').values(rows).execute()
    const detail = changesOf({}, { sn_codes: rows.map(({ sn_code }) => sn_code) })
    await writeAudit(q, caller, { action: 'device-list', target: rows[0]?.sn_code ?? '', detail }, time)
  })
}

/** Notifies whoever registered a device that had not appeared when another one did. */
export async function notifyGaveWay(
  q: Kysely<Schema>,
  { tenant_id, registered_user_id, dev_alias, sn_code }: Row<'device'>,
  time: number,
): Promise<void> {
  if (registered_user_id === null) return
  const message = { kind: 'device-gave-way', params: { dev_alias, sn_code }, time } as const
  await notifyUser(q, { tenant_id, user_id: registered_user_id, ...message })
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
          ends_time: row.listed_time + LISTED_MS,
        }),
      )
      return {
        rows: sortedPage(listed, { page, page_size, sort }),
        total: rows.length,
        is_open: settings.PROVISIONING === 'open',
      }
    },

    async add({ lines }, caller) {
      // The last of equal SNs counts.
      const wanted = [...new Map(lines.map((line) => [snKey(line.sn_code), line])).values()]
      const isTaken = ({ sn_code, password }: { sn_code: string; password?: string | undefined }) => {
        const device = fleet.get(sn_code)
        // Without a password a list says nothing against one that a registration waits for.
        return device && (device.tenant_id === caller.tenant_id || !isAwaited(device) || password === undefined)
      }
      await listSns(
        db,
        caller,
        wanted.filter((line) => !isTaken(line)),
        now(),
      )
      return wanted.map((line) => ({ id: line.sn_code, code: isTaken(line) ? '110534' : null }))
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
      if (settings.PROVISIONING === 'open' || gone.length === 0) return {}
      // Nobody's devices that nobody else lists come in no more, and keep their places from no other.
      const listed = await db.systemFor(caller.tenant_id, (q) => forgetUnlisted(q, gone))
      for (const sn_code of gone) if (!fleet.get(sn_code) && !listed.has(snKey(sn_code))) disconnect(sn_code)
      return {}
    },
  }
}
