import { sql } from 'kysely'
import { HOUR_MS } from '../../../core/catalogue/durations.ts'
import type { Db } from '../db/db.ts'
import { numbers } from '../db/sql-array.ts'
import { piecesOf } from '../limits/pieces.ts'
import { AT_ONCE, inPieces } from '../limits/turns.ts'
import { hourOf } from './buckets.ts'
import { bytesOfNewTexts, countNew, mergeIntoHours, writeTexts } from './chunks.ts'
import { pointsAtOnce, rowsAtOnce } from './compaction.ts'
import type { Part } from './merge-hour.ts'
import type { Merger } from './merger.ts'
import type { OpenMinutes, Text } from './open-minutes.ts'
import type { Partitions } from './partitions.ts'
import type { Sample, StoredQuality } from './sample.ts'
import { emptySeries, type Series } from './series.ts'
import { type HistoryQuota, ROW_BYTES } from './sizes.ts'

/** Samples in bulk, as they will be written. */
export interface Load {
  /** When the oldest of them is. */
  from: number
  parts: readonly Part[]
  texts: readonly Text[]
}

export async function prepareLoad(samples: readonly Sample[]): Promise<Load> {
  const load = { from: Number.POSITIVE_INFINITY, parts: [] as Part[], texts: [] as Text[] }
  const points = new Map<number, Map<number, Series>>()
  await inPieces(samples, ({ point_id, data_time, value, text, quality }) => {
    load.from = Math.min(load.from, data_time)
    if (text !== undefined) {
      load.texts.push({ point_id, data_time, text_value: text, quality })
      return
    }
    const t0 = hourOf(data_time)
    const hours = points.get(point_id) ?? new Map<number, Series>()
    if (hours.size === 0) points.set(point_id, hours)
    let series = hours.get(t0)
    if (series === undefined) {
      series = emptySeries()
      hours.set(t0, series)
      load.parts.push({ point_id, t0, series })
    }
    series.times.push(data_time)
    series.values.push(value === null ? Number.NaN : value + 0)
    series.states.push(quality)
  })
  return load
}

/** Bytes of a sample, and of a minute of a roll-up, among others as they are compressed. */
const SAMPLE_BYTES = 4
const MINUTE_BYTES = 4

/** What a load adds to what is stored, about: hours that are there already take a row no more. */
export async function addedBy(db: Db, { parts, texts }: Load): Promise<Record<HistoryQuota, number>> {
  const added = { history_bytes: 0, rollup_bytes: 0 }
  for await (const some of piecesOf(parts, () => 1, rowsAtOnce)) {
    const { hours, rollups } = await db.system((q) => countNew(q, some), 'reports')
    added.history_bytes += hours * ROW_BYTES.hour
    added.rollup_bytes += rollups * ROW_BYTES.rollup
    for (const { series } of some) {
      added.history_bytes += series.times.length * SAMPLE_BYTES
      added.rollup_bytes += Math.min(series.times.length, 60) * MINUTE_BYTES
    }
  }
  for await (const some of piecesOf(texts, () => 1, rowsAtOnce))
    added.history_bytes += await db.system((q) => bytesOfNewTexts(q, some), 'reports')
  return added
}

/** The hours of points of a load that have minutes of their own still. */
async function unmergedHours(db: Db, open: OpenMinutes, { parts, texts }: Load): Promise<Map<number, Set<number>>> {
  // What is open is looked at first: sealed meanwhile it is seen twice, but never missed.
  const hours = new Map<number, Set<number>>()
  let [from, to] = [Number.MAX_SAFE_INTEGER, 0]
  const cover = (point_id: number, hour: number) => {
    if (!hours.has(point_id)) hours.set(point_id, open.hoursOf(point_id))
    from = Math.min(from, hour)
    to = Math.max(to, hour + HOUR_MS)
  }
  await inPieces(parts, ({ point_id, t0 }) => cover(point_id, t0))
  await inPieces(texts, ({ point_id, data_time }) => cover(point_id, hourOf(data_time)))
  if (hours.size === 0) return hours
  const { rows } = await db.system((q) =>
    sql<{ point_id: number; hour: number }>`
      select distinct point_id, t0 - t0 % ${HOUR_MS}::bigint as hour from tlm_minute
      where point_id = any(${numbers([...hours.keys()])}::bigint[]) and t0 >= ${from} and t0 < ${to}`.execute(q),
  )
  for (const { point_id, hour } of rows) hours.get(point_id)?.add(hour)
  return hours
}

const samplesOf = ({ point_id, series: { times, values, states } }: Part): Sample[] =>
  times.map((data_time, i) => {
    const value = values[i] as number
    return { point_id, data_time, value: Number.isNaN(value) ? null : value, quality: states[i] as StoredQuality }
  })

const textSample = ({ point_id, data_time, text_value, quality }: Text): Sample => {
  return { point_id, data_time, value: null, text: text_value, quality: quality as StoredQuality }
}

export interface LoadParts {
  db: Db
  open: OpenMinutes
  partitions: Partitions
  merger: Merger
  append(samples: readonly Sample[]): Promise<void>
}

/** Writes a load into its hours, in steps that let other work in between. */
export async function writeLoad({ db, open, partitions, merger, append }: LoadParts, load: Load): Promise<void> {
  const unmerged = await unmergedHours(db, open, load)
  // Minutes that are not merged yet would win over what is loaded into their hour: there it is one more minute.
  const isUnmerged = (point_id: number, time: number) => unmerged.get(point_id)?.has(hourOf(time)) ?? false
  const parts = load.parts.filter(({ point_id, t0 }) => !isUnmerged(point_id, t0))
  const texts = load.texts.filter(({ point_id, data_time }) => !isUnmerged(point_id, data_time))
  await partitions.cover(new Set([...parts.map(({ t0 }) => t0), ...texts.map(({ data_time }) => hourOf(data_time))]))
  for await (const some of piecesOf(parts, ({ series }) => series.times.length, AT_ONCE, pointsAtOnce))
    await mergeIntoHours(db, some, merger.merge)
  for await (const some of piecesOf(texts, () => 1, rowsAtOnce)) await db.system((q) => writeTexts(q, some), 'reports')
  const appended = load.texts.filter(({ point_id, data_time }) => isUnmerged(point_id, data_time)).map(textSample)
  for (const part of load.parts)
    if (isUnmerged(part.point_id, part.t0)) for (const each of samplesOf(part)) appended.push(each)
  for await (const some of piecesOf(appended, () => 1, AT_ONCE)) await append(some)
}
