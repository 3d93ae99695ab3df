import { useSyncExternalStore } from 'react'
import type { Connection } from '../../../../core/connection/connection.ts'
import { useFeed } from '../feed-context.ts'
import { heldRows } from './held-rows.ts'
import { useHolds } from './use-holds.ts'

/** How many the view has, where there are any. */
export function HeldCount({ connection }: { connection: Connection }) {
  const { store, rows } = useFeed()
  const { data, last } = useHolds(connection)
  useSyncExternalStore(rows.subscribe, rows.version)
  const shown = data ?? last
  const count = shown ? heldRows(shown, store.alarms.values()).length : 0
  return count > 0 && <span className="feed-choice-count">{count}</span>
}
