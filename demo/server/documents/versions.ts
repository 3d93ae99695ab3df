import { type Kysely, sql } from 'kysely'
import { DAY_MS } from '../../../core/catalogue/durations.ts'
import type { ScreenVersion } from '../../../core/contract/screen.ts'
import { wallClock } from '../../../core/text/wall-clock.ts'
import type { Schema } from '../db/schema.ts'
import { numbers } from '../db/sql-array.ts'
import { DASHBOARD_KEPT, PUBLISHED_KEPT, SCREEN_KEPT, toDrop } from './kept-versions.ts'
import type { Picture } from './picture.ts'

/** What has versions, in tables that have the same columns, with how many of them are kept and which one stays in any case. */
const VERSIONED = {
  screen: { ...SCREEN_KEPT, shown: 'published_version_id' },
  dashboard: { ...DASHBOARD_KEPT, shown: 'shown_version_id' },
} as const
type Versioned = keyof typeof VERSIONED

const tableOf = (of: Versioned) => sql.table(`${of}_version`)
const idOf = (of: Versioned) => sql.ref(`${of}_id`)

type NewVersion = Pick<ScreenVersion, 'kind' | 'note' | 'user_name'> & Partial<Picture>

/**
 * Keeps a screen or dashboard as it is now as a version; answers its id. Its document is copied as the store has it: a large
 * one sent again would be compressed again, for which everybody waits.
 */
export async function keepVersion(
  q: Kysely<Schema>,
  of: Versioned,
  id: number,
  { kind, note, user_name, thumbnail, thumbnail_tag }: NewVersion,
): Promise<number> {
  const { rows } = await sql<{ version_id: number }>`
    insert into ${tableOf(of)}
      (tenant_id, ${idOf(of)}, revision, kind, note, document, user_name, thumbnail, thumbnail_tag, created_time)
    select tenant_id, ${idOf(of)}, revision, ${kind}::text, ${note}::text, document, ${user_name}::text,
      ${thumbnail ?? null}::text, ${thumbnail_tag ?? null}::text, changed_time
    from ${sql.table(of)} where ${idOf(of)} = ${id}
    returning version_id`.execute(q)
  return (rows[0] as { version_id: number }).version_id
}

const COLUMNS = sql`version_id, revision, kind, note, created_time, user_name, thumbnail_tag as thumbnail`

/** The stored states of a screen or dashboard, newest first. */
export async function versionsOf(q: Kysely<Schema>, of: Versioned, id: number): Promise<ScreenVersion[]> {
  const { rows } = await sql<ScreenVersion>`
    select ${COLUMNS} from ${tableOf(of)} where ${idOf(of)} = ${id} order by version_id desc`.execute(q)
  return rows
}

export interface WholeVersion {
  version: ScreenVersion
  /** The screen or dashboard that it is a state of. */
  of_id: number
  document: string
  picture: Partial<Picture>
}

/** One stored state with its document; undefined where there is none. Whoever asks may not be the one to see it. */
export async function versionAsRow(
  q: Kysely<Schema>,
  of: Versioned,
  version_id: number,
): Promise<WholeVersion | undefined> {
  const { rows } = await sql<ScreenVersion & { of_id: number; document: string; picture: string | null }>`
    select ${COLUMNS}, ${idOf(of)} as of_id, document, thumbnail as picture
    from ${tableOf(of)} where version_id = ${version_id}`.execute(q)
  const [row] = rows
  if (!row) return undefined
  const { of_id, document, picture: thumbnail, ...version } = row
  const { thumbnail: thumbnail_tag } = version
  return { version, of_id, document, picture: thumbnail && thumbnail_tag ? { thumbnail, thumbnail_tag } : {} }
}

/** Drops drawn versions that are too many. Stands with every write of one. */
export async function dropOldVersions(
  q: Kysely<Schema>,
  tenant_id: number,
  of: Versioned,
  id: number,
  time: number,
): Promise<void> {
  const { shown, newest, days, seen } = VERSIONED[of]
  const { rows: versions } = await sql<Pick<ScreenVersion, 'version_id' | 'kind' | 'created_time'>>`
    select v.version_id, v.kind, v.created_time from ${tableOf(of)} v
      join ${sql.table(of)} d using (tenant_id, ${idOf(of)})
    where ${idOf(of)} = ${id} and v.version_id is distinct from d.${sql.ref(shown)}
    order by v.version_id desc`.execute(q)
  if (versions.length <= newest) return
  const { timezone } = await q
    .selectFrom('tenant')
    .select('timezone')
    .where('tenant_id', '=', tenant_id)
    .executeTakeFirstOrThrow()
  const toWall = wallClock(timezone)
  const dayOf = (of_time: number) => Math.floor(toWall(of_time) / DAY_MS)
  const gone = toDrop(versions, dayOf, { newest, since: dayOf(time) - days, seen })
  if (gone.length > 0)
    await sql`delete from ${tableOf(of)} where version_id = any(${numbers(gone)}::bigint[])`.execute(q)
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
