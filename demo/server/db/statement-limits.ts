import { HOUR_MS } from '../../../core/catalogue/durations.ts'
import type { Priority } from './db.ts'

/** How long a statement may take. After that its connection is dropped: nobody knows whether it will ever be answered. */
export const statementLimitMs: Record<Priority | 'maintain' | 'migrate', number> = {
  ingest: 30_000,
  callers: 15_000,
  backlog: 30_000,
  interactive: 15_000,
  history: 15_000,
  reports: 120_000,
  maintain: 600_000,
  // It may read all that is stored, and without it no server starts.
  migrate: HOUR_MS,
}

/** How long a transaction waits for its turn. Readings wait as long as they have to: their devices wait with them. */
export const turnLimitMs: Record<Priority, number> = {
  ingest: Number.POSITIVE_INFINITY,
  callers: 15_000,
  backlog: Number.POSITIVE_INFINITY,
  interactive: 15_000,
  history: 15_000,
  reports: 120_000,
}
