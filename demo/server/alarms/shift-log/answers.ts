import type { Kysely } from 'kysely'
import { LIMITS } from '../../../../core/catalogue/limits.ts'
import { ApiError } from '../../../../core/contract/api-error.ts'
import type { Contract } from '../../../../core/contract/contract.ts'
import type { Answers } from '../../../../core/contract/endpoint.ts'
import { SEARCH_COST } from '../../db/newest-rows.ts'
import type { Schema } from '../../db/schema.ts'
import { sheetFile } from '../../files/sheet-files.ts'
import { seenDevice } from '../../fleet/seen-devices.ts'
import type { Caller } from '../../http/caller.ts'
import { WrongField } from '../../http/field-errors.ts'
import { requestedDevices } from '../devices-of.ts'
import { aboutOf, type ShiftLogParts, shiftLogChanges } from './changes.ts'
import { asEntry, type EntryFilter, entriesFor, pageOfEntries } from './entries.ts'
import { shiftLogSheet } from './file.ts'
import { openNow } from './open-now.ts'

/** Authors that one answer names. */
const AUTHORS = 100

export function shiftLogAnswers(parts: ShiftLogParts): Answers<Contract['shiftLog'], Caller> {
  const { db, fleet, now = Date.now } = parts

  async function found(caller: Caller, { sn_code, ...filter }: EntryFilter & { sn_code?: string | undefined }) {
    if ((filter.search ?? '').trim() !== '') caller.spend?.(SEARCH_COST)
    const device_id = sn_code === undefined ? null : seenDevice(fleet, caller, sn_code).device_id
    const seen = await requestedDevices({ db, fleet }, caller, {})
    return (q: Kysely<Schema>, by: EntryFilter = filter) => entriesFor(q, caller, { seen, device_id }, by)
  }

  return {
    ...shiftLogChanges(parts),

    async list({ page, page_size, sort, ...filter }, caller) {
      if (sort !== undefined && sort !== '-entry_time')
        throw new WrongField('sort', { zh: '只能按 -entry_time 排序', en: 'can only be -entry_time' })
      const entries = await found(caller, filter)
      return db.tenant(caller.tenant_id, async (q) => {
        const { rows, total } = await pageOfEntries(q, entries(q), {
          limit: page_size,
          offset: (page - 1) * page_size,
        })
        const { start, end } = filter
        const authors = await entries(q, { start, end })
          .select('e.user_name')
          .distinct()
          .orderBy('e.user_name')
          .limit(AUTHORS)
          .execute()
        const { changed_time } = await q
          .selectFrom('shift_entry')
          .select((on) => on.fn.max('changed_time').as('changed_time'))
          .executeTakeFirstOrThrow()
        return {
          rows: rows.map((row) => asEntry(fleet, caller, row, now())),
          total,
          authors: authors.map(({ user_name }) => user_name),
          changed_time,
        }
      })
    },

    async open(about, caller) {
      await db.tenant(caller.tenant_id, (q) => aboutOf(q, fleet, caller, about))
      const devices = await requestedDevices({ db, fleet }, caller, about)
      const { shelved, offline, ...open } = await db.tenant(caller.tenant_id, (q) =>
        openNow(q, fleet, caller, devices, now()),
      )
      return {
        ...open,
        shelved: shelved.map(({ device_id: _, ...one }) => one),
        offline: offline.map(({ device_id: _, ...one }) => one),
      }
    },

    async export({ format, lang, ...filter }, caller) {
      const entries = await found(caller, filter)
      return sheetFile(caller, format, () =>
        db.tenant(
          caller.tenant_id,
          async (q) => {
            const { rows, total } = await pageOfEntries(q, entries(q), { limit: LIMITS.exportRows })
            if (total > LIMITS.exportRows) throw new ApiError('110541')
            const { timezone } = await q.selectFrom('tenant').select('timezone').executeTakeFirstOrThrow()
            const shown = rows.map((row) => asEntry(fleet, caller, row, now()))
            return shiftLogSheet({ rows: shown, timezone, lang })
          },
          'reports',
        ),
      )
    },
  }
}
