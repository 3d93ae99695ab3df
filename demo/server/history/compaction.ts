import { type Kysely, sql } from 'kysely'
import { HOUR_MS, MINUTE_MS } from '../../../core/catalogue/durations.ts'
import type { Db } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import { byteas, numbers } from '../db/sql-array.ts'
import { openTurns } from '../limits/turns.ts'
import { minuteOf } from './buckets.ts'
import { readHours, untilUnchanged, writeHours, writeTexts } from './chunks.ts'
import { type MergedHour, mergeHour as mergePart, type Part } from './merge-hour.ts'
import type { OpenMinutes, Sealing } from './open-minutes.ts'
import { days, type Partitions } from './partitions.ts'
import { decodeSeries, emptySeries, encodeSeries, inOrder, type Series, thinned, thinnedHour } from './series.ts'

/** An hour is merged so long after its end, that most stragglers are in. */
const graceMs = 5 * MINUTE_MS
export const rowsAtOnce = 1_000
const bytesAtOnce = 1 << 20
export const pointsAtOnce = 100

/**
 * Writes the open minutes that ended into tlm_minute, in steps that let other work in between; also those later than
 * `latest`, which are of a clock that was set back since, and would stay open until it is there again.
 */
export async function sealMinutes(
  db: Db,
  open: OpenMinutes,
  partitions: Partitions,
  now: number,
  latest: number,
): Promise<void> {
  const end = minuteOf(now)
  const sealing = open.seal((time) => time < end || time > latest)
  try {
    await partitions.coverMinutes(now)
    await writeMinutes(db, sealing)
    for await (const texts of inRows(sealing.texts(), ({ text_value }) => text_value.length)) {
      await partitions.cover(new Set(texts.map(({ data_time }) => data_time)))
      await db.system((q) => writeTexts(q, texts), 'reports')
    }
    sealing.done()
  } catch (error) {
    sealing.undo()
    throw error
  }
}

async function writeMinutes(db: Db, sealing: Sealing): Promise<void> {
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
  for await (const rows of inRows(chunks(), ({ data }) => data.length)) {
    seq ??= await nextSeq(db)
    await db.system(
      (q) =>
        sql`insert into tlm_minute (point_id, t0, seq, data)
          select point_id, t0, ${seq}::bigint, data from unnest(
            ${numbers(rows.map(({ point_id }) => point_id))}::bigint[], ${numbers(rows.map(({ t0 }) => t0))}::bigint[],
            ${byteas(rows.map(({ data }) => data))}::bytea[]) r(point_id, t0, data)`.execute(q),
      'reports',
    )
  }
}

/** Rows for one statement each, bounded in number and bytes, that are made with turns for everything else in between; null is none. */
async function* inRows<T>(rows: Iterable<T | null>, bytesOf: (row: T) => number): AsyncGenerator<T[]> {
  const turns = openTurns(Number.POSITIVE_INFINITY)
  let some: T[] = []
  let bytes = 0
  for (const row of rows) {
    if (row !== null) {
      some.push(row)
      bytes += bytesOf(row)
    }
    if (some.length === rowsAtOnce || bytes >= bytesAtOnce) {
      yield some
      some = []
      bytes = 0
    }
    await turns.pause()
  }
  if (some.length > 0) yield some
}

/** A number that no journal row and no other sealing has: chunks of one minute are distinguished and ordered by it. */
async function nextSeq(db: Db): Promise<number> {
  const { rows } = await db.system((q) => sql<{ seq: number }>`select nextval('tlm_journal_seq') as seq`.execute(q))
  return (rows[0] as { seq: number }).seq
}

/** Merges the minutes of ended hours, and late ones of any ended hour, into the hours' chunks and roll-ups. */
export async function mergeMinutes(db: Db, partitions: Partitions, now: number): Promise<void> {
  for (const hour of await partitions.hoursBefore(now - graceMs)) await mergeHour(db, partitions, hour)
  const { rows } = await db.system((q) =>
    sql<{ hour: number }>`select distinct t0 - t0 % ${HOUR_MS}::bigint as hour from tlm_minute_late`.execute(q),
  )
  for (const { hour } of rows) if (hour + HOUR_MS + graceMs <= now) await mergeLate(db, partitions, hour)
}

interface Joined {
  point_id: number
  n: number
  data: Uint8Array
}

/** The rows stay until their partition is dropped; a merge that is broken off is simply done again. */
async function mergeHour(db: Db, partitions: Partitions, hour: number): Promise<void> {
  await partitions.cover([hour])
  let merged = 0
  let last = 0
  for (;;) {
    const { rows } = await db.system(
      (q) =>
        sql<Joined>`
          select point_id, count(*) as n, string_agg(data, ''::bytea order by t0, seq) as data
          from ${sql.table(partitions.minutesOf(hour))} where point_id > ${last}
          group by point_id order by point_id limit ${pointsAtOnce}`.execute(q),
      'reports',
    )
    await mergeIntoHours(db, await partsOf(rows, hour))
    for (const { point_id, n } of rows) {
      merged += n
      last = point_id
    }
    if (rows.length < pointsAtOnce) break
  }
  await partitions.dropMinutes(hour, merged)
}

interface JoinedLate extends Joined {
  t0s: readonly number[]
  seqs: readonly number[]
}

async function mergeLate(db: Db, partitions: Partitions, hour: number): Promise<void> {
  await partitions.cover([hour])
  let rows: JoinedLate[]
  do {
    const joined = await db.system(
      (q) =>
        sql<JoinedLate>`
          select point_id, count(*) as n, string_agg(data, ''::bytea order by t0, seq) as data,
            array_agg(t0 order by t0, seq) as t0s, array_agg(seq order by t0, seq) as seqs
          from tlm_minute_late where t0 >= ${hour} and t0 < ${hour + HOUR_MS}
          group by point_id order by point_id limit ${pointsAtOnce}`.execute(q),
      'reports',
    )
    rows = joined.rows
    // They go together with what is written of them.
    const drop = (q: Kysely<Schema>) =>
      sql`
      delete from tlm_minute_late m using unnest(
        ${numbers(rows.flatMap(({ point_id, t0s }) => t0s.map(() => point_id)))}::bigint[],
        ${numbers(rows.flatMap(({ t0s }) => t0s))}::bigint[], ${numbers(rows.flatMap(({ seqs }) => seqs))}::bigint[]
      ) r(point_id, t0, seq)
      where m.point_id = r.point_id and m.t0 = r.t0 and m.seq = r.seq
        and m.t0 >= ${hour} and m.t0 < ${hour + HOUR_MS}`.execute(q)
    await mergeIntoHours(db, await partsOf(rows, hour), drop)
  } while (rows.length === pointsAtOnce)
}

/**
 * Merges samples into the hours' chunks (what comes now wins over what is there) and makes their roll-ups anew; `also` is
 * done with it or not at all. Merged outside of the transaction, which may be the only one that the store has.
 */
async function mergeIntoHours(
  db: Db,
  parts: readonly Part[],
  also: (q: Kysely<Schema>) => Promise<unknown> = async () => {},
): Promise<void> {
  await untilUnchanged(async () => {
    const stored = await db.system((q) => readHours(q, parts), 'reports')
    const turns = openTurns(Number.POSITIVE_INFINITY)
    const merged: MergedHour[] = []
    for (const [i, part] of parts.entries()) {
      merged.push(mergePart(part, stored[i]?.data ?? null))
      await turns.pause()
    }
    await db.system(async (q) => {
      await also(q)
      await writeHours(q, merged, stored)
    }, 'reports')
  })
}

async function partsOf(rows: readonly Joined[], t0: number): Promise<Part[]> {
  const turns = openTurns(Number.POSITIVE_INFINITY)
  const parts: Part[] = []
  for (const { point_id, data } of rows) {
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

export function* slices<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let slice: T[] = []
  for (const item of items) {
    slice.push(item)
    if (slice.length < size) continue
    yield slice
    slice = []
  }
  if (slice.length > 0) yield slice
}
