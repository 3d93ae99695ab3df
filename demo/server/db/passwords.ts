import { argon2, argon2Sync, createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

// OWASP's least for argon2id; 33 ms on one core of 2026. `parallelism` 1 keeps a login from taking two cores.
const COST = { memory: 19 * 1024, passes: 2, parallelism: 1, tagLength: 32 } as const
/**
 * The least that there is, for what the server itself made of at least 128 random bits, and for nothing that a person chose: a
 * high cost slows guessing, and 2^128 guesses are out of reach at any speed. Ten thousand take as long as sixty of the other.
 */
const COST_OF_RANDOM = { ...COST, memory: 8, passes: 1 } as const
const FORM = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d)\$([A-Za-z0-9+/]{10,90})\$([A-Za-z0-9+/]{20,90})$/

/** Runs work when its turn comes; throws 100019 (HTTP 429) when too many wait before it. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')

/**
 * An argon2id hash in PHC form (`$argon2id$v=19$m=…,t=…,p=…$salt$tag`), with its own random salt.
 * Rejects with 100019 when too many wait for theirs, as does `verifyPassword`.
 */
export const hashPassword = (password: string | Buffer, inTurn: InTurn): Promise<string> =>
  hashed(COST, password, inTurn)

/** The same of a password that the server made of at least 128 random bits; see the cost. */
export const hashRandomPassword = (password: string): Promise<string> =>
  hashed(COST_OF_RANDOM, password, (work) => work())

type Cost = typeof COST | typeof COST_OF_RANDOM

const phcOf = ({ memory, passes, parallelism }: Cost, nonce: Buffer, tag: Buffer): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(tag)}`

async function hashed(cost: Cost, password: string | Buffer, inTurn: InTurn) {
  const nonce = randomBytes(16)
  const tag = await inTurn(() => derive('argon2id', { ...cost, message: password, nonce }))
  return phcOf(cost, nonce, tag)
}

/** A hash as `hashPassword` makes it, at once: for a thread that does nothing else. */
export function hashPasswordNow(password: string): string {
  const nonce = randomBytes(16)
  return phcOf(COST, nonce, argon2Sync('argon2id', { ...COST, message: password, nonce }))
}

/** A hash's salt: public, and another one for each password that is set. Null of a hash that no password has. */
export const saltOf = (hash: string): string | null => FORM.exec(hash)?.[4] ?? null

/** Whether the password is the one of the hash. A hash of another form is nobody's: false. */
export async function verifyPassword(password: string | Buffer, hash: string, inTurn: InTurn): Promise<boolean> {
  const [, memory, passes, parallelism, salt, wanted] = FORM.exec(hash) ?? []
  if (!salt || !wanted) return false
  const expected = Buffer.from(wanted, 'base64')
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const nonce = Buffer.from(salt, 'base64')
  const tag = await inTurn(() => derive('argon2id', { ...cost, tagLength: expected.length, message: password, nonce }))
  return timingSafeEqual(tag, expected)
}

const REMEMBERED = 20_000

/**
 * `verifyPassword` for devices that remembers what it found right, so that a thousand devices that reconnect after a power cut do
 * not cost half a minute of CPU. Kept in memory only, as a digest over the full hash: a new password forgets the old one.
 */
export function rememberingVerifier(): (password: string | Buffer, hash: string, inTurn: InTurn) => Promise<boolean> {
  const right = new Set<string>()
  const pepper = randomBytes(32)
  return async (password, hash, inTurn) => {
    const digest = createHash('sha256').update(pepper).update(hash).update('\0').update(password).digest('base64')
    if (right.has(digest)) return true
    if (!(await verifyPassword(password, hash, inTurn))) return false
    if (right.size >= REMEMBERED) right.delete(right.values().next().value as string)
    right.add(digest)
    return true
  }
}
