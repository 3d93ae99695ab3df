import { type Kysely, sql } from 'kysely'
import { HOUR_MS, MINUTE_MS } from '../../../core/catalogue/durations.ts'
import type { Db } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import { byteas, numbers } from '../db/sql-array.ts'
import { piecesOf } from '../limits/pieces.ts'
import { openTurns, type Turns } from '../limits/turns.ts'
import { hourOf, minuteOf } from './buckets.ts'
import { mergeIntoHours, writeTexts } from './chunks.ts'
import type { LateMinutes, LateOfPoint, Owner } from './late-minutes.ts'
import { type MergedHour, mergeHour as mergePart, type Part } from './merge-hour.ts'
import type { Merger } from './merger.ts'
import type { OpenMinutes, Sealing } from './open-minutes.ts'
import { days, type Partitions } from './partitions.ts'
import { decodeSeries, emptySeries, encodeSeries, inOrder, type Series, thinned, thinnedHour } from './series.ts'

/** An hour is merged so long after its end, that most stragglers are in. */
const graceMs = 5 * MINUTE_MS
export const rowsAtOnce = 1_000
const bytesAtOnce = 1 << 20
export const pointsAtOnce = 100

export interface Compaction {
  db: Db
  open: OpenMinutes
  late: LateMinutes
  partitions: Partitions
  now: number
  /** The hour that is being merged: no minutes come to it meanwhile, else it would be merged again and again. */
  merging?: number | null
  /** Ends it between two steps, with a TimeUp: each may be done again. */
  gone: AbortSignal | undefined
}

/**
 * Writes the open minutes that ended into tlm_minute, in turns with people, since it has to be as fast as they come, and in
 * steps that let other work in between; also those later than `latest`, which are of a clock that was set back since, and
 * would stay open until it is there again. Of an organisation that has much open all are written: what it sent ahead of the
 * clock would keep its messages waiting.
 */
export async function sealMinutes(
  { db, open, late, partitions, now, merging, gone }: Compaction,
  latest: number,
): Promise<void> {
  const end = minuteOf(now)
  const sealing = open.seal((time, isCrowded) => (isCrowded || time < end || time > latest) && hourOf(time) !== merging)
  try {
    await partitions.coverMinutes(now)
    await writeMinutes(db, late, sealing, gone)
    for await (const texts of inRows(sealing.texts(), ({ text_value }) => text_value.length, gone)) {
      await partitions.cover(new Set(texts.map(({ data_time }) => data_time)))
      await db.system((q) => writeTexts(q, texts), 'backlog')
    }
    sealing.done()
  } catch (error) {
    sealing.undo()
    throw error
  }
}

async function writeMinutes(db: Db, late: LateMinutes, sealing: Sealing, gone: AbortSignal | undefined): Promise<void> {
  const chunks = function* () {
    for (const sealed of sealing.series()) {
      if (sealed === null) {
        yield null
        continue
      }
      const [point_id, samples] = sealed
      for (const [t0, part] of split(samples, minuteOf))
        yield { point_id, t0, data: encodeSeries(thinned(inOrder(part))) }
    }
  }
  let seq: number | undefined
  for await (const rows of inRows(chunks(), ({ data }) => data.length, gone)) {
    seq ??= await nextSeq(db)
    const { rows: some } = await db.system(
      (q) =>
        sql<LateOfPoint>`
          with written as (
            insert into tlm_minute (point_id, t0, seq, data)
            select point_id, t0, ${seq}::bigint, data from unnest(
              ${numbers(rows.map(({ point_id }) => point_id))}::bigint[], ${numbers(rows.map(({ t0 }) => t0))}::bigint[],
              ${byteas(rows.map(({ data }) => data))}::bytea[]) r(point_id, t0, data)
            returning point_id, tableoid
          ) select w.point_id, p.tenant_id, count(*) as n from written w left join point p on p.point_id = w.point_id
            where w.tableoid = 'tlm_minute_late'::regclass group by 1, 2`.execute(q),
      'backlog',
    )
    late.add(some)
  }
}

/** Rows for one statement each, bounded in number and bytes, that are made with turns for everything else in between; null is none. */
function inRows<T>(rows: Iterable<T | null>, bytesOf: (row: T) => number, gone: AbortSignal | undefined) {
  const made = async function* () {
    const turns = openTurns(Number.POSITIVE_INFINITY, gone)
    for (const row of rows) {
      if (row !== null) yield row
      await turns.pause()
    }
  }
  return piecesOf(made(), bytesOf, bytesAtOnce, rowsAtOnce)
}

/** A number that no journal row and no other sealing has: chunks of one minute are distinguished and ordered by it. */
async function nextSeq(db: Db): Promise<number> {
  const { rows } = await db.system(
    (q) => sql<{ seq: number }>`select nextval('tlm_journal_seq') as seq`.execute(q),
    'backlog',
  )
  return (rows[0] as { seq: number }).seq
}

/** Merges the minutes of ended hours into the hours' chunks and roll-ups. */
export async function mergeMinutes(compaction: Compaction, turns: Turns): Promise<void> {
  const { db, partitions, now } = compaction
  try {
    for (const hour of await partitions.hoursBefore(now - graceMs)) {
      compaction.merging = hour
      await mergeHour(db, partitions, hour, turns)
    }
  } finally {
    compaction.merging = null
  }
}

interface Joined {
  point_id: number
  t0: number
  n: number
  data: Uint8Array
}

/** The rows stay until their partition is dropped; a merge that is broken off is simply done again. */
async function mergeHour(db: Db, partitions: Partitions, hour: number, turns: Turns): Promise<void> {
  await partitions.cover([hour])
  let merged = 0
  let last = 0
  for (;;) {
    await turns.pause()
    const { rows } = await db.system(
      (q) =>
        sql<Joined>`
          select point_id, ${hour}::bigint as t0, count(*) as n, string_agg(data, ''::bytea order by t0, seq) as data
          from ${sql.table(partitions.minutesOf(hour))} where point_id > ${last}
          group by point_id order by point_id limit ${pointsAtOnce}`.execute(q),
      'reports',
    )
    await mergeIntoHours(db, await partsOf(rows), mergeHere)
    for (const { point_id, n } of rows) {
      merged += n
      last = point_id
    }
    if (rows.length < pointsAtOnce) break
  }
  await partitions.dropMinutes(hour, merged)
}

/**
 * Merges late minutes of ended hours, some of an organisation after some of another, as long as there is time: they are read
 * where they are until then, and the minutes of all organisations are sealed in between.
 */
export async function mergeLate(compaction: Compaction, turns: Turns): Promise<void> {
  const { db, late } = compaction
  while (await late.read(db)) await turns.pause()
  // How many points of each are to be visited. Whoever has more is set again: it comes last, and is met again.
  const waiting = new Map(late.owners().map((tenant_id) => [tenant_id, late.pointsOf(tenant_id)]))
  for (const [tenant_id, count] of waiting) {
    await turns.pause()
    const left = count - (await mergeSomeLate(compaction, tenant_id, Math.min(count, pointsAtOnce)))
    waiting.delete(tenant_id)
    if (left > 0) waiting.set(tenant_id, left)
  }
}

interface JoinedLate extends Joined {
  t0s: readonly number[]
  seqs: readonly number[]
}

/** Merges the first hours that ended of the points that wait longest; returns how many of these have no more of them. */
async function mergeSomeLate(
  { db, partitions, late, now }: Compaction,
  tenant_id: Owner,
  most: number,
): Promise<number> {
  const points = late.first(tenant_id, most)
  const { rows } = await db.system(
    (q) =>
      sql<JoinedLate>`
        select point_id, t0 - t0 % ${HOUR_MS}::bigint as t0, count(*) as n,
          string_agg(data, ''::bytea order by t0, seq) as data,
          array_agg(t0 order by t0, seq) as t0s, array_agg(seq order by t0, seq) as seqs
        from (
          select * from tlm_minute_late where point_id = any(${numbers(points)}::bigint[])
          order by point_id, t0, seq limit ${rowsAtOnce}
        ) m group by 1, 2 order by 1, 2 limit ${pointsAtOnce}`.execute(q),
    'reports',
  )
  const before = hourOf(now - graceMs)
  const ended = rows.filter(({ t0 }) => t0 < before)
  if (ended.length > 0) await mergeEnded(db, partitions, ended)
  const isAll = rows.length < pointsAtOnce && rows.reduce((sum, { n }) => sum + n, 0) < rowsAtOnce
  // A point has its hours that ended first: where its last one of these did not end, it has no more of them.
  const last = isAll ? undefined : rows.at(-1)
  const hasMore = (point_id: number) =>
    last !== undefined && (point_id > last.point_id || (point_id === last.point_id && last.t0 < before))
  const visited = points.filter((point_id) => !hasMore(point_id))
  for (const point_id of visited) {
    const open = rows.filter((row) => row.point_id === point_id && row.t0 >= before)
    late.set(
      tenant_id,
      point_id,
      open.reduce((sum, { n }) => sum + n, 0),
    )
  }
  return visited.length
}

/** They go together with what is written of them. */
async function mergeEnded(db: Db, partitions: Partitions, rows: readonly JoinedLate[]): Promise<void> {
  await partitions.cover(new Set(rows.map(({ t0 }) => t0)))
  const drop = (q: Kysely<Schema>) =>
    sql`
      delete from tlm_minute_late m using unnest(
        ${numbers(rows.flatMap(({ point_id, t0s }) => t0s.map(() => point_id)))}::bigint[],
        ${numbers(rows.flatMap(({ t0s }) => t0s))}::bigint[], ${numbers(rows.flatMap(({ seqs }) => seqs))}::bigint[]
      ) r(point_id, t0, seq)
      where m.point_id = r.point_id and m.t0 = r.t0 and m.seq = r.seq`.execute(q)
  await mergeIntoHours(db, await partsOf(rows), mergeHere, drop)
}

/** Beside everything else, without a copy of the samples for another thread: they may be very many. */
const mergeHere: Merger['merge'] = async (hours) => {
  const turns = openTurns(Number.POSITIVE_INFINITY)
  const merged: MergedHour[] = []
  for (const { part, stored } of hours) {
    merged.push(mergePart(part, stored))
    await turns.pause()
  }
  return merged
}

async function partsOf(rows: readonly Joined[]): Promise<Part[]> {
  const turns = openTurns(Number.POSITIVE_INFINITY)
  const parts: Part[] = []
  for (const { point_id, t0, data } of rows) {
    const series = emptySeries()
    decodeSeries(data, series)
    parts.push({ point_id, t0, series: thinnedHour(inOrder(series)) })
    await turns.pause()
  }
  return parts
}

/** Makes the coming partitions and drops what is past its time. */
export async function turnPartitions(partitions: Partitions, now: number, rawDays: number, rollupDays: number) {
  await partitions.coverMinutes(now)
  await partitions.cover([now, now + days(2)])
  await partitions.dropBefore(now - days(rawDays), now - days(rollupDays))
}

/** The parts of a series by the span that `startOf` gives; keeps the order of arrival. */
function split(series: Series, startOf: (time: number) => number): Map<number, Series> {
  const parts = new Map<number, Series>()
  for (const [i, time] of series.times.entries()) {
    const t0 = startOf(time)
    let part = parts.get(t0)
    if (part === undefined) {
      part = emptySeries()
      parts.set(t0, part)
    }
    part.times.push(time)
    part.values.push(series.values[i] as number)
    part.states.push(series.states[i] as number)
  }
  return parts
}
