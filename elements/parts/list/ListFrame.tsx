import type { ReactNode } from 'react'
import { words as general } from '../../../core/text/words.ts'
import { useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { EmptyState } from '../../kit/EmptyState.tsx'
import type { IconName } from '../../kit/icons.ts'
import { PausedSearch } from '../../kit/PausedSearch.tsx'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { EmptyElement } from '../EmptyElement.tsx'
import { Failure } from '../Failure.tsx'
import type { FilterChip } from '../FilterChips.tsx'
import { ListPage, type ListPageProps } from '../ListPage.tsx'
import { LoadingState } from '../LoadingState.tsx'
import { StaleNote } from '../StaleNote.tsx'
import { text as shared } from '../text.ts'
import { ListPages } from './ListPages.tsx'
import { text } from './text.ts'
import type { List } from './use-list.ts'

/** A list's own texts, translated. */
export interface ListWords {
  /** The heading; none inside a tab, whose name says it already. */
  title?: string
  counted?: (params: { count: number }) => string
  /** Where there is no row at all. */
  empty: string
  emptyWhy: string
  /** Where the filters leave none, if the general words say too little. */
  noMatch?: string
  noMatchWhy?: string
}

export interface ListFrameProps<Row extends object> extends Pick<ListPageProps, 'filters' | 'above' | 'side'> {
  list: List<Row>
  words: ListWords
  icon: IconName
  /** The number beside the title, where it is not `words.counted` alone. */
  count?: ReactNode
  /** The main button: in the head, or in the empty state. */
  create?: ReactNode
  actions?: ReactNode
  /** Adds the button that reads the rows anew. */
  hasRefresh?: boolean
  /** The only action of the empty state where nothing is created here. */
  emptyAction?: ReactNode
  /** In place of the empty state, where there is more to say. */
  emptyPlace?: ReactNode
  search?: { label: string; value: string; onChange: (search: string) => void } | undefined
  chips?: readonly FilterChip[]
  /** Whether rows are filtered by more than the chips show. */
  isFiltered?: boolean
  /** The filters limit the rows also as they are at first, such as to a time range: they stay where there is no row. */
  isAlwaysFiltered?: boolean
  /** Removes all filters; by itself it removes each chip. */
  onClear?: () => void
  /** The rows are a part of the element, whose own state they do not change: it is neither loading nor empty. */
  isPart?: boolean | undefined
  /** What stands around the rows in all their states, such as tabs. */
  around?: (place: ReactNode) => ReactNode
  /** What is drawn of the rows. */
  children: (rows: readonly Row[]) => ReactNode
}

/** A list in all its states, whatever its rows are drawn as. */
export function ListFrame<Row extends object>(props: ListFrameProps<Row>) {
  const { list, words, create, actions, hasRefresh, search, filters, above, side } = props
  const t = useText(text)
  const { refresh, total: rowCount } = useText(general)
  const { called, shown, total, paging, isStale, reload } = list
  const wanted = search?.value.trim()
  const chips = [
    ...(search && wanted
      ? [{ id: 'search', label: t.searchChip({ search: wanted }), onRemove: () => search.onChange('') }]
      : []),
    ...(props.chips ?? []),
  ]
  // What a query with other filters answered says nothing of this one.
  const isEmpty = called.data !== null && total === 0 && chips.length === 0 && !props.isFiltered
  const count = props.count ?? (shown && !isEmpty ? words.counted?.({ count: total }) : undefined)
  const mainButton = shown !== null && !isEmpty && create
  const clear = props.onClear ?? (() => chips.forEach((chip) => void chip.onRemove()))
  const place = <ListRows {...props} isEmpty={isEmpty} onClear={clear} />
  const noMatch = words.noMatch ?? t.noMatch
  // What a search came to, or a page: whoever does not see the rows hears it, and loading and failing say so themselves.
  const isKnown = called.data !== null && !called.failure
  const announcement = isKnown && (isEmpty ? words.empty : total === 0 ? noMatch : rowCount({ count: total }))
  const hasFilters = (search || filters) && (!isEmpty || props.isAlwaysFiltered)
  return (
    <ListPage
      {...(words.title !== undefined && { title: words.title })}
      count={count}
      actions={
        (hasRefresh || actions || mainButton) && (
          <>
            {hasRefresh && (
              <Button icon="refresh" isPending={called.isLoading} onPress={reload}>
                {refresh}
              </Button>
            )}
            {actions}
            {mainButton}
          </>
        )
      }
      filters={
        hasFilters && (
          <>
            {search && <PausedSearch {...search} />}
            {filters}
          </>
        )
      }
      chips={chips}
      onClear={clear}
      above={above}
      side={side}
      isStale={isStale}
      pagination={paging && <ListPages paging={paging} total={total} />}
    >
      <StaleNote called={{ ...called, last: called.data }} />
      {props.around ? props.around(place) : place}
      <p className="sg-hidden-visually" role="status">
        {announcement}
      </p>
    </ListPage>
  )
}

interface ListRowsProps<Row extends object>
  extends Pick<
    ListFrameProps<Row>,
    'list' | 'words' | 'icon' | 'create' | 'emptyAction' | 'emptyPlace' | 'isPart' | 'children'
  > {
  isEmpty: boolean
  onClear: () => void
}

/** The rows, or why there are none. */
function ListRows<Row extends object>({
  list,
  words,
  icon,
  isEmpty,
  onClear,
  create,
  emptyAction,
  emptyPlace,
  isPart,
  children,
}: ListRowsProps<Row>) {
  const t = useText(text)
  const { clearFilters } = useText(shared)
  const { called, shown, total, rows, isStale, reload } = list
  const Empty = isPart ? EmptyState : EmptyElement
  // Rows of another query say nothing of this one, which failed.
  if (called.failure && called.data === null) return <Failure failure={called.failure} onRetry={reload} />
  // A page beyond the end, which is about to be turned back, has none either.
  if (!shown || (rows.length === 0 && (isStale || total > 0)))
    return isPart ? <Skeleton rows={8} /> : <LoadingState rows={8} />
  if (isEmpty && emptyPlace) return emptyPlace
  if (isEmpty)
    return <Empty icon={icon} title={words.empty} explanation={words.emptyWhy} action={create || emptyAction} />
  if (total === 0)
    return (
      <Empty
        icon="search"
        title={words.noMatch ?? t.noMatch}
        explanation={words.noMatchWhy ?? t.noMatchWhy}
        action={<Button onPress={onClear}>{clearFilters}</Button>}
      />
    )
  return children(rows)
}
