import { sql } from 'kysely'
import { numbers } from '../db/sql-array.ts'
import { openTurns } from '../limits/turns.ts'
import { hourOf, minuteOf } from './buckets.ts'
import { mixed, type Read } from './history.ts'
import type { OpenMinutes, Text } from './open-minutes.ts'
import type { Sample, StoredQuality } from './sample.ts'
import { addRange, decodeSeries, emptySeries, inOrder, type Series } from './series.ts'

/** Points read in one transaction: the store serves others in between. */
const POINTS_AT_ONCE = 100

interface ChunkRow {
  point_id: number
  data: Uint8Array
}

/**
 * Samples of many points in [from, to), ascending, each point's preceded by the newest one before `from`, which held then.
 * A point of which nothing is known is left out. Null where there are more than `most`.
 */
export async function readMany(
  read: Read,
  open: OpenMinutes,
  point_ids: readonly number[],
  from: number,
  to: number,
  most = Number.POSITIVE_INFINITY,
): Promise<Map<number, Sample[]> | null> {
  let count = 0
  const found = new Map<number, Sample[]>()
  const turns = openTurns(Number.POSITIVE_INFINITY)
  for (let at = 0; at < point_ids.length; at += POINTS_AT_ONCE) {
    const some = point_ids.slice(at, at + POINTS_AT_ONCE)
    // What is open is looked at first: while it is being sealed, it may then be seen twice, but never be missed.
    const newest = new Map(some.map((point_id) => [point_id, open.series(point_id, 0, to)]))
    const openTexts = new Map(some.map((point_id) => [point_id, open.texts(point_id, 0, to)]))
    const { chunks, texts } = await readStored(read, some, from, to)
    for (const point_id of some) {
      const series = emptySeries()
      for (const { data } of chunks.get(point_id) ?? []) {
        decodeSeries(data, series)
        await turns.pause()
      }
      addRange(series, newest.get(point_id) as Series, 0, to)
      const said = [...(texts.get(point_id) ?? []), ...(openTexts.get(point_id) ?? [])]
      const samples = within(samplesOf(point_id, inOrder(series), said), from, to)
      count += samples.length
      if (count > most) return null
      if (samples.length > 0) found.set(point_id, samples)
      await turns.pause()
    }
  }
  return found
}

function samplesOf(point_id: number, series: Series, texts: readonly Text[]): Sample[] {
  const said = texts.map(({ data_time, text_value, quality }): Sample => {
    return { point_id, data_time, value: null, text: text_value, quality: quality as StoredQuality }
  })
  return mixed(point_id, series, said, 'asc')
}

/** Those of the range, and the last one before it. */
function within(samples: readonly Sample[], from: number, to: number): Sample[] {
  const first = samples.findIndex(({ data_time }) => data_time > from)
  const start = first === -1 ? samples.length - 1 : Math.max(0, first - 1)
  return samples.slice(Math.max(0, start)).filter(({ data_time }) => data_time < to)
}

/** Chunks from old to new: hours before minutes, minutes as they were sealed; with what lies before the range. */
const readStored = (read: Read, point_ids: readonly number[], from: number, to: number) =>
  read(async (q) => {
    const ids = numbers(point_ids)
    const { rows: chunks } = await sql<ChunkRow>`
      select p.point_id, 0 as kind, h.t0, 0::bigint as seq, h.data from unnest(${ids}::bigint[]) as p (point_id)
        cross join lateral (
          select t0, data from tlm_hour where point_id = p.point_id and t0 < ${hourOf(from)} order by t0 desc limit 1
        ) h
      union all
      select point_id, 0, t0, 0, data from tlm_hour
        where point_id = any(${ids}::bigint[]) and t0 >= ${hourOf(from)} and t0 < ${to}
      union all
      select p.point_id, 1, m.t0, m.seq, m.data from unnest(${ids}::bigint[]) as p (point_id)
        cross join lateral (
          select t0, seq, data from tlm_minute where point_id = p.point_id and t0 < ${minuteOf(from)}
            order by t0 desc, seq desc limit 4
        ) m
      union all
      select point_id, 1, t0, seq, data from tlm_minute
        where point_id = any(${ids}::bigint[]) and t0 >= ${minuteOf(from)} and t0 < ${to}
      order by kind, t0, seq`.execute(q)
    const { rows: texts } = await sql<Text>`
      select p.point_id, x.data_time, x.text_value, x.quality from unnest(${ids}::bigint[]) as p (point_id)
        cross join lateral (
          select data_time, text_value, quality from tlm_text where point_id = p.point_id and data_time < ${from}
            order by data_time desc limit 1
        ) x
      union all
      select point_id, data_time, text_value, quality from tlm_text
        where point_id = any(${ids}::bigint[]) and data_time >= ${from} and data_time < ${to}
      order by data_time`.execute(q)
    return { chunks: byPoint(chunks), texts: byPoint(texts) }
  })

function byPoint<Row extends { point_id: number }>(rows: readonly Row[]): Map<number, Row[]> {
  const grouped = new Map<number, Row[]>()
  for (const row of rows) {
    const some = grouped.get(row.point_id)
    if (some) some.push(row)
    else grouped.set(row.point_id, [row])
  }
  return grouped
}
