import { rightsOf } from '../catalogue/held-rights.ts'
import type { Login } from '../contract/login.ts'
import type { Client } from './client.ts'
import { Session } from './session.ts'
import { createKeyPair } from './signature.ts'

/** What a sign-in proves beside the password, where the server asks for it (`api.loginCheck.needed`). */
export interface SignInChecks {
  puzzle_pass?: string
  check_code?: string
  graphic_code?: string
}

async function opened(
  user_name: string,
  login: (public_key: string) => Promise<Login>,
  own: Session | null = null,
): Promise<Session> {
  const keys = createKeyPair()
  const session = { ...(await login(keys.pub_key)), ...keys, user_name }
  return own ? { ...session, own: JSON.stringify(own) } : session
}

/** A new session by name, phone or e-mail and password. */
export const withPassword =
  (api: Client) =>
  (user_name: string, password: string, checks: SignInChecks = {}): Promise<Session> =>
    opened(user_name, (public_key) =>
      api.session.login({ user_name, password, public_key, ...checks } as Parameters<typeof api.session.login>[0]),
    )

/** A session as the experience user. */
export const asVisitor =
  (api: Client) =>
  (puzzle_pass?: string): Promise<Session> =>
    opened('', (public_key) =>
      api.session.experience({ public_key, ...(puzzle_pass !== undefined && { puzzle_pass }) }),
    )

/** A session as another user, which remembers the own one. */
export const asUser =
  (api: Client, own: Session | null) =>
  (user_id: number): Promise<Session> =>
    opened('', (public_key) => api.session.simulate({ user_id, public_key }), own)

/** A session that had to change its password, as it goes on. */
export async function asItself(api: Client, session: Session): Promise<Session> {
  const { grantedPermissions, menuPermissions } = await api.session.privileges({})
  return { ...session, roles: [...rightsOf(grantedPermissions)], menuPermissions, must_change_password: false }
}

/** The session that a simulated one was begun from; null when it cannot be read. */
export function ownOf(own: string): Session | null {
  const parsed = Session.safeParse(JSON.parse(own))
  return parsed.success ? parsed.data : null
}
