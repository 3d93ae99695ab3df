import { type Kysely, sql } from 'kysely'
import { LIMITS } from '../../../../core/catalogue/limits.ts'
import { ApiError } from '../../../../core/contract/api-error.ts'
import type { Contract } from '../../../../core/contract/contract.ts'
import type { Answers } from '../../../../core/contract/endpoint.ts'
import { changesOf, writeAudit } from '../../audit/index.ts'
import type { Db } from '../../db/db.ts'
import type { Schema } from '../../db/schema.ts'
import type { Fleet } from '../../fleet/fleet.ts'
import { seenDevice } from '../../fleet/seen-devices.ts'
import { type Caller, holdsGroup, recordNameOf } from '../../http/caller.ts'
import { WrongField } from '../../http/field-errors.ts'
import { goOnWithin } from '../../limits/call-now.ts'
import { requestedDevices } from '../devices-of.ts'
import { asEntry, entryRow, seesEntry } from './entries.ts'
import { openNow } from './open-now.ts'

export interface ShiftLogParts {
  db: Db
  fleet: Fleet
  now?: () => number
}

interface About {
  sn_code?: string | undefined
  group_id?: number | undefined
}

const tooLate = () =>
  new WrongField('body', { zh: '只能在本班时间内更正', en: 'can only be corrected within a shift’s time' }, '100027')
const tooOften = () =>
  new WrongField(
    'body',
    {
      zh: `最多更正 ${LIMITS.shiftCorrections} 次`,
      en: `can be corrected ${LIMITS.shiftCorrections} times at most`,
    },
    '100019',
  )
const takenAlready = (by: string) =>
  new WrongField('entry_id', { zh: `已由 ${by} 接班`, en: `was taken over by ${by} already` }, '100027')
const OWN_HANDOVER = { zh: '须由他人接班', en: 'is taken over by somebody else than who wrote it' }

/** What an entry is to be about, which the caller sees: the device where one of a group is named. */
export async function aboutOf(q: Kysely<Schema>, fleet: Fleet, caller: Caller, { sn_code, group_id }: About) {
  const group =
    group_id === undefined
      ? undefined
      : await q.selectFrom('device_group').select('group_name').where('group_id', '=', group_id).executeTakeFirst()
  if (group_id !== undefined && !(group && holdsGroup(caller.may_see, group_id))) throw new ApiError('112002')
  const device = sn_code === undefined ? undefined : seenDevice(fleet, caller, sn_code)
  return {
    device_id: device?.device_id ?? null,
    sn_code: device?.sn_code ?? null,
    group_id: device ? null : (group_id ?? null),
    about: device?.dev_alias ?? group?.group_name ?? null,
  }
}

/** An entry stays for long: nobody writes two dozen in a minute, and what an organisation writes between two deletions is bounded. */
const CALLS_OF_ENTRY = 50

type Changes = Pick<Answers<Contract['shiftLog'], Caller>, 'create' | 'correct' | 'take'>

/** What people write in the shift log, correct and take over. */
export function shiftLogChanges({ db, fleet, now = Date.now }: ShiftLogParts): Changes {
  /** The entry, while the caller sees it. */
  async function seenEntry(q: Kysely<Schema>, caller: Caller, entry_id: number) {
    const row = await entryRow(q, caller, entry_id)
    if (!row || !seesEntry(fleet, caller, row)) throw new ApiError('100002')
    goOnWithin(() => {
      if (!seesEntry(fleet, caller, row)) throw new ApiError('100002')
    })
    return row
  }

  /** As it is after a change. */
  async function changed(q: Kysely<Schema>, caller: Caller, entry_id: number) {
    const row = await entryRow(q, caller, entry_id)
    if (!row) throw new ApiError('100002')
    return asEntry(fleet, caller, row, now())
  }

  return {
    async create({ kind, body, ...input }, caller) {
      const { tenant_id, user_id } = caller
      caller.spend?.(CALLS_OF_ENTRY)
      const devices = kind === 'handover' ? await requestedDevices({ db, fleet }, caller, input) : null
      return db.tenant(tenant_id, async (q) => {
        const about = await aboutOf(q, fleet, caller, input)
        goOnWithin(() => {
          if (!seesEntry(fleet, caller, about)) throw new ApiError('100002')
        })
        const open = kind === 'handover' ? await openNow(q, fleet, caller, devices, now()) : null
        const { entry_id } = await q
          .insertInto('shift_entry')
          .values({
            tenant_id,
            kind,
            body,
            entry_time: now(),
            changed_time: now(),
            user_id,
            user_name: recordNameOf(caller),
            ...about,
            open: open && JSON.stringify(open),
          })
          .returning('entry_id')
          .executeTakeFirstOrThrow()
        return changed(q, caller, entry_id)
      })
    },

    correct: ({ entry_id, body }, caller) =>
      db.tenant(caller.tenant_id, async (q) => {
        caller.spend?.(CALLS_OF_ENTRY)
        const row = await seenEntry(q, caller, entry_id)
        if (row.user_id !== caller.user_id) throw new ApiError('100015')
        if (now() >= row.entry_time + LIMITS.shiftMs) throw tooLate()
        if (row.body === body) return asEntry(fleet, caller, row, now())
        if (row.before.length >= LIMITS.shiftCorrections) throw tooOften()
        const before = [{ body: row.body, changed_time: now(), user_name: recordNameOf(caller) }, ...row.before]
        const { numUpdatedRows } = await q
          .updateTable('shift_entry')
          .set({ body, before: JSON.stringify(before), changed_time: now() })
          .where('entry_id', '=', entry_id)
          // What another window of the author wrote meanwhile is kept, too.
          .where('body', '=', row.body)
          .where(sql<boolean>`jsonb_array_length(before) = ${row.before.length}`)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) throw new ApiError('100027')
        const detail = changesOf({ body: row.body }, { body })
        await writeAudit(q, caller, { action: 'shift-log-correct', target: row.about ?? '', detail }, now())
        return changed(q, caller, entry_id)
      }),

    take: ({ entry_id }, caller) =>
      db.tenant(caller.tenant_id, async (q) => {
        const row = await seenEntry(q, caller, entry_id)
        if (row.kind !== 'handover') throw new ApiError('100002')
        if (row.user_id === caller.user_id) throw new WrongField('entry_id', OWN_HANDOVER, '100027')
        const { numUpdatedRows } = await q
          .updateTable('shift_entry')
          .set({ taken_by: recordNameOf(caller), taken_time: now(), changed_time: now() })
          .where('entry_id', '=', entry_id)
          // Two may press at once.
          .where('taken_time', 'is', null)
          .executeTakeFirst()
        const taken = await changed(q, caller, entry_id)
        if (numUpdatedRows === 0n) throw takenAlready(taken.taken_by ?? '')
        return taken
      }),
  }
}
