import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { PERMISSIONS, USER_TYPES } from '../../core/catalogue/permissions.ts'
import { type Caller, NO_REACH, type Reaches } from './caller.ts'
import type { Db } from './db/db.ts'
import type { Schema } from './db/schema.ts'
import { groupsBelow } from './group-tree.ts'

/** A session ends this long after its last call. */
export const SESSION_MS = 12 * 3_600_000
/** A changed right counts after this at the latest, and a session's end on another node. */
const CACHED_MS = 10_000
/** How exact the time of the last call is kept. */
const TOUCH_MS = 60_000
const CACHED_MOST = 20_000

export interface Sessions {
  /** Begins a session of a user; the token is given once and only its SHA-256 is kept. `public_key`: Ed25519, base64. */
  create(user: { tenant_id: number; user_id: number; public_key?: string | undefined }): Promise<string>
  /** Who holds the token; null when nobody does, or no longer. */
  callerOf(token: string): Promise<Caller | null>
  /** Ends the session of this hash (`Caller.session_hash`). */
  revoke(session_hash: string): Promise<void>
  /** Tells when a session ends by `revoke`. Returns what ends the listening. */
  onRevoked(listener: (session_hash: string) => void): () => void
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The words of `user_type` 1, 2 and 3. */
const TYPE_WORDS = Object.keys(USER_TYPES)

interface Known {
  caller: Caller
  expires_time: number
  seen_time: number
  checked: number
}

export function openSessions(db: Db, now: () => number = Date.now): Sessions {
  const known = new Map<string, Known>()
  const listeners = new Set<(session_hash: string) => void>()
  let revocations = 0

  async function look(hash: Buffer, session_hash: string): Promise<Known | null> {
    const time = now()
    return db.system(async (q) => {
      const session = await q
        .selectFrom('session')
        .select(['tenant_id', 'user_id', 'expires_time', 'last_seen_time'])
        .where('token_hash', '=', hash)
        .where('revoked_time', 'is', null)
        .where('expires_time', '>', time)
        .executeTakeFirst()
      if (!session) return null
      const caller = await callerFor(q, session, session_hash)
      if (!caller) return null
      let { last_seen_time: seen_time, expires_time } = session
      if (time - seen_time > TOUCH_MS) {
        seen_time = time
        expires_time = time + SESSION_MS
        await q
          .updateTable('session')
          .set({ last_seen_time: seen_time, expires_time })
          .where('token_hash', '=', hash)
          .execute()
      }
      return { caller, expires_time, seen_time, checked: time }
    })
  }

  return {
    async create({ tenant_id, user_id, public_key }) {
      const token = randomBytes(32).toString('base64url')
      const time = now()
      await db.system(async (q) => {
        await q.deleteFrom('session').where('expires_time', '<', time).execute()
        await q
          .insertInto('session')
          .values({
            token_hash: hashOf(token),
            tenant_id,
            user_id,
            public_key: public_key ?? null,
            created_time: time,
            last_seen_time: time,
            expires_time: time + SESSION_MS,
          })
          .execute()
      })
      return token
    },

    async callerOf(token) {
      if (token === '' || token.length > 256) return null
      const hash = hashOf(token)
      const session_hash = hash.toString('hex')
      const time = now()
      const cached = known.get(session_hash)
      if (cached && time - cached.checked < CACHED_MS && cached.expires_time > time) return cached.caller
      const before = revocations
      const found = await look(hash, session_hash)
      known.delete(session_hash)
      if (!found) return null
      // A session that ended while it was looked up must not live on here.
      if (before !== revocations) return found.caller
      if (known.size >= CACHED_MOST) known.delete(known.keys().next().value as string)
      known.set(session_hash, found)
      return found.caller
    },

    async revoke(session_hash) {
      await db.system((q) =>
        q
          .updateTable('session')
          .set({ revoked_time: now() })
          .where('token_hash', '=', Buffer.from(session_hash, 'hex'))
          .execute(),
      )
      revocations++
      known.delete(session_hash)
      for (const listener of listeners) listener(session_hash)
    },

    onRevoked(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** What a user may do now; null when the user is gone or locked by an administrator. */
async function callerFor(
  q: Kysely<Schema>,
  { tenant_id, user_id }: { tenant_id: number; user_id: number },
  session_hash: string,
): Promise<Caller | null> {
  const user = await q
    .selectFrom('app_user as u')
    .leftJoin('role as r', (join) => join.onRef('r.tenant_id', '=', 'u.tenant_id').onRef('r.role_id', '=', 'u.role_id'))
    .select(['u.user_name', 'u.name', 'u.user_type', 'r.permissions'])
    .where('u.tenant_id', '=', tenant_id)
    .where('u.user_id', '=', user_id)
    .where('u.is_active', '=', 1)
    .executeTakeFirst()
  if (!user) return null
  const { user_name, name, user_type } = user
  const isAdministrator = user_type === 1
  const codes = isAdministrator ? Object.keys(PERMISSIONS) : (user.permissions ?? [])
  const roles = [...codes, TYPE_WORDS[user_type - 1] ?? '']
  const groups = isAdministrator
    ? { may_see: 'all' as const, may_write: 'all' as const }
    : await groupsOf(q, tenant_id, user_id)
  return { tenant_id, user_id, user_name, name, user_type, roles, ...groups, guest: null, session_hash, address: '' }
}

/** Granted groups and all below them: a right holds downwards. */
async function groupsOf(
  q: Kysely<Schema>,
  tenant_id: number,
  user_id: number,
): Promise<{ may_see: Reaches; may_write: Reaches }> {
  const grants = await q
    .selectFrom('device_group_grant')
    .select(['group_id', 'may_write'])
    .where('tenant_id', '=', tenant_id)
    .where('user_id', '=', user_id)
    .execute()
  if (grants.length === 0) return { may_see: NO_REACH, may_write: NO_REACH }
  const groups = await q
    .selectFrom('device_group')
    .select(['group_id', 'parent_id'])
    .where('tenant_id', '=', tenant_id)
    .execute()
  const below = (granted: typeof grants): Reaches => {
    const roots = granted.map(({ group_id }) => group_id)
    return [{ groups: groupsBelow(groups, roots), devices: new Set() }]
  }
  return { may_see: below(grants), may_write: below(grants.filter(({ may_write }) => may_write)) }
}
