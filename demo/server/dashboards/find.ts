import { type Kysely, sql } from 'kysely'
import type { FoundDashboard } from '../../../core/contract/find.ts'
import { beginningFirst, hasWords } from '../db/has-words.ts'
import type { Schema } from '../db/schema.ts'
import { numbers } from '../db/sql-array.ts'
import type { Fleet } from '../fleet/fleet.ts'
import type { Caller } from '../http/caller.ts'
import { findDashboards as seenDashboards } from './rows.ts'

interface WantedDashboards {
  words?: readonly string[] | undefined
  /** Those of these alone. */
  dashboard_ids?: readonly number[] | undefined
  most: number
}

/** Dashboards that the caller sees and others can see too, with all of these words in their name or folder. */
export async function findDashboards(
  q: Kysely<Schema>,
  fleet: Fleet,
  caller: Caller,
  { words = [], dashboard_ids, most }: WantedDashboards,
): Promise<FoundDashboard[]> {
  const named = hasWords(sql`d.dashboard_name || chr(10) || d.folder_name`, words)
  const order = beginningFirst(sql`d.dashboard_name`, words)
  const isOne = dashboard_ids ? sql`d.dashboard_id = any(${numbers(dashboard_ids)}::bigint[])` : sql`true`
  const isWanted = sql<boolean>`(d.shown_revision is not null and ${named} and ${isOne})`
  const found = await seenDashboards(q, fleet, caller, isWanted, order)
  return found.slice(0, most).map(({ dashboard: { dashboard_id, dashboard_name, folder_name, module_name } }) => {
    return { dashboard_id, dashboard_name, folder_name, module_name }
  })
}
