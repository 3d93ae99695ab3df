import { sql } from 'kysely'
import { SnCode } from '../../../core/contract/telemetry.ts'
import type { Db } from '../db/db.ts'
import { hashPassword, rememberingVerifier } from '../passwords.ts'

/** Strangers that are kept; more would let anybody fill the disk with invented SNs. */
const MAX_UNREGISTERED = 10_000

export type Entry = { sn_code: string; isRegistered: boolean } | { refused: 'sn' | 'password' | 'not_listed' | 'full' }

export type CheckCredentials = (sn_code: string, password: Buffer) => Promise<Entry>

/**
 * Who a device is, by its SN and password. `open`: an unknown SN is kept as unregistered with the hash of the password
 * that it came with, which it then has to bring again; `list`: it is refused.
 */
export function credentials(db: Db, provisioning: 'open' | 'list'): CheckCredentials {
  const verify = rememberingVerifier()

  const find = (sn: string) =>
    db.system(async (q) => {
      const bySn = sql<boolean>`lower(sn_code) = ${sn}`
      const columns = ['sn_code', 'password_hash'] as const
      const device = await q.selectFrom('device').select(columns).where(bySn).executeTakeFirst()
      if (device) return { ...device, isRegistered: true }
      const stranger = await q.selectFrom('unregistered_device').select(columns).where(bySn).executeTakeFirst()
      return stranger && { ...stranger, isRegistered: false }
    }, 'interactive')

  const keepStranger = async (sn_code: string, password: Buffer): Promise<'kept' | 'known' | 'full'> => {
    const password_hash = await hashPassword(password)
    const now = Date.now()
    return db.system(async (q) => {
      const { count } = await q
        .selectFrom('unregistered_device')
        .select((on) => on.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      if (count >= MAX_UNREGISTERED) return 'full'
      const kept = await q
        .insertInto('unregistered_device')
        .values({ sn_code, password_hash, first_seen_time: now, last_seen_time: now })
        .onConflict((conflict) => conflict.doNothing())
        .returning('sn_code')
        .executeTakeFirst()
      return kept ? 'kept' : 'known'
    }, 'interactive')
  }

  const check: CheckCredentials = async (sn_code, password) => {
    if (!SnCode.safeParse(sn_code).success) return { refused: 'sn' }
    if (password.length === 0 || password.length > 128) return { refused: 'password' }
    const known = await find(sn_code.toLowerCase())
    if (known && (known.isRegistered || provisioning === 'open')) {
      const isRight = await verify(password, known.password_hash)
      return isRight ? { sn_code: known.sn_code, isRegistered: known.isRegistered } : { refused: 'password' }
    }
    if (provisioning === 'list') return { refused: 'not_listed' }
    const kept = await keepStranger(sn_code, password)
    // It came twice at once, and the other one was first: this one must bring the same password.
    if (kept === 'known') return check(sn_code, password)
    return kept === 'full' ? { refused: 'full' } : { sn_code, isRegistered: false }
  }
  return check
}
