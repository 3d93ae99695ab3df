// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row
// biome-ignore-all lint/a11y/useSemanticElements: rows are placed by the window, which those of a <table> cannot be
import { memo } from 'react'
import type { Alarm } from '../../../../core/contract/alarm.ts'
import type { Column } from '../../../kit/table/columns.ts'
import { ConfirmCell, RowFrame } from './FeedRowView.tsx'
import { RowState } from './RowMarks.tsx'
import type { RowProps } from './row-props.ts'

/** A row of the table, in the columns that its head has. */
export const TableRowView = memo(function TableRowView(row: RowProps & { columns: readonly Column<Alarm>[] }) {
  const { columns, ...rest } = row
  return (
    <RowFrame {...rest} className="feed-row feed-row-table">
      {columns.map((column) => (
        <div key={column.id} className="feed-cell" role="gridcell" data-numeric={column.isNumeric || undefined}>
          {column.id === 'state' ? <RowState {...rest} /> : column.cell?.(row.alarm)}
        </div>
      ))}
      <ConfirmCell {...rest} />
    </RowFrame>
  )
})
