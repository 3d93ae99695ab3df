import { translate } from '../../../core/text/define-text.ts'
import type { Format } from '../../../core/text/format.ts'
import { words } from '../../../core/text/words.ts'
import { fieldWords } from './action-words.ts'
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

function valueText(field: string, value: unknown, format: Format): string {
  const { yes, no } = translate(words, format.lang)
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? yes : no
  if (typeof value === 'number' && field.endsWith('_time')) return format.dateTime(value)
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map((one) => valueText('', one, format)).join(', ')
  if (isCount(value)) return translate(text, format.lang).entries({ count: value.entries })
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
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
  const names: Readonly<Record<string, string>> = translate(fieldWords, format.lang)
  const parts = (isChange(detail) && byField(detail)) || detail
  return Object.entries(parts).map(([field, value]) => ({
    field,
    name: Object.hasOwn(names, field) ? (names[field] as string) : field,
    before: isChange(value) ? valueText(field, value.before, format) : null,
    after: valueText(field, isChange(value) ? value.after : value, format),
  }))
}
