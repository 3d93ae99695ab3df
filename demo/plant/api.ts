import redaxios from 'redaxios'

const RETRY_MS = { min: 1000, max: 4000 }
const TROUBLE_EVERY_MS = 30_000
/** Answers that only ask for patience: too many requests, bad gateway, not ready yet. */
const PASSING = [429, 502, 503]

/** Calls of the server's API, by their wire names. A server that cannot be reached is waited for. */
export interface Api {
  /** Throws ApiRefusal when the server says no. */
  call(method: 'GET' | 'POST' | 'PUT', path: string, input: Record<string, unknown>): Promise<unknown>
}

/** The server's no; `code` is the contract's. */
export class ApiRefusal extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(`${message} (${code})`)
    this.code = code
  }
}

interface Envelope {
  meta: { success: 0 | 1; code: string; message: string }
  data?: unknown
}

const isEnvelope = (body: unknown): body is Envelope =>
  typeof body === 'object' && body !== null && 'meta' in body && typeof body.meta === 'object' && body.meta !== null

/** Signs in; the returned object makes calls with that session. `onTrouble` is called, not too often, with the reason of a delay. */
export async function signIn(
  base: string,
  account: { user_name: string; password: string } | { token: string },
  onTrouble: (sentence: string) => void,
): Promise<Api> {
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  let saidAt = 0

  async function send(method: string, path: string, input: Record<string, unknown>): Promise<Envelope> {
    const query = method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
    const { status, data: body } = await redaxios<unknown>(`${base}${path}${query}`, {
      method: method as 'GET',
      headers,
      ...(method !== 'GET' && { data: input }),
      validateStatus: () => true,
      // It has no time limit of its own.
      fetch: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(90_000) } as RequestInit),
    })
    if (PASSING.includes(status)) throw new Error(`HTTP ${status}`)
    if (!isEnvelope(body)) throw new Error(`${path} gave no answer of this API`)
    return body
  }

  const api: Api = {
    async call(method, path, input) {
      for (;;) {
        try {
          const { meta, data } = await send(method, path, input)
          if (meta.success !== 1) throw new ApiRefusal(meta.code, `${path}: ${meta.message}`)
          return data
        } catch (error) {
          if (error instanceof ApiRefusal) throw error
          if (Date.now() - saidAt > TROUBLE_EVERY_MS) {
            saidAt = Date.now()
            onTrouble(`The server's API at ${base} cannot be reached (${reasonOf(error)}); the plant keeps trying.`)
          }
          const wait = RETRY_MS.min + Math.random() * (RETRY_MS.max - RETRY_MS.min)
          await new Promise((done) => setTimeout(done, wait))
        }
      }
    },
  }
  const { token } =
    'token' in account ? account : ((await api.call('POST', '/yun/v2/user/login', account)) as { token: string })
  headers['x-token'] = token
  return api
}

/** fetch says only "fetch failed"; the reason is in the cause. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return String(cause)
  return cause.message || String((cause as { code?: unknown }).code ?? cause.name)
}
