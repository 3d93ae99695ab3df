import { CONNECTION_LIMITS } from '../catalogue/connection-limits.ts'
import { SECOND_MS } from '../catalogue/durations.ts'
import type { Problem } from '../catalogue/problems.ts'
import { ConnectionError } from '../contract/api-error.ts'

/** A token is replaced at this part of its life, give or take `JITTER` of it: pages that opened together spread out. */
const RENEWED_AT = 0.8
const JITTER = 0.1
/** A page that does not know the server's clock yet may take every token for nearly expired: it asks no more often than this. */
const RENEWED_AFTER_MS = 5000
/** The server takes a token so much longer than it says: until then what is on the page goes on, whatever the page gives. */
const SKEW_MS = CONNECTION_LIMITS.tokenSkewS * SECOND_MS
/** A page's own endpoint that gave no usable token is called again after this, doubling; calls ask no sooner either. */
const ASK_FLOOR_MS = 2000
const ASK_CEILING_MS = 60_000
const REFUSED_KEPT = 20

/** `signal` is aborted when the token is no longer awaited: after 20 s, and when the connection is closed. */
export type GetToken = (signal: AbortSignal) => string | null | Promise<string | null>

/** Thrown by a page's token function to say what has to be fixed. */
export class TokenProblem extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem)
    this.problem = problem
  }
}

export interface PageTokenOptions {
  getToken: GetToken
  /** Epoch ms of the server, as far as it is known. */
  serverNow(): number
  /** There is a new token. */
  onFresh(token: string): void
  /** The page gave no token though it tried to, or gave the same one that was refused. */
  onFailed?(problem: Problem): void
  random?: () => number
}

/** The embedding page's token: requested when it is needed, and replaced before it expires. */
export interface PageToken {
  /**
   * The token to send, never one that the server would not take or has refused; null where the page has none to give. Throws a
   * ConnectionError when the page failed to get one.
   */
  get(): Promise<string | null>
  /** The same of what is known already, without asking. */
  held(): string | null
  /** The server does not accept it (any more): another is requested, after several refusals ever more rarely. */
  refused(token: string): void
  /** Asks the page now, whatever it gave before. */
  ask(): Promise<string | null>
  /** The server took what was sent. */
  accepted(): void
  dispose(): void
}

interface Held {
  token: string
  /** When its life is over: local epoch ms; Infinity for a token that does not say. */
  endsAt: number
  lifeMs: number
}

export function createPageToken({
  getToken,
  serverNow,
  onFresh,
  onFailed,
  random = Math.random,
}: PageTokenOptions): PageToken {
  let held: Held | null = null
  /** Shared by all callers at the same time. */
  let asking: Promise<string | null> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let refusals = 0
  /** Until then no call asks: the page gave nothing a moment ago, or one token after the other was refused. */
  let waitsUntil = 0
  /** What the page failed with when it was asked last. */
  let failure: ConnectionError | null = null
  let isDisposed = false
  let giveUp: () => void = () => {}
  const refusedOnes = new Set<string>()

  const valid = () => (held && held.endsAt + SKEW_MS > Date.now() ? held.token : null)
  const jittered = (ms: number) => ms * (1 - JITTER + 2 * JITTER * random())
  const backoff = (count: number) => jittered(Math.min(ASK_CEILING_MS, ASK_FLOOR_MS * 2 ** count))

  function askIn(ms: number) {
    clearTimeout(timer)
    if (!isDisposed) timer = setTimeout(() => void ask().catch(() => {}), ms)
  }

  function failed(cause: ConnectionError | null) {
    failure = cause
    waitsUntil = Math.max(waitsUntil, Date.now() + ASK_FLOOR_MS)
    askIn(backoff(failures))
    failures += 1
  }

  function take(token: string) {
    held = read(token, serverNow())
    failures = 0
    failure = null
    clearTimeout(timer)
    const { endsAt, lifeMs } = held
    if (lifeMs > 0) askIn(Math.max(RENEWED_AFTER_MS, endsAt - Date.now() - lifeMs + jittered(RENEWED_AT * lifeMs)))
    onFresh(token)
  }

  /** A request that never ends would keep all who wait for the same token from trying again. */
  async function inTime(): Promise<string | null> {
    const abort = new AbortController()
    const timeout = new Promise<never>((_, reject) => {
      giveUp = () => {
        reject(new TokenProblem('token-timeout'))
        abort.abort()
      }
    })
    const limit = setTimeout(giveUp, CONNECTION_LIMITS.tokenTimeoutMs)
    try {
      const answer: unknown = await Promise.race([getToken(abort.signal), timeout])
      // Pages without types give what their endpoint answered: {token}.
      if (answer && typeof answer !== 'string') throw new TokenProblem('get-token-failed')
      return (answer as string) || null
    } finally {
      clearTimeout(limit)
      giveUp = () => {}
    }
  }

  async function askNow(): Promise<string | null> {
    let token: string | null
    try {
      token = await inTime()
    } catch (cause) {
      const lost = Object.assign(new ConnectionError('token'), { cause })
      failed(lost)
      const still = valid()
      if (still !== null) return still
      if (!isDisposed) onFailed?.(cause instanceof TokenProblem ? cause.problem : 'get-token-failed')
      throw lost
    }
    if (isDisposed) return null
    if (token !== null && token !== held?.token && !refusedOnes.has(token)) take(token)
    // A page that never had a token may have nobody signed in: it is asked again when a token is needed.
    else if (token !== null || held !== null || refusedOnes.size > 0) failed(null)
    return valid()
  }

  function ask(): Promise<string | null> {
    asking ??= askNow().finally(() => {
      asking = null
    })
    return asking
  }

  return {
    async get() {
      const still = valid()
      if (still !== null) return still
      if (Date.now() >= waitsUntil) return ask()
      if (failure) throw failure
      return null
    },
    held: valid,
    refused(token) {
      refusedOnes.add(token)
      if (refusedOnes.size > REFUSED_KEPT) refusedOnes.delete(refusedOnes.values().next().value as string)
      // One that was replaced meanwhile says nothing about the new one.
      if (held?.token !== token) return
      held = null
      const ms = refusals === 0 ? 0 : backoff(refusals - 1)
      refusals += 1
      waitsUntil = Date.now() + ms
      askIn(ms)
    },
    ask() {
      waitsUntil = 0
      return ask()
    },
    accepted() {
      refusals = 0
    },
    dispose() {
      isDisposed = true
      clearTimeout(timer)
      giveUp()
    },
  }
}

/** What a token says of its own life. It is not verified here: the server does that. */
function read(token: string, serverNow: number): Held {
  const { iat, exp } = claimsOf(token)
  if (typeof iat !== 'number' || typeof exp !== 'number' || exp <= iat)
    return { token, endsAt: Number.POSITIVE_INFINITY, lifeMs: 0 }
  const lifeMs = (exp - iat) * 1000
  const ageMs = serverNow - iat * 1000
  // An impossible age means a wrong clock: the token counts as new, and the server decides.
  const isAge = ageMs > 0 && ageMs < lifeMs
  return { token, endsAt: Date.now() + lifeMs - (isAge ? ageMs : 0), lifeMs }
}

/** Of a guest token; none of any other. */
export function claimsOf(token: string): Readonly<Record<string, unknown>> {
  try {
    const body = token.split('.')[1] ?? ''
    return JSON.parse(atob(body.replaceAll('-', '+').replaceAll('_', '/'))) ?? {}
  } catch {
    return {}
  }
}
