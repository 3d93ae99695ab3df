import { LIMITS } from '../../../core/catalogue/limits.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import { LISTED_MS } from '../../../core/contract/device-claim.ts'
import { SnCode } from '../../../core/contract/telemetry.ts'
import { snKey } from '../../../core/rules/sn.ts'
import type { Db } from '../db/db.ts'
import { hashPassword, rememberingVerifier, saltOf } from '../db/passwords.ts'
import {
  areUnregisteredFull,
  formerHashes,
  isAwaited,
  keepUnregistered,
  listingsOf,
  replaceUnregistered,
  seeUnregistered,
  signInRow,
  unregisteredOfSn,
} from '../db/unregistered-rows.ts'
import { type Budget, takeAll } from '../limits/limiter.ts'
import { networkOf } from '../limits/network-of.ts'
import { turnOfDevice } from '../limits/password-turns.ts'
import { claimsOfNetwork } from '../limits/rates.ts'

/** `too_many_new`: the network brought too many unknown SNs; `busy`: too many wait to be verified. */
type Refusal = 'sn' | 'password' | 'not_listed' | 'full' | 'too_many_new' | 'busy'
/** `tenant_id` is null for a device that nobody registered; `password_salt` is that of the password that was right. */
export type Entry = { sn_code: string; tenant_id: number | null; password_salt: string | null } | { refused: Refusal }

export type CheckCredentials = (sn_code: string, password: Buffer, address: string) => Promise<Entry>

/** Registrations that wait for their devices to sign in. */
export interface AwaitedDevices {
  /** The device has signed in: its registration holds the SN from now on. `false` where it does not wait any more. */
  appeared(sn_code: string, device_id: number): Promise<boolean>
  /** Another device has: the registration ends where it still waits. `false` where one holds the SN. */
  giveWay(sn_code: string): Promise<boolean>
  /**
   * A node, which has signed in from a network, announces the device: it has appeared behind that where both are one
   * organisation's, and gives way where the node's has listed its SN, or where it did not appear in its time. `false`
   * where the node may not speak for it.
   */
  announced(sn_code: string, node_sn: string, network: string): Promise<boolean>
}

export interface Admission {
  /** `open`: an unknown SN is kept as unregistered with the hash of the password that it came with; `list`: where it is listed, by that password alone where one is. */
  provisioning: 'open' | 'list'
  /** Unknown SNs that a network may bring. */
  newDevices: Budget
  awaited: AwaitedDevices
  /** Ends a device's connections. */
  disconnect: (sn_code: string) => void
}

type Known = NonNullable<Awaited<ReturnType<typeof signInRow>>>

/** Who a device is, by its SN and password. One that is kept as unregistered has to bring its first password again. */
export function credentials(db: Db, { provisioning, newDevices, awaited, disconnect }: Admission): CheckCredentials {
  const verify = rememberingVerifier()

  const find = (sn: string, network: string) => db.unknown(network, (q) => signInRow(q, sn))
  /** Hashes of the passwords that an SN (in lower case) is listed with, null where any will do. */
  const listedHashes = async (sn: string, network: string, before?: number) => {
    const listings = await db.unknown(network, (q) => listingsOf(q, sn, before))
    return listings.map(({ password_hash }) => password_hash)
  }
  /** The salt of what is kept; undefined where the SN is known by now. */
  const keepCredentials = async (sn_code: string, password_hash: string, network: string) => {
    const isKept = await db.unknown(network, (q) => keepUnregistered(q, { sn_code, password_hash, time: Date.now() }))
    return isKept ? saltOf(password_hash) : undefined
  }

  /** The one of these that the password is of; null where none is. */
  const matching = async (password: Buffer, hashes: readonly (string | null)[], network: string) => {
    for (const hash of hashes) if (hash !== null && (await verify(password, hash, turnOfDevice(network)))) return hash
    return null
  }

  /**
   * The hash of this password where a device may bring it although what is known of its SN has another one: the SN is listed
   * with it and awaited; or it was listed with it first of all, and the other one came in by a listing without a password.
   * Else null: the first that signs in is the device. One that did while its SN was being registered was first, too.
   */
  const otherHash = async (known: Known, password: Buffer, network: string): Promise<string | null> => {
    const { sn_code, tenant_id, password_hash, awaited_time, first_seen_time } = known
    if (tenant_id !== null && !isAwaited(known)) return null
    const sn = snKey(sn_code)
    const isLate = awaited_time !== null && awaited_time <= Date.now() - LISTED_MS
    // Where only listed ones connect, a registration stands in its time against whoever has listed its SN after it.
    const before = first_seen_time ?? (provisioning === 'list' && !isLate ? awaited_time : null)
    const hashes = await listedHashes(sn, network, before ?? undefined)
    // Of two that are listed the one that signs in first is the device's.
    if (hashes.includes(password_hash)) return null
    if (tenant_id === null) {
      const free = hashes.indexOf(null)
      return provisioning === 'open' || free === -1 ? null : matching(password, hashes.slice(0, free), network)
    }
    const seen = await db.unknown(network, (q) => unregisteredOfSn(q, sn))
    const listed = await matching(password, seen ? [seen.password_hash, ...hashes] : hashes, network)
    // The device did not appear in its time: whatever may sign in under an SN that nobody knows may do so now.
    const mayAny = isLate && (provisioning === 'open' || hashes.includes(null))
    if ((listed === null && !mayAny) || takeAll(claimsOfNetwork(newDevices, network)) > 0) return null
    return listed ?? hashPassword(password, turnOfDevice(network))
  }

  const check: CheckCredentials = async (sn_code, password, address) => {
    if (!SnCode.safeParse(sn_code).success) return { refused: 'sn' }
    if (password.length === 0 || password.length > LIMITS.strongPassword) return { refused: 'password' }
    const network = networkOf(address)
    const known = await find(snKey(sn_code), network)
    const isListed = provisioning === 'list' && (known?.tenant_id ?? null) === null
    const hashes = isListed || !known ? await listedHashes(snKey(sn_code), network) : []
    if (isListed && hashes.length === 0) return { refused: 'not_listed' }
    if (known) {
      const isRight = await verify(password, known.password_hash, turnOfDevice(network))
      // Of the demo while it is off: everybody knows the password.
      if (known.isClosed) return { refused: 'password' }
      if (isRight) {
        if (known.tenant_id === null) await db.unknown(network, (q) => seeUnregistered(q, known.sn_code, Date.now()))
        else if (known.awaited_time !== null && !(await awaited.appeared(known.sn_code, known.device_id)))
          return check(sn_code, password, address)
        return { sn_code: known.sn_code, tenant_id: known.tenant_id, password_salt: saltOf(known.password_hash) }
      }
      const hash = await otherHash(known, password, network)
      if (hash === null) return { refused: 'password' }
      if (known.tenant_id !== null) {
        if (await db.unknown(network, areUnregisteredFull)) return { refused: 'full' }
        if (!(await awaited.giveWay(known.sn_code))) return { refused: 'password' }
        const password_salt = await keepCredentials(sn_code, hash, network)
        if (password_salt !== undefined) return { sn_code, tenant_id: null, password_salt }
      } else {
        const replacing = { sn_code: known.sn_code, before: known.password_hash, password_hash: hash, time: Date.now() }
        if (await db.unknown(network, (q) => replaceUnregistered(q, replacing))) {
          disconnect(known.sn_code)
          return { sn_code: known.sn_code, tenant_id: null, password_salt: saltOf(hash) }
        }
      }
      return check(sn_code, password, address)
    }
    // Both before hashing, which is what costs: anybody can invent SNs.
    if (!isListed && takeAll(claimsOfNetwork(newDevices, network)) > 0) return { refused: 'too_many_new' }
    if (await db.unknown(network, areUnregisteredFull)) return { refused: 'full' }
    const listed = await matching(password, hashes, network)
    if (listed === null && isListed && !hashes.includes(null)) return { refused: 'password' }
    // Of one that is listed with its password, or was registered before, it stays known whose it is.
    const formerly = await db.unknown(network, (q) => formerHashes(q, snKey(sn_code)))
    const former = await matching(password, formerly, network)
    const hash = listed ?? former ?? (await hashPassword(password, turnOfDevice(network)))
    const password_salt = await keepCredentials(sn_code, hash, network)
    // It came twice at once, or was registered meanwhile: this one must bring the same password.
    if (password_salt === undefined) return check(sn_code, password, address)
    return { sn_code, tenant_id: null, password_salt }
  }

  return (sn_code, password, address) =>
    check(sn_code, password, address).catch((error): Entry => {
      if (error instanceof ApiError && error.code === '100019') return { refused: 'busy' }
      throw error
    })
}
