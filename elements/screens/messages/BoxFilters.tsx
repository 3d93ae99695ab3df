import { useText } from '../../define/index.ts'
import { Select } from '../../kit/Select.tsx'
import type { FilterChip } from '../../parts/FilterChips.tsx'
import { type Box, FILTERS, type MessagesView } from './api.ts'
import { text } from './text.ts'

export type Filter = (typeof FILTERS)[Box][number]

/** An attribute may say anything. */
export const filterOf = ({ box, filter }: Pick<MessagesView, 'box' | 'filter'>): Filter | null =>
  (FILTERS[box] as readonly Filter[]).find((known) => known === filter) ?? null

export const NO_FILTER = { search: '', filter: '' } satisfies Partial<MessagesView>

interface BoxFiltersProps {
  view: MessagesView
  /** Other rows begin at their first page. */
  change: (part: Partial<MessagesView>) => void
}

export function BoxFilters({ view, change }: BoxFiltersProps) {
  const t = useText(text)
  const { box } = view
  return (
    <>
      <Select<Filter | 'all'>
        label={t.filter}
        isLabelHidden
        options={[
          { id: 'all', label: box === 'inbox' ? t.allOfInbox : t.allOfOutbox },
          ...FILTERS[box].map((id) => ({ id, label: t[`filter_${id}`] })),
        ]}
        value={filterOf(view) ?? 'all'}
        onChange={(id) => change({ filter: id === 'all' ? '' : id })}
      />
      {box === 'inbox' && (
        <Select<'time' | 'read_time'>
          label={t.order}
          isLabelHidden
          options={[
            { id: 'time', label: t.byTime },
            { id: 'read_time', label: t.unreadFirst },
          ]}
          value={view.sort === 'read_time' ? 'read_time' : 'time'}
          onChange={(id) => change({ sort: id === 'time' ? '' : id })}
        />
      )}
    </>
  )
}

/** The filters in force. */
export function useBoxChips({ view, change }: BoxFiltersProps): FilterChip[] {
  const t = useText(text)
  const filter = filterOf(view)
  return filter ? [{ id: filter, label: t[`filter_${filter}`], onRemove: () => change({ filter: '' }) }] : []
}
