import { sql } from 'kysely'
import { MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { Db } from '../db/db.ts'
import { inPieces, openTurns, TimeUp, type Turns } from '../limits/turns.ts'
import { minuteOf } from './buckets.ts'
import { type Compaction, mergeLate, mergeMinutes, sealMinutes, turnPartitions } from './compaction.ts'
import { type Curve, readCurve } from './curve.ts'
import { mixed, pointsSeen, type Read, readSamples } from './history.ts'
import { decodeJournal, encodeJournal } from './journal.ts'
import { LateMinutes } from './late-minutes.ts'
import { addedBy, prepareLoad, writeLoad } from './load.ts'
import { readMany } from './many.ts'
import { openMerger } from './merger.ts'
import { bytesOf, OpenMinutes } from './open-minutes.ts'
import { days, Partitions } from './partitions.ts'
import { checkSample, type Sample, type StoredQuality } from './sample.ts'
import { inOrder } from './series.ts'
import type { Silence } from './silences.ts'
import type { HistoryQuota } from './sizes.ts'

export type { Curve, CurveRow, CurveSource } from './curve.ts'
export type { Sample, StoredQuality } from './sample.ts'

/**
 * History of all points. It does not know tenants: callers have checked whose the point is.
 *
 * The history tables (`tlm_…`) have no `tenant_id`: their rows hold a minute or an hour of one point, and the column
 * would cost more than the data. Row-level security binds them to the points of the tenant (`of`).
 */
export interface Telemetry {
  /**
   * Resolves when the samples are durable; all callers of a 250 ms window share one journal row. Rejects with a
   * RangeError for a sample that cannot be stored, or with a DbError; nothing of the call is kept then.
   */
  append(samples: readonly Sample[]): Promise<void>
  /**
   * Whether an organisation has as many samples as it may that are in no minute yet (`open`: its messages wait until some are),
   * or minutes of the past that are in no hour yet (`late`).
   */
  isFull(tenant_id: number, what: 'open' | 'late'): boolean
  /** Writes what was appended now, not at the end of its 250 ms: somebody goes on only when it is durable. */
  hurry(): void
  /**
   * Samples in [from, to), ascending unless `order` is 'desc'; of equal times the last one loaded. At most `limit`: go on
   * with `from` one above the last time, or with `to` at it when descending. Read as the owner: for callers see `of`.
   */
  raw(point_id: number, from: number, to: number, limit: number, order?: 'asc' | 'desc'): Promise<Sample[]>
  /**
   * One row per pixel column of [from, to) that holds anything: raw up to 6 h, minutes up to 8 days, hours beyond.
   * Counts good and uncertain numbers only. Columns without a value are left out; minutes and hours may be wider than a
   * column. Whether the device was silent in between is said by `gaps`: a value is stale after `staleMs`.
   */
  curve(
    point_id: number,
    from: number,
    to: number,
    width: number,
    staleMs: number,
    away?: readonly Silence[],
  ): Promise<Curve>
  /**
   * Samples of many points in [from, to), ascending, by `point_id`; before them what held at `from`. For a replay: costs
   * a few statements for a hundred points.
   */
  many(point_ids: readonly number[], from: number, to: number): Promise<Map<number, Sample[]>>
  /** The same; null where there are more than `most`, which are not held in memory. */
  manyUpTo(most: number, point_ids: readonly number[], from: number, to: number): Promise<Map<number, Sample[]> | null>
  /** History as callers of this tenant may read it: of points of the tenant, others have none. */
  of(tenant_id: number): TenantHistory
  /**
   * The newest samples of points of which anything is in the journal. After a start they are newer than the latest values
   * in SQL, which are written every few seconds; what is acknowledged stays in the journal for longer than that.
   */
  newest(): ReadonlyMap<number, Sample>
  /** What the journal has of a point, ascending; after a start that is all of the last 15 s before the end. */
  recent(point_id: number): Sample[]
  /**
   * Bulk history; of equal times the last one counts, and what is loaded counts over what was appended before. May
   * be repeated; refuses as append does. Give whole days of a point at once where possible.
   */
  load(samples: readonly Sample[]): Promise<void>
  /** The same in two steps: what is prepared is checked, and can be weighed before it is written. */
  prepare(samples: readonly Sample[]): Promise<PreparedLoad>
  /**
   * Seals minutes, merges hours, makes and drops partitions. For a timer, once a minute; runs one at a time. What it does
   * not do, because nobody waits any more or there are too many late hours, the next one does.
   */
  compact(now: number, gone?: AbortSignal): Promise<void>
  /** Writes what waits, and ends. */
  close(): Promise<void>
}

export interface PreparedLoad {
  /** When the oldest sample is. */
  from: number
  /** Hours of points that have numbers in it, and half as many as it has texts: each hour is two rows, and each text one. */
  hours: number
  /** Bytes that it adds to what is stored, about. */
  adds(): Promise<Record<HistoryQuota, number>>
  write(): Promise<void>
}

/** Of the history: its samples and its roll-up. */
const ROWS_AN_HOUR = 2

/** Reads the history of one tenant's points. */
export type TenantHistory = Pick<Telemetry, 'raw' | 'curve' | 'many'>

export interface TelemetryOptions {
  now?: () => number
  /** Which node's journal is ours; nodes of one database have different ones. */
  node_id?: number
  log: { info(message: string): void }
}

const flushMs = 250
/** What is encoded, written and opened in one piece: some 20,000 numbers. What comes more is in the next row. */
const flushBytes = 1 << 20
/** What a sample takes in memory, beside its text. */
const sampleBytes = 48
const rawDays = LIMITS.historyDays
const rollupDays = 3_660
/** Latest values are flushed every 5 s: until then the journal is the only place that a restart finds them in. */
const journalKeptMs = 15_000
/** So long late hours are merged in a minute, of which the rest is for minutes of all organisations. */
const lateMs = 30_000
/** Samples further ahead of the clock are refused: they would hold the journal open until their minute comes. */
const futureMs = 10 * MINUTE_MS

/** Rows of the journal that are read at a time, a megabyte or two each. */
const JOURNAL_ROWS_AT_ONCE = 8
/** What of the journal is open after a start. */
const replayedBytes = LIMITS.openBytes / 4

interface JournalRow {
  seq: number
  t_max: number
  data: Uint8Array
}

interface Flush {
  samples: Sample[]
  bytes: number
  done: Promise<void>
}

/** Opens the history of a node; replays its journal, so that nothing acknowledged is lost by a crash. */
export async function openTelemetry(db: Db, options: TelemetryOptions): Promise<Telemetry> {
  const telemetry = new Store(db, options)
  await telemetry.open()
  return telemetry
}

class Store implements Telemetry {
  readonly #db: Db
  readonly #now: () => number
  readonly #node_id: number
  readonly #log: TelemetryOptions['log']
  readonly #open = new OpenMinutes()
  readonly #late = new LateMinutes()
  readonly #partitions: Partitions
  readonly #merger = openMerger()
  /** Journal rows that hold open samples, oldest first. */
  #rows: { seq: number; t_max: number; written: number }[] = []
  #next: Flush | null = null
  #flushing: Promise<unknown> = Promise.resolve()
  #compacting: Promise<unknown> = Promise.resolve()
  #flushNow: () => void = () => {}

  constructor(db: Db, { now = Date.now, node_id = 1, log }: TelemetryOptions) {
    this.#db = db
    this.#now = now
    this.#node_id = node_id
    this.#log = log
    this.#partitions = new Partitions(db)
  }

  /** What is newest is open afterwards, as much as memory has room for; the rest is sealed as it is read. */
  async open(): Promise<void> {
    const newest: { row: JournalRow; samples: Sample[] }[] = []
    let first = Number.MAX_SAFE_INTEGER
    for (let bytes = 0; bytes < replayedBytes; ) {
      const rows = await this.#readJournal(0, first, 'desc')
      if (rows.length === 0) break
      for (const row of rows) {
        const samples = decodeJournal(row.data)
        newest.unshift({ row, samples })
        bytes += bytesOf(samples)
        first = row.seq
      }
    }
    let count = newest.length
    for (let last = 0; ; ) {
      const rows = await this.#readJournal(last, first, 'asc')
      if (rows.length === 0) break
      for (const row of rows) {
        this.#replay(row, decodeJournal(row.data))
        last = row.seq
      }
      count += rows.length
      await sealMinutes(this.#compaction(this.#now(), undefined), this.#now() + futureMs)
    }
    for (const { row, samples } of newest) this.#replay(row, samples)
    if (count > 0) this.#log.info(`replayed ${count} rows of the telemetry journal`)
  }

  /** Some rows between two, from either end. */
  async #readJournal(after: number, before: number, order: 'asc' | 'desc'): Promise<JournalRow[]> {
    const { rows } = await this.#db.system(
      (q) =>
        sql<JournalRow>`
          select seq, t_max, data from tlm_journal
          where node_id = ${this.#node_id} and seq > ${after} and seq < ${before}
          order by seq ${sql.raw(order)} limit ${JOURNAL_ROWS_AT_ONCE}`.execute(q),
      'reports',
    )
    return rows
  }

  #replay({ seq, t_max }: JournalRow, samples: readonly Sample[]): void {
    this.#open.add(samples)
    this.#rows.push({ seq, t_max, written: this.#now() })
  }

  isFull(tenant_id: number, what: 'open' | 'late'): boolean {
    return what === 'open' ? this.#open.isFull(tenant_id) : this.#late.countOf(tenant_id) > LIMITS.lateMinutes
  }

  async append(samples: readonly Sample[]): Promise<void> {
    const kept = samples.filter(this.#check())
    if (kept.length === 0) return
    if (!this.#next || this.#next.bytes >= flushBytes) this.#next = this.#startFlush()
    for (const sample of kept) {
      this.#next.samples.push(sample)
      this.#next.bytes += sampleBytes + (sample.text?.length ?? 0)
    }
    return this.#next.done
  }

  hurry(): void {
    this.#flushNow()
  }

  #reading(read: Read): TenantHistory {
    return {
      raw: async (point_id, from, to, limit, order = 'asc') =>
        readSamples(read, this.#open, point_id, { from: Math.max(0, from), to }, limit, order),
      curve: async (point_id, from, to, width, staleMs, away) => {
        if (!(to > from && from >= 0 && Number.isInteger(width) && width > 0)) throw new RangeError('an empty curve')
        return readCurve(read, this.#open, point_id, from, to, width, staleMs, away)
      },
      many: async (point_ids, from, to) =>
        (await readMany(read, this.#open, point_ids, Math.max(0, from), to)) ?? new Map(),
    }
  }

  of(tenant_id: number): TenantHistory {
    const read: Read = (work) => this.#db.tenant(tenant_id, work, 'history')
    const { raw, curve, many } = this.#reading(read)
    // What is open is bound to no tenant, and a point may be given away while it is read: asked when that is over.
    const own = (point_ids: readonly number[]) => read((q) => pointsSeen(q, point_ids))
    return {
      raw: async (point_id, ...range) => {
        const samples = await raw(point_id, ...range)
        return (await own([point_id])).has(point_id) ? samples : []
      },
      curve: async (point_id, ...range) => {
        const drawn = await curve(point_id, ...range)
        return (await own([point_id])).has(point_id) ? drawn : { source: drawn.source, rows: [], gaps: [], mean: null }
      },
      many: async (point_ids, ...range) => {
        const found = await many(point_ids, ...range)
        const seen = await own([...found.keys()])
        return new Map([...found].filter(([point_id]) => seen.has(point_id)))
      },
    }
  }

  raw: TenantHistory['raw'] = (...range) => this.#reading((work) => this.#db.system(work)).raw(...range)

  curve: TenantHistory['curve'] = (...range) => this.#reading((work) => this.#db.system(work)).curve(...range)

  many: TenantHistory['many'] = (...range) => this.#reading((work) => this.#db.system(work)).many(...range)

  manyUpTo: Telemetry['manyUpTo'] = (most, point_ids, from, to) =>
    readMany((work) => this.#db.system(work), this.#open, point_ids, Math.max(0, from), to, most)

  async load(samples: readonly Sample[]): Promise<void> {
    await (await this.prepare(samples)).write()
  }

  async prepare(samples: readonly Sample[]): Promise<PreparedLoad> {
    const kept: Sample[] = []
    const isKept = this.#check()
    await inPieces(samples, (sample) => {
      if (isKept(sample)) kept.push(sample)
    })
    const load = await prepareLoad(kept)
    const [db, open, partitions, merger] = [this.#db, this.#open, this.#partitions, this.#merger]
    const append = (some: readonly Sample[]) => this.append(some)
    return {
      from: load.from,
      hours: load.parts.length + Math.ceil(load.texts.length / ROWS_AN_HOUR),
      adds: () => addedBy(db, load),
      write: () => writeLoad({ db, open, partitions, merger, append }, load),
    }
  }

  newest(): ReadonlyMap<number, Sample> {
    return this.#open.newest(this.#now())
  }

  recent(point_id: number): Sample[] {
    const series = inOrder(this.#open.series(point_id, 0, Number.POSITIVE_INFINITY))
    const texts = this.#open.texts(point_id, 0, Number.POSITIVE_INFINITY)
    return mixed(
      point_id,
      series,
      texts.map(({ text_value, quality, ...text }) => {
        return { ...text, value: null, text: text_value, quality: quality as StoredQuality }
      }),
      'asc',
    )
  }

  compact(now: number, gone?: AbortSignal): Promise<void> {
    const run = this.#compacting
      .catch(() => {})
      .then(() => this.#compact(now, gone))
      .catch((error) => {
        if (!(error instanceof TimeUp)) throw error
      })
    this.#compacting = run
    return run
  }

  async close(): Promise<void> {
    this.#flushNow()
    await this.#next?.done.catch(() => {})
    await this.#flushing
    await this.#compacting.catch(() => {})
    await this.#merger.close()
  }

  /** Checks one sample after the other; false for what is older than the history reaches back: it would be dropped at once. */
  #check(): (sample: Sample) => boolean {
    const oldest = this.#now() - days(rawDays)
    const newest = this.#now() + futureMs
    return (sample) => {
      checkSample(sample)
      if (sample.data_time > newest) throw new RangeError('data_time lies more than 10 minutes ahead')
      return sample.data_time >= oldest
    }
  }

  #startFlush(): Flush {
    // One that is full is written now.
    this.#flushNow()
    const samples: Sample[] = []
    const due = new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, flushMs)
      this.#flushNow = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    const done = Promise.all([due, this.#flushing]).then(() => {
      if (this.#next === flush) this.#next = null
      return this.#write(samples)
    })
    this.#flushing = done.catch(() => {})
    const flush: Flush = { samples, bytes: 0, done }
    return flush
  }

  async #write(samples: readonly Sample[]): Promise<void> {
    const t_max = samples.reduce((latest, { data_time }) => Math.max(latest, data_time), 0)
    const data = encodeJournal(samples)
    const { rows } = await this.#db.system(
      (q) =>
        sql<{ seq: number }>`insert into tlm_journal (node_id, t_max, n, data)
          values (${this.#node_id}, ${t_max}, ${samples.length}, ${data}) returning seq`.execute(q),
      'ingest',
    )
    this.#open.add(samples)
    this.#rows.push({ seq: (rows[0] as { seq: number }).seq, t_max, written: this.#now() })
  }

  #compaction(now: number, gone: AbortSignal | undefined): Compaction {
    return { db: this.#db, open: this.#open, late: this.#late, partitions: this.#partitions, now, gone }
  }

  async #compact(now: number, gone: AbortSignal | undefined): Promise<void> {
    const compaction = this.#compaction(now, gone)
    const sealed = this.#rows.length
    await sealMinutes(compaction, now + futureMs)
    await this.#forgetJournal(sealed, now)
    // To merge may take long, and what is open must not become more and more meanwhile.
    let sealedTime = performance.now()
    const besideSealing = (turns: Turns): Turns => ({
      pause: async () => {
        await turns.pause()
        if (performance.now() - sealedTime < MINUTE_MS) return
        await sealMinutes({ ...compaction, now: this.#now() }, this.#now() + futureMs)
        sealedTime = performance.now()
      },
    })
    await mergeMinutes(compaction, besideSealing(openTurns(Number.POSITIVE_INFINITY, gone)))
    await turnPartitions(this.#partitions, now, rawDays, rollupDays)
    await mergeLate(compaction, besideSealing(openTurns(lateMs, gone)))
  }

  /**
   * Deletes the oldest rows of which nothing is open. Only a row that has all older ones deleted may go: replayed
   * without a newer row, an older one would bring back what the newer had corrected.
   */
  async #forgetJournal(sealed: number, now: number): Promise<void> {
    // What lies further ahead than any sample that is taken is sealed: the clock was set back since it was written.
    const isHeld = ({ t_max, written }: { t_max: number; written: number }) =>
      (t_max >= minuteOf(now) && t_max <= now + futureMs) || Math.abs(this.#now() - written) < journalKeptMs
    const held = this.#rows.slice(0, sealed).findIndex(isHeld)
    const count = held === -1 ? sealed : held
    const last = this.#rows[count - 1]
    if (last === undefined) return
    await this.#db.system(
      (q) => sql`delete from tlm_journal where node_id = ${this.#node_id} and seq <= ${last.seq}`.execute(q),
      'backlog',
    )
    this.#rows.splice(0, count)
  }
}
