// biome-ignore-all lint/a11y/useFocusableInteractive: the fields in them have the focus
// biome-ignore-all lint/a11y/useSemanticElements: rows are placed by the window, which those of a <table> cannot be
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { PermissionItem } from '../../../core/contract/template.ts'
import { useSheet, useText } from '../../define/index.ts'
import { Checkbox } from '../../kit/Checkbox.tsx'
import { useRowWindow } from '../../kit/table/use-row-window.ts'
import { useMoreBeside } from '../../kit/use-more-beside.ts'
import { PointTableRow } from './PointTableRow.tsx'
import { isOfCells, pasted } from './paste.ts'
import { COLUMNS, type Column, emptyRow, moved, type PointRow, type WrongRow } from './point-rows.ts'
import sheet from './point-table.css?sheet'
import { text } from './text.ts'

export interface PointTableHandle {
  /** Puts the focus into a cell, wherever it is scrolled to. */
  focus: (row: number, column: Column) => void
}

interface PointTableProps {
  rows: readonly PointRow[]
  items: readonly PermissionItem[]
  /** Of the newest rows, which may be newer than those drawn. */
  onChange: (next: (rows: readonly PointRow[]) => readonly PointRow[]) => void
  wrong: ReadonlyMap<number, WrongRow>
  selected: ReadonlySet<number>
  onSelect: (selected: ReadonlySet<number>) => void
  /** Several cells were put in at once. */
  onPasted: () => void
  atMost: number
  ref?: Ref<PointTableHandle>
}

/** Headings that would be wider than their columns. */
const SHORT = {
  decimals: 'decimals_short',
  write_min: 'write_min_short',
  write_max: 'write_max_short',
  keep_history: 'keep_history_short',
  two_step: 'two_step_short',
} as const

/**
 * Points to be typed into, as in a spreadsheet: up, down and Enter go along a column, Alt with up and down moves the row,
 * and what comes from a spreadsheet's clipboard fills cells from the focus on.
 */
export function PointTable({
  rows,
  items,
  onChange,
  wrong,
  selected,
  onSelect,
  onPasted,
  atMost,
  ref,
}: PointTableProps) {
  useSheet(sheet)
  const t = useText(text)
  const scroller = useRef<HTMLDivElement>(null)
  useMoreBeside(scroller)
  const head = useRef<HTMLDivElement>(null)
  const [rowHeight, setRowHeight] = useState(32)
  useLayoutEffect(() => {
    if (head.current) setRowHeight(head.current.offsetHeight)
  }, [])
  const { height, indices, topOf, reveal } = useRowWindow(rows.length, rowHeight, rowHeight, scroller)
  // The row that has the focus stays, also where it is scrolled away.
  const [focused, setFocused] = useState<number | null>(null)
  const focusedAt = rows.findIndex(({ id }) => id === focused)
  const shown = focusedAt < 0 ? indices : [...new Set([...indices, focusedAt])].sort((a, b) => a - b)
  const wanted = useRef<{ row: number; column: Column } | null>(null)

  function focus(row: number, column: Column) {
    wanted.current = { row, column }
    setFocused(rows[row]?.id ?? null)
    reveal(row)
    take()
  }
  function take() {
    const { row, column } = wanted.current ?? {}
    const cell = scroller.current?.querySelector<HTMLElement>(`[data-row="${row}"] [data-column="${column}"]`)
    if (!cell) return
    wanted.current = null
    cell.focus()
    if (cell instanceof HTMLInputElement && cell.type === 'text') cell.select()
  }
  // A row that is only now drawn.
  useLayoutEffect(take)
  useImperativeHandle(ref, () => ({ focus }))

  const placeOf = (target: EventTarget) => {
    const cell = target as HTMLElement
    const row = Number(cell.closest<HTMLElement>('[data-row]')?.dataset.row)
    const column = COLUMNS.find((known) => known === cell.dataset.column)
    return Number.isInteger(row) && column ? { row, column } : null
  }
  function onKeyDown(event: KeyboardEvent) {
    const place = placeOf(event.target)
    const isUp = event.key === 'ArrowUp'
    const by = isUp ? -1 : event.key === 'ArrowDown' || event.key === 'Enter' ? 1 : 0
    if (!place || by === 0 || event.nativeEvent.isComposing) return
    const row = rows[place.row]
    if (event.altKey && event.key !== 'Enter' && row) {
      event.preventDefault()
      onChange((before) => moved(before, new Set([row.id]), by))
      return
    }
    // Arrows choose in a select.
    if (event.target instanceof HTMLSelectElement && event.key !== 'Enter') return
    event.preventDefault()
    const next = place.row + by
    if (next >= rows.length && event.key === 'Enter' && rows.length < atMost) {
      onChange((before) => [...before, emptyRow()])
      wanted.current = { row: next, column: 'key' }
    } else if (rows[next]) focus(next, place.column)
  }
  function onPaste(event: ClipboardEvent) {
    const place = placeOf(event.target)
    const clipboard = event.clipboardData.getData('text/plain')
    if (!place || !isOfCells(clipboard)) return
    event.preventDefault()
    onChange((before) => pasted(before, place, clipboard, atMost))
    onPasted()
  }
  const areAll = rows.length > 0 && rows.every(({ id }) => selected.has(id))

  return (
    <div
      ref={scroller}
      className="point-table more-beside"
      role="table"
      aria-label={t.title}
      aria-rowcount={rows.length + 1}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      onFocus={(event) => {
        const place = placeOf(event.target)
        if (place) setFocused(rows[place.row]?.id ?? null)
      }}
    >
      <div ref={head} className="point-row point-head" role="row" aria-rowindex={1}>
        <span className="point-select" role="columnheader">
          <Checkbox
            label={t.selectAll}
            isSelected={areAll}
            isIndeterminate={!areAll && selected.size > 0}
            onChange={() => onSelect(new Set(areAll ? [] : rows.map(({ id }) => id)))}
          />
        </span>
        {COLUMNS.map((column) => (
          <span key={column} role="columnheader" className="point-title" title={t[column]}>
            {column in SHORT ? t[SHORT[column as keyof typeof SHORT]] : t[column]}
          </span>
        ))}
      </div>
      <div className="point-rows" role="rowgroup" style={{ blockSize: height }}>
        {shown.map((index) => {
          const row = rows[index]
          return (
            row && (
              <PointTableRow
                key={row.id}
                row={row}
                items={items}
                index={index}
                top={topOf(index)}
                wrong={wrong.get(row.id)}
                isSelected={selected.has(row.id)}
                onSelect={(isOn) => {
                  const next = new Set(selected)
                  if (isOn) next.add(row.id)
                  else next.delete(row.id)
                  onSelect(next)
                }}
                onChange={(part) =>
                  onChange((before) => before.map((one) => (one.id === row.id ? { ...one, ...part } : one)))
                }
              />
            )
          )
        })}
      </div>
    </div>
  )
}
