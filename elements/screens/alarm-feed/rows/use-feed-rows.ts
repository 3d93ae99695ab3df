import { useDeferredValue, useEffect, useMemo } from 'react'
import type { AlarmStore } from '../../../../core/stores/alarms.ts'
import { useElement } from '../../../define/index.ts'
import type { AlarmFeedView } from '../api.ts'
import { FeedRows } from './feed-rows.ts'
import { levelsOf, statesOf } from './filter.ts'
import { sortOf } from './order.ts'

/** The rows of a store as a view wants them; they follow it from here on. */
export function useFeedRows(
  store: AlarmStore,
  { levels, states, search, sort, 'group-by': groupBy }: AlarmFeedView,
): FeedRows {
  const { lang } = useElement()
  // Among 100,000 rows a search takes longer than a key press.
  const wanted = useDeferredValue(search)
  const view = useMemo(
    () => ({
      levels: levelsOf(levels),
      states: statesOf(states),
      search: wanted,
      sort: sortOf(sort),
      lang,
      groupBy: groupBy || ('none' as const),
    }),
    [levels, states, wanted, sort, groupBy, lang],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view is given to the same rows below
  const rows = useMemo(() => new FeedRows(store.alarms, view), [store])
  useEffect(() => rows.setView(view), [rows, view])
  useEffect(() => {
    const stop = store.onBatch(({ changes }) => rows.take(changes))
    // What came between the first drawing and now.
    rows.refresh()
    return () => {
      stop()
      rows.dispose()
    }
  }, [store, rows])
  return rows
}
