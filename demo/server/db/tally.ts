import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'
import { findByKeys } from './find-by-keys.ts'
import type { Schema } from './schema.ts'

/** Rows that are counted in one statement: it takes the store about 10 ms. */
const ROWS_AT_ONCE = 5000

/** Rows of a table, of which new ones come at the end of an index: that of its organisation, `time` and `id`. */
export interface Growing {
  table: string
  time: string
  id: string
  idType: 'bigint' | 'text'
  /** Which of them count. */
  which?: RawBuilder<unknown>
  bytes: RawBuilder<unknown>
  /** Rows that come may be older than the newest: all of an organisation are counted anew so often. */
  recountMs?: number
}

export interface Size {
  lines: number
  bytes: number
}

interface Key {
  time: number
  id: string
}

interface Counted extends Size {
  newest: Key | null
}

/** What is left of an organisation's rows within a size, and the newest row beyond it; null where all are within. */
export interface Recounted extends Size {
  beyond: Key | null
}

const NO_BOUND: Size = { lines: Number.MAX_SAFE_INTEGER, bytes: Number.MAX_SAFE_INTEGER }
const NOTHING: Counted = { lines: 0, bytes: 0, newest: null }

/**
 * How many rows each organisation has, and their bytes, without reading them all each time: what was counted once is not
 * counted again, and no statement reads more than a piece of one organisation. What is deleted is noticed by a recount alone,
 * so there may be fewer rows than it says, and not more.
 */
export class Tally {
  readonly #db: Db
  readonly #rows: Growing
  readonly #counted = new Map<number, Counted>()
  /** When all of an organisation were counted last. */
  readonly #recounted = new Map<number, number>()

  constructor(db: Db, rows: Growing) {
    this.#db = db
    this.#rows = rows
  }

  /** At most so much has an organisation, as it was last counted. */
  atMost(tenant_id: number): Size {
    return this.#counted.get(tenant_id) ?? NOTHING
  }

  /** Counts what was added of these organisations, of which there are few. */
  async add(tenant_ids: readonly number[], closing?: AbortSignal): Promise<void> {
    const { recountMs = Number.POSITIVE_INFINITY } = this.#rows
    for (const { tenant_id, newest } of await this.#newest(tenant_ids)) {
      const recounted = this.#recounted.get(tenant_id) ?? performance.now()
      this.#recounted.set(tenant_id, recounted)
      if (performance.now() - recounted >= recountMs) {
        await this.recount(tenant_id, { closing })
        continue
      }
      const counted = { ...(this.#counted.get(tenant_id) ?? NOTHING) }
      const last = counted.newest
      if (last?.time === newest.time && last.id === newest.id) continue
      for (let read = ROWS_AT_ONCE; read === ROWS_AT_ONCE && !closing?.aborted; ) {
        const piece: Piece = await this.#piece(tenant_id, 'asc', counted.newest)
        read = piece.read
        counted.lines += piece.lines
        counted.bytes += piece.bytes
        if (piece.last) counted.newest = piece.last
      }
      this.#counted.set(tenant_id, counted)
    }
  }

  /** Counts all of an organisation anew, the newest first, as far as they are within `most`. */
  async recount(
    tenant_id: number,
    { most = NO_BOUND, closing }: { most?: Size; closing?: AbortSignal | undefined } = {},
  ): Promise<Recounted> {
    const counted: Counted = { ...NOTHING }
    let [last, beyond]: [Key | null, Key | null] = [null, null]
    for (let read = ROWS_AT_ONCE; read === ROWS_AT_ONCE && !beyond; ) {
      const left = { lines: most.lines - counted.lines, bytes: most.bytes - counted.bytes }
      const piece: Piece = await this.#piece(tenant_id, 'desc', last, left)
      if (closing?.aborted) return { ...this.atMost(tenant_id), beyond: null }
      read = piece.read
      counted.newest ??= piece.first
      counted.lines += piece.lines
      counted.bytes += piece.bytes
      last = piece.last
      beyond = piece.beyond
    }
    this.#counted.set(tenant_id, counted)
    this.#recounted.set(tenant_id, performance.now())
    return { lines: counted.lines, bytes: counted.bytes, beyond }
  }

  async #newest(tenant_ids: readonly number[]): Promise<{ tenant_id: number; newest: Key }[]> {
    const { table } = this.#rows
    const [time, id] = [sql.ref(this.#rows.time), sql.ref(this.#rows.id)]
    return this.#db.system(async (q) => {
      await findByKeys(q)
      const { rows } = await sql<{ tenant_id: number } & Key>`
        select t.tenant_id, newest.time, newest.id from unnest(${[...tenant_ids]}::bigint[]) t (tenant_id)
          cross join lateral (select ${time} as time, ${id}::text as id from ${sql.table(table)} r
            where r.tenant_id = t.tenant_id order by ${time} desc, ${id} desc limit 1) newest`.execute(q)
      return rows.map(({ tenant_id, ...newest }) => ({ tenant_id, newest }))
    }, 'reports')
  }

  #piece(tenant_id: number, direction: 'asc' | 'desc', after: Key | null, most: Size = NO_BOUND): Promise<Piece> {
    return this.#db.system((q) => readPiece(q, this.#rows, { tenant_id, direction, after, most }), 'reports')
  }
}

interface Piece extends Size {
  read: number
  first: Key | null
  last: Key | null
  beyond: Key | null
}

interface Reading {
  tenant_id: number
  direction: 'asc' | 'desc'
  after: Key | null
  most: Size
}

async function readPiece(q: Kysely<Schema>, rows: Growing, reading: Reading): Promise<Piece> {
  const { table, idType, which = sql`true`, bytes } = rows
  const { tenant_id, direction, after, most } = reading
  const [time, id] = [sql.ref(rows.time), sql.ref(rows.id)]
  const way = sql.raw(direction)
  const behind = sql.raw(direction === 'asc' ? '>' : '<')
  const from = after ? sql`and (${time}, ${id}) ${behind} (${after.time}, ${after.id}::${sql.raw(idType)})` : sql``
  const key = (name: string) =>
    sql`(select json_build_object('time', time, 'id', id) from piece ${sql.raw(name)} limit 1)`
  await findByKeys(q)
  const { rows: pieces } = await sql<Piece>`
    with piece as materialized (
      select ${time} as time, ${id}::text as id, (${which}) as counts, ${bytes} as bytes, row_number() over () as nth
        from (select * from ${sql.table(table)} where tenant_id = ${tenant_id} ${from}
          order by ${time} ${way}, ${id} ${way} limit ${ROWS_AT_ONCE}) newer
    ), summed as materialized (
      select *, count(*) filter (where counts) over sofar > ${most.lines}
          or sum(bytes) filter (where counts) over sofar > ${most.bytes} as is_beyond
        from piece window sofar as (order by nth rows unbounded preceding)
    )
    select (select count(*)::int from piece) as read,
      (count(*) filter (where counts and not is_beyond))::int as lines,
      coalesce(sum(bytes) filter (where counts and not is_beyond), 0)::bigint as bytes,
      ${key('order by nth')} as first, ${key('order by nth desc')} as last,
      (select json_build_object('time', time, 'id', id) from summed where counts and is_beyond order by nth limit 1) as beyond
    from summed`.execute(q)
  return pieces[0] as Piece
}
