import type { MenuEntry } from '../../kit/Menu.tsx'
import { MoreMenu } from '../../kit/MoreMenu.tsx'
import type { Column } from '../../kit/table/columns.ts'
import { RowAction } from '../RowAction.tsx'

/** The last column of a list: what can be done with each row. */
export const menuColumn = <Row extends object>(
  title: string,
  labelOf: (row: Row) => string,
  entriesOf: (row: Row) => readonly (MenuEntry | 'line')[],
): Column<Row> => ({
  id: 'actions',
  title,
  cell: (row) => (
    <RowAction>
      <MoreMenu label={labelOf(row)} entries={entriesOf(row)} />
    </RowAction>
  ),
  width: 64,
  grow: 0,
  isSortable: false,
  isFixed: true,
})
