import { readSort } from '../../../core/contract/sort.ts'
import { WrongField } from './field-errors.ts'

/** The field that a list is to be sorted by, one of `fields`, and which way. */
export function sortOf<Field extends string>(sort: string, fields: readonly Field[]) {
  const { id, isDescending } = readSort(sort)
  const field = fields.find((name) => name === id)
  if (!field) throw new WrongField('sort', fields.length === 1 ? onlyBy(`${fields[0]}`) : oneOf(fields))
  return { field, isDescending, direction: isDescending ? ('desc' as const) : ('asc' as const) }
}

const onlyBy = (field: string) => ({ zh: `只能按 ${field} 排序`, en: `can only be ${field}` })
const oneOf = (fields: readonly string[]) => ({ zh: `应为 ${fields.join(', ')}`, en: `must be ${fields.join(' or ')}` })

// Names as people order them: WW2 before WW10, Chinese by pinyin.
const collator = new Intl.Collator('zh', { numeric: true })

function compare(a: unknown, b: unknown): number {
  if (a === b) return 0
  // No value is less than any.
  if (a === null || a === undefined) return -1
  if (b === null || b === undefined) return 1
  return typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))
}

interface Page {
  page: number
  page_size: number
  sort?: string | undefined
}

/** Rows that are sorted in so long a time as reading one more call takes. */
const ROWS_OF_CALL = 5000

/** How many calls a list costs that is sorted here and not by the store, beside the call itself. */
export const costOfSorting = (rows: number): number => Math.floor(rows / ROWS_OF_CALL)

/**
 * A page of rows in the order of a list's `sort` (`field` or `-field`); equal ones keep their order. Refuses a field that
 * rows do not have. Only the rows of the page are brought into order, and compared with those before and after it: names
 * are compared slowly, and a list may have 100,000.
 */
export function sortedPage<T extends object>(rows: readonly T[], { page, page_size, sort }: Page): T[] {
  const first = (page - 1) * page_size
  const [one] = rows
  if (sort === undefined || one === undefined) return rows.slice(first, first + page_size)
  const { id, isDescending } = readSort(sort)
  const field = id as keyof T
  if (!Object.hasOwn(one, field))
    throw new WrongField('sort', { zh: '不支持按此字段排序', en: 'is no field that the rows have' })
  const ahead = isDescending ? -1 : 1
  const order = (a: number, b: number) => ahead * compare(rows[a]?.[field], rows[b]?.[field]) || a - b
  const between = placed([...rows.keys()], first, first + page_size, order)
  return between.sort(order).flatMap((i) => rows[i] ?? [])
}

/** Of items, those that would stand from one place to another if all were sorted, in any order. */
function placed(items: number[], from: number, to: number, order: (a: number, b: number) => number): number[] {
  if (from <= 0 && to >= items.length) return items
  if (to <= 0 || from >= items.length) return []
  // By chance: nobody can name things so that it is always the worst.
  const pivot = items[Math.floor(Math.random() * items.length)] as number
  const less: number[] = []
  const more: number[] = []
  for (const item of items) if (item !== pivot) (order(item, pivot) < 0 ? less : more).push(item)
  const at = less.length
  return [
    ...placed(less, from, to, order),
    ...(from <= at && at < to ? [pivot] : []),
    ...placed(more, from - at - 1, to - at - 1, order),
  ]
}
