import { type Kysely, sql } from 'kysely'
import type { Db } from '../db/db.ts'
import type { Row, Schema } from '../db/schema.ts'
import {
  asColumns,
  dropOldVersions,
  type FreezeWork,
  type FrozenDocument,
  frozenDocument,
  keepUse,
  type NamedResource,
  namedBy,
  placeOf,
  pointsOfVersion,
} from '../documents/index.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { type Caller, canSee } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import { ThreadEnded } from '../limits/limited-thread.ts'
import { requireScreenSpace } from '../quotas/index.ts'
import { expandsTooFar } from './point-items.ts'

const MB = 1 << 20
/** A published screen with its groups inside: everybody who opens it loads all of it. */
const SCREEN_BYTES = 8 * MB
/** All published screens of a template: what one publishing holds in memory. */
const TEMPLATE_BYTES = 64 * MB
/** Groups that one screen is made of. */
const GROUPS = 500
/** Groups that a refusal names. */
const NAMED = 3

/** A screen as it is to be published. */
interface Measured {
  screen_id: number
  screen_name: string
  revision: number
  /** Of the document with its groups inside. */
  bytes: number
  groups: NamedResource[]
}

export type FrozenScreen = Pick<Row<'screen'>, 'screen_id' | 'revision' | 'thumbnail' | 'thumbnail_tag'> &
  FrozenDocument

const inMb = (bytes: number) => `${Math.round((bytes / MB) * 10) / 10} MB`

/** Names a screen that is too large, and what of the gallery makes it so. */
function tooLarge({ screen_name, bytes, groups }: Measured): WrongField {
  const largest = [...groups].sort((a, b) => b.bytes - a.bytes).slice(0, NAMED)
  const named = largest.map(({ resource_name, bytes: of }) => `${resource_name} (${inMb(of)})`).join(', ')
  const size = inMb(bytes)
  const most = inMb(SCREEN_BYTES)
  return new WrongField(
    'screens',
    {
      zh: `画面“${screen_name}”含 ${groups.length} 个图库组合（最多 ${GROUPS} 个），共 ${size}（最大 ${most}）${named && `。最大的组合：${named}`}`,
      en: `Screen “${screen_name}” has ${size} with its ${groups.length} groups of the gallery, of at most ${most} and ${GROUPS} groups${named && `. The largest groups: ${named}`}`,
    },
    '115002',
  )
}

function allTooLarge(screens: readonly Measured[]): WrongField {
  const largest = [...screens].sort((a, b) => b.bytes - a.bytes).slice(0, NAMED)
  const named = largest.map(({ screen_name, bytes }) => `${screen_name} (${inMb(bytes)})`).join(', ')
  const most = inMb(TEMPLATE_BYTES)
  return new WrongField(
    'screens',
    {
      zh: `模板的画面连同图库组合共超过 ${most}。最大的画面：${named}`,
      en: `The screens of the template have more than ${most} with their groups of the gallery. The largest screens: ${named}`,
    },
    '115002',
  )
}

const screensOf = (q: Kysely<Schema>, template_id: number) =>
  q
    .selectFrom('screen')
    .select(['screen_id', 'screen_name', 'revision', 'thumbnail', 'thumbnail_tag'])
    .select(sql<number>`octet_length(document)`.as('bytes'))
    .where('template_id', '=', template_id)
    .orderBy('screen_id')

/** How large a screen becomes, by what the gallery says of its groups: none of them is read for it. */
async function measured<S extends Omit<Measured, 'groups'>>(
  q: Kysely<Schema>,
  screen: S,
): Promise<S & Pick<Measured, 'groups'>> {
  const groups = (await namedBy(q, screen.screen_id)).filter(({ resource_type }) => resource_type === 'group')
  const found = { ...screen, groups, bytes: groups.reduce((sum, { bytes }) => sum + bytes, screen.bytes) }
  if (found.bytes > SCREEN_BYTES || groups.length > GROUPS) throw tooLarge(found)
  return found
}

/** The screens of a template that can be published. Refuses with 115002, naming the screen, before any is read. */
export async function screensToFreeze(q: Kysely<Schema>, template_id: number): Promise<number[]> {
  const all: Measured[] = []
  let bytes = 0
  for (const screen of await screensOf(q, template_id).execute()) {
    const found = await measured(q, screen)
    all.push(found)
    bytes += found.bytes
    if (bytes > TEMPLATE_BYTES) throw allTooLarge(all)
  }
  return all.map(({ screen_id }) => screen_id)
}

/** Freezes one screen as it is now; null for one that is gone. The store serves others while a thread works. */
async function frozenScreen(
  db: Db,
  { tenant_id }: Caller,
  template_id: number,
  screen_id: number,
): Promise<FrozenScreen | null> {
  const drawn = await db.tenant(tenant_id, async (q) => {
    const screen = await screensOf(q, template_id)
      .select('document')
      .where('screen_id', '=', screen_id)
      .executeTakeFirst()
    if (!screen) return null
    const found = await measured(q, screen)
    return { found, groups: await textsOf(q, found.groups) }
  })
  if (!drawn) return null
  const { found, groups } = drawn
  const { revision, thumbnail, thumbnail_tag } = found
  const { document, read } = await frozenDocument({ document: found.document, groups }, tenant_id).catch((error) => {
    if (!(error instanceof ThreadEnded)) throw error
    throw tooLarge(found)
  })
  if (Buffer.byteLength(document) > SCREEN_BYTES) throw tooLarge(found)
  if (!read.points || !read.guards) throw expandsTooFar(found.screen_name)
  return { screen_id, revision, document, read, thumbnail, thumbnail_tag }
}

export async function frozenScreens(
  db: Db,
  caller: Caller,
  template_id: number,
  screen_ids: readonly number[],
): Promise<FrozenScreen[]> {
  const screens: FrozenScreen[] = []
  for (const screen_id of screen_ids) {
    const screen = await frozenScreen(db, caller, template_id, screen_id)
    if (screen) screens.push(screen)
  }
  return screens
}

/** Groups of controls in the gallery, by id. */
async function textsOf(q: Kysely<Schema>, groups: readonly NamedResource[]): Promise<FreezeWork['groups']> {
  if (groups.length === 0) return new Map()
  const ids = groups.map(({ resource_id }) => resource_id)
  const files = await q
    .selectFrom('resource_file')
    .select(['resource_id', 'content'])
    .where('resource_id', 'in', ids)
    .where('place', '=', 0)
    .execute()
  return new Map(files.map(({ resource_id, content }) => [resource_id, Buffer.from(content).toString()]))
}

/** Places of points that name their device, by its SN. */
const placesOf = (points: Iterable<readonly [sn: string, keys: Iterable<string>]>): [sn: string, place: string][] =>
  [...points].flatMap(([sn, keys]) =>
    sn === '' ? [] : [...keys].map((key): [string, string] => [sn, placeOf(sn, key)]),
  )

/**
 * What the visitors of a share link may read of a screen that the caller publishes. Who made the link saw what he gave away:
 * a colleague who draws the screen later adds to it nothing but points of devices that he sees himself.
 */
async function visitorPoints(
  q: Kysely<Schema>,
  fleet: Fleet,
  caller: Caller,
  { screen_id, read }: Pick<FrozenScreen, 'screen_id' | 'read'>,
): Promise<string[] | null> {
  if (caller.may_see === 'all') return null
  const before = await q
    .selectFrom('screen as s')
    .innerJoin('screen_version as v', (join) =>
      join.onRef('v.tenant_id', '=', 's.tenant_id').onRef('v.version_id', '=', 's.published_version_id'),
    )
    .select(['v.version_id', 'v.visitor_points'])
    .where('s.screen_id', '=', screen_id)
    .executeTakeFirst()
  // No link shows a version either that has too many points.
  const placesBefore = async (version_id: number) =>
    placesOf((await pointsOfVersion(q, version_id)) ?? []).map(([, place]) => place)
  const known = new Set(before && (before.visitor_points ?? (await placesBefore(before.version_id))))
  const isSeen = (sn: string) => {
    const device = fleet.get(sn)
    return device !== undefined && canSee(caller, device)
  }
  return placesOf(read.points ?? []).flatMap(([sn, place]) => (known.has(place) || isSeen(sn) ? place : []))
}

/** Shows a screen as it was frozen. One that is as it was when it was frozen last keeps that version. */
export async function publishFrozen(
  q: Kysely<Schema>,
  fleet: Fleet,
  caller: Caller,
  frozen: FrozenScreen,
  time: number,
): Promise<void> {
  const { screen_id, revision, document, read, ...picture } = frozen
  const { tenant_id, user_name } = caller
  const visitor_points = await visitorPoints(q, fleet, caller, frozen)
  const before = await q
    .selectFrom('screen as s')
    .leftJoin('screen_version as v', (join) =>
      join.onRef('v.tenant_id', '=', 's.tenant_id').onRef('v.version_id', '=', 's.published_version_id'),
    )
    .select(['s.published_revision', 's.published_version_id', 'v.revision'])
    .select(sql<boolean | null>`v.document = ${document}`.as('is_same'))
    .where('s.screen_id', '=', screen_id)
    .executeTakeFirst()
  // It was deleted, or somebody else has published a newer one meanwhile.
  if (!before || (before.published_revision ?? 0) > revision) return
  if (before.revision === revision && before.is_same) {
    await q
      .updateTable('screen_version')
      .set({ visitor_points })
      .where('version_id', '=', before.published_version_id)
      .where('visitor_points', 'is not', null)
      .execute()
    await q
      .updateTable('screen_version')
      .set(asColumns(read))
      .where('version_id', '=', before.published_version_id)
      .execute()
    return
  }
  await requireScreenSpace(q, caller, { document, ...picture })
  const { version_id } = await q
    .insertInto('screen_version')
    .values({
      tenant_id,
      screen_id,
      revision,
      kind: 'published',
      document,
      ...picture,
      created_time: time,
      user_name,
      visitor_points,
      ...asColumns(read),
    })
    .returning('version_id')
    .executeTakeFirstOrThrow()
  await keepUse(q, tenant_id, { version_id }, document)
  await q
    .updateTable('screen')
    .set({ published_revision: revision, published_version_id: version_id })
    .where('screen_id', '=', screen_id)
    .execute()
  // They are shown no more.
  await q
    .updateTable('screen_version')
    .set({ summary: null, points: null, guards: null })
    .where('screen_id', '=', screen_id)
    .where('version_id', '<>', version_id)
    .where('summary', 'is not', null)
    .execute()
  await dropOldVersions(q, tenant_id, screen_id)
}
