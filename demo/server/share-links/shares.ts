import { type Kysely, sql } from 'kysely'
import { mayShareScreens } from '../../../core/catalogue/held-rights.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { TokenFault } from '../../../core/contract/embed.ts'
import { snKey } from '../../../core/rules/sn.ts'
import type { Db } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import { type BoundPoints, openedFor, placeOf, pointsOfVersion, withVersionsRead } from '../documents/index.ts'
import { makeVisitorToken, RENEWAL_MS, readVisitorToken, rootOf, VISIT_MS } from '../embed/index.ts'
import { type Caller, canPassOn, NO_REACH, NOBODY, type Reach, type Reaches } from '../http/caller.ts'
import { heldBy } from '../rights/index.ts'
import { mayPassOnTemplate } from '../templates/index.ts'

/** A link that was revoked on another node, and a screen that was published anew, count after this at the latest. */
const CACHED_MS = 1000
const CACHED_MOST = 2000
/** Points of frozen documents that are remembered, of all of them together. */
const POINTS_MOST = 500_000

/** A link that opens something now, and what it opens. */
export interface OpenLink {
  tenant_id: number
  link_id: number
  sn_code: string | null
  template_id: number
  screen_id: number
  points: BoundPoints
  visitor: Caller
}

/** What a link is known by. */
export interface LinkId {
  tenant_id: number
  link_id: number
}

/** Visitors of share links: callers who read the values of one screen's points, and nothing else. */
export interface Shares {
  /** Who holds a visitor's token. Throws 100009 for one that is wrong, over, or of a link that is. */
  callerOf(token: string): Promise<Caller>
  /** What a link opens now; null for one that is revoked or over, or whose screen, maker or maker's right is gone. */
  open(link: LinkId): Promise<OpenLink | null>
  tokenFor(link: LinkId): { token: string; expires_time: number }
  /** Whether a token was issued for this link, and not too long ago. */
  mayRenew(link: LinkId, token: string): boolean
  /** After a link was revoked: listeners hear of it, by the `key_id` of its visitors. */
  changed(link_id: number): void
  /** Notifies when a link was revoked on this node. Returns what ends the listening. */
  onChanged(listener: (key_id: string) => void): () => void
}

const keyOf = (link_id: number) => `share/${link_id}`
const refusedFor = (fault: TokenFault) => new ApiError('100009', { fault, status: 401 })

/** Opens the shares; the first start makes the secret that visitors' tokens are signed with. */
export async function openShares(db: Db, now: () => number = Date.now): Promise<Shares> {
  const root = await rootOf(db, 'share_root')
  const cache = new Map<number, { open: Promise<OpenLink | null>; until: number }>()
  const listeners = new Set<(key_id: string) => void>()

  const frozen = openFrozen()

  const look = ({ tenant_id, link_id }: LinkId) =>
    withVersionsRead(db, tenant_id, (q) => readLink(q, link_id, now(), frozen))

  /** A thousand visitors of one link ask for it once. */
  function openNow(link: LinkId): Promise<OpenLink | null> {
    const cached = cache.get(link.link_id)
    if (cached && cached.until > now()) return cached.open
    const open = look(link)
    cache.delete(link.link_id)
    if (cache.size >= CACHED_MOST) cache.delete(cache.keys().next().value as number)
    cache.set(link.link_id, { open, until: now() + CACHED_MS })
    open.catch(() => cache.delete(link.link_id))
    return open
  }

  return {
    async callerOf(token) {
      const claims = readVisitorToken(root, token)
      if (typeof claims === 'string') throw refusedFor(claims)
      if (claims.expires_time <= now()) throw refusedFor('expired')
      const open = await openNow(claims)
      if (!open || open.tenant_id !== claims.tenant_id) throw refusedFor('key')
      return open.visitor
    },
    open: look,
    tokenFor({ tenant_id, link_id }) {
      const expires_time = now() + VISIT_MS
      return { token: makeVisitorToken(root, { tenant_id, link_id, expires_time }), expires_time }
    },
    mayRenew({ tenant_id, link_id }, token) {
      const claims = readVisitorToken(root, token)
      if (typeof claims === 'string' || claims.expires_time + RENEWAL_MS <= now()) return false
      return claims.tenant_id === tenant_id && claims.link_id === link_id
    },
    changed(link_id) {
      cache.delete(link_id)
      for (const listener of listeners) listener(keyOf(link_id))
    },
    onChanged(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

async function readLink(q: Kysely<Schema>, link_id: number, time: number, frozen: Frozen): Promise<OpenLink | null> {
  const link = await q
    .selectFrom('share_link as l')
    .innerJoin('screen as s', (join) =>
      join.onRef('s.tenant_id', '=', 'l.tenant_id').onRef('s.screen_id', '=', 'l.screen_id'),
    )
    .innerJoin('template as t', (join) =>
      join.onRef('t.tenant_id', '=', 's.tenant_id').onRef('t.template_id', '=', 's.template_id'),
    )
    .leftJoin('screen_version as v', (join) =>
      join.onRef('v.tenant_id', '=', 's.tenant_id').onRef('v.version_id', '=', 's.published_version_id'),
    )
    .select(['l.tenant_id', 'l.link_id', 'l.sn_code', 'l.name', 'l.expires_time', 'l.created_user_id'])
    .select(['s.screen_id', 's.template_id', 's.published_version_id', 'v.visitor_points'])
    .where('l.link_id', '=', link_id)
    .where('l.revoked_time', 'is', null)
    .where('t.published_time', 'is not', null)
    .executeTakeFirst()
  if (!link || link.published_version_id === null || (link.expires_time !== null && link.expires_time <= time))
    return null
  const { tenant_id, sn_code, screen_id, template_id } = link
  const maker = await heldBy(q, { tenant_id, user_id: link.created_user_id })
  if (!maker || !(await mayStillShare(q, { ...NOBODY, ...maker }, { template_id, sn_code }))) return null
  const version_id = link.published_version_id
  const points = among(await frozen.pointsOf(q, version_id, sn_code), link.visitor_points, sn_code)
  const seen = new Set(points.keys())
  if (sn_code !== null) seen.add(snKey(sn_code))
  const visitor: Caller = {
    ...NOBODY,
    tenant_id,
    user_type: 3,
    name: link.name,
    user_name: link.name,
    may_see: within(maker.may_see, { groups: new Set(), devices: seen }),
    may_write: NO_REACH,
    // No action at all: what is open to guests stays closed.
    guest: { key_id: keyOf(link_id), actions: [] },
    visitor: { link_id, version_id, points },
  }
  return { tenant_id, link_id, sn_code, template_id, screen_id, points, visitor }
}

/** Whether the maker of a link could make it now. */
async function mayStillShare(
  q: Kysely<Schema>,
  maker: Caller,
  { template_id, sn_code }: { template_id: number; sn_code: string | null },
): Promise<boolean> {
  if (!mayShareScreens(maker.roles) || !(await mayPassOnTemplate(q, maker, template_id))) return false
  if (sn_code === null) return true
  const device = await q
    .selectFrom('device')
    .select(['tenant_id', 'group_id', 'sn_code'])
    .where(sql`lower(sn_code)`, '=', snKey(sn_code))
    .where('template_id', '=', template_id)
    .where('deregistered_time', 'is', null)
    .executeTakeFirst()
  return device !== undefined && canPassOn(maker, device)
}

/** What frozen documents bind: they never change, and are large. */
interface Frozen {
  pointsOf(q: Kysely<Schema>, version_id: number, sn_code: string | null): Promise<BoundPoints>
}

function openFrozen(): Frozen {
  const known = new Map<string, BoundPoints>()
  let count = 0
  const forget = (place: string) => {
    count -= countOf(known.get(place))
    known.delete(place)
  }
  return {
    async pointsOf(q, version_id, sn_code) {
      const place = `${version_id} ${sn_code ?? ''}`
      const kept = known.get(place)
      if (kept) return kept
      const bound = await pointsOfVersion(q, version_id)
      if (!bound) throw new ApiError('115002')
      const points = openedFor(bound, sn_code)
      known.set(place, points)
      count += countOf(points)
      for (const oldest of known.keys()) {
        if (known.size <= CACHED_MOST && count <= POINTS_MOST) break
        forget(oldest)
      }
      return points
    },
  }
}

const countOf = (points: BoundPoints = new Map()) => [...points.values()].reduce((sum, { size }) => sum + size + 1, 0)

/** Of points, those that its publisher could put before visitors; those of the device that the link itself names are its maker's. */
function among(points: BoundPoints, visitor_points: readonly string[] | null, sn_code: string | null): BoundPoints {
  if (visitor_points === null) return points
  const places = new Set(visitor_points)
  const own = sn_code === null ? null : snKey(sn_code)
  const left = [...points].map(([sn, keys]) => {
    const its = sn === own ? keys : new Set([...keys].filter((key) => places.has(placeOf(sn, key))))
    return [sn, its] as const
  })
  return new Map(left.filter(([, keys]) => keys.size > 0))
}

/** A link shows nothing that its maker may not see now. */
const within = (reaches: Reaches, reach: Reach): Reaches => (reaches === 'all' ? [reach] : [reach, ...reaches])
