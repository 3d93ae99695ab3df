// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row
// biome-ignore-all lint/a11y/useSemanticElements: rows are placed by the window, which those of a <table> cannot be
import { type MouseEvent, type ReactNode, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { words } from '../../../core/text/words.ts'
import { useSheet, useText } from '../../context/element-context.ts'
import { Checkbox } from '../Checkbox.tsx'
import type { Spot } from '../ContextMenu.tsx'
import { EmptyState } from '../EmptyState.tsx'
import { ErrorState } from '../ErrorState.tsx'
import { Skeleton } from '../Skeleton.tsx'
import type { useKept } from '../use-kept-choice.ts'
import { type Column, NARROW_PX, narrowed, type RowSource, type Sort, sortRows } from './columns.ts'
import { TableHead } from './TableHead.tsx'
import sheet from './table.css?sheet'
import { useGridColumns } from './use-grid-columns.ts'
import { useRowKeys } from './use-row-keys.ts'
import { useRowWindow } from './use-row-window.ts'

export interface TableProps<Row extends object> {
  /** What these rows are, for those who do not see the heading. */
  label: string
  columns: readonly Column<Row>[]
  /** An array is sorted here; a source is taken as it is, and sorted by whoever keeps it. */
  rows: readonly Row[] | RowSource<Row>
  rowId: (row: Row) => string
  isLoading?: boolean
  error?: { title: string; explanation?: string; code?: string; onRetry?: () => void } | null
  empty?: ReactNode
  /** A press, or Enter on the row the arrows are on. */
  onRowOpen?: (row: Row) => void
  /** A right click on a row, or the menu key on the one the arrows are on; where, px of the window. */
  onRowMenu?: (row: Row, spot: Spot) => void
  /** The row whose panel is open. */
  openId?: string | null
  /** The row that its user is to find, such as one that was just made: it is scrolled to. */
  markedId?: string | null
  selectedIds?: ReadonlySet<string>
  onSelectionChange?: (ids: ReadonlySet<string>) => void
  /** Controlled, for rows that the server sorts. */
  sort?: Sort | null
  onSortChange?: (sort: Sort | null) => void
  /** Which columns are shown and how wide, as `useKept` gives it; without it, that is forgotten with the table. */
  keptColumns?: ReturnType<typeof useKept>
}

/** Fills the height it is given and scrolls in itself, whatever the number of rows. */
export function Table<Row extends object>(props: TableProps<Row>) {
  useSheet(sheet)
  const { isLoading = false, error = null, empty, rows } = props
  const { noRows } = useText(words)
  if (error) return <ErrorState {...error} />
  if (rows.length === 0 && !isLoading) return empty ?? <EmptyState icon="table" title={noRows} />
  if (rows.length === 0) return <Skeleton rows={8} />
  return <Grid {...props} />
}

function Grid<Row extends object>({
  label,
  columns: allColumns,
  rows,
  rowId,
  isLoading = false,
  onRowOpen,
  onRowMenu,
  openId,
  markedId = null,
  selectedIds,
  onSelectionChange,
  sort: controlledSort,
  onSortChange,
  keptColumns,
}: TableProps<Row>) {
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const head = useRef<HTMLDivElement>(null)
  const rowHeight = useHeight(head, 28)
  const width = useWidth(scroller)
  const isNarrow = width > 0 && width < NARROW_PX
  const columns = useMemo(() => (isNarrow ? narrowed(allColumns) : allColumns), [isNarrow, allColumns])
  const [ownSort, setOwnSort] = useState<Sort | null>(null)
  const sort = controlledSort === undefined ? ownSort : controlledSort

  const source = useMemo<RowSource<Row>>(
    () =>
      Array.isArray(rows) && sort && controlledSort === undefined
        ? (sortRows(
            rows,
            columns.find((column) => column.id === sort.id),
            sort.isDescending,
          ) as Row[])
        : rows,
    [rows, columns, sort, controlledSort],
  )
  const view = useRowWindow(source.length, rowHeight, rowHeight, scroller)
  useRevealed(markedId, markedId === null ? -1 : indexOf(source, (row) => rowId(row) === markedId), view.center)
  // Only what is in view is handed to the table model: all of 100,000 rows cost it 121 ms, these under one.
  const inView: { index: number; row: Row }[] = []
  for (const index of view.indices) {
    const row = source.at(index)
    if (row !== undefined) inView.push({ index, row })
  }

  const { table, shown, tracks } = useGridColumns({
    allColumns,
    columns,
    rows,
    inView: inView.map(({ row }) => row),
    rowId,
    keptColumns,
    scroller,
    width,
    rowHeight,
    isNarrow,
    hasSelection: selectedIds !== undefined,
    isBesidePanel: openId != null,
  })

  const keys = useRowKeys({
    count: source.length,
    pageSize: Math.max(1, view.indices.length - 12),
    reveal: view.reveal,
    open: (index) => {
      const row = source.at(index)
      if (row !== undefined) onRowOpen?.(row)
    },
    select: (index) => {
      const row = source.at(index)
      if (row !== undefined) toggle(rowId(row))
    },
  })

  const toggle = (rowKey: string) => {
    if (!selectedIds) return
    const next = new Set(selectedIds)
    if (!next.delete(rowKey)) next.add(rowKey)
    onSelectionChange?.(next)
  }
  const toggleAll = (isAll: boolean) =>
    onSelectionChange?.(
      new Set(
        isAll
          ? [...Array(source.length)]
              .map((_, at) => source.at(at))
              .flatMap((row) => (row === undefined ? [] : [rowId(row)]))
          : [],
      ),
    )
  const activeRow = keys.active === null ? undefined : source.at(keys.active)
  const onContextMenu = (event: MouseEvent) => {
    const { target, currentTarget, clientX: x, clientY: y } = event
    const shownRow = (target as Element).closest<HTMLElement>('.table-row')
    // The menu key is pressed on the grid itself, which has the focus.
    const isByKey = target === currentTarget
    const index = isByKey ? keys.active : shownRow && Number(shownRow.ariaRowIndex) - 2
    const row = index === null ? undefined : source.at(index)
    if (row === undefined || !onRowMenu) return
    event.preventDefault()
    const box = isByKey ? scroller.current?.querySelector('[data-active]')?.getBoundingClientRect() : null
    onRowMenu(row, box ? { x: box.x + 8, y: box.bottom } : { x, y })
  }

  return (
    <div
      ref={scroller}
      className="table"
      role="grid"
      aria-label={label}
      aria-rowcount={source.length + 1}
      aria-colcount={tracks.length}
      aria-busy={isLoading}
      aria-multiselectable={selectedIds ? true : undefined}
      aria-activedescendant={activeRow === undefined ? undefined : `${id}-${rowId(activeRow)}`}
      tabIndex={0}
      onKeyDown={keys.onKeyDown}
      onFocus={keys.onFocus}
      onContextMenu={onRowMenu && onContextMenu}
      style={{ '--columns': tracks.join(' ') } as React.CSSProperties}
    >
      <TableHead
        ref={head}
        table={table}
        columns={columns}
        shown={shown}
        isResizable={!isNarrow}
        sort={sort}
        onSort={(next) => {
          setOwnSort(next)
          onSortChange?.(next)
        }}
        selection={selectedIds && { count: selectedIds.size, total: source.length, toggleAll }}
      />
      <div className="table-rows" role="rowgroup" style={{ blockSize: view.height }}>
        {inView.map(({ index, row }) => {
          const rowKey = rowId(row)
          return (
            <GridRow
              key={rowKey}
              id={`${id}-${rowKey}`}
              row={row}
              index={index}
              top={view.topOf(index)}
              shown={shown}
              isActive={index === keys.active}
              isOpen={rowKey === openId}
              isMarked={rowKey === markedId}
              isSelected={selectedIds?.has(rowKey)}
              onToggle={() => toggle(rowKey)}
              onPress={() => {
                keys.setActive(index)
                onRowOpen?.(row)
              }}
              opens={onRowOpen !== undefined}
            />
          )
        })}
      </div>
    </div>
  )
}

interface GridRowProps<Row extends object> {
  id: string
  row: Row
  index: number
  /** px from the first row's top. */
  top: number
  shown: readonly Column<Row>[]
  isActive: boolean
  isOpen: boolean
  /** It is the one that its user is to find. */
  isMarked: boolean
  /** Undefined where rows are not selected. */
  isSelected: boolean | undefined
  onToggle: () => void
  onPress: () => void
  /** Whether a press opens it. */
  opens: boolean
}

function GridRow<Row extends object>(props: GridRowProps<Row>) {
  const { id, row, index, top, shown, isActive, isOpen, isMarked, isSelected, onToggle, onPress, opens } = props
  const text = useText(words)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the keys, the row the press
    <div
      id={id}
      className="table-row"
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-active={isActive || undefined}
      data-open={isOpen || isMarked || undefined}
      aria-current={isMarked || isOpen || undefined}
      data-pressable={opens || undefined}
      style={{ translate: `0 ${top}px` }}
      onClick={onPress}
    >
      {isSelected !== undefined && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: keeps the press from opening the row
        <div className="table-cell" role="gridcell" onClick={(event) => event.stopPropagation()}>
          <Checkbox label={text.selectRow} isSelected={isSelected} onChange={onToggle} />
        </div>
      )}
      {shown.map((column) => (
        <div
          key={column.id}
          className="table-cell"
          role="gridcell"
          data-numeric={column.isNumeric || undefined}
          data-pinned={column.isPinned || undefined}
        >
          {column.cell ? column.cell(row) : shownValue(column.value?.(row))}
        </div>
      ))}
    </div>
  )
}

function indexOf<Row>(source: RowSource<Row>, isIt: (row: Row) => boolean): number {
  for (let index = 0; index < source.length; index++) {
    const row = source.at(index)
    if (row !== undefined && isIt(row)) return index
  }
  return -1
}

/** Scrolls once to each row that is marked, wherever it is then: to the middle, where no note covers it. */
function useRevealed(markedId: string | null, at: number, center: (index: number) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: not for another function
  useEffect(() => {
    if (at >= 0) center(at)
  }, [markedId, at])
}

const shownValue = (value: string | number | boolean | null | undefined) => (value == null ? '–' : String(value))

/** Px for the columns; 0 until it is there. */
function useWidth(element: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const observed = element.current
    if (!observed) return
    const measure = () => setWidth(observed.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(observed)
    return () => observer.disconnect()
  }, [element])
  return width
}

/** The height a row has in this density, from the head row, which has the same. */
function useHeight(element: React.RefObject<HTMLElement | null>, first: number): number {
  const [height, setHeight] = useState(first)
  useLayoutEffect(() => {
    if (element.current) setHeight(element.current.offsetHeight || first)
  }, [element, first])
  useEffect(() => {
    const observed = element.current
    if (!observed) return
    const observer = new ResizeObserver(() => setHeight(observed.offsetHeight || first))
    observer.observe(observed)
    return () => observer.disconnect()
  }, [element, first])
  return height
}
