import { type RawBuilder, sql } from 'kysely'
import { AUDIT_DETAIL_BYTES } from '../../../core/contract/audit.ts'

type Detail = Readonly<Record<string, unknown>>

/** Fields of a shortened detail, and what those of them that are small may take together. */
const FIELDS_MOST = 100
const SMALL_BYTES = AUDIT_DETAIL_BYTES / 4

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '')

/** How much there was: entries of a list or a record, characters of a text. */
const countOf = (value: unknown): unknown => {
  if (typeof value === 'string') return { entries: value.length }
  if (typeof value !== 'object' || value === null) return value
  return { entries: Array.isArray(value) ? value.length : Object.keys(value).length }
}

const isChange = (value: unknown): value is Detail =>
  typeof value === 'object' && value !== null && ('before' in value || 'after' in value)

/** As it is where it has at most `most` bytes; else which fields changed, how many entries each had, and `shortened`. */
export function shortDetail(detail: Detail, most: number = AUDIT_DETAIL_BYTES): Detail {
  const bytes = bytesOf(detail)
  if (bytes <= most) return detail
  let room = Math.min(SMALL_BYTES, most / 4)
  const fields = Object.entries(detail).slice(0, FIELDS_MOST)
  const short = fields.map(([name, value]): [string, unknown] => {
    const size = bytesOf(value)
    if (size <= room) {
      room -= size
      return [name.slice(0, 64), value]
    }
    if (!isChange(value)) return [name.slice(0, 64), countOf(value)]
    return [name.slice(0, 64), { before: countOf(value.before ?? null), after: countOf(value.after ?? null) }]
  })
  return { ...Object.fromEntries(short), shortened: { bytes } }
}

const countIn = (value: RawBuilder<unknown>) => sql`case jsonb_typeof(${value})
  when 'array' then jsonb_build_object('entries', jsonb_array_length(${value}))
  when 'object' then jsonb_build_object('entries', (select count(*) from jsonb_object_keys(${value})))
  when 'string' then jsonb_build_object('entries', length(${value} #>> '{}'))
  else ${value} end`

/** More than any detail of this size takes in the table: such lines are from before details had a bound. */
const STORED_LARGE = 2 * AUDIT_DETAIL_BYTES

/**
 * A line's detail as it is read: one that was written without a bound is shortened in the store, and never leaves it. What
 * is packed smaller than 2,000 bytes is looked at only when it is unpacked.
 */
export const storedDetail = sql<Detail>`case
  when pg_column_size(detail) > 2000 and octet_length(detail::text) > ${STORED_LARGE} then (
    select jsonb_object_agg(left(key, 64), case
      when jsonb_typeof(value) = 'object' and (value ? 'before' or value ? 'after') then jsonb_build_object(
        'before', ${countIn(sql`(value -> 'before')`)}, 'after', ${countIn(sql`(value -> 'after')`)})
      else ${countIn(sql`value`)} end)
    from (select key, value from jsonb_each(detail) limit ${FIELDS_MOST}) fields
  ) || jsonb_build_object('shortened', jsonb_build_object('bytes', octet_length(detail::text)))
  else detail end`

/** What the details of one page take together. */
const PAGE_BYTES = 32 * AUDIT_DETAIL_BYTES

/** The same rows, whose later details are shortened where those before them have filled the page. */
export function boundedPage<Row extends { detail: Detail }>(rows: readonly Row[]): Row[] {
  let room = PAGE_BYTES
  return rows.map((row) => {
    const detail = shortDetail(row.detail, Math.max(PAGE_BYTES / 100 / 2, Math.min(AUDIT_DETAIL_BYTES, room)))
    room -= bytesOf(detail)
    return { ...row, detail }
  })
}
