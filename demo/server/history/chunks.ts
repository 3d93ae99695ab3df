import { type Kysely, sql } from 'kysely'
import type { Db } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import { byteas, numbers, texts } from '../db/sql-array.ts'
import type { Bucket } from './buckets.ts'
import type { MergedHour, Part } from './merge-hour.ts'
import type { Merger } from './merger.ts'
import type { Text } from './open-minutes.ts'
import { countSizes, ROW_BYTES, type SizeChange } from './sizes.ts'

type Q = Kysely<Schema>

/** What is stored of an hour of a point. */
export interface StoredHour {
  /** Whose point it is; null for one that is deleted. */
  tenant_id: number | null
  data: Uint8Array | null
  /** Tells whether it was written since; null where nothing is stored. */
  version: string | null
  /** Bytes of its roll-up; null without one. */
  m1: number | null
}

/** Somebody else wrote one of the hours since they were read: read them again. */
class HourChanged extends Error {}

type Key = Pick<Part, 'point_id' | 't0'>

/** The rows of these keys as `k`, with what is stored of each as `h` and `r`. */
const storedOf = (keys: readonly Key[]) => {
  const starts = keys.map(({ t0 }) => t0)
  const range = sql`between ${Math.min(...starts)} and ${Math.max(...starts)}`
  return sql`
    unnest(${numbers(keys.map(({ point_id }) => point_id))}::bigint[], ${numbers(starts)}::bigint[])
      with ordinality k(point_id, t0, place)
    left join tlm_hour h on h.point_id = k.point_id and h.t0 = k.t0 and h.t0 ${range}
    left join tlm_rollup r on r.point_id = k.point_id and r.t0 = k.t0 and r.t0 ${range}`
}

/** What is stored of each, in their order. */
async function readHours(q: Q, keys: readonly Key[]): Promise<StoredHour[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<StoredHour>`
    select p.tenant_id, h.data, h.xmin::text as version, octet_length(r.m1) as m1
    from ${storedOf(keys)} left join point p on p.point_id = k.point_id order by k.place`.execute(q)
  return rows
}

/** How many of these hours, and of their roll-ups, are not there yet. */
export async function countNew(q: Q, keys: readonly Key[]): Promise<{ hours: number; rollups: number }> {
  const { rows } = await sql<{ hours: number; rollups: number }>`
    select count(*) filter (where h.t0 is null) as hours, count(*) filter (where r.t0 is null) as rollups
    from ${storedOf(keys)}`.execute(q)
  return rows[0] ?? { hours: 0, rollups: 0 }
}

/** Bytes that these texts add: those that are there already take a row no more. */
export async function bytesOfNewTexts(q: Q, list: readonly Text[]): Promise<number> {
  const sizes = await sizesOfTexts(q, list)
  return list.reduce((sum, { text_value }, i) => sum + addedByText(text_value, sizes[i]?.before ?? null), 0)
}

const addedByText = (text_value: string, before: number | null) =>
  Buffer.byteLength(text_value) - (before ?? -ROW_BYTES.text)

/** Whose each of these texts is, and how many bytes are stored at its time, in their order. */
async function sizesOfTexts(q: Q, list: readonly Text[]) {
  const { rows } = await sql<{ tenant_id: number | null; before: number | null }>`
    select p.tenant_id, octet_length(t.text_value) as before
    from unnest(${textKeys(list)}) with ordinality k(point_id, data_time, place)
      left join point p on p.point_id = k.point_id
      left join tlm_text t on t.point_id = k.point_id and t.data_time = k.data_time
    order by k.place`.execute(q)
  return rows
}

const textKeys = (list: readonly Text[]) => sql`
  ${numbers(list.map(({ point_id }) => point_id))}::bigint[],
  ${numbers(list.map(({ data_time }) => data_time))}::bigint[]`

/**
 * Merges samples into the hours' chunks (what comes now wins over what is there) and makes their roll-ups anew, begun again
 * when somebody else wrote one of them meanwhile; `also` is done with it or not at all. Merged outside of the transaction,
 * which may be the only one that the store has.
 */
export async function mergeIntoHours(
  db: Db,
  parts: readonly Part[],
  merge: Merger['merge'],
  also: (q: Q) => Promise<unknown> = async () => {},
): Promise<void> {
  for (;;) {
    const stored = await db.system((q) => readHours(q, parts), 'reports')
    const merged = await merge(parts.map((part, i) => ({ part, stored: stored[i]?.data ?? null })))
    try {
      return await db.system(async (q) => {
        await also(q)
        await writeHours(q, merged, stored)
      }, 'reports')
    } catch (error) {
      if (!(error instanceof HourChanged)) throw error
    }
  }
}

/**
 * Writes hours that were merged with what was `stored` of each. Throws HourChanged where that is no longer so. Whoever writes
 * the same hours at once locks them in the same order.
 */
async function writeHours(q: Q, hours: readonly MergedHour[], stored: readonly StoredHour[]): Promise<void> {
  const added = hours.filter((_, i) => !stored[i]?.version)
  const replaced = hours.flatMap((hour, i) => {
    const version = stored[i]?.version
    return version ? { ...hour, version } : []
  })
  await addHours(q, added)
  await replaceHours(
    q,
    replaced.sort((a, b) => a.point_id - b.point_id || a.t0 - b.t0),
  )
  await writeRollups(q, hours)
  await countSizes(
    q,
    hours.flatMap((hour, i) => sizesOf(hour, stored[i])),
  )
}

function sizesOf({ t0: time, data, rollup }: MergedHour, stored: StoredHour | undefined): SizeChange[] {
  if (stored?.tenant_id == null) return []
  const { tenant_id, data: before, m1 } = stored
  const hour = data.length + ROW_BYTES.hour - (before ? before.length + ROW_BYTES.hour : 0)
  const summary = (rollup ? rollup.m1.length + ROW_BYTES.rollup : 0) - (m1 === null ? 0 : m1 + ROW_BYTES.rollup)
  return [
    { tenant_id, quota: 'history_bytes', time, bytes: hour },
    { tenant_id, quota: 'rollup_bytes', time, bytes: summary },
  ]
}

/** Columns of these hours, for unnest. */
const columnsOf = (hours: readonly MergedHour[]) => sql`
  ${numbers(hours.map(({ point_id }) => point_id))}::bigint[], ${numbers(hours.map(({ t0 }) => t0))}::bigint[],
  ${numbers(hours.map(({ n }) => n))}::int[], ${byteas(hours.map(({ data }) => data))}::bytea[]`

async function addHours(q: Q, hours: readonly MergedHour[]): Promise<void> {
  if (hours.length === 0) return
  const { numAffectedRows } = await sql`
    insert into tlm_hour (point_id, t0, n, data)
      select * from unnest(${columnsOf(hours)}) order by 1, 2 on conflict do nothing`.execute(q)
  if (Number(numAffectedRows) !== hours.length) throw new HourChanged()
}

async function replaceHours(q: Q, hours: readonly (MergedHour & { version: string })[]): Promise<void> {
  if (hours.length === 0) return
  const starts = hours.map(({ t0 }) => t0)
  const { numAffectedRows } = await sql`
    update tlm_hour h set n = k.n, data = k.data
    from unnest(${columnsOf(hours)}, ${texts(hours.map(({ version }) => version))}::text[])
      k(point_id, t0, n, data, version)
    where h.point_id = k.point_id and h.t0 = k.t0 and h.xmin::text = k.version
      and h.t0 between ${Math.min(...starts)} and ${Math.max(...starts)}`.execute(q)
  if (Number(numAffectedRows) !== hours.length) throw new HourChanged()
}

async function writeRollups(q: Q, hours: readonly MergedHour[]): Promise<void> {
  const rows = hours.flatMap(({ point_id, rollup }) => (rollup ? { ...rollup, point_id } : []))
  const blank = hours.filter(({ rollup }) => rollup === null)
  const column = (name: 'point_id' | keyof Bucket) => numbers(rows.map((row) => row[name]))
  if (rows.length > 0) {
    await sql`
      insert into tlm_rollup (point_id, t0, n, vmin, vmax, vsum, vfirst, vlast, m1)
      select * from unnest(
        ${column('point_id')}::bigint[], ${column('t0')}::bigint[], ${column('n')}::int[], ${column('min')}::float8[],
        ${column('max')}::float8[], ${column('sum')}::float8[], ${column('first')}::float8[], ${column('last')}::float8[],
        ${byteas(rows.map(({ m1 }) => m1))}::bytea[])
      order by 1, 2
      on conflict (point_id, t0) do update set n = excluded.n, vmin = excluded.vmin, vmax = excluded.vmax,
        vsum = excluded.vsum, vfirst = excluded.vfirst, vlast = excluded.vlast, m1 = excluded.m1`.execute(q)
  }
  if (blank.length > 0) {
    await sql`
      delete from tlm_rollup r using unnest(
        ${numbers(blank.map(({ point_id }) => point_id))}::bigint[], ${numbers(blank.map(({ t0 }) => t0))}::bigint[]
      ) k(point_id, t0) where r.point_id = k.point_id and r.t0 = k.t0`.execute(q)
  }
}

/** Of a point's texts at one time the last one stays. */
export async function writeTexts(q: Q, list: readonly Text[]): Promise<void> {
  const rows = [...new Map(list.map((text) => [`${text.point_id} ${text.data_time}`, text])).values()]
  if (rows.length === 0) return
  const sizes = await sizesOfTexts(q, rows)
  await sql`
    insert into tlm_text (point_id, data_time, text_value, quality)
    select * from unnest(${textKeys(rows)},
      ${texts(rows.map(({ text_value }) => text_value))}::text[],
      ${numbers(rows.map(({ quality }) => quality))}::smallint[])
    order by 1, 2
    on conflict (point_id, data_time) do update
      set text_value = excluded.text_value, quality = excluded.quality`.execute(q)
  await countSizes(
    q,
    rows.flatMap(({ data_time: time, text_value }, i): SizeChange[] => {
      const { tenant_id = null, before = null } = sizes[i] ?? {}
      if (tenant_id === null) return []
      return [{ tenant_id, quota: 'history_bytes', time, bytes: addedByText(text_value, before) }]
    }),
  )
}
