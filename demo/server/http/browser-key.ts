import { createHmac, timingSafeEqual } from 'node:crypto'

const ID_BYTES = 12
const MAC_BYTES = 16
const BYTES = ID_BYTES + MAC_BYTES

const FAMILIAR = 'browser '
/** Whose budget a familiar browser's is. */
export const familiar = (id: string) => `${FAMILIAR}${id}`
/** Whether a budget is of a familiar browser, and not of a network. */
export const isFamiliar = (from: string): boolean => from.startsWith(FAMILIAR)

/**
 * Keys of familiar browsers: whoever has signed in gets one, and with it budgets of his own at the sign-in page, which
 * strangers behind the same network address cannot use up. A key proves nothing else.
 */
export interface BrowserKeys {
  /**
   * A key for whoever calls `from` (`Caller.from`): the one that was sent, else the user's own. However often one user
   * signs in without a key, it is one more budget.
   */
  keyFor(from: string, user: { tenant_id: number; user_id: number }): string
  /** The browser's id; null for a key that was not made here. */
  idOf(key: string | undefined): string | null
}

export function browserKeys(root: Buffer): BrowserKeys {
  const hashOf = (what: Buffer | string) => createHmac('sha256', root).update(what).digest()
  const macOf = (id: Buffer) => hashOf(id).subarray(0, MAC_BYTES)
  const idFor = (tenant_id: number, user_id: number) => hashOf(`user ${tenant_id} ${user_id}`).subarray(0, ID_BYTES)
  return {
    keyFor: (from, { tenant_id, user_id }) => {
      const id = isFamiliar(from) ? Buffer.from(from.slice(FAMILIAR.length), 'base64url') : idFor(tenant_id, user_id)
      return Buffer.concat([id, macOf(id)]).toString('base64url')
    },
    idOf: (key = '') => {
      const bytes = Buffer.from(key, 'base64url')
      if (bytes.length !== BYTES) return null
      const id = bytes.subarray(0, ID_BYTES)
      return timingSafeEqual(bytes.subarray(ID_BYTES), macOf(id)) ? id.toString('base64url') : null
    },
  }
}
