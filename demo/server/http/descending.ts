import { WrongField } from './field-errors.ts'

/** Whether a list that is sorted by one field alone goes down. */
export function descending(sort: string, field: string): boolean {
  if (sort.replace('-', '') !== field)
    throw new WrongField('sort', { zh: `只能按 ${field} 排序`, en: `can only be ${field}` })
  return sort.startsWith('-')
}
