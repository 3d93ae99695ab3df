import { type Kysely, sql } from 'kysely'
import { HOUR_MS } from '../../../core/catalogue/durations.ts'
import type { Schema } from '../db/schema.ts'
import { numbers } from '../db/sql-array.ts'
import { openTurns } from '../limits/turns.ts'
import { hourOf, minuteOf } from './buckets.ts'
import type { OpenMinutes, Text } from './open-minutes.ts'
import type { Sample, StoredQuality } from './sample.ts'
import { addRange, decodeSeries, emptySeries, inOrder, type Series } from './series.ts'

type Order = 'asc' | 'desc'

/** One transaction of whoever reads: the owner, or a tenant bound by row-level security. */
export type Read = <T>(work: (q: Kysely<Schema>) => Promise<T>) => Promise<T>

/** Those of the points that whoever reads has. */
export async function pointsSeen(q: Kysely<Schema>, point_ids: readonly number[]): Promise<Set<number>> {
  const rows = await q
    .selectFrom('point')
    .select('point_id')
    .where(sql<boolean>`point_id = any(${numbers(point_ids)}::bigint[])`)
    .execute()
  return new Set(rows.map(({ point_id }) => point_id))
}

/** Hours that one step of a paged read looks through, and samples that it decodes, where it is more than one hour. */
const hoursAtOnce = 24
const samplesAtOnce = 20_000

/** All numbers of a point in [from, to), merged from the hours, the minutes and what is open. */
export async function readSeries(
  read: Read,
  open: OpenMinutes,
  point_id: number,
  from: number,
  to: number,
): Promise<Series> {
  // What is open is looked at first: while it is being sealed, it may then be seen twice, but never be missed.
  const newest = open.series(point_id, from, to)
  const all = emptySeries()
  const turns = openTurns(Number.POSITIVE_INFINITY)
  for (const { data } of await read((q) => readChunks(q, point_id, from, to))) {
    const chunk = emptySeries()
    decodeSeries(data, chunk)
    addRange(all, chunk, from, to)
    await turns.pause()
  }
  addRange(all, newest, from, to)
  return inOrder(all)
}

/** Chunks from old to new: hours before minutes, minutes as they were sealed. */
async function readChunks(q: Kysely<Schema>, point_id: number, from: number, to: number) {
  const { rows } = await sql<{ data: Uint8Array }>`
    select 0 as kind, t0, 0::bigint as seq, data from tlm_hour
      where point_id = ${point_id} and t0 >= ${hourOf(from)} and t0 < ${to}
    union all
    select 1, t0, seq, data from tlm_minute
      where point_id = ${point_id} and t0 >= ${minuteOf(from)} and t0 < ${to}
    order by kind, t0, seq`.execute(q)
  return rows
}

/** Samples of a point in [from, to), numbers and texts, at most `limit`, from the early or the late end. */
export async function readSamples(
  read: Read,
  open: OpenMinutes,
  point_id: number,
  range: { from: number; to: number },
  limit: number,
  order: Order,
): Promise<Sample[]> {
  let { from, to } = range
  const found: Sample[] = []
  while (from < to && found.length < limit) {
    const [start, end] = await step(read, point_id, from, to, order)
    const series = await readSeries(read, open, point_id, start, end)
    const texts = await readTexts(read, open, point_id, start, end, limit, order)
    for (const sample of mixed(point_id, series, texts, order)) if (found.length < limit) found.push(sample)
    if (order === 'asc') from = end
    else to = start
  }
  return found
}

/** The next piece of the range, of some hours and not too many samples, so that a long range is read as far as needed. */
async function step(read: Read, point_id: number, from: number, to: number, order: Order): Promise<[number, number]> {
  const { rows } = await read((q) =>
    sql<{ t0: number; n: number }>`select t0, n from tlm_hour
      where point_id = ${point_id} and t0 >= ${hourOf(from)} and t0 < ${to}
      order by t0 ${sql.raw(order)} limit ${hoursAtOnce}`.execute(q),
  )
  let samples = 0
  const some = rows.filter(({ n }, i) => {
    samples += n
    return i === 0 || samples <= samplesAtOnce
  })
  const last = some.at(-1)
  const isAll = rows.length < hoursAtOnce && some.length === rows.length
  if (isAll || last === undefined) return [from, to]
  return order === 'asc' ? [from, Math.min(to, last.t0 + HOUR_MS)] : [Math.max(from, last.t0), to]
}

async function readTexts(
  read: Read,
  open: OpenMinutes,
  point_id: number,
  from: number,
  to: number,
  limit: number,
  order: Order,
): Promise<Sample[]> {
  const newest = open.texts(point_id, from, to)
  const { rows } = await read((q) =>
    sql<Omit<Text, 'point_id'>>`
      select data_time, text_value, quality from tlm_text
      where point_id = ${point_id} and data_time >= ${from} and data_time < ${to}
      order by data_time ${sql.raw(order)} limit ${limit}`.execute(q),
  )
  return [...rows, ...newest].map(({ data_time, text_value, quality }) => {
    return { point_id, data_time, value: null, text: text_value, quality: quality as StoredQuality }
  })
}

/** Numbers and texts of a point by their times. */
export function mixed(
  point_id: number,
  { times, values, states }: Series,
  texts: readonly Sample[],
  order: Order,
): Sample[] {
  let samples = times.map((data_time, i): Sample => {
    const value = values[i] as number
    return { point_id, data_time, value: Number.isNaN(value) ? null : value, quality: states[i] as StoredQuality }
  })
  if (texts.length > 0) {
    const byTime = new Map([...samples, ...texts].map((sample) => [sample.data_time, sample]))
    samples = [...byTime.values()].sort((a, b) => a.data_time - b.data_time)
  }
  return order === 'asc' ? samples : samples.reverse()
}
