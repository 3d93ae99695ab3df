import { ConnectionError } from '../contract/api-error.ts'

/** A token is replaced at this part of its life, give or take `JITTER` of it: pages that opened together spread out. */
const RENEWED_AT = 0.8
const JITTER = 0.1
/** A page whose clock is not known yet may believe every token to be nearly over: it asks no more often than this. */
const RENEWED_AFTER_MS = 5000
const RETRY_FLOOR_MS = 1000
const RETRY_CEILING_MS = 60_000
/** A token that was taken for this long was good: the next refusal is a new one, not the same again. */
const GOOD_AFTER_MS = 30_000
const REFUSED_KEPT = 20

export interface PageTokenOptions {
  /** The embedding page's own; null when it has none. */
  getToken(): string | null | Promise<string | null>
  /** Epoch ms of the server, as far as it is known. */
  serverNow(): number
  /** Another token than before is there. */
  onFresh(token: string): void
  random?: () => number
}

/** The embedding page's token: asked for when it is needed, and replaced before it is over. */
export interface PageToken {
  /**
   * The token to send; null where the page has none to give. Throws a ConnectionError when the page fails to get one.
   * Never one that is over or that the server refused.
   */
  get(): Promise<string | null>
  /** The server refused this one: another is asked for, at once and then ever more rarely. */
  refused(token: string): void
  dispose(): void
}

interface Held {
  token: string
  gotAt: number
  /** Local epoch ms; Infinity for a token that does not say. */
  endsAt: number
  lifeMs: number
}

export function createPageToken({ getToken, serverNow, onFresh, random = Math.random }: PageTokenOptions): PageToken {
  let held: Held | null = null
  let asking: Promise<string | null> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let refusals = 0
  /** Until then nobody asks: the page gave a refused token again and again. */
  let waitsUntil = 0
  let isDisposed = false
  const refusedOnes = new Set<string>()

  const valid = () => (held && held.endsAt > Date.now() ? held.token : null)

  function askIn(ms: number) {
    clearTimeout(timer)
    if (isDisposed) return
    timer = setTimeout(() => void ask().catch(() => {}), ms)
  }

  const backoff = (count: number) =>
    Math.min(RETRY_CEILING_MS, RETRY_FLOOR_MS * 2 ** count) * (1 - JITTER + 2 * JITTER * random())

  function failed() {
    askIn(backoff(failures))
    failures += 1
  }

  function take(token: string) {
    held = read(token, serverNow())
    failures = 0
    const { endsAt, lifeMs, gotAt } = held
    if (endsAt !== Number.POSITIVE_INFINITY) {
      const at = RENEWED_AT * (1 - JITTER + 2 * JITTER * random())
      askIn(Math.max(RENEWED_AFTER_MS, endsAt - gotAt - lifeMs * (1 - at)))
    } else clearTimeout(timer)
    onFresh(token)
  }

  async function askNow(): Promise<string | null> {
    let given: string | null
    try {
      given = (await getToken()) || null
    } catch (cause) {
      failed()
      const still = valid()
      if (still !== null) return still
      throw Object.assign(new ConnectionError('offline'), { cause })
    }
    if (isDisposed) return null
    const isNew = given !== null && given !== held?.token && !refusedOnes.has(given)
    if (isNew) take(given as string)
    // A page that never had a token may have nobody signed in; one that had will have another.
    else if (given !== null || held !== null || refusedOnes.size > 0) failed()
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
      return valid() ?? (Date.now() < waitsUntil ? null : ask())
    },
    refused(token) {
      if (refusedOnes.has(token)) return
      refusedOnes.add(token)
      if (refusedOnes.size > REFUSED_KEPT) refusedOnes.delete(refusedOnes.values().next().value as string)
      // One that was replaced meanwhile was on its way when it ended.
      if (held?.token !== token) return
      const wasGood = Date.now() - held.gotAt > GOOD_AFTER_MS
      held = null
      refusals = wasGood ? 0 : refusals
      const ms = refusals === 0 ? 0 : backoff(refusals - 1)
      refusals += 1
      waitsUntil = Date.now() + ms
      askIn(ms)
    },
    dispose() {
      isDisposed = true
      clearTimeout(timer)
    },
  }
}

/** What a token says of its own life. It is not verified here: the server does that. */
function read(token: string, serverNow: number): Held {
  const gotAt = Date.now()
  const { iat, exp } = claimsOf(token)
  if (typeof iat !== 'number' || typeof exp !== 'number' || exp <= iat)
    return { token, gotAt, endsAt: Number.POSITIVE_INFINITY, lifeMs: 0 }
  const lifeMs = (exp - iat) * 1000
  const age = serverNow - iat * 1000
  // An age that cannot be is a clock that is off: what the page has just got is taken for new, and the server judges.
  return { token, gotAt, endsAt: gotAt + lifeMs - (age > 0 && age < lifeMs ? age : 0), lifeMs }
}

function claimsOf(token: string): { iat?: unknown; exp?: unknown } {
  try {
    const body = token.split('.')[1] ?? ''
    const claims = JSON.parse(atob(body.replaceAll('-', '+').replaceAll('_', '/')))
    return typeof claims === 'object' && claims !== null ? claims : {}
  } catch {
    return {}
  }
}
