import type { CallOptions } from '../../../core/connection/client.ts'
import { useCall } from '../use-call.ts'
import { type Paging, usePagingOf, useTurnBack } from '../use-paging.ts'
import { useChosen } from './use-chosen.ts'
import { type PostCalls, usePostChanges } from './use-post-changes.ts'

type Page = Pick<Paging, 'page' | 'page_size'>

interface PostBoxParts<Input, Row> {
  list: (input: Input & Page, options?: CallOptions) => Promise<{ rows: Row[]; total: number }>
  /** Which of them. */
  input: Input
  idOf: (row: Row) => number
  /** From 1, null for the first; the view has it. */
  page: number | null
  onPage: (page: number | null) => void
  calls: PostCalls
}

/** A page of a box of messages: what of it is selected, and what can be done with it. */
export function usePostBox<Input extends object, Row>(parts: PostBoxParts<Input, Row>) {
  const { list, input, idOf, page, onPage, calls } = parts
  const paging = usePagingOf(page, onPage)
  const asked = { ...input, page: paging.page, page_size: paging.page_size }
  const called = useCall(list, asked)
  const rows = (called.data ?? called.last)?.rows ?? []
  useTurnBack(called, paging)
  const changes = usePostChanges(calls, called.reload)
  const chosen = useChosen(JSON.stringify(asked), rows, idOf)
  return { called, paging, rows, idOf, changes, chosen }
}

export type PostBoxState<Row> = Pick<
  ReturnType<typeof usePostBox<object, Row>>,
  'called' | 'paging' | 'idOf' | 'changes' | 'chosen'
>
