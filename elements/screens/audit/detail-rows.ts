import { isPermission, PERMISSIONS } from '../../../core/catalogue/permissions.ts'
import { translate } from '../../../core/text/define-text.ts'
import type { Format } from '../../../core/text/format.ts'
import { words } from '../../../core/text/words.ts'
import { fieldWords, valueWords } from './action-words.ts'
import { text } from './text.ts'

type Detail = Readonly<Record<string, unknown>>

/** One part of a line's detail, as text. `before` is null for what is no change. */
export interface DetailRow {
  field: string
  name: string
  before: string | null
  after: string
}

const isRecord = (value: unknown): value is Detail =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `{before, after}`, either of them left out where there was, or is, nothing. */
function isChange(value: unknown): value is { before?: unknown; after?: unknown } {
  if (!isRecord(value)) return false
  const keys = Object.keys(value)
  return keys.length > 0 && keys.every((key) => key === 'before' || key === 'after')
}

/** Stands for a value that was too large to be kept. */
function isCount(value: unknown): value is { entries: number } {
  return isRecord(value) && Object.keys(value).length === 1 && typeof value.entries === 'number'
}

/** Bytes of the whole of a detail that was shortened; null for one that is whole. */
export function wholeBytes({ shortened }: Detail): number | null {
  return isRecord(shortened) && typeof shortened.bytes === 'number' ? shortened.bytes : null
}

const named = (names: Readonly<Record<string, string>>, key: string): string =>
  Object.hasOwn(names, key) ? (names[key] as string) : key

/** A code of the catalogue, or a word that the product keeps, as the user reads it. */
function wordOf(field: string, code: string, { lang }: Format): string {
  if ((field === 'permissions' || field === 'custom_home') && isPermission(code)) return PERMISSIONS[code][lang]
  const word = `${field} ${code}`
  const known = named(translate(valueWords, lang), word)
  return known === word ? code : known
}

function valueText(field: string, value: unknown, format: Format): string {
  const { yes, no } = translate(words, format.lang)
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? yes : no
  if (typeof value === 'number' && field.endsWith('_time')) return format.dateTime(value)
  if (Array.isArray(value)) return listText(field, value, format)
  if (isCount(value)) return translate(text, format.lang).entries({ count: value.entries })
  if (isRecord(value)) return recordText(value, format)
  return wordOf(field, String(value), format)
}

/** Records stand a line each, all else in one line. */
function listText(field: string, list: readonly unknown[], format: Format): string {
  if (list.length === 0) return '–'
  return list.map((one) => valueText(field, one, format)).join(list.some(isRecord) ? '\n' : ', ')
}

function recordText(record: Detail, format: Format): string {
  const names = translate(fieldWords, format.lang)
  return Object.entries(record)
    .map(([field, value]) => `${named(names, field)}: ${valueText(field, value, format)}`)
    .join(' · ')
}

/** Of two lists only what one has and the other has not; how many both have. */
function listChange(field: string, before: readonly unknown[], after: readonly unknown[], format: Format) {
  const [had, has] = [before, after].map((list) => new Set(list.map((one) => JSON.stringify(one))))
  const gone = before.filter((one) => !has?.has(JSON.stringify(one)))
  const added = after.filter((one) => !had?.has(JSON.stringify(one)))
  const count = after.length - added.length
  const same = count > 0 ? `\n${translate(text, format.lang).unchanged({ count })}` : ''
  return { before: listText(field, gone, format), after: `${listText(field, added, format)}${same}` }
}

function changeText(field: string, { before, after }: { before?: unknown; after?: unknown }, format: Format) {
  if (Array.isArray(before) && Array.isArray(after)) return listChange(field, before, after, format)
  return { before: valueText(field, before, format), after: valueText(field, after, format) }
}

/** The whole record before and after, as the changes of its fields. */
function byField({ before, after }: { before?: unknown; after?: unknown }): Detail | null {
  if (!isRecord(before ?? {}) || !isRecord(after ?? {})) return null
  const [old, fresh] = [(before ?? {}) as Detail, (after ?? {}) as Detail]
  const fields = [...new Set([...Object.keys(old), ...Object.keys(fresh)])]
  return Object.fromEntries(fields.map((field) => [field, { before: old[field], after: fresh[field] }]))
}

/** What a line's detail holds, a row each; a part that nobody knows here stands under its own name. */
export function detailRows(whole: Detail, format: Format): DetailRow[] {
  const { shortened, ...rest } = whole
  const detail = wholeBytes(whole) === null ? whole : rest
  const names = translate(fieldWords, format.lang)
  const parts = (isChange(detail) && byField(detail)) || detail
  return Object.entries(parts).map(([field, value]) => ({
    field,
    name: named(names, field),
    ...(isChange(value) ? changeText(field, value, format) : { before: null, after: valueText(field, value, format) }),
  }))
}
