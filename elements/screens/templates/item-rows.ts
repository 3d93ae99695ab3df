import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { PermissionItem } from '../../../core/contract/template.ts'
import type { Translated } from '../../../core/text/define-text.ts'
import type { text } from './page-text.ts'

/** An item as it is typed; without `item_id` while the server does not know it. */
export interface ItemRow {
  /** Of this list alone. */
  readonly row: number
  item_id?: number
  item_name: string
}

export const rowsOf = (items: readonly PermissionItem[]): ItemRow[] =>
  items.map((item, row) => ({ row, item_id: item.item_id, item_name: item.item_name }))

/** What is wrong, by the place of the row. */
export function check(rows: readonly ItemRow[], t: Translated<(typeof text)['rows']>): (string | undefined)[] {
  const names = rows.map(({ item_name }) => item_name.trim())
  return names.map((name, at) => {
    if (name === '') return t.itemMissing
    if (name.length > LIMITS.genericName) return t.tooLong
    return names.indexOf(name) < at ? t.itemTwice : undefined
  })
}

/** Items that are taken from whoever holds them, once these rows are kept. */
export const lostOf = (items: readonly PermissionItem[], rows: readonly ItemRow[]): PermissionItem[] =>
  items.filter(({ item_id }) => !rows.some((row) => row.item_id === item_id))
