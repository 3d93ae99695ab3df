import { atom, onMount, type ReadableAtom } from 'nanostores'
import { ConnectionError } from '../contract/api-error.ts'
import { REALTIME_PATH } from '../contract/realtime.ts'
import type { WeekStart } from '../contract/week-start.ts'
import { createRealtime, type Realtime, type RealtimeStatus, type Socket } from '../realtime/realtime.ts'
import { attempt } from '../stores/attempt.ts'
import { readingsOf } from '../stores/readings.ts'
import { createToasts, type Toasts } from '../stores/toasts.ts'
import { type Change, type Client, createClient } from './client.ts'
import { createClock, type ServerClock } from './clock.ts'
import { type BrokenLine, createLine } from './line.ts'
import type { GetToken } from './page-token.ts'
import { createProblems } from './problems.ts'
import { createSessionStore, type Keep, type Session } from './session.ts'
import type { SignInChecks } from './sign-in.ts'
import { createTokens } from './tokens.ts'
import { createTransport, resolveBelow } from './transport.ts'

export interface ConnectOptions {
  /** Where the server is: `https://console.example.com`, a folder allowed. */
  baseUrl: string
  /**
   * The embedding page's own token: requested again before it expires (a guest token, at 80 % of its life), and after the
   * server refused it. Without it the user signs in.
   */
  getToken?: GetToken
  /** Where a sign-in is kept across reloads; nowhere when left out. */
  keep?: Keep
  lang?: () => string
  fetch?: typeof fetch
  openSocket?: (url: string) => Socket
  /** Hears of every call that failed, with the part of the contract that it is of: also where whoever called shows it. */
  onFailed?: (error: unknown, domain: string) => void
}

/** Everything live that an element needs from one server and tenant. Two of them do not touch each other. */
export interface Connection {
  readonly baseUrl: string
  readonly api: Client
  readonly realtime: Realtime
  readonly clock: ServerClock
  readonly toasts: Toasts
  readonly $session: ReadableAtom<Session | null>
  /** True once the server has said that the session is over, until the next sign-in. */
  readonly $isExpired: ReadableAtom<boolean>
  /** Why it ended the session, by its name in `SESSION_ENDS`; empty when it did not say. Until the next sign-in. */
  readonly $endReason: ReadableAtom<string>
  readonly $status: ReadableAtom<RealtimeStatus>
  /**
   * What the author of an embedding page has to mend, by its name in `PROBLEMS` (`token-expired`, `server-away` …); null
   * when all is well, and always where users sign in themselves.
   */
  readonly $problem: ReadableAtom<string | null>
  /** Why nothing new comes, and since when; null while it does. */
  readonly $line: ReadableAtom<BrokenLine | null>
  /** The tenant's IANA time zone; null until it is known. Requested at its first listener, with `$granted`. */
  readonly $timezone: ReadableAtom<string | null>
  /** The day with which the tenant's weeks begin; Monday until it is known. */
  readonly $weekStart: ReadableAtom<WeekStart>
  /** The codes that the page's token grants, comma-separated; null until they are known, and for a user who signed in. */
  readonly $granted: ReadableAtom<string | null>
  /** Whether the embedding page gives the tokens; its function is asked when a call needs one. */
  readonly hasPageToken: boolean
  /** The newest token that the page's `getToken` gave; null until there is one. */
  readonly $token: ReadableAtom<string | null>
  /** What this page changed last: whoever shows it asks for it again. */
  readonly $changed: ReadableAtom<Change | null>
  /** Asks for the time zone again: it was changed. */
  refreshTimezone(): Promise<void>
  readonly readings: ReturnType<typeof readingsOf>
  /** Rejects with an ApiError when refused. `checks`: what `api.loginCheck.needed` asks for. */
  signIn(user_name: string, password: string, checks?: SignInChecks): Promise<Session>
  /** Signs in as the experience user, who reads a demo and changes nothing. */
  experience(puzzle_pass?: string): Promise<Session>
  /** Goes on as another user, for 15 minutes; `signOut` leads back to the own session. */
  simulate(user_id: number): Promise<Session>
  signOut(): Promise<void>
  /** Changes the own password. A session that had to do that first may do all that its user may from then on. */
  changePassword(password_now: string, password: string): Promise<void>
  /** Asks the page for its token now: its way to one has changed. */
  askToken(): void
  dispose(): void
}

const visibility = () => (typeof document === 'undefined' ? null : document)

/** Opens a connection; nothing is sent before the first call or the first listener. */
export function connect({
  baseUrl,
  getToken,
  keep,
  lang = () => 'zh',
  fetch,
  openSocket = (url) => new WebSocket(url) as Socket,
  onFailed,
}: ConnectOptions): Connection {
  const base = new URL(baseUrl, visibility()?.baseURI)
  const transport = createTransport(base.href, fetch)
  const sessions = createSessionStore(base.href, keep)
  const toasts = createToasts()
  const problems = getToken ? createProblems(base) : null
  const $token = atom<string | null>(null)
  const $changed = atom<Change | null>(null)
  const tokens = createTokens(
    sessions,
    getToken
      ? {
          getToken,
          serverNow: () => clock.now(),
          onFresh: (token) => {
            $token.set(token)
            realtime.renew(token)
            // A problem lasts until the server takes a token, else it would come and go with each try: any call finds out.
            if ($problem.get() !== null) api.session.timezone({}).catch(() => {})
          },
          onFailed: (problem) => problems?.report(problem),
        }
      : null,
  )
  const $endReason = atom('')
  async function refused(sent: string | null, refusal: { code: string; fault?: string }): Promise<boolean> {
    const held = sessions.$session.get()
    if (held?.token === sent) $endReason.set(refusal.fault ?? '')
    if (held?.own && held.token === sent) {
      // The call is not repeated with the own token: it was made as another user.
      begin((await signIns()).ownOf(held.own))
      return false
    }
    const hasOther = await tokens.refused(sent)
    if (!hasOther) problems?.refused(sent, refusal)
    return hasOther
  }
  const accepted = () => {
    tokens.accepted()
    problems?.clear()
  }
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
    return { ...signedHeaders(user, clock.now()), ...named }
  }

  const api = createClient({
    transport,
    headers,
    lang,
    onRefused: toasts.refuse,
    onUnreachable: (reason, raisesToast) => {
      problems?.unreachable(reason)
      if (!raisesToast) return
      void import('./text.ts').then(
        ({ text }) => toasts.show('error', text[reason === 'timeout' || reason === 'unreadable' ? reason : 'offline']),
        // The words did not come either; whoever called sees the failure.
        () => {},
      )
    },
    onForeign: () => problems?.report('origin-not-allowed'),
    onAccepted: accepted,
    onChanged: $changed.set,
    onExpired: refused,
    ...(onFailed && { onFailed }),
  })

  const clock = createClock({
    timestamp: () => api.system.timestamp({}),
    dateHeader: async () =>
      (await transport({ method: 'HEAD', path: '/healthz', headers: {}, reply: 'text' })).headers.get('date'),
  })

  const realtime = createRealtime({
    open: () => {
      const url = resolveBelow(base, REALTIME_PATH)
      url.protocol = base.protocol === 'https:' ? 'wss:' : 'ws:'
      return openSocket(url.href)
    },
    // Who has to change the password first hears nothing until then.
    token: async () => (sessions.$session.get()?.must_change_password ? null : tokens.current()),
    onAccepted: accepted,
    onExpired: async (sent, refusal) => {
      // A fresh token may have started the socket again already.
      if ((await refused(sent, refusal)) && realtime.$status.get() === 'expired') realtime.reconnect()
    },
    onServerTime: clock.learn,
  })

  // Calls find out first. What the socket would still bring would be shown as live beside what says that the session is over.
  tokens.$isExpired.listen((isExpired) => {
    if (isExpired) realtime.end()
  })

  const $problem = problems?.$problem ?? atom(null)
  const $line = createLine({
    $status: realtime.$status,
    $isExpired: tokens.$isExpired,
    $problem,
    heardAt() {
      const silentMs = realtime.silentMs()
      return silentMs === null ? null : clock.now() - silentMs
    },
  })

  const $timezone = atom<string | null>(null)
  const $weekStart = atom<WeekStart>('monday')
  const $granted = atom<string | null>(null)
  let learning: Promise<void> | undefined
  async function learn() {
    if ((await tokens.current().catch(() => null)) === null) return
    const { session } = api
    // The sign-in itself returned what the user may do.
    const isSignedIn = sessions.$session.get() !== null
    const known = await attempt<{ timezone: string; week_start?: WeekStart; grantedPermissions?: string | null }>(
      isSignedIn ? session.timezone({}) : session.privileges({}),
    )
    if (!known) return
    $granted.set(known.grantedPermissions ?? null)
    $weekStart.set(known.week_start ?? 'monday')
    $timezone.set(known.timezone)
  }
  onMount($timezone, () => {
    learning = learn()
    const stops = [
      sessions.$session.listen(() => void learn()),
      realtime.$status.listen(async (status) => {
        await learning
        if (status === 'live' && $timezone.get() === null) learning = learn()
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  })

  function begin<S extends Session | null>(session: S): S {
    sessions.set(session)
    signer = session
    if (session) tokens.accepted()
    $endReason.set('')
    realtime.reconnect()
    return session
  }
  const end = () => void begin(null)
  /** What only people who sign in need. */
  const signIns = () =>
    import('./sign-in.ts').catch(() => {
      throw new ConnectionError('offline')
    })

  type SignInCalls = Pick<typeof import('./sign-in.ts'), 'withPassword' | 'asVisitor' | 'asUser'>
  const entering =
    <W extends keyof SignInCalls>(way: W) =>
    async (...input: Parameters<ReturnType<SignInCalls[W]>>): Promise<Session> => {
      const enter = (await signIns())[way](api, sessions.$session.get()) as (...input: unknown[]) => Promise<Session>
      return begin(await enter(...input))
    }

  const page = visibility()
  const onVisibility = () => realtime.setVisible(page?.visibilityState !== 'hidden')
  page?.addEventListener('visibilitychange', onVisibility)
  const onOnline = () => {
    if (realtime.$status.get() === 'offline') realtime.reconnect()
  }
  globalThis.addEventListener?.('online', onOnline)
  const onStorage = () => {
    if (sessions.$session.get() && !sessions.isKept()) end()
  }
  globalThis.addEventListener?.('storage', onStorage)
  clock.start()

  return {
    baseUrl: base.href,
    api,
    realtime,
    clock,
    toasts,
    $session: sessions.$session,
    $isExpired: tokens.$isExpired,
    $endReason,
    $status: realtime.$status,
    $problem,
    $line,
    $timezone,
    $weekStart,
    $granted,
    hasPageToken: getToken !== undefined,
    $token,
    $changed,
    refreshTimezone: learn,
    readings: readingsOf(realtime),
    signIn: entering('withPassword'),
    experience: entering('asVisitor'),
    simulate: entering('asUser'),
    askToken: tokens.ask,
    async changePassword(password_now, password) {
      await api.account.changePassword({ password_now, password })
      const session = sessions.$session.get()
      // Where its rights cannot be read, its user signs in anew.
      if (session?.must_change_password) begin(await attempt((await signIns()).asItself(api, session)))
    },
    async signOut() {
      const own = sessions.$session.get()?.own
      if (!own) sessions.release()
      try {
        await api.session.logout({})
      } finally {
        if (own) begin((await signIns()).ownOf(own))
        else end()
      }
    },
    dispose() {
      page?.removeEventListener('visibilitychange', onVisibility)
      globalThis.removeEventListener?.('online', onOnline)
      globalThis.removeEventListener?.('storage', onStorage)
      clock.stop()
      tokens.dispose()
      problems?.dispose()
      realtime.dispose()
    },
  }
}
