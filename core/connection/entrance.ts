import { ConnectionError } from '../contract/api-error.ts'
import type { Client } from './client.ts'
import type { Session, SessionStore } from './session.ts'

export interface EntranceParts {
  api: Client
  sessions: SessionStore
  /** Goes on with another session, or with none. */
  begin<S extends Session | null>(session: S): S
  /** Null when the call is refused, after showing the refusal. */
  attempt: <T>(call: Promise<T>) => Promise<T | null>
}

/** What only people who sign in need. */
const signIns = () =>
  import('./sign-in.ts').catch(() => {
    throw new ConnectionError('offline')
  })

type SignInCalls = Pick<typeof import('./sign-in.ts'), 'withPassword' | 'asVisitor' | 'asUser'>

/** How people come and go: each way in begins a session. */
export function createEntrance({ api, sessions, begin, attempt }: EntranceParts) {
  const entering =
    <W extends keyof SignInCalls>(way: W) =>
    async (...input: Parameters<ReturnType<SignInCalls[W]>>): Promise<Session> => {
      const enter = (await signIns())[way](api, sessions.$session.get()) as (...input: unknown[]) => Promise<Session>
      return begin(await enter(...input))
    }

  /** Back from acting as another user. */
  const goBack = async (own: string): Promise<void> => void begin((await signIns()).ownOf(own))

  return {
    goBack,
    signIn: entering('withPassword'),
    experience: entering('asVisitor'),
    simulate: entering('asUser'),
    async changePassword(password_now: string, password: string): Promise<void> {
      await api.account.changePassword({ password_now, password })
      const session = sessions.$session.get()
      // Where its rights cannot be read, its user signs in anew.
      if (session?.must_change_password) begin(await attempt((await signIns()).asItself(api, session)))
    },
    async signOut(): Promise<void> {
      const own = sessions.$session.get()?.own
      if (!own) sessions.release()
      try {
        await api.session.logout({})
      } finally {
        if (own) await goBack(own)
        else begin(null)
      }
    },
  }
}
