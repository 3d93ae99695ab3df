import { type Kysely, sql } from 'kysely'
import { MINUTE_MS } from '../../../core/catalogue/durations.ts'
import type { Schema } from '../db/schema.ts'
import { byteas, numbers, texts } from '../db/sql-array.ts'
import { type Bucket, encodeMinutes, summed, toBuckets } from './buckets.ts'
import type { Text } from './open-minutes.ts'
import { decodeSeries, emptySeries, encodeSeries, inOrder, type Series, thinned } from './series.ts'

type Q = Kysely<Schema>

/** Samples of a point within the hour that starts at `t0`, oldest arrival first. */
export interface Part {
  point_id: number
  t0: number
  series: Series
}

/** Merges samples into the hours' chunks (what comes now wins over what is there) and makes their roll-ups anew. */
export async function mergeIntoHours(q: Q, parts: readonly Part[]): Promise<void> {
  if (parts.length === 0) return
  const hours = parts.map(({ point_id, t0, series }) => ({ point_id, t0, series: thinned(inOrder(series)) }))
  // Mostly nothing is there yet, and looking it up costs as much as writing it.
  const isNew = (await addHours(q, hours)) === hours.length
  const merged = isNew ? hours : await mergedWithStored(q, parts)
  if (!isNew) await replaceHours(q, merged)
  await writeRollups(q, merged)
}

async function mergedWithStored(q: Q, parts: readonly Part[]): Promise<Part[]> {
  const stored = await readHours(q, parts)
  return parts.map(({ point_id, t0, series }) => {
    const all = emptySeries()
    decodeSeries(stored.get(`${point_id} ${t0}`) as Uint8Array, all)
    for (const column of ['times', 'values', 'states'] as const)
      for (const each of series[column]) all[column].push(each)
    return { point_id, t0, series: thinned(inOrder(all)) }
  })
}

async function readHours(q: Q, parts: readonly Part[]): Promise<Map<string, Uint8Array>> {
  const starts = parts.map(({ t0 }) => t0)
  const { rows } = await sql<{ point_id: number; t0: number; data: Uint8Array }>`
    select h.point_id, h.t0, h.data from tlm_hour h
    join unnest(${numbers(parts.map(({ point_id }) => point_id))}::bigint[], ${numbers(starts)}::bigint[]) k(point_id, t0)
      on h.point_id = k.point_id and h.t0 = k.t0
    where h.t0 between ${Math.min(...starts)} and ${Math.max(...starts)}`.execute(q)
  return new Map(rows.map(({ point_id, t0, data }) => [`${point_id} ${t0}`, data]))
}

const hourRows = (hours: readonly Part[]) => sql`
  insert into tlm_hour (point_id, t0, n, data)
  select * from unnest(
    ${numbers(hours.map(({ point_id }) => point_id))}::bigint[], ${numbers(hours.map(({ t0 }) => t0))}::bigint[],
    ${numbers(hours.map(({ series }) => series.times.length))}::int[],
    ${byteas(hours.map(({ series }) => encodeSeries(series)))}::bytea[])`

/** Adds the hours that are not there; returns how many these were. */
async function addHours(q: Q, hours: readonly Part[]): Promise<number> {
  const { numAffectedRows } = await sql`${hourRows(hours)} on conflict do nothing`.execute(q)
  return Number(numAffectedRows)
}

async function replaceHours(q: Q, hours: readonly Part[]): Promise<void> {
  await sql`${hourRows(hours)}
    on conflict (point_id, t0) do update set n = excluded.n, data = excluded.data`.execute(q)
}

async function writeRollups(q: Q, hours: readonly Part[]): Promise<void> {
  const rows: (Bucket & { point_id: number; m1: Buffer })[] = []
  const blank: Part[] = []
  for (const hour of hours) {
    const minutes = toBuckets(hour.series, MINUTE_MS)
    const total = summed(minutes, hour.t0)
    if (total) rows.push({ ...total, point_id: hour.point_id, m1: encodeMinutes(minutes) })
    else blank.push(hour)
  }
  const column = (name: 'point_id' | keyof Bucket) => numbers(rows.map((row) => row[name]))
  if (rows.length > 0) {
    await sql`
      insert into tlm_rollup (point_id, t0, n, vmin, vmax, vsum, vfirst, vlast, m1)
      select * from unnest(
        ${column('point_id')}::bigint[], ${column('t0')}::bigint[], ${column('n')}::int[], ${column('min')}::float8[],
        ${column('max')}::float8[], ${column('sum')}::float8[], ${column('first')}::float8[], ${column('last')}::float8[],
        ${byteas(rows.map(({ m1 }) => m1))}::bytea[])
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
  await sql`
    insert into tlm_text (point_id, data_time, text_value, quality)
    select * from unnest(
      ${numbers(rows.map(({ point_id }) => point_id))}::bigint[],
      ${numbers(rows.map(({ data_time }) => data_time))}::bigint[],
      ${texts(rows.map(({ text_value }) => text_value))}::text[],
      ${numbers(rows.map(({ quality }) => quality))}::smallint[])
    on conflict (point_id, data_time) do update
      set text_value = excluded.text_value, quality = excluded.quality`.execute(q)
}
