import type { ServerClock } from './clock.ts'
import type { Session, SessionStore } from './session.ts'
import type { Tokens } from './tokens.ts'

/** Headers that say who calls. */
export function createCallerHeaders(sessions: SessionStore, tokens: Tokens, clock: () => Pick<ServerClock, 'now'>) {
  /** Who was signed in last: without a token such a user's calls are signed. */
  let signer: Session | null = sessions.$session.get()

  async function headers(isPublic: boolean): Promise<Record<string, string>> {
    if (isPublic) {
      const key = sessions.browserKey()
      return key ? { 'X-Browser': key } : {}
    }
    const held = await tokens.current()
    const user = sessions.$session.get() ?? signer
    const named: Record<string, string> = user
      ? { 'X-User': String(user.user_id), 'X-Tenant': String(user.tenant_id) }
      : {}
    if (held !== null) return { 'X-Token': held, ...named }
    if (!user) return {}
    const { signedHeaders } = await import('./signature.ts')
    return { ...signedHeaders(user, clock().now()), ...named }
  }

  return {
    headers,
    /** Somebody signed in, or out. */
    remember(session: Session | null): void {
      signer = session
    },
  }
}
