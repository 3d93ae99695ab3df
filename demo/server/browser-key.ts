import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

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
  /** A key for whoever calls `from` (`Caller.from`): the one that was sent, or a new one where none was. */
  keyFor(from: string): string
  /** The browser's id; null for a key that was not made here. */
  idOf(key: string | undefined): string | null
}

export function browserKeys(root: Buffer): BrowserKeys {
  const macOf = (id: Buffer) => createHmac('sha256', root).update(id).digest().subarray(0, MAC_BYTES)
  return {
    keyFor: (from) => {
      const id = isFamiliar(from) ? Buffer.from(from.slice(FAMILIAR.length), 'base64url') : randomBytes(ID_BYTES)
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
