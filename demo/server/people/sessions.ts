import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { HOUR_MS, MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { isSessionEnd, type SessionEnd } from '../../../core/catalogue/session-ends.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Db } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import { type Caller, NO_REACH, NO_SHARES, NOBODY } from '../http/caller.ts'
import { createBatches, createSeeking } from '../limits/batches.ts'
import { heldByEach } from '../rights/index.ts'
import { maySimulate } from './simulating.ts'

/** A session ends this long after its last call. */
export const SESSION_MS = 12 * HOUR_MS
/** How long somebody may act as another user. */
export const SIMULATED_MS = 15 * MINUTE_MS
/** A changed right counts after this at the latest, and a session's end on another node. */
const CACHED_MS = 10_000
/** How exact the time of the last call is kept. */
const TOUCH_MS = 60_000
const CACHED_MOST = 20_000
/** Sessions of one organisation that are looked up together: in a few statements, which take some ms. */
const LOOKS_AT_ONCE = 100
/** Sessions whose transactions go on: those of them that are rolled back nobody asks for. */
const BEGUN_MOST = 1000
/** Characters kept of what a browser calls itself. */
const AGENT_MOST = 300

export interface NewSession {
  tenant_id: number
  user_id: number
  /** Ed25519, base64. */
  public_key?: string | undefined
  address: string
  agent: string
  /** Who acts as this user: the session is then over after 15 minutes, however busy. */
  by?: { user_id: number; user_name: string }
}

/** Sessions of users: one of them, or all but one. */
export interface Ended {
  tenant_id: number
  user_ids: readonly number[]
  /** This one stays. */
  except?: string
}

export interface Sessions {
  /**
   * Begins a session of a user; the token is returned once and only its SHA-256 is kept. `within` a transaction that holds
   * the user's row, a password that is changed meanwhile ends this session too.
   */
  create(session: NewSession, within?: Kysely<Schema>): Promise<string>
  /** Who holds the token; null when nobody does. Throws 100009 with why (SessionEnd) for one that was ended. */
  callerOf(token: string): Promise<Caller | null>
  /** As `callerOf`, by the hash (`Caller.session_hash`). */
  callerOfHash(session_hash: string): Promise<Caller | null>
  /** Ends the session of this hash; without a reason the user signed out of it. */
  revoke(session_hash: string, reason?: SessionEnd): Promise<void>
  /** Ends sessions of users, and notifies their pages why. */
  endAll(ended: Ended, reason: SessionEnd): Promise<void>
  /**
   * As `endAll`, within the transaction that takes something from the users or deletes them: no session begins between.
   * What it answers tells their pages, and is called when the transaction is over.
   */
  endWithin(q: Kysely<Schema>, ended: Ended, reason: SessionEnd): Promise<() => void>
  /** Rights of this tenant changed without a session's end: they are read anew. */
  changed(tenant_id: number): void
  /** Notifies when rights of an organisation's users changed on this node. Returns what ends the listening. */
  onRightsChanged(listener: (tenant_id: number) => void): () => void
  /** As `changed`, where users and guests, or these users alone, may reach fewer devices than a moment ago. */
  regrouped(tenant_id: number, user_ids?: readonly number[]): void
  /** Notifies of that on this node. Returns what ends the listening. */
  onRegrouped(listener: (tenant_id: number, user_ids?: readonly number[]) => void): () => void
  /** Notifies when a session ends on this node. Returns what ends the listening. */
  onRevoked(listener: (session_hash: string, reason: SessionEnd | null) => void): () => void
}

/** Of who has to change the password first. */
const NO_RIGHTS: Pick<Caller, 'roles' | 'may_see' | 'may_write' | 'shares'> = {
  roles: [],
  may_see: NO_REACH,
  may_write: NO_REACH,
  shares: NO_SHARES,
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Beyond `most` the one that was set first is forgotten. */
function setBounded<T>(all: Map<string, T>, key: string, value: T, most: number): void {
  if (all.size >= most) all.delete(all.keys().next().value as string)
  all.set(key, value)
}

const endedBy = (fault: SessionEnd) => new ApiError('100009', { fault, status: 500 })

interface Look {
  session_hash: string
  tenant_id: number
  /** Whose session it is, where that is known. */
  users: readonly number[]
  found: Known | null
}

interface Known {
  caller: Caller
  expires_time: number
  seen_time: number
  checked: number
}

const ownerOf = ({ caller: { tenant_id, user_id, by } }: Known): Pick<Look, 'tenant_id' | 'users'> => ({
  tenant_id,
  users: by ? [user_id, by.user_id] : [user_id],
})

const sessionsOf = (q: Kysely<Schema>, hashes: readonly Buffer[]) =>
  q
    .selectFrom('session')
    .select(['token_hash', 'tenant_id', 'user_id', 'expires_time', 'last_seen_time', 'revoked_time', 'end_reason'])
    .select(['by_user_id', 'by_user_name'])
    .where('token_hash', 'in', hashes)
type Session = Awaited<ReturnType<ReturnType<typeof sessionsOf>['executeTakeFirstOrThrow']>>

/** Whoever changes sessions locks all their users first, in one order: no two of them wait for each other. */
const lockUsers = (q: Kysely<Schema>, tenant_id: number, user_ids: readonly number[]) =>
  q
    .selectFrom('app_user')
    .select('user_id')
    .where('tenant_id', '=', tenant_id)
    .where(sql<boolean>`user_id = any(${[...user_ids]}::bigint[])`)
    .orderBy('user_id')
    .forNoKeyUpdate()
    .execute()

export const openSessions = (db: Db, now: () => number = Date.now): Sessions => new StoredSessions(db, now)

class StoredSessions implements Sessions {
  readonly #db
  readonly #now
  readonly #known = new Map<string, Known>()
  /** By hash: sessions that begin, found in their own transactions, as of so many changes. */
  readonly #begun = new Map<string, Known & { before: number }>()
  /** Why sessions ended that were asked for since: their pages ask on, and none of them comes back. */
  readonly #over = new Map<string, SessionEnd>()
  readonly #listeners = new Set<Parameters<Sessions['onRevoked']>[0]>()
  readonly #ofRights = new Set<Parameters<Sessions['onRightsChanged']>[0]>()
  readonly #ofGroups = new Set<Parameters<Sessions['onRegrouped']>[0]>()
  /** Ends of sessions and changes of rights so far; and of which of them each organisation had the last. */
  #changes = 0
  readonly #lastChange = new Map<number, number>()
  /** Strangers may bring wrong tokens of many networks at once. */
  readonly #seek = createSeeking(async (hashes: readonly Buffer[]) => {
    const sessions = await this.#db.system((q) => sessionsOf(q, hashes).execute(), 'callers')
    const found = new Map(sessions.map((session) => [Buffer.from(session.token_hash).toString('hex'), session]))
    return (hash) => found.get(hash.toString('hex'))
  })
  /** By hash: looks that have not begun. Whoever asks meanwhile has the same answer. */
  readonly #waiting = new Map<string, Look>()
  /** In turns of their organisations, some at a time: others do not wait for how often its sessions are looked up. */
  readonly #looks = createBatches<Look>({
    ownerOf: ({ tenant_id }) => tenant_id,
    sizeOf: () => 1,
    most: LOOKS_AT_ONCE,
    work: (looks) => {
      for (const { session_hash } of looks) this.#waiting.delete(session_hash)
      const [{ tenant_id }] = looks as [Look]
      return this.#lookUp(tenant_id, looks)
    },
  })

  constructor(db: Db, now: () => number = Date.now) {
    this.#db = db
    this.#now = now
  }

  async #lookUp(tenant_id: number, looks: readonly Look[]): Promise<void> {
    await this.#db.systemFor(
      tenant_id,
      async (q) => {
        await this.#read(q, tenant_id, looks)
        await this.#touch(
          q,
          tenant_id,
          looks.flatMap(({ found }) => found ?? []),
        )
      },
      'callers',
    )
    for (const look of looks) {
      const { caller } = look.found ?? {}
      if (!caller?.by || (await maySimulate(this.#db, caller.by, caller))) continue
      // Over for good, also where the right comes back.
      this.#endKnown(look.session_hash, 'simulation')
      this.#ended(tenant_id, [look.session_hash], 'simulation')
      look.found = null
    }
  }

  #endKnown(session_hash: string, fault: SessionEnd): void {
    setBounded(this.#over, session_hash, fault, CACHED_MOST)
  }

  /** The session of this hash; null where there is none, or it is over. */
  #whileOpen(session_hash: string, session: Session | undefined): Session | null {
    if (!session) return null
    const { revoked_time, expires_time, end_reason, by_user_id } = session
    if (revoked_time === null && expires_time > this.#now()) return session
    const fault = end_reason ?? (by_user_id !== null ? 'simulation' : '')
    if (!isSessionEnd(fault)) return null
    this.#endKnown(session_hash, fault)
    return null
  }

  /**
   * Finds the holders of sessions. However many of them are the same user's, that is read once; of whose session it is
   * known whose it is, both are read together: whoever calls waits for the store once.
   */
  async #read(q: Kysely<Schema>, tenant_id: number, looks: readonly Look[]): Promise<void> {
    const hashes = looks.map(({ session_hash }) => Buffer.from(session_hash, 'hex'))
    const known = new Set(looks.flatMap(({ users }) => users))
    const heldOf = async (users: ReadonlySet<number>) =>
      users.size > 0 ? [...(await heldByEach(q, tenant_id, [...users]))] : []
    const [rows, early] = await Promise.all([sessionsOf(q, hashes).execute(), heldOf(known)])
    const sessions = new Map(rows.map((row) => [Buffer.from(row.token_hash).toString('hex'), row]))
    const users = rows.flatMap(({ user_id, by_user_id }) => [user_id, by_user_id ?? user_id])
    const held = new Map([...early, ...(await heldOf(new Set(users.filter((user_id) => !known.has(user_id)))))])
    for (const look of looks) look.found = this.#foundOf(look.session_hash, sessions.get(look.session_hash), held)
  }

  #foundOf(
    session_hash: string,
    row: Session | undefined,
    heldBy: Awaited<ReturnType<typeof heldByEach>>,
  ): Known | null {
    const time = this.#now()
    const session = this.#whileOpen(session_hash, row)
    if (!session) return null
    const { user_id, by_user_id, by_user_name, last_seen_time: seen_time, expires_time } = session
    const held = heldBy.get(user_id)
    if (!held) return null
    // Who may not act any more does not act as somebody else either.
    if (by_user_id !== null && !heldBy.has(by_user_id)) return null
    const by =
      by_user_id === null ? null : { user_id: by_user_id, user_name: by_user_name ?? '', until_time: expires_time }
    const user_name = by ? `${held.user_name} (${by.user_name})` : held.user_name
    // Who acts as another user changes no password, and did not get this one.
    const must_change_password = held.must_change_password && !by
    const rights = must_change_password && NO_RIGHTS
    const caller: Caller = { ...NOBODY, ...held, ...rights, must_change_password, user_name, by, session_hash }
    return { caller, expires_time, seen_time, checked: time }
  }

  /** Keeps that they were here now, of those whose last time is some time ago. */
  async #touch(q: Kysely<Schema>, tenant_id: number, found: readonly Known[]): Promise<void> {
    const old = found.filter(({ seen_time, checked }) => checked - seen_time > TOUCH_MS)
    if (old.length === 0) return
    const users = old.flatMap(({ caller: { user_id, by } }) => (by ? [user_id, by.user_id] : user_id))
    await lockUsers(q, tenant_id, users)
    for (const known of old) {
      known.seen_time = known.checked
      if (!known.caller.by) known.expires_time = known.checked + SESSION_MS
    }
    const seen = old.map(({ caller: { user_id, by }, seen_time }) => ({ user_id: by?.user_id ?? user_id, seen_time }))
    await sql`
      update app_user u set last_seen_time = n.time
        from (select id, max(time) as time from unnest(${seen.map(({ user_id }) => user_id)}::bigint[],
          ${seen.map(({ seen_time }) => seen_time)}::bigint[]) as s(id, time) group by id) n
        where u.tenant_id = ${tenant_id} and u.user_id = n.id`.execute(q)
    await sql`
      update session s set last_seen_time = n.seen, expires_time = n.ends
        from unnest(${old.map(({ caller }) => caller.session_hash)}::text[], ${seen.map(({ seen_time }) => seen_time)}::bigint[],
          ${old.map(({ expires_time }) => expires_time)}::bigint[]) as n(hash, seen, ends)
        where s.token_hash = decode(n.hash, 'hex')`.execute(q)
  }

  async #find(session_hash: string, session: Pick<Look, 'tenant_id' | 'users'>): Promise<Caller | null> {
    let before = this.#changes
    let found = await this.#look(session_hash, session)
    // It may have ended, or its rights changed, while it was looked up. Where they change all the time, this time counts.
    if (found && this.#hasChanged(found, before)) {
      before = this.#changes
      found = await this.#look(session_hash, session)
    }
    if (!found) return null
    // One that has to change its password first may do so on another node.
    if (!this.#hasChanged(found, before) && !found.caller.must_change_password)
      setBounded(this.#known, session_hash, found, CACHED_MOST)
    return found.caller
  }

  /** Finds it by a look that begins now or later. */
  async #look(session_hash: string, { tenant_id, users }: Pick<Look, 'tenant_id' | 'users'>): Promise<Known | null> {
    const look = this.#waiting.get(session_hash) ?? { session_hash, tenant_id, users, found: null }
    this.#waiting.set(session_hash, look)
    await this.#looks.add([look])
    return look.found
  }

  readonly callerOfHash = async (session_hash: string): Promise<Caller | null> => {
    const time = this.#now()
    const cached = this.#known.get(session_hash)
    if (cached && time - cached.checked < CACHED_MS && cached.expires_time > time) return cached.caller
    this.#known.delete(session_hash)
    this.#refuseEnded(session_hash)
    const begun = this.#begun.get(session_hash)
    this.#begun.delete(session_hash)
    if (begun && time - begun.checked < CACHED_MS && !this.#hasChanged(begun, begun.before)) {
      if (!begun.caller.must_change_password) setBounded(this.#known, session_hash, begun, CACHED_MOST)
      return begun.caller
    }
    const owner = cached ? ownerOf(cached) : await this.#ownerOf(session_hash)
    const caller = owner && (await this.#find(session_hash, owner))
    if (!caller) this.#refuseEnded(session_hash)
    return caller
  }

  async #ownerOf(session_hash: string): Promise<Pick<Look, 'tenant_id' | 'users'> | null> {
    const session = this.#whileOpen(session_hash, await this.#seek(Buffer.from(session_hash, 'hex')))
    if (!session) return null
    const { tenant_id, user_id, by_user_id } = session
    return { tenant_id, users: by_user_id === null ? [user_id] : [user_id, by_user_id] }
  }

  /** Throws 100009 with why where it is known to have been ended. */
  #refuseEnded(session_hash: string): void {
    const fault = this.#over.get(session_hash)
    if (fault) throw endedBy(fault)
  }

  #hasChanged({ caller: { tenant_id } }: Known, before: number): boolean {
    return (this.#lastChange.get(tenant_id) ?? 0) > before
  }

  #countChange(tenant_id: number) {
    this.#changes += 1
    this.#lastChange.set(tenant_id, this.#changes)
  }

  #ended(tenant_id: number, hashes: readonly string[], reason: SessionEnd | null) {
    this.#countChange(tenant_id)
    for (const session_hash of hashes) {
      this.#known.delete(session_hash)
      for (const listener of this.#listeners) listener(session_hash, reason)
    }
  }

  readonly create: Sessions['create'] = async ({ tenant_id, user_id, public_key, address, agent, by }, within) => {
    const token = randomBytes(32).toString('base64url')
    const time = this.#now()
    const session = {
      token_hash: hashOf(token),
      session_id: randomBytes(12).toString('base64url'),
      tenant_id,
      user_id,
      address,
      public_key: public_key ?? null,
      agent: agent.slice(0, AGENT_MOST),
      by_user_id: by?.user_id ?? null,
      by_user_name: by?.user_name ?? null,
      created_time: time,
      last_seen_time: time,
      expires_time: time + (by ? SIMULATED_MS : SESSION_MS),
    }
    const insert = (q: Kysely<Schema>): Promise<unknown> =>
      by
        ? q.insertInto('session').values(session).execute()
        : q
            .with('begun', (w) => w.insertInto('session').values(session))
            .updateTable('app_user')
            .set({ last_seen_time: time })
            .where('tenant_id', '=', tenant_id)
            .where('user_id', '=', user_id)
            .execute()
    if (!within) {
      await this.#db.system(insert)
      return token
    }
    // Found in the same transaction, while the user's row is held: whoever signs in does not wait for the store once more.
    const before = this.#changes
    const users = by ? [user_id, by.user_id] : [user_id]
    const [held] = await Promise.all([heldByEach(within, tenant_id, users), insert(within)])
    const session_hash = session.token_hash.toString('hex')
    const found = this.#foundOf(session_hash, { ...session, revoked_time: null, end_reason: null }, held)
    if (found) setBounded(this.#begun, session_hash, { ...found, before }, BEGUN_MOST)
    return token
  }

  readonly callerOf: Sessions['callerOf'] = async (token) => {
    if (token === '' || token.length > 256) return null
    return this.callerOfHash(hashOf(token).toString('hex'))
  }

  readonly revoke: Sessions['revoke'] = async (session_hash, reason) => {
    // Before what its calls wait for.
    const hash = Buffer.from(session_hash, 'hex')
    const ended = await this.#db.system(
      (q) =>
        q
          .updateTable('session as s')
          .set({ revoked_time: this.#now(), end_reason: reason ?? null })
          // Whoever signs out acts as nobody else any more.
          .where((on) =>
            on.or([
              on('s.token_hash', '=', hash),
              on(
                's.by_user_id',
                '=',
                q
                  .selectFrom('session')
                  .select('user_id')
                  .where('token_hash', '=', hash)
                  .where('by_user_id', 'is', null),
              ),
            ]),
          )
          .where('s.revoked_time', 'is', null)
          .returning(['s.tenant_id', 's.token_hash', 's.by_user_id'])
          .execute(),
      'callers',
    )
    for (const { tenant_id, token_hash, by_user_id } of ended)
      this.#ended(
        tenant_id,
        [Buffer.from(token_hash).toString('hex')],
        reason ?? (by_user_id === null ? null : 'simulation'),
      )
  }

  readonly endAll: Sessions['endAll'] = async (ended, reason) => {
    if (ended.user_ids.length === 0) return
    const notify = await this.#db.system((q) => this.endWithin(q, ended, reason), 'callers')
    notify()
  }

  readonly endWithin: Sessions['endWithin'] = async (q, { tenant_id, user_ids, except }, reason) => {
    if (user_ids.length === 0) return () => {}
    // Whoever begins one holds the user's row: it is there by now, or it waits until this transaction is over.
    await lockUsers(q, tenant_id, user_ids)
    const rows = await q
      .updateTable('session')
      .set({ revoked_time: this.#now(), end_reason: reason })
      .where('tenant_id', '=', tenant_id)
      // What somebody does as this user is over too, as is what this user does as others.
      .where((on) =>
        on.or([
          sql<boolean>`user_id = any(${[...user_ids]}::bigint[])`,
          sql<boolean>`by_user_id = any(${[...user_ids]}::bigint[])`,
        ]),
      )
      .where('revoked_time', 'is', null)
      .$if(except !== undefined, (query) => query.where('token_hash', '<>', Buffer.from(except ?? '', 'hex')))
      .returning('token_hash')
      .execute()
    const hashes = rows.map(({ token_hash }) => Buffer.from(token_hash).toString('hex'))
    return () => {
      this.#ended(tenant_id, hashes, reason)
      for (const listener of this.#ofRights) listener(tenant_id)
    }
  }

  readonly changed: Sessions['changed'] = (tenant_id) => {
    this.#countChange(tenant_id)
    for (const [hash, { caller }] of this.#known) if (caller.tenant_id === tenant_id) this.#known.delete(hash)
    for (const listener of this.#ofRights) listener(tenant_id)
  }

  readonly onRightsChanged: Sessions['onRightsChanged'] = (listener) => {
    this.#ofRights.add(listener)
    return () => this.#ofRights.delete(listener)
  }

  readonly regrouped: Sessions['regrouped'] = (tenant_id, user_ids) => {
    // First: who listens asks at once what they may now.
    this.changed(tenant_id)
    for (const listener of this.#ofGroups) listener(tenant_id, user_ids)
  }

  readonly onRegrouped: Sessions['onRegrouped'] = (listener) => {
    this.#ofGroups.add(listener)
    return () => this.#ofGroups.delete(listener)
  }

  readonly onRevoked: Sessions['onRevoked'] = (listener) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
