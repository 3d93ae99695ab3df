import { sql } from 'kysely'
import { ApiError } from '../../../core/contract/api-error.ts'
import { SnCode } from '../../../core/contract/telemetry.ts'
import type { Db } from '../db/db.ts'
import { MAX_UNREGISTERED } from '../db/unregistered-rows.ts'
import type { Budget } from '../limiter.ts'
import { networkOf } from '../network-of.ts'
import { hashPassword, rememberingVerifier } from '../passwords.ts'

/** `too_many_new`: the network brought too many unknown SNs; `busy`: too many wait to be verified. */
type Refusal = 'sn' | 'password' | 'not_listed' | 'full' | 'too_many_new' | 'busy'
export type Entry = { sn_code: string; isRegistered: boolean } | { refused: Refusal }

export type CheckCredentials = (sn_code: string, password: Buffer, address: string) => Promise<Entry>

export interface Admission {
  /** `open`: an unknown SN is kept as unregistered with the hash of the password that it came with; `list`: refused. */
  provisioning: 'open' | 'list'
  /** Unknown SNs that a network may bring. */
  newDevices: Budget
}

/** Who a device is, by its SN and password. One that is kept as unregistered has to bring its first password again. */
export function credentials(db: Db, { provisioning, newDevices }: Admission): CheckCredentials {
  const verify = rememberingVerifier()

  const find = (sn: string) =>
    db.system(async (q) => {
      const bySn = sql<boolean>`lower(sn_code) = ${sn}`
      const columns = ['sn_code', 'password_hash'] as const
      const device = await q
        .selectFrom('device as d')
        .innerJoin('tenant as t', 't.tenant_id', 'd.tenant_id')
        .select(['d.sn_code', 'd.password_hash', 't.closed_time'])
        .where(sql<boolean>`lower(d.sn_code) = ${sn}`)
        .executeTakeFirst()
      if (device) return { ...device, isRegistered: true, isClosed: device.closed_time !== null }
      const stranger = await q.selectFrom('unregistered_device').select(columns).where(bySn).executeTakeFirst()
      return stranger && { ...stranger, isRegistered: false, isClosed: false }
    }, 'interactive')

  const isFull = async (): Promise<boolean> => {
    const { count } = await db.system(
      (q) =>
        q
          .selectFrom('unregistered_device')
          .select((on) => on.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow(),
      'interactive',
    )
    return count >= MAX_UNREGISTERED
  }

  const keepStranger = async (sn_code: string, password: Buffer): Promise<'kept' | 'known'> => {
    const password_hash = await hashPassword(password, 'device')
    const now = Date.now()
    const kept = await db.system(
      (q) =>
        q
          .insertInto('unregistered_device')
          .values({ sn_code, password_hash, first_seen_time: now, last_seen_time: now })
          .onConflict((conflict) => conflict.doNothing())
          .returning('sn_code')
          .executeTakeFirst(),
      'interactive',
    )
    return kept ? 'kept' : 'known'
  }

  const seeAgain = (sn_code: string) =>
    db.system(
      (q) =>
        q
          .updateTable('unregistered_device')
          .set({ last_seen_time: Date.now(), behind: null })
          .where('sn_code', '=', sn_code)
          .execute(),
      'interactive',
    )

  const check: CheckCredentials = async (sn_code, password, address) => {
    if (!SnCode.safeParse(sn_code).success) return { refused: 'sn' }
    if (password.length === 0 || password.length > 128) return { refused: 'password' }
    const known = await find(sn_code.toLowerCase())
    if (known && (known.isRegistered || provisioning === 'open')) {
      const isRight = await verify(password, known.password_hash)
      // Of the demo while it is off: everybody knows the password.
      if (!isRight || known.isClosed) return { refused: 'password' }
      if (!known.isRegistered) await seeAgain(known.sn_code)
      return { sn_code: known.sn_code, isRegistered: known.isRegistered }
    }
    if (provisioning === 'list') return { refused: 'not_listed' }
    // Both before hashing, which is what costs: anybody can invent SNs.
    if (newDevices.take(networkOf(address)) > 0) return { refused: 'too_many_new' }
    if (await isFull()) return { refused: 'full' }
    // It came twice at once, and the other one was first: this one must bring the same password.
    if ((await keepStranger(sn_code, password)) === 'known') return check(sn_code, password, address)
    return { sn_code, isRegistered: false }
  }

  return (sn_code, password, address) =>
    check(sn_code, password, address).catch((error): Entry => {
      if (error instanceof ApiError && error.code === '100019') return { refused: 'busy' }
      throw error
    })
}
