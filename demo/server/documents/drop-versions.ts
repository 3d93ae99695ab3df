import { type Kysely, sql } from 'kysely'
import { DAY_MS } from '../../../core/catalogue/durations.ts'
import { wallClock } from '../../../core/text/wall-clock.ts'
import type { Schema } from '../db/schema.ts'
import { numbers } from '../db/sql-array.ts'
import { NEWEST_KEPT, PUBLISHED_KEPT, toDrop } from './kept-versions.ts'

/** Drops drawn versions of a screen that are too many. Stands with every write of one. */
export async function dropOldVersions(q: Kysely<Schema>, tenant_id: number, screen_id: number): Promise<void> {
  const versions = await q
    .selectFrom('screen_version')
    .select(['version_id', 'kind', 'created_time'])
    .where('screen_id', '=', screen_id)
    .orderBy('version_id', 'desc')
    .execute()
  if (versions.length <= NEWEST_KEPT) return
  const { timezone } = await q
    .selectFrom('tenant')
    .select('timezone')
    .where('tenant_id', '=', tenant_id)
    .executeTakeFirstOrThrow()
  const toWall = wallClock(timezone)
  const gone = toDrop(versions, (time) => Math.floor(toWall(time) / DAY_MS))
  if (gone.length > 0) await q.deleteFrom('screen_version').where('version_id', 'in', gone).execute()
}

/** Drops published versions of screens that are too many. Stands with every publishing. */
export async function dropOldPublished(q: Kysely<Schema>, screen_ids: readonly number[]): Promise<void> {
  await sql`
    delete from screen_version where version_id in (
      select version_id from (
        select v.version_id, row_number() over (partition by v.screen_id order by v.version_id desc) as place
          from screen_version v join screen s on s.screen_id = v.screen_id
          where v.screen_id = any(${numbers(screen_ids)}::bigint[]) and v.kind = 'published'
            and v.version_id is distinct from s.published_version_id
      ) older where place > ${PUBLISHED_KEPT})`.execute(q)
}
