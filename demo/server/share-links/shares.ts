import { type Kysely, sql } from 'kysely'
import { mayShare } from '../../../core/catalogue/held-rights.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { TokenFault } from '../../../core/contract/embed.ts'
import { snKey } from '../../../core/rules/sn.ts'
import { dashboardToShare } from '../dashboards/index.ts'
import type { Db } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import {
  amongOpen,
  type BoundPoints,
  openedFor,
  openRemembered,
  pointsIn,
  pointsOfVersion,
  withVersionsRead,
} from '../documents/index.ts'
import { makeVisitorToken, RENEWAL_MS, readVisitorToken, rootOf, VISIT_MS } from '../embed/index.ts'
import { type Caller, canPassOn, NO_REACH, NOBODY, type Reach, type Reaches } from '../http/caller.ts'
import { heldBy } from '../rights/index.ts'
import { screenToShare } from '../screens/index.ts'

/** A link that was revoked on another node, and a screen that was published anew, count after this at the latest. */
const CACHED_MS = 1000
const CACHED_MOST = 2000
/** Points of frozen documents that are remembered, of all of them together. */
const POINTS_MOST = 500_000

/** The screen or dashboard that a link opens, in the version that is shown now. */
export type ShownByLink = { version_id: number } & (
  | { kind: 'screen'; screen_id: number; template_id: number }
  | { kind: 'dashboard'; dashboard_id: number; template_id: number | null }
)

/** A link that opens something now, and what it opens. */
export interface OpenLink {
  tenant_id: number
  link_id: number
  sn_code: string | null
  shows: ShownByLink
  /** Epoch ms, since when the password is the one that there is; null where it was so from the beginning. */
  password_time: number | null
  points: BoundPoints
  visitor: Caller
}

/** What a link is known by. */
export interface LinkId {
  tenant_id: number
  link_id: number
}

/** Visitors of share links: callers who read the values of the points of one screen or dashboard, and nothing else. */
export interface Shares {
  /** Who holds a visitor's token. Throws 100009 for one that is wrong, over, or of a link that is. */
  callerOf(token: string): Promise<Caller>
  /** What a link opens now; null for one that is revoked or over, or whose screen, dashboard, maker or maker's right is gone. */
  open(link: LinkId): Promise<OpenLink | null>
  /** Good from the time at which the visitor showed that he may: a password that was changed since is another. */
  tokenFor(link: LinkId, from: number): { token: string; expires_time: number }
  /** Whether a token was issued for this link, under the password that it has now, and not too long ago. */
  mayRenew(link: LinkId & Pick<OpenLink, 'password_time'>, token: string): boolean
  /** After a link was changed or revoked: listeners hear of it, by the `key_id` of its visitors. */
  changed(link_id: number): void
  /** Notifies when a link was changed or revoked on this node. Returns what ends the listening. */
  onChanged(listener: (key_id: string) => void): () => void
}

const keyOf = (link_id: number) => `share/${link_id}`
const refusedFor = (fault: TokenFault) => new ApiError('100009', { fault, status: 401 })

/** Opens the shares; the first start makes the secret that visitors' tokens are signed with. */
export async function openShares(db: Db, now: () => number = Date.now): Promise<Shares> {
  const root = await rootOf(db, 'share_root')
  const cache = openRemembered<number, OpenLink | null>((open) => (open ? pointsIn(open.points) : 0))
  const listeners = new Set<(key_id: string) => void>()

  const frozen = openFrozen()

  const look = ({ tenant_id, link_id }: LinkId) =>
    withVersionsRead(db, tenant_id, (q) => readLink(q, link_id, now(), frozen))

  /** A thousand visitors of one link ask for it once. */
  function openNow(link: LinkId): Promise<OpenLink | null> {
    const cached = cache.get(link.link_id)
    if (cached && cached.until > now()) return cached.answer
    const open = look(link)
    cache.keep(link.link_id, open, now() + CACHED_MS)
    return open
  }

  return {
    async callerOf(token) {
      const claims = readVisitorToken(root, token)
      if (typeof claims === 'string') throw refusedFor(claims)
      if (claims.expires_time <= now()) throw refusedFor('expired')
      const open = await openNow(claims)
      if (!open || open.tenant_id !== claims.tenant_id || isUnderOther(open, claims)) throw refusedFor('key')
      return open.visitor
    },
    open: look,
    tokenFor({ tenant_id, link_id }, from) {
      const expires_time = from + VISIT_MS
      return { token: makeVisitorToken(root, { tenant_id, link_id, expires_time }), expires_time }
    },
    mayRenew({ tenant_id, link_id, password_time }, token) {
      const claims = readVisitorToken(root, token)
      if (typeof claims === 'string' || claims.expires_time + RENEWAL_MS <= now()) return false
      if (isUnderOther({ password_time }, claims)) return false
      return claims.tenant_id === tenant_id && claims.link_id === link_id
    },
    changed(link_id) {
      cache.forget(link_id)
      for (const listener of listeners) listener(keyOf(link_id))
    },
    onChanged(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Whether a token was issued before the link had the password that it has now. */
const isUnderOther = (
  { password_time }: Pick<OpenLink, 'password_time'>,
  { expires_time }: { expires_time: number },
): boolean => password_time !== null && expires_time - VISIT_MS <= password_time

async function readLink(q: Kysely<Schema>, link_id: number, time: number, frozen: Frozen): Promise<OpenLink | null> {
  const link = await q
    .selectFrom('share_link')
    .select(['tenant_id', 'link_id', 'screen_id', 'dashboard_id', 'sn_code', 'name', 'expires_time'])
    .select(['created_user_id', 'password_time'])
    .where('link_id', '=', link_id)
    .where('revoked_time', 'is', null)
    .executeTakeFirst()
  if (!link || (link.expires_time !== null && link.expires_time <= time)) return null
  const { tenant_id, sn_code, name, password_time } = link
  const held = await heldBy(q, { tenant_id, user_id: link.created_user_id })
  const maker: Caller | null = held && { ...NOBODY, ...held }
  const shows = maker && (await sharedBy(q, maker, link))
  if (!maker || !shows) return null
  const { visitor_points, ...shown } = shows
  const { kind, version_id } = shown
  const points = amongOpen(await frozen.pointsOf(q, shown, sn_code), visitor_points, sn_code)
  const seen = new Set(points.keys())
  if (sn_code !== null) seen.add(snKey(sn_code))
  const visitor: Caller = {
    ...NOBODY,
    tenant_id,
    user_type: 3,
    name,
    user_name: name,
    may_see: within(maker.may_see, { groups: new Set(), devices: seen }),
    may_write: NO_REACH,
    // No action at all: what is open to guests stays closed.
    guest: { key_id: keyOf(link_id), actions: [] },
    visitor: { link_id, kind, version_id, points },
  }
  return { tenant_id, link_id, sn_code, shows: shown, password_time, points, visitor }
}

interface LinkContent {
  screen_id: number | null
  dashboard_id: number | null
  sn_code: string | null
}

/** With the points of it that its saver opened to visitors; null for all that it binds. */
type ShownNow = ShownByLink & { visitor_points: readonly string[] | null }

/** What a link shows, if its maker could make it now. */
async function sharedBy(
  q: Kysely<Schema>,
  maker: Caller,
  { screen_id, dashboard_id, sn_code }: LinkContent,
): Promise<ShownNow | null> {
  const shows = await shownNow(q, maker, { screen_id, dashboard_id })
  if (!shows || sn_code === null) return shows
  const device = await q
    .selectFrom('device')
    .select(['tenant_id', 'group_id', 'sn_code'])
    .where(sql`lower(sn_code)`, '=', snKey(sn_code))
    .where('deregistered_time', 'is', null)
    .$if(shows.template_id !== null, (some) => some.where('template_id', '=', shows.template_id))
    .executeTakeFirst()
  return device && canPassOn(maker, device) ? shows : null
}

async function shownNow(
  q: Kysely<Schema>,
  maker: Caller,
  { screen_id, dashboard_id }: Omit<LinkContent, 'sn_code'>,
): Promise<ShownNow | null> {
  if (screen_id !== null) {
    const screen = mayShare(maker.roles, 'screen') ? await screenToShare(q, maker, screen_id) : null
    return screen && { kind: 'screen', ...screen }
  }
  const dashboard = dashboard_id === null ? null : await dashboardToShare(q, maker, dashboard_id)
  if (!dashboard || !mayShare(maker.roles, dashboard.template_id === null ? 'dashboard' : 'equipment')) return null
  return { kind: 'dashboard', ...dashboard }
}

/** What frozen documents bind: they never change, and are large. */
type FrozenVersion = Pick<ShownByLink, 'kind' | 'version_id'>
interface Frozen {
  pointsOf(q: Kysely<Schema>, version: FrozenVersion, sn_code: string | null): Promise<BoundPoints>
}

function openFrozen(): Frozen {
  const known = new Map<string, BoundPoints>()
  let count = 0
  const forget = (place: string) => {
    count -= pointsIn(known.get(place) ?? new Map())
    known.delete(place)
  }
  return {
    async pointsOf(q, { kind, version_id }, sn_code) {
      const place = `${kind} ${version_id} ${sn_code ?? ''}`
      const kept = known.get(place)
      if (kept) return kept
      const bound = await pointsOfVersion(q, version_id, kind)
      if (!bound) throw new ApiError(kind === 'screen' ? '115002' : '118004')
      const points = openedFor(bound, sn_code)
      known.set(place, points)
      count += pointsIn(points)
      for (const oldest of known.keys()) {
        if (known.size <= CACHED_MOST && count <= POINTS_MOST) break
        forget(oldest)
      }
      return points
    },
  }
}

/** A link shows nothing that its maker may not see now. */
const within = (reaches: Reaches, reach: Reach): Reaches => (reaches === 'all' ? [reach] : [reach, ...reaches])
