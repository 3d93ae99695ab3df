import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { sql } from 'kysely'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { Db } from '../db/db.ts'
import type { Caller } from '../http/caller.ts'
import { createSeeking } from '../limits/batches.ts'
import type { Sessions } from './sessions.ts'

/** Signatures remembered until they are over; each is good once. */
const REMEMBERED = 100_000
/** A key as it is before its 32 bytes in DER (RFC 8410). */
const DER_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

/**
 * Callers without a token, who sign with the key of their session: `SIG` over `PubKey`, `TS` and `TTL` (Ed25519). They are
 * taken from a signature's life after the start on.
 */
export interface SignedRequests {
  /** The holder of the session whose key signed these headers now; null when they do not prove that. */
  callerOf(headers: IncomingHttpHeaders): Promise<Caller | null>
  /** The holder of a session whose key has signed: a signature counts once. */
  callerOfHash(session_hash: string): Promise<Caller | null>
}

export function openSignedRequests(
  { db, sessions }: { db: Db; sessions: Pick<Sessions, 'callerOfHash'> },
  now: () => number = Date.now,
): SignedRequests {
  const seen = new Map<string, number>()
  const startTime = now()
  /** Hashes of sessions. Anybody can make keys and sign with them. */
  const seek = createSeeking(async (signers: readonly { pubkey: string; user: string }[]) => {
    const pairs = signers.map(({ pubkey, user }) => sql`(${pubkey}, ${user})`)
    const rows = await db.system(
      (q) =>
        q
          .selectFrom('session')
          .distinctOn(['public_key', 'user_id'])
          .select(['public_key', 'token_hash', sql<string>`user_id::text`.as('user')])
          // Anybody can register anybody's key: whose session is meant is said too.
          .where(sql<boolean>`(public_key, user_id::text) in (${sql.join(pairs)})`)
          .where('revoked_time', 'is', null)
          .where('expires_time', '>', now())
          .execute(),
      'callers',
    )
    const hashes = new Map(rows.map((row) => [`${row.public_key} ${row.user}`, row.token_hash]))
    return ({ pubkey, user }) => hashes.get(`${pubkey} ${user}`)
  })

  /** False for a signature that came before. */
  function isFirst(signature: string, until: number): boolean {
    const time = now()
    for (const [known, end] of seen) {
      if (end > time && seen.size < REMEMBERED) break
      seen.delete(known)
    }
    if (seen.has(signature)) return false
    seen.set(signature, until)
    return true
  }

  return {
    callerOfHash: sessions.callerOfHash,
    async callerOf(headers) {
      const { ts, ttl, sig, pubkey, 'x-user': user } = headers as Record<string, string | undefined>
      if (!ts || !ttl || !sig || !pubkey || !user) return null
      if (!/^\d{1,12}$/.test(ts) || ttl !== String(LIMITS.signatureTtlS)) return null
      const ttlMs = LIMITS.signatureTtlS * 1000
      const signed = Number(ts) * 1000
      if (Math.abs(now() - signed) > ttlMs) return null
      // What came before the start is not remembered: none of it was signed later than this.
      if (signed < startTime + ttlMs) return null
      const key = keyOf(pubkey)
      if (!key || !verify(null, Buffer.from(`${pubkey}\n${ts}\n${ttl}`), key, Buffer.from(sig, 'base64'))) return null
      const hash = await seek({ pubkey, user })
      // Remembered for sessions alone: keys that unknown callers made must not push theirs out.
      if (!hash || !isFirst(Buffer.from(sig, 'base64').toString('base64'), signed + 2 * ttlMs)) return null
      return sessions.callerOfHash(Buffer.from(hash).toString('hex'))
    },
  }
}

function keyOf(pubkey: string): KeyObject | null {
  const bytes = Buffer.from(pubkey, 'base64')
  if (bytes.length !== 32 || bytes.toString('base64') !== pubkey) return null
  return createPublicKey({ key: Buffer.concat([DER_PREFIX, bytes]), format: 'der', type: 'spki' })
}
