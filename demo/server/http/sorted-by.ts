import { WrongField } from './field-errors.ts'

// Names as people order them: WW2 before WW10, Chinese by pinyin.
const collator = new Intl.Collator('zh', { numeric: true })

function compare(a: unknown, b: unknown): number {
  if (a === b) return 0
  // No value is less than any.
  if (a === null || a === undefined) return -1
  if (b === null || b === undefined) return 1
  return typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))
}

/** Rows by a list's `sort` (`field` or `-field`); equal ones keep their order. Refuses a field that rows do not have. */
export function sortedBy<T extends object>(rows: readonly T[], sort: string | undefined): T[] {
  const [first] = rows
  if (sort === undefined || first === undefined) return [...rows]
  const isDescending = sort.startsWith('-')
  const field = (isDescending ? sort.slice(1) : sort) as keyof T
  if (!Object.hasOwn(first, field))
    throw new WrongField('sort', { zh: '不支持按此字段排序', en: 'is no field that the rows have' })
  return [...rows].sort((a, b) => (isDescending ? compare(b[field], a[field]) : compare(a[field], b[field])))
}
