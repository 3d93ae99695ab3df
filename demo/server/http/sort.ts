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

/** Rows by a list's `sort` (`field` or `-field`); equal ones keep their order. Refuses a field that rows do not have. */
export function sortedBy<T extends object>(rows: readonly T[], sort: string | undefined): T[] {
  const [first] = rows
  if (sort === undefined || first === undefined) return [...rows]
  const { id, isDescending } = readSort(sort)
  const field = id as keyof T
  if (!Object.hasOwn(first, field))
    throw new WrongField('sort', { zh: '不支持按此字段排序', en: 'is no field that the rows have' })
  return [...rows].sort((a, b) => (isDescending ? compare(b[field], a[field]) : compare(a[field], b[field])))
}
