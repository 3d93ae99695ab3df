import { sql } from 'kysely'
import { DAY_MS, HOUR_MS } from '../../../core/catalogue/durations.ts'
import { type Db, DbError } from '../db/db.ts'
import { hourOf } from './buckets.ts'
import type { HistoryQuota } from './sizes.ts'

type Table = 'tlm_minute' | 'tlm_hour' | 'tlm_rollup' | 'tlm_text'

interface Span {
  name: string
  from: number
  to: number
}

const hoursAhead = 3

const month = (table: Table, time: number): Span => {
  const date = new Date(time)
  const [year, index] = [date.getUTCFullYear(), date.getUTCMonth()]
  const name = `${table}_${year}_${String(index + 1).padStart(2, '0')}`
  return { name, from: Date.UTC(year, index), to: Date.UTC(year, index + 1) }
}
const year = (table: Table, time: number): Span => {
  const of = new Date(time).getUTCFullYear()
  return { name: `${table}_${of}`, from: Date.UTC(of, 0), to: Date.UTC(of + 1, 0) }
}
const hour = (table: Table, time: number): Span => {
  const from = hourOf(time)
  return { name: `${table}_${from / HOUR_MS}`, from, to: from + HOUR_MS }
}
const spanOf: Record<Table, (table: Table, time: number) => Span> = {
  tlm_minute: hour,
  tlm_hour: month,
  tlm_text: month,
  tlm_rollup: year,
}

/** The range partitions of the history: made before they are needed, dropped as a whole when their time is over. */
export class Partitions {
  readonly #db: Db
  readonly #known = new Set<string>()

  constructor(db: Db) {
    this.#db = db
  }

  /** Makes what samples of these times need. */
  async cover(times: Iterable<number>): Promise<void> {
    for (const table of ['tlm_hour', 'tlm_rollup', 'tlm_text'] as const) {
      const spans = new Map<string, Span>()
      for (const time of times) {
        const span = spanOf[table](table, time)
        spans.set(span.name, span)
      }
      for (const span of spans.values()) await this.#make(table, span)
    }
  }

  /** Minutes of the coming hours get partitions of their own; all others go to the default one. */
  async coverMinutes(now: number): Promise<void> {
    for (let ahead = 0; ahead < hoursAhead; ahead++) {
      await this.#make('tlm_minute', hour('tlm_minute', now + ahead * HOUR_MS))
    }
  }

  minutesOf(from: number): string {
    return hour('tlm_minute', from).name
  }

  /** The hours that have a partition of minutes and ended before `time`, oldest first. */
  async hoursBefore(time: number): Promise<number[]> {
    const spans = await this.#list('tlm_minute')
    return spans.filter(({ to }) => to <= time).map(({ from }) => from)
  }

  /**
   * Drops the minutes of an hour that is merged, if nothing came in meanwhile: `merged` is the number of rows seen.
   */
  async dropMinutes(from: number, merged: number): Promise<void> {
    const name = this.minutesOf(from)
    await this.#db.system(async (q) => {
      // The parent first, as readers do: the other way round the two could wait for each other.
      await sql`lock table tlm_minute in access exclusive mode`.execute(q)
      const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(q)
      if (rows[0]?.n === merged) await sql`drop table ${sql.table(name)}`.execute(q)
    }, 'reports')
    this.#known.delete(name)
  }

  /** Drops what ended before its table's horizon. */
  async dropBefore(rawHorizon: number, rollupHorizon: number): Promise<void> {
    const horizons = { tlm_hour: rawHorizon, tlm_text: rawHorizon, tlm_rollup: rollupHorizon }
    for (const [table, horizon] of Object.entries(horizons)) {
      for (const { name, to } of await this.#list(table as Table)) {
        if (to > horizon) continue
        await this.#db.system(async (q) => {
          await sql`drop table ${sql.table(name)}`.execute(q)
          await sql`delete from history_size where quota = ${quotaOf(table)} and day < ${to}`.execute(q)
        }, 'reports')
        this.#known.delete(name)
      }
    }
  }

  async #make(table: Table, { name, from, to }: Span): Promise<void> {
    if (this.#known.has(name)) return
    const bounds = sql.raw(`from (${from}) to (${to})`)
    try {
      await this.#db.system(async (q) => {
        const part = sql.table(name)
        await sql`create table if not exists ${part} partition of ${sql.table(table)} for values ${bounds}`.execute(q)
        if (table === 'tlm_rollup') await sql`alter table ${part} alter column m1 set storage external`.execute(q)
        else if (table !== 'tlm_text') await sql`alter table ${part} alter column data set storage external`.execute(q)
      }, 'ingest')
    } catch (error) {
      if (!isHarmless(error)) throw error
    }
    this.#known.add(name)
  }

  async #list(table: Table): Promise<Span[]> {
    const { rows } = await this.#db.system((q) =>
      sql<{ name: string }>`
        select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = ${table}::regclass order by c.relname`.execute(q),
    )
    return rows.flatMap(({ name }) => {
      const start = startOf(table, name)
      return start === null ? [] : [spanOf[table](table, start)]
    })
  }
}

/** Another node made the same one; or the default partition already holds minutes of that hour, and keeps them. */
function isHarmless(error: unknown): boolean {
  const known = { duplicateTable: '42P07', uniqueViolation: '23505', checkViolation: '23514' }
  return error instanceof DbError && Object.values(known).includes(error.code)
}

function startOf(table: Table, name: string): number | null {
  const [first, second] = name
    .slice(table.length + 1)
    .split('_')
    .map(Number)
  if (first === undefined || Number.isNaN(first)) return null
  if (table === 'tlm_minute') return first * HOUR_MS
  return Date.UTC(first, (second ?? 1) - 1)
}

const quotaOf = (table: string): HistoryQuota => (table === 'tlm_rollup' ? 'rollup_bytes' : 'history_bytes')

export const days = (count: number): number => count * DAY_MS
