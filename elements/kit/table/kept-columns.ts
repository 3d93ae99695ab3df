import { readJson } from '../../../core/contract/json.ts'
import { type Column, MIN_COLUMN_PX } from './columns.ts'

/** Which columns are shown, where that is said of one, and the px of those that were resized. */
export interface ColumnChoice {
  columnVisibility: Record<string, boolean>
  columnSizing: Record<string, number>
}

type Columns = readonly Pick<Column<never>, 'id' | 'isFixed' | 'isHiddenAtFirst'>[]

/** The choice in a kept text; what it does not say, or says in vain, is as the columns are declared. */
export function readKeptColumns(kept: string | null, columns: Columns): ColumnChoice {
  const entries = entriesOf(kept)
  const choice: ColumnChoice = { columnVisibility: {}, columnSizing: {} }
  for (const { id, isFixed, isHiddenAtFirst = false } of columns) {
    const { isShown, width } = (entries[id] ?? {}) as { isShown?: unknown; width?: unknown }
    if (typeof isShown === 'boolean' && !isFixed) choice.columnVisibility[id] = isShown
    else if (isHiddenAtFirst) choice.columnVisibility[id] = false
    if (typeof width === 'number') choice.columnSizing[id] = Math.max(MIN_COLUMN_PX, width)
  }
  return choice
}

/** The text to keep: of these columns what differs from their declaration, of others what was kept before. */
export function writeKeptColumns(kept: string | null, columns: Columns, choice: ColumnChoice): string {
  const entries = entriesOf(kept)
  for (const { id, isHiddenAtFirst = false } of columns) {
    const isShown = choice.columnVisibility[id] ?? true
    const width = choice.columnSizing[id]
    const entry = {
      ...(isShown === isHiddenAtFirst && { isShown }),
      ...(width !== undefined && { width: Math.round(width) }),
    }
    if (Object.keys(entry).length > 0) entries[id] = entry
    else delete entries[id]
  }
  return JSON.stringify(entries)
}

function entriesOf(kept: string | null): Record<string, unknown> {
  const entries = readJson(kept ?? '')
  return typeof entries === 'object' && entries !== null && !Array.isArray(entries) ? { ...entries } : {}
}
