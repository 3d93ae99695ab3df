import { type Kysely, type RawBuilder, sql } from 'kysely'
import { NEWEST_MOST } from './newest-rows.ts'
import type { Schema } from './schema.ts'
import { numbers, texts } from './sql-array.ts'

/** Carries out one statement in a transaction of its own: between two of them others have their turns. */
export type Ask = <T>(work: (q: Kysely<Schema>) => Promise<T>) => Promise<T>

/** Rows of a table, in the order of their time, in which an index has them. */
export interface Rows {
  table: RawBuilder<unknown>
  time: string
  id: string
  idType: 'bigint' | 'text'
  start?: number | undefined
  end?: number | undefined
  /** What the index narrows: of several of these, which exclude each other, each is read in the index by itself. */
  within?: readonly RawBuilder<boolean>[]
}

/** Which of the rows are found. */
export interface Sought {
  /** What else `isFound` needs of a row of the table, as columns of `piece`. */
  columns?: readonly RawBuilder<unknown>[]
  /** A further `with`, which may read `piece`. */
  also?: RawBuilder<unknown>
  /** Of a row of `piece`; none: all. */
  isFound?: RawBuilder<boolean> | undefined
  /** Rows of which this does not hold are passed over: they do not count as looked at. */
  isMeant?: RawBuilder<boolean> | undefined
}

export interface Bounds {
  /** Rows of one piece: it takes the store about 10 ms. */
  piece: number
  /** At so many that were looked at it ends. */
  most?: number
  /** At so many that were found it ends. */
  enough?: number
}

export interface Page {
  limit: number
  offset: number
  direction: 'asc' | 'desc'
}

/** Where a row stands in the order. */
export interface Key {
  time: number
  id: string
}

/** The rows of the page, in its order, and how many are found: not all, where more rows than `most` could be looked at. */
export interface Found {
  keys: Key[]
  total: number
}

/** Looking at rows that nothing can be found in costs little: of so many times as many as are looked at. */
const PASSED_TIMES = 5

/** Of rows of which nothing is looked at but their place. */
const PLACES = 5000
/** Of rows whose long texts are searched, of rows with short ones, and of rows of which only numbers and words are compared. */
export const LONG_TEXTS = 400
export const TEXTS = 2500
export const WORDS = 5000

/** What is read of a piece; its last row is where the next one goes on. */
interface Piece {
  read: number
  looked: number
  found: number
  keys: [time: number, id: string][] | null
  last_time: number | null
  last_id: string | null
}

type Direction = Page['direction']

const turned = (direction: Direction): Direction => (direction === 'asc' ? 'desc' : 'asc')

const orderOf = (direction: Direction, time: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
  direction === 'asc' ? sql`${time}, ${id}` : sql`${time} desc, ${id} desc`

interface Reading {
  rows: Rows
  sought: Sought
  direction: Direction
  size: number
  after: Key | null
}

/** The next rows behind a place. */
function pieceOf({ rows, sought: { columns = [] }, direction, size, after }: Reading): RawBuilder<unknown> {
  const { table, idType, start, end, within = [] } = rows
  const [time, id] = [sql.ref(rows.time), sql.ref(rows.id)]
  const order = sql`order by ${orderOf(direction, time, id)} limit ${sql.lit(size)}`
  const behind = sql.raw(direction === 'asc' ? '>' : '<')
  const range = [
    ...(start === undefined ? [] : [sql`${time} >= ${start}`]),
    ...(end === undefined ? [] : [sql`${time} < ${end}`]),
    ...(after ? [sql`(${time}, ${id}) ${behind} (${after.time}, ${after.id}::${sql.raw(idType)})`] : []),
  ]
  const read = (also: readonly RawBuilder<unknown>[]) => {
    const where = [...also, ...range]
    return sql`select ${sql.join([time, id, ...columns])} from ${table}
      ${where.length > 0 ? sql`where ${sql.join(where, sql` and `)}` : sql``} ${order}`
  }
  if (within.length < 2) return read(within)
  const each = within.map((one) => sql`(${read([one])})`)
  return sql`select * from (${sql.join(each, sql` union all `)}) each ${order}`
}

async function readPiece(q: Kysely<Schema>, reading: Reading, skip: number, take: number): Promise<Piece> {
  const { rows, sought, direction } = reading
  const { also, isFound, isMeant } = sought
  const [time, id] = [sql.ref(rows.time), sql.ref(rows.id)]
  const order = orderOf(direction, sql`row_time`, sql`row_id`)
  const last = sql`from looked order by ${orderOf(turned(direction), sql`row_time`, sql`row_id`)} limit 1`
  const keys = sql`(select json_agg(json_build_array(row_time, row_id::text)) from (
    select row_time, row_id from looked where is_found order by ${order} limit ${take} offset ${skip}) k)`
  const { rows: pieces } = await sql<Piece>`
    with piece as materialized (${pieceOf(reading)})${also ? sql`, ${also}` : sql``},
      looked as ${sql.raw(isFound || isMeant ? 'materialized' : 'not materialized')} (select ${time} as row_time, ${id} as row_id, ${isMeant ?? sql`true`} as is_meant,
        ${isMeant ?? sql`true`} and ${isFound ?? sql`true`} as is_found from piece)
    select count(*)::int as read, (count(*) filter (where is_meant))::int as looked,
      (count(*) filter (where is_found))::int as found, ${take > 0 ? keys : sql`null`} as keys,
      (select row_time ${last}) as last_time, (select row_id::text ${last}) as last_id
    from looked`.execute(q)
  return pieces[0] as Piece
}

/**
 * A page of the rows that are found, and how many are found. Many rows are looked at in pieces, each in a statement of its own,
 * so that a search holds the store for nobody; at `most` of them it ends. What changes meanwhile may be seen or not.
 */
export async function findInPieces(ask: Ask, rows: Rows, sought: Sought, bounds: Bounds, page: Page): Promise<Found> {
  const { piece, most = NEWEST_MOST, enough = Number.POSITIVE_INFINITY } = bounds
  const found: Found = { keys: [], total: 0 }
  const isPlain = sought.isFound === undefined && sought.isMeant === undefined
  let after: Key | null = null
  let looked = 0
  let read = 0
  while (looked < most && read < most * PASSED_TIMES && found.total < enough) {
    // The last piece is no smaller where many of its rows are passed over.
    const size: number = sought.isMeant ? piece : Math.min(isPlain ? PLACES : piece, most - looked)
    const skip = Math.max(0, page.offset - found.total)
    const take = page.limit - found.keys.length
    const reading: Reading = { rows, sought: isPlain ? {} : sought, direction: page.direction, size, after }
    const { keys, ...next }: Piece = await ask((q) => readPiece(q, reading, skip, take))
    found.keys.push(...(keys ?? []).map(([time, id]) => ({ time, id })))
    found.total += next.found
    looked += next.looked
    read += next.read
    if (next.read < size || next.last_time === null || next.last_id === null) break
    after = { time: next.last_time, id: next.last_id }
  }
  return found
}

/** The same, of the newest rows of the range alone, whichever way the page is ordered. */
export async function findInNewest(ask: Ask, rows: Rows, sought: Sought, bounds: Bounds, page: Page): Promise<Found> {
  if (page.direction === 'desc') return findInPieces(ask, rows, sought, bounds, page)
  const { most = NEWEST_MOST } = bounds
  const { isMeant } = sought
  const last = { limit: 1, offset: most - 1, direction: 'desc' } as const
  const places = isMeant ? { ...sought, isFound: undefined } : {}
  const [oldest] = (await findInPieces(ask, rows, places, { ...bounds, piece: PLACES }, last)).keys
  if (!oldest) return findInPieces(ask, rows, sought, bounds, page)
  return findInPieces(ask, { ...rows, start: oldest.time }, sought, { ...bounds, most: Number.POSITIVE_INFINITY }, page)
}

/** Keys as two columns, `key_time` and `key_id`, in the order `nth`. */
export const keyRows = (keys: readonly Key[], idType: Rows['idType']): RawBuilder<unknown> => sql`unnest(
  ${numbers(keys.map(({ time }) => time))}::bigint[],
  ${idType === 'bigint' ? `{${keys.map(({ id }) => id).join(',')}}` : texts(keys.map(({ id }) => id))}::${sql.raw(idType)}[])
  with ordinality as keys (key_time, key_id, nth)`

/** Rows that are read at once, of a page or a file. */
const ROWS_AT_ONCE = 500

/** What a page shows of its keys, some at a time. */
export async function rowsInPieces<T>(
  ask: Ask,
  keys: readonly Key[],
  read: (q: Kysely<Schema>, keys: readonly Key[]) => Promise<T[]>,
): Promise<T[]> {
  const rows: T[] = []
  for (let i = 0; i < keys.length; i += ROWS_AT_ONCE) {
    const some = keys.slice(i, i + ROWS_AT_ONCE)
    rows.push(...(await ask((q) => read(q, some))))
  }
  return rows
}

/** Whether a column is one of these values of all that it can have: by the shorter of two lists. */
export function among(
  column: RawBuilder<unknown>,
  ids: readonly number[],
  all: readonly number[],
): RawBuilder<boolean> {
  if (ids.length === all.length) return sql<boolean>`true`
  if (ids.length <= all.length / 2) return sql<boolean>`${column} = any(${numbers(ids)}::bigint[])`
  const one = new Set(ids)
  return sql<boolean>`${column} <> all(${numbers(all.filter((id) => !one.has(id)))}::bigint[])`
}

/** Whether one of these texts has this one, which is in lower case. */
export const hasText = (text: string, ...columns: readonly RawBuilder<unknown>[]) =>
  sql<boolean>`position(${text} in lower(concat_ws(chr(10), ${sql.join(columns)}))) > 0`

export const allOf = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> | undefined =>
  conditions.length === 0 ? undefined : sql<boolean>`(${sql.join(conditions, sql` and `)})`
