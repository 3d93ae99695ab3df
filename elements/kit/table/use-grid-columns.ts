import { type ColumnDef, useTable } from '@tanstack/react-table'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { useKept } from '../use-kept-choice.ts'
import { type Column, fitted, MIN_COLUMN_PX, resized, sharedOut, trackOf } from './columns.ts'
import { readKeptColumns, writeKeptColumns } from './kept-columns.ts'
import { features } from './model.ts'
import { useNeeds } from './use-needs.ts'

type TableColumn<Row extends object> = ColumnDef<typeof features, Row>

interface GridColumnsParts<Row extends object> {
  allColumns: readonly Column<Row>[]
  /** The same, as a narrow table has them. */
  columns: readonly Column<Row>[]
  rows: unknown
  /** What is in view. */
  inView: readonly Row[]
  rowId: (row: Row) => string
  keptColumns: ReturnType<typeof useKept> | undefined
  scroller: React.RefObject<HTMLDivElement | null>
  /** px; 0 until it is known. */
  width: number
  rowHeight: number
  isNarrow: boolean
  hasSelection: boolean
  /** Beside a panel, which says all of a row. */
  isBesidePanel: boolean
}

/** Which columns are shown, and how wide: as somebody chose, and as there is room for them. */
export function useGridColumns<Row extends object>(parts: GridColumnsParts<Row>) {
  const { allColumns, columns, rows, inView, rowId, keptColumns } = parts
  const { scroller, width, rowHeight, isNarrow, hasSelection, isBesidePanel } = parts
  const definitions = useMemo(
    () =>
      columns.map(
        (column): TableColumn<Row> => ({
          id: column.id,
          header: column.title,
          accessorFn: (row: Row) => column.value?.(row),
          size: column.width ?? 120,
          minSize: MIN_COLUMN_PX,
          enableHiding: !column.isFixed,
        }),
      ),
    [columns],
  )
  const [kept = null, keep] = keptColumns ?? []
  const [initialState] = useState(() => readKeptColumns(kept, allColumns))
  const table = useTable<typeof features, Row>({
    features,
    columns: definitions,
    data: [...inView],
    getRowId: rowId,
    initialState,
  })
  const { columnVisibility, columnSizing } = table.state
  const keepChoice = useEffectEvent(() => {
    const next = writeKeptColumns(kept, allColumns, { columnVisibility, columnSizing })
    if (next !== (kept ?? '{}')) keep?.(next)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: kept when one of the two changes
  useEffect(() => keepChoice(), [columnVisibility, columnSizing])
  const chosen = table.getVisibleLeafColumns().flatMap(({ id }) => {
    const column = columns.find((one) => one.id === id)
    // In a narrow table nobody resizes.
    return column ? resized(column, isNarrow ? undefined : columnSizing[id]) : []
  })
  // Room for the button that chooses columns.
  const hasColumnMenu = table.getAllLeafColumns().filter((column) => column.getCanHide()).length > 1
  const room = width - (hasSelection ? 32 : 0) - (hasColumnMenu ? Math.max(32, rowHeight) : 0)
  // Whoever chose the columns wants to see them, and scrolls.
  const isOwnChoice = writeKeptColumns(null, allColumns, { columnVisibility, columnSizing: {} }) !== '{}'
  const mayLeaveOut = isBesidePanel && !isOwnChoice
  const { fit: shown, isTight } = fitted(chosen, width > 0 ? room : Number.POSITIVE_INFINITY, mayLeaveOut)
  const needs = useNeeds(scroller, shown, { width: isNarrow ? null : width, before: hasSelection ? 1 : 0, rows })
  const tracks = needs
    ? sharedOut(shown, needs, room).map((column) => trackOf(column))
    : shown.map((column) => trackOf(column, isNarrow || isTight))
  if (hasSelection) tracks.unshift('32px')
  if (hasColumnMenu) tracks.push('max(32px, var(--sg-control))')

  return { table, shown, tracks }
}
