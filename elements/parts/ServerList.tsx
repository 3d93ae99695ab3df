import type { ReactNode } from 'react'
import type { Column, Sort } from '../kit/table/columns.ts'
import { Table } from '../kit/table/Table.tsx'
import { Failure } from './Failure.tsx'
import { ListPage, type ListPageProps } from './ListPage.tsx'
import { ListPages } from './list/ListPages.tsx'
import type { Called } from './use-call.ts'
import type { Paging } from './use-paging.ts'

export interface ServerListProps<Row extends object>
  extends Pick<ListPageProps, 'title' | 'count' | 'actions' | 'filters' | 'chips' | 'above' | 'side'> {
  /** What these rows are, for those who do not see the heading. */
  label: string
  called: Called<{ rows: Row[]; total: number }>
  paging: Paging
  columns: readonly Column<Row>[]
  rowId: (row: Row) => string
  /** Where no row is left. */
  empty: ReactNode
  openId?: string | null
  onRowOpen?: (row: Row) => void
  selectedIds?: ReadonlySet<string>
  onSelectionChange?: (ids: ReadonlySet<string>) => void
  sort?: Sort | null
  onSortChange?: (sort: Sort | null) => void
}

/** A list that the server filters and pages, in all its states; while the next page comes the last one stays, dimmed. */
export function ServerList<Row extends object>({
  label,
  called,
  paging,
  columns,
  rowId,
  empty,
  openId,
  onRowOpen,
  selectedIds,
  onSelectionChange,
  sort = null,
  onSortChange,
  ...page
}: ServerListProps<Row>) {
  const shown = called.data ?? called.last
  return (
    <ListPage
      {...page}
      isStale={called.isLoading && called.data === null && shown !== null}
      pagination={<ListPages paging={paging} total={shown?.total} />}
    >
      {called.failure ? (
        <Failure failure={called.failure} onRetry={called.reload} />
      ) : (
        <Table
          label={label}
          columns={columns}
          rows={shown?.rows ?? []}
          rowId={rowId}
          isLoading={called.isLoading}
          empty={empty}
          sort={sort}
          {...(openId !== undefined && { openId })}
          {...(onRowOpen && { onRowOpen })}
          {...(selectedIds && { selectedIds })}
          {...(onSelectionChange && { onSelectionChange })}
          {...(onSortChange && { onSortChange })}
        />
      )}
    </ListPage>
  )
}
