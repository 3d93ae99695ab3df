// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row
// biome-ignore-all lint/a11y/useSemanticElements: rows are placed by the window, which those of a <table> cannot be
import type { Ref } from 'react'
import { defineText } from '../../../core/text/define-text.ts'
import { useText } from '../../context/element-context.ts'
import { IconButton } from '../Button.tsx'
import { Checkbox } from '../Checkbox.tsx'
import { Icon } from '../Icon.tsx'
import { Menu } from '../Menu.tsx'
import { type Column, MIN_COLUMN_PX, type Sort } from './columns.ts'
import type { TableModel } from './model.ts'

const text = defineText({
  columns: ['选择列', 'Choose columns'],
  selectAll: ['全选', 'Select all'],
})

interface TableHeadProps<Row extends object> {
  table: TableModel<Row>
  columns: readonly Column<Row>[]
  /** Those that have room. */
  shown: readonly Column<Row>[]
  isResizable: boolean
  sort: Sort | null
  onSort: (sort: Sort | null) => void
  selection?: { count: number; total: number; toggleAll: (isAll: boolean) => void } | undefined
  ref: Ref<HTMLDivElement>
}

/** Stays above the rows; a press sorts up, then down, then not at all; its edges resize. */
export function TableHead<Row extends object>({
  table,
  columns,
  shown,
  isResizable,
  sort,
  onSort,
  selection,
  ref,
}: TableHeadProps<Row>) {
  const { columns: chooseColumns, selectAll } = useText(text)
  const headers = table.getHeaderGroups().flatMap((group) => group.headers)
  const hideable = table.getAllLeafColumns().filter((column) => column.getCanHide())
  return (
    <div className="table-head" role="rowgroup">
      <div className="table-row table-row-head" role="row" aria-rowindex={1} ref={ref}>
        {selection && (
          <div className="table-cell" role="columnheader">
            <Checkbox
              label={selectAll}
              isSelected={selection.count > 0 && selection.count === selection.total}
              isIndeterminate={selection.count > 0 && selection.count < selection.total}
              onChange={selection.toggleAll}
            />
          </div>
        )}
        {headers.map((header) => {
          const column = shown.find(({ id }) => id === header.column.id)
          if (!column) return null
          const isSorted = sort?.id === column.id
          const direction = isSorted ? (sort.isDescending ? 'descending' : 'ascending') : 'none'
          const isSortable = column.isSortable ?? column.value !== undefined
          const next = !isSorted
            ? { id: column.id, isDescending: false }
            : sort.isDescending
              ? null
              : { ...sort, isDescending: true }
          return (
            <div
              key={column.id}
              className="table-cell"
              role="columnheader"
              aria-sort={isSortable ? direction : undefined}
              data-numeric={column.isNumeric || undefined}
              data-pinned={column.isPinned || undefined}
            >
              {isSortable ? (
                <button type="button" className="table-sort" onClick={() => onSort(next)}>
                  <Title {...column} />
                  {isSorted && <Icon name={sort.isDescending ? 'arrow-down' : 'arrow-up'} size={12} />}
                </button>
              ) : (
                <Title {...column} />
              )}
              {isResizable && (
                <span
                  className="table-resize"
                  aria-hidden
                  onPointerDown={(event) => startResize(event, header, table)}
                />
              )}
            </div>
          )
        })}
        {hideable.length > 1 && (
          <div className="table-cell table-columns" role="columnheader">
            <Menu
              label={chooseColumns}
              isKeptOpen
              entries={hideable.map((column) => ({
                id: column.id,
                label: columns.find(({ id }) => id === column.id)?.title ?? column.id,
                isChecked: column.getIsVisible(),
                onAction: () => column.toggleVisibility(),
              }))}
            >
              <IconButton icon="columns" label={chooseColumns} />
            </Menu>
          </div>
        )}
      </div>
    </div>
  )
}

const Title = ({ title, unit }: Pick<Column<object>, 'title' | 'unit'>) => (
  <>
    <span className="table-title" title={title}>
      {title}
    </span>
    {unit && <span className="table-unit">{unit}</span>}
  </>
)

/** From the width the column has on the screen: one that grows with the table has another than it was given. */
function startResize<Row extends object>(
  event: React.PointerEvent<HTMLElement>,
  header: { column: { id: string } },
  table: TableModel<Row>,
) {
  const handle = event.currentTarget
  const cell = handle.parentElement as HTMLElement
  const from = event.clientX
  const width = cell.offsetWidth
  const sign = getComputedStyle(cell).direction === 'rtl' ? -1 : 1
  event.preventDefault()
  handle.setPointerCapture(event.pointerId)
  const move = (at: PointerEvent) =>
    table.setColumnSizing((sizes) => ({
      ...sizes,
      [header.column.id]: Math.max(MIN_COLUMN_PX, width + sign * (at.clientX - from)),
    }))
  handle.addEventListener('pointermove', move)
  handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', move), { once: true })
}
