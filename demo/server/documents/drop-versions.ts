import type { Kysely } from 'kysely'
import { DAY_MS } from '../../../core/catalogue/durations.ts'
import { wallClock } from '../../../core/text/wall-clock.ts'
import type { Schema } from '../db/schema.ts'
import { PUBLISHED_KEPT, toDrop } from './kept-versions.ts'

/** Drops versions of a screen that are too many. Stands with every write of one. */
export async function dropOldVersions(q: Kysely<Schema>, tenant_id: number, screen_id: number): Promise<void> {
  const versions = await q
    .selectFrom('screen_version')
    .select(['version_id', 'kind', 'created_time'])
    .where('screen_id', '=', screen_id)
    .orderBy('version_id', 'desc')
    .execute()
  if (versions.length <= PUBLISHED_KEPT) return
  const { published_version_id } = await q
    .selectFrom('screen')
    .select('published_version_id')
    .where('screen_id', '=', screen_id)
    .executeTakeFirstOrThrow()
  const { timezone } = await q
    .selectFrom('tenant')
    .select('timezone')
    .where('tenant_id', '=', tenant_id)
    .executeTakeFirstOrThrow()
  const toWall = wallClock(timezone)
  const gone = toDrop(versions, published_version_id, (time) => Math.floor(toWall(time) / DAY_MS))
  if (gone.length > 0) await q.deleteFrom('screen_version').where('version_id', 'in', gone).execute()
}
