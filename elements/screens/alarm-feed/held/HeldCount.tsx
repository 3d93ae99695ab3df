import type { Connection } from '../../../../core/connection/connection.ts'
import { useHolds } from './use-holds.ts'

/** How many there are, where there are any. */
export function HeldCount({ connection }: { connection: Connection }) {
  const { data, last } = useHolds(connection)
  const count = (data ?? last)?.rows.length ?? 0
  return count > 0 && <span className="feed-choice-count">{count}</span>
}
