import { type Kysely, sql } from 'kysely'
import { hasRight } from '../../../../core/catalogue/held-rights.ts'
import { LIMITS } from '../../../../core/catalogue/limits.ts'
import type { ShiftEntry } from '../../../../core/contract/shift-log.ts'
import { countOf } from '../../db/newest-rows.ts'
import type { Row, Schema } from '../../db/schema.ts'
import { numbers } from '../../db/sql-array.ts'
import type { Fleet } from '../../fleet/fleet.ts'
import { type Caller, canSee, holdsGroup } from '../../http/caller.ts'

export interface EntryFilter {
  kind?: ShiftEntry['kind'] | undefined
  start?: number | undefined
  end?: number | undefined
  user_name?: string | undefined
  search?: string | undefined
}

type AboutRow = Pick<Row<'shift_entry'>, 'device_id' | 'sn_code' | 'group_id'>
type EntryRow = Row<'shift_entry'> & { group_name: string | null }

/** The device that is named, while it is the organisation's. */
function deviceOf(fleet: Fleet, { tenant_id }: Caller, named: { device_id: number; sn_code: string }) {
  const device = fleet.of(named)
  return device?.tenant_id === tenant_id ? device : undefined
}

/** Whether the caller sees the device that is named; of one that is gone, whether he sees all. */
function seesDevice(fleet: Fleet, caller: Caller, named: { device_id: number; sn_code: string }): boolean {
  const device = deviceOf(fleet, caller, named)
  return device ? canSee(caller, device) : caller.may_see === 'all'
}

/** Whether the caller sees what an entry is about. */
export function seesEntry(fleet: Fleet, caller: Caller, { device_id, sn_code, group_id }: AboutRow): boolean {
  if (group_id !== null) return holdsGroup(caller.may_see, group_id)
  return device_id === null || sn_code === null || seesDevice(fleet, caller, { device_id, sn_code })
}

/** The groups that the caller holds whole; null for all. */
const groupsOf = ({ may_see }: Caller): number[] | null =>
  may_see === 'all' ? null : [...may_see[0].groups].filter((group_id) => holdsGroup(may_see, group_id))

const TEXTS = sql`lower(concat_ws(chr(10), e.body, e.user_name, e.about))`

/** Entries about these devices, with null for the device of all that the caller sees. In a transaction of the tenant. */
export function entriesFor(
  q: Kysely<Schema>,
  caller: Caller,
  { seen, device_id }: { seen: readonly number[] | null; device_id: number | null },
  { kind, start, end, user_name, search = '' }: EntryFilter,
) {
  const text = search.trim().toLowerCase()
  const groups = groupsOf(caller)
  return q
    .selectFrom('shift_entry as e')
    .$if(seen !== null, (some) =>
      some.where(sql<boolean>`case when e.group_id is not null then e.group_id = any(${numbers(groups ?? [])}::bigint[])
        else e.device_id is null or e.device_id = any(${numbers(seen ?? [])}::bigint[]) end`),
    )
    .$if(device_id !== null, (some) => some.where('e.device_id', '=', device_id))
    .$if(kind !== undefined, (some) => some.where('e.kind', '=', kind ?? 'note'))
    .$if(start !== undefined, (some) => some.where('e.entry_time', '>=', start ?? 0))
    .$if(end !== undefined, (some) => some.where('e.entry_time', '<', end ?? 0))
    .$if(user_name !== undefined, (some) => some.where('e.user_name', '=', user_name ?? ''))
    .$if(text !== '', (some) => some.where(sql<boolean>`position(${text} in ${TEXTS}) > 0`))
}
export type FoundEntries = ReturnType<typeof entriesFor>

const rowsOf = (found: FoundEntries): Promise<EntryRow[]> =>
  found
    .leftJoin('device_group as g', (join) =>
      join.onRef('g.tenant_id', '=', 'e.tenant_id').onRef('g.group_id', '=', 'e.group_id'),
    )
    .selectAll('e')
    .select('g.group_name')
    .orderBy('e.entry_time', 'desc')
    .orderBy('e.entry_id', 'desc')
    .execute()

/** A page of what was found, the newest first. */
export async function pageOfEntries(
  q: Kysely<Schema>,
  found: FoundEntries,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<{ rows: EntryRow[]; total: number }> {
  return { rows: await rowsOf(found.limit(limit).offset(offset)), total: await countOf(q, found) }
}

/** One entry, whoever asks; null where there is none. */
export async function entryRow(q: Kysely<Schema>, caller: Caller, entry_id: number): Promise<EntryRow | null> {
  const all = entriesFor(q, caller, { seen: null, device_id: null }, {})
  const [row] = await rowsOf(all.where('e.entry_id', '=', entry_id))
  return row ?? null
}

/** As this caller reads it: devices that he does not see are named nowhere. */
export function asEntry(fleet: Fleet, caller: Caller, row: EntryRow, now: number): ShiftEntry {
  const { device_id, sn_code, group_name, about, open, user_id, entry_time, taken_time } = row
  const device = device_id !== null && sn_code !== null ? deviceOf(fleet, caller, { device_id, sn_code }) : undefined
  const isOwn = user_id === caller.user_id
  const mayWrite = hasRight(caller.roles, 'P73600')
  const correct_until = entry_time + LIMITS.shiftMs
  const isNamed = (named: { device_id: number; sn_code: string }) => seesDevice(fleet, caller, named)
  return {
    entry_id: row.entry_id,
    kind: row.kind,
    body: row.body,
    entry_time,
    user_name: row.user_name,
    sn_code: device?.sn_code ?? null,
    about: device?.dev_alias ?? group_name ?? about,
    correct_until: isOwn && mayWrite && now < correct_until ? correct_until : null,
    before: row.before,
    open: open && {
      ...open,
      shelved: open.shelved.filter(isNamed).map(({ device_id: _, ...one }) => one),
      offline: open.offline.filter(isNamed).map(({ device_id: _, ...one }) => one),
    },
    taken_by: row.taken_by,
    taken_time,
    may_take: row.kind === 'handover' && taken_time === null && !isOwn && mayWrite,
  }
}
