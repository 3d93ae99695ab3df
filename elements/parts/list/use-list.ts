import { useState } from 'react'
import type { CallOptions } from '../../../core/connection/client.ts'
import { readSort, sortText } from '../../../core/contract/sort.ts'
import type { Sort } from '../../kit/table/columns.ts'
import { type Called, useCall } from '../use-call.ts'
import { type Paging, pagingOf, usePaging, useTurnBack } from './use-paging.ts'

type Call<Input, Output> = (input: Input, options?: CallOptions) => Promise<Output>
type PageKey = 'page' | 'page_size' | 'sort'

/** The part of a screen's view that says which page of a list is shown and how it is sorted: null is the first page. */
interface PageView {
  page: number | null
  /** `name`, `-created_time` for descending, empty for the server's own order. */
  sort?: string
}

interface ListOptions<Row> {
  rowId: (row: Row) => string
  /** With `change`: the page, and `sort` where the view has it, are in the screen's address. */
  view?: PageView
  change?: (part: { page: number | null; sort?: string }) => void
  /** The order before a column is chosen. */
  firstSort?: string
  /** How many rows a page has, where that is not for the user to choose. */
  pageSize?: number
}

/** Rows that a call answered, and all that is done with them as a list. */
export interface List<Row extends object, Answer = unknown> {
  called: Called<Answer>
  /** The answer for this query, else the last one, to be shown dimmed until the new one comes. */
  shown: Answer | null
  rows: readonly Row[]
  total: number
  /** Null where the call answers all rows at once. */
  paging: Paging | null
  /** Undefined where the table sorts by itself. */
  sort: Sort | null | undefined
  setSort: (sort: Sort | null) => void
  reload: () => void
  isStale: boolean
  /** The selected rows of those in view: other rows begin with none. */
  chosen: readonly Row[]
  select: (ids: ReadonlySet<string>) => void
  rowId: (row: Row) => string
}

const sortOf = (text: string): Sort | null => (text === '' ? null : readSort(text))

/**
 * A list that the server pages and sorts. The query is the call's input without page and sort; a page beyond the end
 * turns back to the last one. With null there is no call.
 *
 * `useList(api.role.list, { search }, { rowId: ({ role_id }) => String(role_id), view, change })`
 */
export function useList<Input, Row extends object, Answer extends { rows: Row[]; total: number }>(
  call: Call<Input, Answer & { rows: Row[] }>,
  query: Omit<NoInfer<Input>, PageKey> | null,
  { rowId, view, change, firstSort = '', pageSize }: ListOptions<NoInfer<Row>>,
): List<Row, Answer & { rows: Row[] }> {
  const own = usePaging(JSON.stringify(query), pageSize)
  const paging = view ? pagingOf(own, view.page, (page) => change?.({ page })) : own
  const [ownSort, setOwnSort] = useState('')
  const chosenSort = view?.sort ?? ownSort
  const sort = chosenSort || firstSort
  const input = query && { ...query, page: paging.page, page_size: paging.page_size, ...(sort && { sort }) }
  const called = useCall(call, input as Input | null)
  useTurnBack(called, paging)
  const shown = called.data ?? called.last
  return {
    ...stateOf(called),
    ...useSelection(JSON.stringify(input), shown?.rows ?? [], rowId),
    total: shown?.total ?? 0,
    paging,
    sort: sortOf(chosenSort),
    setSort: (next) => (view?.sort === undefined ? setOwnSort : changeSort)(sortText(next)),
  }

  function changeSort(next: string) {
    change?.({ page: null, sort: next })
  }
}

/** A list whose call answers all rows at once, as an array or as `{ rows }`. */
export function useWholeList<Input, Row extends object>(
  call: Call<Input, Row[] | { rows: Row[] }>,
  input: NoInfer<Input> | null,
  options: Pick<ListOptions<NoInfer<Row>>, 'rowId'>,
): List<Row, Row[] | { rows: Row[] }> {
  return useRows(useCall(call, input), options, JSON.stringify(input))
}

/** The same of rows that are called for already. */
export function useRows<Row extends object>(
  called: Called<Row[] | { rows: Row[] }>,
  { rowId }: Pick<ListOptions<NoInfer<Row>>, 'rowId'>,
  key = '',
): List<Row, Row[] | { rows: Row[] }> {
  const shown = called.data ?? called.last
  const rows = shown === null ? [] : Array.isArray(shown) ? shown : shown.rows
  return {
    ...stateOf(called),
    ...useSelection(key, rows, rowId),
    total: rows.length,
    paging: null,
    sort: undefined,
    setSort: () => {},
  }
}

function stateOf<Answer>(called: Called<Answer>) {
  const { data, last, isLoading, reload } = called
  return { called, shown: data ?? last, reload, isStale: isLoading && data === null && last !== null }
}

function useSelection<Row>(key: string, rows: readonly Row[], rowId: (row: Row) => string) {
  const [selection, setSelection] = useState<{ key: string; ids: ReadonlySet<string> }>({ key, ids: new Set() })
  return {
    rows,
    rowId,
    chosen: selection.key === key ? rows.filter((row) => selection.ids.has(rowId(row))) : [],
    select: (ids: ReadonlySet<string>) => setSelection({ key, ids }),
  }
}
