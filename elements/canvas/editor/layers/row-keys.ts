import type { RowHandlers } from './LayerRow.tsx'
import type { Row } from './rows.ts'

export interface RowKeyActions
  extends Pick<RowHandlers, 'pick' | 'toggle' | 'startRenaming' | 'moveBy' | 'lock' | 'hide'> {
  focus: (index: number) => void
  remove: (row: Row) => void
}

/** The key that was pressed. */
type Press = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>

/** What a key does at the row with this index; undefined where it does nothing. */
export function rowKey(
  { key, altKey, ctrlKey, metaKey, shiftKey }: Press,
  rows: readonly Row[],
  active: number,
  { focus, pick, toggle, startRenaming, moveBy, lock, hide, remove }: RowKeyActions,
): (() => void) | undefined {
  const row = rows[active]
  if (!row) return undefined
  const isCtrl = ctrlKey || metaKey
  if (altKey && (key === 'ArrowUp' || key === 'ArrowDown')) return () => moveBy(row, key === 'ArrowUp' ? 1 : -1)
  if (isCtrl && key.toLowerCase() === 'l') return () => lock(row)
  if (isCtrl && shiftKey && key.toLowerCase() === 'h') return () => hide(row)
  if (isCtrl || altKey) return undefined
  const isBranch = row.is === 'layer' || row.isOpen !== null
  const steps = new Map<string, () => void>([
    ['ArrowDown', () => focus(active + 1)],
    ['ArrowUp', () => focus(active - 1)],
    ['Home', () => focus(0)],
    ['End', () => focus(rows.length - 1)],
    ['PageDown', () => focus(active + 10)],
    ['PageUp', () => focus(active - 10)],
    ['ArrowRight', () => (isBranch && !row.isOpen ? toggle(row) : focus(active + 1))],
    ['ArrowLeft', () => (isBranch && row.isOpen ? toggle(row) : focus(aboveOf(rows, active)))],
    ['Enter', () => pick(row, false)],
    [' ', () => pick(row, true)],
    ['F2', () => startRenaming(row)],
    ['Delete', () => remove(row)],
  ])
  return steps.get(key)
}

/** The row that holds another one. */
function aboveOf(rows: readonly Row[], at: number): number {
  const level = rows[at]?.level ?? 1
  const above = rows.slice(0, at).findLastIndex((row) => row.level < level)
  return above < 0 ? at : above
}
