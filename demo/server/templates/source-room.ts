import type { Kysely } from 'kysely'
import type { Schema } from '../db/schema.ts'
import { requireRoomFor } from '../quotas/index.ts'

/** Throws 100019 at `points` where the data sources of all templates of an organisation became more than it may have. */
export const requireSourceRoom = (q: Kysely<Schema>, tenant_id: number): Promise<void> =>
  requireRoomFor(q, tenant_id, 'sources', 'points')
