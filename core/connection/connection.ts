import { atom, type ReadableAtom } from 'nanostores'
import type { ConnectionError } from '../contract/api-error.ts'
import { REALTIME_PATH } from '../contract/realtime.ts'
import type { WeekStart } from '../contract/week-start.ts'
import { createRealtime, type Realtime, type RealtimeStatus, type Socket } from '../realtime/realtime.ts'
import { attempt } from '../stores/attempt.ts'
import { readingsOf } from '../stores/readings.ts'
import { createToasts, type Toasts } from '../stores/toasts.ts'
import { createCallerHeaders } from './caller-headers.ts'
import { type Change, type Client, createClient } from './client.ts'
import { createClock, type ServerClock } from './clock.ts'
import { createEntrance } from './entrance.ts'
import { type BrokenLine, createLine } from './line.ts'
import { followPage, pageNow } from './page-events.ts'
import type { GetToken } from './page-token.ts'
import { createProblems } from './problems.ts'
import { createSessionStore, type Keep, type Session } from './session.ts'
import type { SignInChecks } from './sign-in.ts'
import { createTenantFacts } from './tenant-facts.ts'
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

function showUnreachable(toasts: Toasts, reason: ConnectionError['reason']): void {
  void import('./text.ts').then(
    ({ text }) => toasts.show('error', text[reason === 'timeout' || reason === 'unreadable' ? reason : 'offline']),
    // The words did not come either; whoever called sees the failure.
    () => {},
  )
}

const dateHeader = async (transport: ReturnType<typeof createTransport>) =>
  (await transport({ method: 'HEAD', path: '/healthz', headers: {}, reply: 'text' })).headers.get('date')

function socketAddress(base: URL): string {
  const url = resolveBelow(base, REALTIME_PATH)
  url.protocol = base.protocol === 'https:' ? 'wss:' : 'ws:'
  return url.href
}

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
  const base = new URL(baseUrl, pageNow()?.baseURI)
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
      await goBack(held.own)
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
  const callerHeaders = createCallerHeaders(sessions, tokens, () => clock)

  const api = createClient({
    transport,
    headers: callerHeaders.headers,
    lang,
    onRefused: toasts.refuse,
    onUnreachable: (reason, raisesToast) => {
      problems?.unreachable(reason)
      if (raisesToast) showUnreachable(toasts, reason)
    },
    onForeign: () => problems?.report('origin-not-allowed'),
    onAccepted: accepted,
    onChanged: $changed.set,
    onExpired: refused,
    ...(onFailed && { onFailed }),
  })

  const clock = createClock({
    timestamp: () => api.system.timestamp({}),
    dateHeader: () => dateHeader(transport),
  })

  const realtime = createRealtime({
    open: () => openSocket(socketAddress(base)),
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
  tokens.$isExpired.listen((isExpired) => isExpired && realtime.end())

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

  const { $timezone, $weekStart, $granted, learn } = createTenantFacts({
    api,
    $session: sessions.$session,
    $status: realtime.$status,
    hasToken: async () => (await tokens.current().catch(() => null)) !== null,
    attempt,
  })

  function begin<S extends Session | null>(session: S): S {
    sessions.set(session)
    callerHeaders.remember(session)
    if (session) tokens.accepted()
    $endReason.set('')
    realtime.reconnect()
    return session
  }
  const { goBack, ...entrance } = createEntrance({ api, sessions, begin, attempt })

  const stopFollowing = followPage({
    onVisible: realtime.setVisible,
    onOnline() {
      if (realtime.$status.get() === 'offline') realtime.reconnect()
    },
    onStorage() {
      if (sessions.$session.get() && !sessions.isKept()) begin(null)
    },
  })
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
    ...entrance,
    askToken: tokens.ask,
    dispose() {
      stopFollowing()
      clock.stop()
      tokens.dispose()
      problems?.dispose()
      realtime.dispose()
    },
  }
}
