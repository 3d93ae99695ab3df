import { createHash, randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import { ApiError } from '../../../core/contract/api-error.ts'
import { type GuestAction, GuestResources, type TokenFault } from '../../../core/contract/embed.ts'
import type { GuestClaims } from '../../../core/contract/guest-token.ts'
import { snKey } from '../../../core/rules/sn.ts'
import type { Db } from '../db/db.ts'
import type { EmbedKeyTable } from '../db/people-tables.ts'
import { openTenants } from '../db/tenants.ts'
import { type GroupTree, openGroupTree } from '../fleet/group-tree.ts'
import {
  type Caller,
  type CallerOf,
  type GuestDashboards,
  NO_REACH,
  NOBODY,
  type Reach,
  type Reaches,
} from '../http/caller.ts'
import { isGuestToken, isVisitorToken } from '../http/token-kinds.ts'
import { createSeeking } from '../limits/batches.ts'
import { embedKeyOf, type KeyVersion, readGuestToken } from './guest-token.ts'

/** A key or a group that was changed on another node counts after this at the latest. */
const CACHED_MS = 1000
const CACHED_MOST = 10_000
/** Organisations whose groups are kept. */
const TREES_MOST = 1000
const ROOT_BYTES = 32

/** Guests: callers whom a portal's server vouches for, within what its embed key allows at the time of each call. */
export interface Guests {
  callerOf: CallerOf
  /** What a portal's server signs with. */
  embedKeyOf(version: KeyVersion): string
  /** After a key was changed: what it gave counts no longer, and listeners hear of it. */
  changed(key_id: string): void
  /** After groups of an organisation were moved or deleted. */
  regrouped(tenant_id: number): void
  /** Notifies when a key was changed on this node. Returns what ends the listening. */
  onChanged(listener: (key_id: string) => void): () => void
}

type Key = Selectable<EmbedKeyTable>
interface KnownKey {
  key: Key
  bounds: Bounds
}

/** What guests see of dashboards, by the organisation. */
type DashboardsOf = (tenant_id: number, dashboard_ids: readonly number[]) => Promise<GuestDashboards>
const NO_DASHBOARDS: DashboardsOf = async () => ({ versions: new Map(), points: new Map() })

/** Opens the guests; the first start makes the secret that all embed keys follow from. */
export async function openGuests(
  db: Db,
  now: () => number = Date.now,
  dashboardsOf: DashboardsOf = NO_DASHBOARDS,
): Promise<Guests> {
  const root = await rootOf(db, 'embed_root')
  const cache = new Map<string, { known: Promise<KnownKey | null>; until: number }>()
  const trees = openTrees(db, now)
  const seek = createSeeking((key_ids: readonly string[]) => readKeys(db, key_ids))
  const listeners = new Set<(key_id: string) => void>()

  /** The key as it is now; null for one that is gone. */
  function keyOf(key_id: string): Promise<KnownKey | null> {
    const cached = cache.get(key_id)
    if (cached && cached.until > now()) return cached.known
    const known = seek(key_id).then((found) => found ?? null)
    cache.delete(key_id)
    if (cache.size >= CACHED_MOST) cache.delete(cache.keys().next().value as string)
    cache.set(key_id, { known, until: now() + CACHED_MS })
    known.catch(() => cache.get(key_id)?.known === known && cache.delete(key_id))
    return known
  }

  return {
    async callerOf(token, origin) {
      const claims = readGuestToken(root, token, now())
      if (typeof claims === 'string') throw refusedFor(claims)
      const found = await keyOf(claims.key_id)
      if (!found || !isTaken(found.key, claims.version, now())) throw refusedFor('key')
      const { key } = found
      const isKnown = origin === undefined ? key.without_origin : key.origins.includes(origin)
      if (!isKnown) throw new ApiError('110004')
      const ids = dashboardsIn(claims, found)
      const dashboards = ids.length > 0 ? await dashboardsOf(key.tenant_id, ids) : undefined
      return guestOf(claims, found, await trees.of(key.tenant_id), dashboards)
    },
    embedKeyOf: (version) => embedKeyOf(root, version),
    changed(key_id) {
      cache.delete(key_id)
      for (const listener of listeners) listener(key_id)
    },
    regrouped: trees.forget,
    onChanged(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

type Holders = { callerOf(token: string): Promise<Caller | null> }

/** One question for all kinds of token. */
export const callerOfAny =
  (sessions: Holders, guests: Pick<Guests, 'callerOf'>, shares?: Holders): CallerOf =>
  (token, origin) => {
    if (shares && isVisitorToken(token)) return shares.callerOf(token)
    return isGuestToken(token) ? guests.callerOf(token, origin) : sessions.callerOf(token)
  }

type Listen = (listener: (key_id: string) => void) => () => void

/** Listens to both. */
export const eitherOf =
  (one: Listen, other: Listen): Listen =>
  (listener) => {
    const ends = [one(listener), other(listener)]
    return () => {
      for (const end of ends) end()
    }
  }

const refusedFor = (fault: TokenFault) => new ApiError('100009', { fault, status: 401 })

/** Whether tokens of this version of the key's secret are taken. */
function isTaken(key: Key, version: number, time: number): boolean {
  if (key.revoked_time !== null || (key.expires_time !== null && key.expires_time <= time)) return false
  if (version === key.secret_version) return true
  return version === key.secret_version - 1 && (key.previous_until_time ?? 0) > time
}

/** What both the token and the key allow. */
function guestOf(
  claims: GuestClaims,
  { key, bounds }: KnownKey,
  tree: GroupTree,
  dashboards: GuestDashboards | undefined,
): Caller {
  const actions = claims.actions.filter((action) => key.actions.includes(action))
  const [first, ...others] = [...reachOf(bounds, tree), ...reachOf(boundsOf(claims.resources), tree)]
  const may_see: Reaches = first ? [first, ...others] : 'all'
  return {
    ...NOBODY,
    tenant_id: key.tenant_id,
    // With the portal's own id of its user: the name alone may be that user's choice.
    user_name: `${claims.name} (${key.name}: ${claims.sub})`,
    name: claims.name,
    user_type: 3,
    roles: rightsOf(actions),
    may_see,
    may_write: actions.includes('write') ? may_see : NO_REACH,
    guest: { key_id: key.key_id, sub: claims.sub, actions, ...(dashboards && { dashboards }) },
  }
}

/** The dashboards that a token names and its key opens. */
function dashboardsIn({ resources: { dashboards = [] } }: GuestClaims, { key }: KnownKey): readonly number[] {
  const { all, dashboards: open = [] } = GuestResources.parse(key.resources)
  return all ? dashboards : dashboards.filter((dashboard_id) => open.includes(dashboard_id))
}

/** The codes by which screens show what a guest may do; the server itself goes by the actions. */
const rightsOf = (actions: readonly GuestAction[]): string[] => [
  'P00000',
  ...(actions.includes('read') ? ['P100000'] : []),
  ...(actions.includes('confirm') ? ['P73000', 'P73100'] : []),
]

/** Groups with all below them, and devices; null where all of the tenant is meant: nothing bounds it. */
type Bounds = { groups: readonly number[]; devices: ReadonlySet<string> } | null

const boundsOf = ({ all, groups = [], devices = [] }: GuestResources): Bounds =>
  all ? null : { groups, devices: new Set(devices.map((sn_code) => snKey(sn_code))) }

const reachOf = (bounds: Bounds, tree: GroupTree): Reach[] =>
  bounds ? [{ groups: tree.below(bounds.groups), devices: bounds.devices }] : []

async function readKeys(db: Db, key_ids: readonly string[]): Promise<(key_id: string) => KnownKey | undefined> {
  const keys = await db.system(
    (q) =>
      q
        .selectFrom('embed_key')
        .selectAll()
        .where('key_id', 'in', key_ids)
        .where('tenant_id', 'in', openTenants(q))
        .execute(),
    'callers',
  )
  const known = keys.map((key): [string, KnownKey] => [
    key.key_id,
    { key, bounds: boundsOf(GuestResources.parse(key.resources)) },
  ])
  const found = new Map(known)
  return (key_id) => found.get(key_id)
}

/** The groups of organisations, read once for all their keys; as long as they are the same, it is the same tree. */
function openTrees(db: Db, now: () => number) {
  const trees = new Map<number, { known: Promise<{ tree: GroupTree; hash: string }>; until: number }>()

  async function read(tenant_id: number, before: Promise<{ tree: GroupTree; hash: string }> | undefined) {
    const groups = await db.systemFor(
      tenant_id,
      (q) =>
        q
          .selectFrom('device_group')
          .select(['group_id', 'parent_id'])
          .where('tenant_id', '=', tenant_id)
          .orderBy('group_id')
          .execute(),
      'callers',
    )
    const hash = createHash('sha256').update(JSON.stringify(groups)).digest('base64')
    const last = await before?.catch(() => undefined)
    return last?.hash === hash ? last : { tree: openGroupTree(groups), hash }
  }

  async function of(tenant_id: number): Promise<GroupTree> {
    const cached = trees.get(tenant_id)
    if (cached && cached.until > now()) return (await cached.known).tree
    const known = read(tenant_id, cached?.known)
    trees.delete(tenant_id)
    if (trees.size >= TREES_MOST) trees.delete(trees.keys().next().value as number)
    trees.set(tenant_id, { known, until: now() + CACHED_MS })
    known.catch(() => trees.get(tenant_id)?.known === known && trees.delete(tenant_id))
    return (await known).tree
  }

  return {
    of,
    forget(tenant_id: number): void {
      const cached = trees.get(tenant_id)
      if (cached) cached.until = 0
    },
  }
}

const Root = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

/** A secret of the server's own, made once: nodes that start together take the one that came first. */
export const rootOf = (db: Db, key: 'embed_root' | 'share_root' | 'browser_root' | 'import_root'): Promise<Buffer> =>
  db.system(async (q) => {
    const made = JSON.stringify(randomBytes(ROOT_BYTES).toString('base64url'))
    await q
      .insertInto('server_setting')
      .values({ key, value: made })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const { value } = await q
      .selectFrom('server_setting')
      .select('value')
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    return Buffer.from(Root.parse(value), 'base64url')
  })
