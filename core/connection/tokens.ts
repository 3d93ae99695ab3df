import { atom, type ReadableAtom } from 'nanostores'
import type { SessionStore } from './session.ts'

/** A page's own endpoint that gave no usable token is asked again after this, doubling. */
const ASK_FLOOR_MS = 2000
const ASK_CEILING_MS = 60_000

export type GetToken = () => string | null | Promise<string | null>

export interface Tokens {
  /** The session's, else the one that the page's `getToken` gave; null where there is none. */
  current(): Promise<string | null>
  /**
   * The server does not know `sent` (any more). Resolves true when another token is there to try with: the page's own
   * was renewed, or a sign-in came meanwhile.
   */
  refused(sent: string | null): Promise<boolean>
  /** A token was accepted. */
  accepted(): void
  /** True from the refusal of the last token until one is accepted. */
  readonly $isExpired: ReadableAtom<boolean>
  dispose(): void
}

/** Which token a connection goes by. `onRenewed` is told when one is there again after none was. */
export function createTokens(sessions: SessionStore, getToken: GetToken | undefined, onRenewed: () => void): Tokens {
  const $isExpired = atom(false)
  /** Shared by all that ask at the same time. */
  let granted: Promise<string | null> | null = null
  let attempts = 0
  let retry: ReturnType<typeof setTimeout> | undefined

  const given = (): Promise<string | null> => {
    if (!getToken) return Promise.resolve(null)
    if (granted) return granted
    const asked: Promise<string | null> = Promise.resolve(getToken()).then((token) => token ?? null)
    granted = asked
    const forget = () => {
      if (granted === asked) granted = null
    }
    // No token is no answer to keep: the page may have one the next time.
    asked.then((token) => token === null && forget(), forget)
    return asked
  }

  /** Asks the page again, later and later, until it gives a token other than `sent`. */
  function askLater(sent: string | null) {
    clearTimeout(retry)
    const ceiling = Math.min(ASK_CEILING_MS, ASK_FLOOR_MS * 2 ** attempts)
    attempts += 1
    retry = setTimeout(async () => {
      granted = null
      const next = await given().catch(() => null)
      if (next === null || next === sent) return askLater(sent)
      onRenewed()
    }, ceiling)
  }

  return {
    $isExpired,
    current: async () => sessions.$session.get()?.token ?? (await given()),
    async refused(sent) {
      const session = sessions.$session.get()
      if (session) {
        // A late reply to a call of an earlier session says nothing about this one.
        if (session.token !== sent) return true
        sessions.set(null)
        $isExpired.set(true)
        return false
      }
      const held = granted
      const token = held && (await held.catch(() => null))
      // Others that were refused with it may have asked for the next one meanwhile.
      if (token === sent && granted === held) granted = null
      const next = await given().catch(() => null)
      if (next !== null && next !== sent) return true
      $isExpired.set(true)
      if (getToken) askLater(sent)
      return false
    },
    accepted() {
      attempts = 0
      clearTimeout(retry)
      if ($isExpired.get()) $isExpired.set(false)
    },
    dispose: () => clearTimeout(retry),
  }
}
