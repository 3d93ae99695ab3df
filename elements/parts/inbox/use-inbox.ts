import type { CallOptions } from '../../../core/connection/client.ts'
import { type List, useList } from '../list/use-list.ts'
import type { Paging } from '../list/use-paging.ts'
import { type InboxCalls, useInboxChanges } from './use-inbox-changes.ts'

type Page = Pick<Paging, 'page' | 'page_size'>

interface InboxParts<Query, Row> {
  list: (input: Query & Page, options?: CallOptions) => Promise<{ rows: Row[]; total: number }>
  /** Which of them. */
  query: Query
  idOf: (row: Row) => number
  /** From 1, null for the first; the view has it. */
  view: { page: number | null }
  change: (part: { page: number | null }) => void
  calls: InboxCalls
}

export interface InboxState<Row extends object> {
  list: List<Row>
  idOf: (row: Row) => number
  changes: ReturnType<typeof useInboxChanges>
}

/** A page of a box of messages, and what can be done with those that are selected. */
export function useInbox<Query extends object, Row extends object>(parts: InboxParts<Query, Row>): InboxState<Row> {
  const { query, idOf, view, change, calls } = parts
  const { page } = view
  const rowId = (row: Row) => String(idOf(row))
  const list = useList(parts.list as InboxParts<object, Row>['list'], query, { rowId, view: { page }, change })
  return { list, idOf, changes: useInboxChanges(calls, list.reload) }
}
