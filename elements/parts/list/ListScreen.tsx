import type { ReactNode } from 'react'
import { useElement } from '../../define/index.ts'
import type { Spot } from '../../kit/ContextMenu.tsx'
import { lazyPart } from '../../kit/lazy-part.tsx'
import type { Column } from '../../kit/table/columns.ts'
import { Table } from '../../kit/table/Table.tsx'
import { useKept } from '../../kit/use-kept-choice.ts'
import { ListFrame, type ListFrameProps } from './ListFrame.tsx'
import type { ListView } from './SavedViews.tsx'

const SavedViews = lazyPart(async () => (await import('./SavedViews.tsx')).SavedViews, null)

export interface ListScreenProps<Row extends object> extends Omit<ListFrameProps<Row>, 'children'> {
  columns: readonly Column<Row>[]
  /** What the rows are, for those who do not see a heading: the title by default. */
  label?: string
  /** Lets its user save what it shows under a name: filters, order and columns. */
  saved?: ListView
  openId?: string | null
  /** The row that its user is to find, such as one that was just made. */
  markedId?: string | null
  onRowOpen?: (row: Row) => void
  /** A right click on a row of the table, or the menu key; where, px of the window. */
  onRowMenu?: (row: Row, spot: Spot) => void
  /** Lets rows be selected; what is done with those that are, above the table, if it is not drawn elsewhere. */
  bulk?: ((chosen: readonly Row[], clear: () => void) => ReactNode) | boolean
  /** In place of the table, such as cards where there is no room for columns. */
  children?: ((rows: readonly Row[]) => ReactNode) | false
}

/** A list as a table in all its states. Which columns it shows, and how wide, is kept for each element. */
export function ListScreen<Row extends object>(props: ListScreenProps<Row>) {
  const {
    columns,
    label,
    saved,
    openId = null,
    markedId = null,
    onRowOpen,
    onRowMenu,
    bulk,
    children,
    ...frame
  } = props
  const { list, words } = frame
  const keptColumns = useKept(`columns:${useElement().host.localName}`)
  return (
    <ListFrame
      {...frame}
      actions={
        saved ? (
          // One place for both, so that a menu that was opened stays when the rows come.
          <>
            {(list.total > 0 || Boolean(frame.chips?.length)) && <SavedViews {...saved} keptColumns={keptColumns} />}
            {frame.actions}
          </>
        ) : (
          frame.actions
        )
      }
    >
      {children ||
        ((rows) => (
          <>
            {typeof bulk === 'function' && list.chosen.length > 0 && bulk(list.chosen, () => list.select(new Set()))}
            <Table
              label={label ?? words.title ?? ''}
              columns={columns}
              rows={rows}
              rowId={list.rowId}
              isLoading={list.called.isLoading}
              openId={openId}
              markedId={markedId}
              keptColumns={keptColumns}
              {...(onRowOpen && { onRowOpen })}
              {...(onRowMenu && { onRowMenu })}
              {...(list.sort !== undefined && { sort: list.sort, onSortChange: list.setSort })}
              {...(bulk && {
                selectedIds: new Set(list.chosen.map(list.rowId)),
                onSelectionChange: list.select,
              })}
            />
          </>
        ))}
    </ListFrame>
  )
}
