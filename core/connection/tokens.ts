import { atom, type ReadableAtom } from 'nanostores'
import { createPageToken, type PageTokenOptions } from './page-token.ts'
import type { SessionStore } from './session.ts'

export interface Tokens {
  /** The session's, else the one that the page's `getToken` gave; null where there is none. */
  current(): Promise<string | null>
  /**
   * The server refused `sent`, or knows it no more. Resolves true when another token is there to try with: the page's
   * own was renewed, or a sign-in came meanwhile.
   */
  refused(sent: string | null): Promise<boolean>
  /** A token was accepted. */
  accepted(): void
  /** The page has another token function: it is called at once. */
  ask(): void
  /** True from the refusal of the last token until one is accepted. */
  readonly $isExpired: ReadableAtom<boolean>
  dispose(): void
}

/** Which token a connection goes by: the session's, else the page's own, where `page` says how to get one. */
export function createTokens(sessions: SessionStore, page: PageTokenOptions | null): Tokens {
  const $isExpired = atom(false)
  const own = page && createPageToken(page)

  return {
    $isExpired,
    current: async () => sessions.$session.get()?.token ?? (await own?.get()) ?? null,
    async refused(sent) {
      const session = sessions.$session.get()
      if (session) {
        // A late reply to a call of an earlier session says nothing about this one.
        if (session.token !== sent) return true
        // Who signed out in another window knows that, and is not shown that the session expired.
        const isExpired = sessions.isKept()
        // First: who hears of the session's end asks why.
        $isExpired.set(isExpired)
        sessions.set(null)
        return false
      }
      if (own && sent !== null) own.refused(sent)
      // Sent without one: the page was asked for it just then, and had none.
      const next = (sent === null ? own?.held() : await own?.get().catch(() => null)) ?? null
      if (next !== null && next !== sent) return true
      $isExpired.set(true)
      return false
    },
    accepted() {
      own?.accepted()
      // A late reply to a call of a session that ended since brings no token back.
      if ($isExpired.get() && (own || sessions.$session.get())) $isExpired.set(false)
    },
    ask: () => void own?.ask().catch(() => {}),
    dispose: () => own?.dispose(),
  }
}
