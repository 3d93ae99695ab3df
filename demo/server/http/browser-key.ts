import { createHmac, timingSafeEqual } from 'node:crypto'
import { familiarId } from '../limits/familiar.ts'

/** Of an organisation, and of a user. */
const PART_BYTES = 8
const ID_BYTES = 2 * PART_BYTES
const MAC_BYTES = 16
const BYTES = ID_BYTES + MAC_BYTES

/**
 * Keys of known browsers: whoever has signed in gets one, and with it budgets of their own at the sign-in page, which
 * others behind the same network address cannot use up. A key proves nothing else.
 */
export interface BrowserKeys {
  /**
   * A key for whoever calls `from` (`Caller.from`): the one that was sent, else the user's own. However often one user
   * signs in without a key, it is one more budget; the keys of all users of an organisation have bounded budgets together.
   */
  keyFor(from: string, user: { tenant_id: number; user_id: number }): string
  /** The browser's id; null for a key that was not made here. */
  idOf(key: string | undefined): string | null
}

export function browserKeys(root: Buffer): BrowserKeys {
  const hashOf = (what: Buffer | string) => createHmac('sha256', root).update(what).digest()
  const macOf = (id: Buffer) => hashOf(id).subarray(0, MAC_BYTES)
  const partFor = (what: string) => hashOf(what).subarray(0, PART_BYTES)
  const idFor = (tenant_id: number, user_id: number) =>
    Buffer.concat([partFor(`organisation ${tenant_id}`), partFor(`user ${tenant_id} ${user_id}`)])
  return {
    keyFor: (from, { tenant_id, user_id }) => {
      const sent = familiarId(from)
      const id =
        sent === null
          ? idFor(tenant_id, user_id)
          : Buffer.concat(sent.split('.').map((part) => Buffer.from(part, 'base64url')))
      return Buffer.concat([id, macOf(id)]).toString('base64url')
    },
    idOf: (key = '') => {
      const bytes = Buffer.from(key, 'base64url')
      if (bytes.length !== BYTES) return null
      const id = bytes.subarray(0, ID_BYTES)
      if (!timingSafeEqual(bytes.subarray(ID_BYTES), macOf(id))) return null
      return [id.subarray(0, PART_BYTES), id.subarray(PART_BYTES)].map((part) => part.toString('base64url')).join('.')
    },
  }
}
