import { atom, type ReadableAtom } from 'nanostores'
import * as z from 'zod/mini'
import { Login } from '../contract/login.ts'

/**
 * What a sign-in leaves: the token, who and where, and the session's key pair. `own`: the session, as JSON, from which
 * somebody acts as this user. `browser_key`: see `browserKey`.
 */
export const Session = z.extend(Login, {
  user_name: z.string(),
  pri_key: z.string(),
  pub_key: z.string(),
  own: z.optional(z.string()),
  browser_key: z.optional(z.string()),
})
export type Session = z.infer<typeof Session>

/** The part of Storage that is used. */
export type Keep = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export interface SessionStore {
  readonly $session: ReadableAtom<Session | null>
  set(session: Session | null): void
  /** The key that this browser received at a sign-in, for calls without a token: it outlives the session. Null for none. */
  browserKey(): string | null
  /** Announces a sign-out that is under way to other windows: the stored session goes, `$session` stays until it is set. */
  release(): void
  /** False once another window has signed out. */
  isKept(): boolean
}

/** The session of one connection, kept in `keep` under a key of its base, so that two consoles on one origin do not mix. */
export function createSessionStore(baseUrl: string, keep?: Keep): SessionStore {
  const key = `sg-session:${baseUrl}`
  const browser = `sg-browser:${baseUrl}`
  const $session = atom<Session | null>(restored())

  function restored(): Session | null {
    try {
      const kept = Session.safeParse(JSON.parse(keep?.getItem(key) ?? 'null'))
      return kept.success ? kept.data : null
    } catch {
      return null
    }
  }

  return {
    $session,
    set(session) {
      $session.set(session)
      if (session?.browser_key) keep?.setItem(browser, session.browser_key)
      if (session) keep?.setItem(key, JSON.stringify(session))
      else keep?.removeItem(key)
    },
    browserKey: () => keep?.getItem(browser) ?? null,
    release: () => keep?.removeItem(key),
    isKept: () => !keep || keep.getItem(key) !== null,
  }
}
