import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../db/schema.ts'
import { numbers, texts } from '../db/sql-array.ts'
import {
  asColumns,
  dropOldPublished,
  keepUseOfNew,
  openToVisitors,
  placesOf,
  pointsOfVersions,
  textPieces,
} from '../documents/index.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { type Caller, canPassOn } from '../http/caller.ts'
import { requireScreenSpace } from '../quotas/index.ts'
import type { FrozenScreen } from './freeze.ts'

const hashOf = (document: string) => createHash('sha256').update(document).digest('hex')

interface Before {
  screen_id: number
  published_revision: number | null
  published_version_id: number | null
  visitor_points: string[] | null
  is_same: boolean
}

/** How the screens are published now; those that were deleted meanwhile are missing. */
async function before(q: Kysely<Schema>, screens: readonly FrozenScreen[]): Promise<Map<number, Before>> {
  const found = new Map<number, Before>()
  for await (const some of textPieces(screens, ({ document }) => document.length)) {
    // By their hashes: documents of screens that are as they were are not sent at all.
    const { rows } = await sql<Before>`
      select s.screen_id, s.published_revision, s.published_version_id, v.visitor_points,
        coalesce(v.revision = f.revision and encode(sha256(convert_to(v.document, 'UTF8')), 'hex') = f.hash, false)
          as is_same
      from unnest(${numbers(some.map(({ screen_id }) => screen_id))}::bigint[],
          ${numbers(some.map(({ revision }) => revision))}::bigint[],
          ${texts(some.map(({ document }) => hashOf(document)))}::text[]) f (screen_id, revision, hash)
        join screen s on s.screen_id = f.screen_id
        left join screen_version v on v.version_id = s.published_version_id`.execute(q)
    for (const row of rows) found.set(row.screen_id, row)
  }
  return found
}

/**
 * What the visitors of share links may read of screens that the caller publishes. Who made a link saw what he gave away: a
 * colleague who draws a screen later adds to it nothing but points of devices that he sees himself.
 */
async function visitorPoints(
  q: Kysely<Schema>,
  fleet: Fleet,
  caller: Caller,
  published: ReadonlyMap<number, Before>,
): Promise<(screen: FrozenScreen) => string[] | null> {
  if (caller.may_see === 'all') return () => null
  const unbounded = [...published.values()].flatMap(({ published_version_id, visitor_points }) =>
    published_version_id !== null && visitor_points === null ? published_version_id : [],
  )
  const pointsBefore = await pointsOfVersions(q, unbounded)
  const isSeen = (sn: string) => {
    const device = fleet.get(sn)
    return device !== undefined && canPassOn(caller, device)
  }
  return ({ screen_id, read }) => {
    const { published_version_id = null, visitor_points = null } = published.get(screen_id) ?? {}
    // No link shows a version either that has too many points.
    const bound = (published_version_id !== null && pointsBefore.get(published_version_id)) || []
    const known = new Set(visitor_points ?? placesOf(bound).map(([, place]) => place))
    return openToVisitors(read.points ?? [], known, isSeen)
  }
}

type Published = FrozenScreen & { visitor_points: string[] | null }

const sizeOf = ({ document, thumbnail, read }: FrozenScreen) =>
  document.length + (thumbnail?.length ?? 0) + (asColumns(read).points ?? '').length

/**
 * Shows screens as they were frozen, in a few statements. One that is as it was when it was frozen last keeps that version.
 * False where a screen stays as somebody else has published it meanwhile.
 */
export async function publishFrozen(
  q: Kysely<Schema>,
  fleet: Fleet,
  caller: Caller,
  frozen: readonly FrozenScreen[],
  time: number,
): Promise<boolean> {
  const published = await before(q, frozen)
  const pointsFor = await visitorPoints(q, fleet, caller, published)
  const fresh: Published[] = []
  let isAllOfCaller = true
  const kept: (Published & { version_id: number })[] = []
  for (const screen of frozen) {
    const its = published.get(screen.screen_id)
    // It was deleted meanwhile.
    if (!its) continue
    if ((its.published_revision ?? 0) > screen.revision) {
      isAllOfCaller = false
      continue
    }
    const with_points = { ...screen, visitor_points: pointsFor(screen) }
    const { published_version_id: version_id } = its
    if (its.is_same && version_id !== null) kept.push({ ...with_points, version_id })
    else fresh.push(with_points)
  }
  for await (const some of textPieces(kept, sizeOf)) await keepRead(q, some)
  if (fresh.length > 0) await requireScreenSpace(q, caller, ...fresh)
  for await (const some of textPieces(fresh, sizeOf)) await insertVersions(q, caller, some, time)
  return isAllOfCaller
}

/** Keeps what is read of versions that stay. Null leaves visitors what they have. */
async function keepRead(q: Kysely<Schema>, screens: readonly (Published & { version_id: number })[]): Promise<void> {
  const read = screens.map((screen) => asColumns(screen.read))
  // As the text of an array, because arrays of several lengths make none together.
  const visible = screens.map(({ visitor_points }) => visitor_points && texts(visitor_points))
  await sql`
    update screen_version v set summary = r.summary, points = r.points, guards = r.guards,
        visitor_points = case when v.visitor_points is null then null else r.visitor_points::text[] end
      from unnest(${numbers(screens.map(({ version_id }) => version_id))}::bigint[],
        ${texts(read.map(({ summary }) => summary))}::text[], ${texts(read.map(({ points }) => points))}::text[],
        ${texts(read.map(({ guards }) => guards))}::text[], ${texts(visible)}::text[]
      ) r (version_id, summary, points, guards, visitor_points)
      where v.version_id = r.version_id`.execute(q)
}

async function insertVersions(
  q: Kysely<Schema>,
  { tenant_id, user_name }: Caller,
  screens: readonly Published[],
  time: number,
): Promise<void> {
  const made = await q
    .insertInto('screen_version')
    .values(
      screens.map(({ read, ...version }) => ({
        ...version,
        ...asColumns(read),
        tenant_id,
        kind: 'published',
        created_time: time,
        user_name,
      })),
    )
    .returning(['screen_id', 'version_id'])
    .execute()
  const versions = new Map(made.map(({ screen_id, version_id }) => [screen_id, version_id]))
  const added = screens.map(({ screen_id, document }) => ({ id: versions.get(screen_id) as number, text: document }))
  await keepUseOfNew(q, tenant_id, 'version_id', added)
  const screen_ids = screens.map(({ screen_id }) => screen_id)
  await sql`
    update screen s set published_revision = v.revision, published_version_id = v.version_id
      from screen_version v
      where v.version_id = any(${numbers(added.map(({ id }) => id))}::bigint[]) and s.screen_id = v.screen_id`.execute(
    q,
  )
  // They are shown no more.
  await sql`
    update screen_version v set summary = null, points = null, guards = null
      from screen s
      where v.screen_id = any(${numbers(screen_ids)}::bigint[]) and s.screen_id = v.screen_id
        and v.version_id <> s.published_version_id and v.summary is not null`.execute(q)
  await dropOldPublished(q, screen_ids)
}
