import { Point } from '../../../core/contract/device.ts'
import { PointKey } from '../../../core/contract/telemetry.ts'
import type { PermissionItem, PointOfFile, TemplatePoint } from '../../../core/contract/template.ts'
import type { Translated } from '../../../core/text/define-text.ts'
import type { text } from './text.ts'

type Words = Translated<(typeof text)['rows']>

export const TYPES = ['number', 'boolean', 'string', 'enum'] as const
export const ACCESSES = ['r', 'rw'] as const
/** Columns in their order. */
export const COLUMNS = [
  'key',
  'name',
  'name_en',
  'data_type',
  'unit',
  'decimals',
  'access',
  'write_min',
  'write_max',
  'enum_text',
  'keep_history',
  'two_step',
  'item_id',
] as const
export type Column = (typeof COLUMNS)[number]

/** A point as it is typed: texts may be wrong for a while. */
export interface PointRow {
  /** Of this table alone. */
  readonly id: number
  key: string
  name: string
  name_en: string
  data_type: Point['data_type']
  unit: string
  decimals: string
  access: Point['access']
  write_min: string
  write_max: string
  enum_text: string
  keep_history: boolean
  two_step: boolean
  /** The name of the permission item that its writers hold; '' for none. */
  item_id: string
  /** Words that were put into a choice and name none of it: wrong until one is chosen. */
  unread?: Unread
}
export const CHOICES = ['data_type', 'access', 'keep_history', 'two_step'] as const
export type Choice = (typeof CHOICES)[number]
export type Unread = Readonly<Partial<Record<Choice, string>>>
/** What is wrong with a row, by its column. */
export type WrongRow = Partial<Record<Column, string>>

let lastId = 0
export const newId = () => ++lastId

export const emptyRow = (): PointRow => ({
  id: newId(),
  key: '',
  name: '',
  name_en: '',
  data_type: 'number',
  unit: '',
  decimals: '',
  access: 'r',
  write_min: '',
  write_max: '',
  enum_text: '',
  keep_history: true,
  two_step: false,
  item_id: '',
})

/** `0=停止|Stopped; 1=运行|Running` */
export const enumCell = (texts: NonNullable<Point['enum_text']>): string =>
  Object.entries(texts)
    .map(([value, { zh, en }]) => `${value}=${zh}${en === zh ? '' : `|${en}`}`)
    .join('; ')

/** The words of an enum; null where it is none. */
export function enumOf(cell: string): NonNullable<Point['enum_text']> | null {
  const texts: Record<string, { zh: string; en: string }> = {}
  for (const part of cell.split(/[;；\n]/)) {
    if (part.trim() === '') continue
    const [, value, zh, en] = /^\s*(-?\d+)\s*[=:：＝]\s*([^|｜]+?)\s*(?:[|｜]\s*(.+?)\s*)?$/.exec(part) ?? []
    if (value === undefined || zh === undefined) return null
    texts[value] = { zh, en: en ?? zh }
  }
  return Object.keys(texts).length > 0 ? texts : null
}

const textOf = (value: string | number | null) => (value === null ? '' : String(value))

type Items = readonly PermissionItem[]
const NO_ITEMS: Items = []

export const rowOf = (point: TemplatePoint & { item_name?: string | undefined }, items = NO_ITEMS): PointRow => ({
  id: newId(),
  key: point.key,
  name: point.name,
  name_en: textOf(point.name_en),
  data_type: point.data_type,
  unit: textOf(point.unit),
  decimals: textOf(point.decimals),
  access: point.access,
  write_min: textOf(point.write_min),
  write_max: textOf(point.write_max),
  enum_text: point.enum_text ? enumCell(point.enum_text) : '',
  keep_history: point.keep_history,
  two_step: point.two_step,
  item_id: point.item_name ?? items.find(({ item_id }) => item_id === point.item_id)?.item_name ?? '',
})

/** A number as it is typed: full-width signs and separators of thousands too. NaN for what is none. */
export function numberOf(typed: string): number {
  const plain = typed.normalize('NFKC').replace(/[,\s]/g, '')
  return plain === '' ? Number.NaN : Number(plain)
}
const numberOrNull = (typed: string) => (typed.trim() === '' ? null : numberOf(typed))
const textOrNull = (typed: string) => typed.trim() || null

/** The point that a row says; numbers of an invalid row may be NaN. What its kind does not have is left out. */
export function pointOf(row: PointRow, items = NO_ITEMS): TemplatePoint {
  const { data_type } = row
  const isWritten = row.access === 'rw'
  const isRanged = isWritten && data_type === 'number'
  return {
    key: row.key.trim(),
    name: row.name.trim(),
    name_en: textOrNull(row.name_en),
    data_type,
    unit: textOrNull(row.unit),
    decimals: data_type === 'number' ? numberOrNull(row.decimals) : null,
    access: row.access,
    write_min: isRanged ? numberOrNull(row.write_min) : null,
    write_max: isRanged ? numberOrNull(row.write_max) : null,
    enum_text: data_type === 'string' ? null : enumOf(row.enum_text),
    keep_history: row.keep_history,
    two_step: isWritten && row.two_step,
    item_id: (isWritten && items.find(({ item_name }) => item_name === row.item_id)?.item_id) || null,
  }
}

/** Whether a column says anything of a row: decimals of a text do not. */
export function applies({ data_type, access }: PointRow, column: Column): boolean {
  if (column === 'decimals') return data_type === 'number'
  if (column === 'write_min' || column === 'write_max') return access === 'rw' && data_type === 'number'
  if (column === 'enum_text') return data_type !== 'string'
  return (column !== 'two_step' && column !== 'item_id') || access === 'rw'
}

function checkRow(row: PointRow, isTwice: boolean, t: Words, items: Items): WrongRow {
  const wrong: WrongRow = {}
  const point = pointOf(row, items)
  if (!PointKey.safeParse(point.key).success) wrong.key = t.keyWrong
  else if (isTwice) wrong.key = t.keyTwice
  if (point.name === '') wrong.name = t.nameMissing
  else if (point.name.length > 32) wrong.name = t.nameLong({ count: 32 })
  if ((point.name_en ?? '').length > 64) wrong.name_en = t.nameLong({ count: 64 })
  const { data_type, access, keep_history, two_step } = row.unread ?? {}
  const word = (value: string) => ({ word: value.slice(0, 32) })
  if (data_type !== undefined) wrong.data_type = t.typeWrong(word(data_type))
  if (access !== undefined) wrong.access = t.accessWrong(word(access))
  if (keep_history !== undefined) wrong.keep_history = t.yesNoWrong(word(keep_history))
  if (two_step !== undefined && applies(row, 'two_step')) wrong.two_step = t.yesNoWrong(word(two_step))
  if ((point.unit ?? '').length > 16) wrong.unit = t.nameLong({ count: 16 })
  const { decimals, write_min, write_max } = point
  if (decimals !== null && !Point.shape.decimals.safeParse(decimals).success) wrong.decimals = t.decimalsWrong
  if (Number.isNaN(write_min)) wrong.write_min = t.numberWrong
  if (Number.isNaN(write_max)) wrong.write_max = t.numberWrong
  else if (write_min !== null && write_max !== null && write_min >= write_max) wrong.write_max = t.rangeWrong
  if (row.data_type !== 'string' && point.enum_text === null) {
    if (row.enum_text.trim() !== '') wrong.enum_text = t.enumWrong
    else if (row.data_type === 'enum') wrong.enum_text = t.enumMissing
  }
  if (row.access === 'rw' && row.item_id !== '' && !point.item_id && items !== NO_ITEMS) wrong.item_id = t.itemWrong
  return wrong
}

/** What is wrong with rows, by their id; those that nothing is wrong with are left out. */
export function checkRows(rows: readonly PointRow[], t: Words, items = NO_ITEMS): Map<number, WrongRow> {
  const seen = new Set<string>()
  const wrong = new Map<number, WrongRow>()
  for (const row of rows) {
    const key = row.key.trim()
    const found = checkRow(row, seen.has(key), t, items)
    seen.add(key)
    if (Object.keys(found).length > 0) wrong.set(row.id, found)
  }
  return wrong
}

export const areSame = (rows: readonly PointRow[], points: readonly TemplatePoint[], items = NO_ITEMS): boolean =>
  rows.length === points.length &&
  rows.every((row) => row.unread === undefined) &&
  JSON.stringify(rows.map((row) => pointOf(row, items))) ===
    JSON.stringify(points.map((point) => inOrder(point, items)))

/** With its fields in the order of `pointOf`. */
const inOrder = (point: TemplatePoint, items: Items): TemplatePoint => pointOf(rowOf(point, items), items)

/** Points that came from elsewhere among those that are there: one of the same key takes its place. */
export function merged(rows: readonly PointRow[], points: readonly PointOfFile[]): PointRow[] {
  const fresh = new Map(points.map((point) => [point.key, rowOf(point)]))
  const kept = rows.map((row) => {
    const key = row.key.trim()
    const found = fresh.get(key)
    fresh.delete(key)
    // A file that does not speak of permission items takes none away.
    return found ? { ...found, id: row.id, item_id: found.item_id || row.item_id } : row
  })
  return [...kept, ...fresh.values()]
}

/** Points that came from elsewhere in the place of all that are there. */
export function replaced(rows: readonly PointRow[], points: readonly PointOfFile[]): PointRow[] {
  const items = new Map(rows.map(({ key, item_id }) => [key.trim(), item_id]))
  return points
    .map((point) => rowOf(point))
    .map((row) => ({ ...row, item_id: row.item_id || (items.get(row.key) ?? '') }))
}

/** Chosen rows one place up (-1) or down (1), as far as they can. */
export function moved(rows: readonly PointRow[], ids: ReadonlySet<number>, by: -1 | 1): PointRow[] {
  const next = by < 0 ? [...rows] : [...rows].reverse()
  for (let at = 1; at < next.length; at++) {
    const [above, row] = [next[at - 1], next[at]]
    if (above && row && ids.has(row.id) && !ids.has(above.id)) [next[at - 1], next[at]] = [row, above]
  }
  return by < 0 ? next : next.reverse()
}
