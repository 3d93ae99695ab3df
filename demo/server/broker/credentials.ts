import { LIMITS } from '../../../core/catalogue/limits.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import { SnCode } from '../../../core/contract/telemetry.ts'
import { snKey } from '../../../core/rules/sn.ts'
import type { Db } from '../db/db.ts'
import { hashPassword, rememberingVerifier } from '../db/passwords.ts'
import { areUnregisteredFull, keepUnregistered, seeUnregistered, signInRow } from '../db/unregistered-rows.ts'
import { type Budget, takeAll } from '../limits/limiter.ts'
import { networkOf } from '../limits/network-of.ts'
import { turnOfDevice } from '../limits/password-turns.ts'
import { claimsOfNetwork } from '../limits/rates.ts'

/** `too_many_new`: the network brought too many unknown SNs; `busy`: too many wait to be verified. */
type Refusal = 'sn' | 'password' | 'not_listed' | 'full' | 'too_many_new' | 'busy'
/** `tenant_id` is null for a device that nobody registered. */
export type Entry = { sn_code: string; tenant_id: number | null } | { refused: Refusal }

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

  const find = (sn: string, network: string) => db.unknown(network, (q) => signInRow(q, sn))
  const keepCredentials = async (sn_code: string, password: Buffer, network: string): Promise<boolean> => {
    const password_hash = await hashPassword(password, turnOfDevice(network))
    return db.unknown(network, (q) => keepUnregistered(q, { sn_code, password_hash, time: Date.now() }))
  }

  const check: CheckCredentials = async (sn_code, password, address) => {
    if (!SnCode.safeParse(sn_code).success) return { refused: 'sn' }
    if (password.length === 0 || password.length > LIMITS.strongPassword) return { refused: 'password' }
    const network = networkOf(address)
    const known = await find(snKey(sn_code), network)
    if (known && (known.tenant_id !== null || provisioning === 'open')) {
      const isRight = await verify(password, known.password_hash, turnOfDevice(network))
      // Of the demo while it is off: everybody knows the password.
      if (!isRight || known.isClosed) return { refused: 'password' }
      if (known.tenant_id === null) await db.unknown(network, (q) => seeUnregistered(q, known.sn_code, Date.now()))
      return { sn_code: known.sn_code, tenant_id: known.tenant_id }
    }
    if (provisioning === 'list') return { refused: 'not_listed' }
    // Both before hashing, which is what costs: anybody can invent SNs.
    if (takeAll(claimsOfNetwork(newDevices, network)) > 0) return { refused: 'too_many_new' }
    if (await db.unknown(network, areUnregisteredFull)) return { refused: 'full' }
    // It came twice at once, and the other one was first: this one must bring the same password.
    if (!(await keepCredentials(sn_code, password, network))) return check(sn_code, password, address)
    return { sn_code, tenant_id: null }
  }

  return (sn_code, password, address) =>
    check(sn_code, password, address).catch((error): Entry => {
      if (error instanceof ApiError && error.code === '100019') return { refused: 'busy' }
      throw error
    })
}
