/** Calls of the server's API, by their wire names. */
export interface Api {
  call(method: 'GET' | 'POST', path: string, input: Record<string, unknown>): Promise<unknown>
}

/** The server refused a call; anything else that goes wrong means that it cannot be reached. */
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
  typeof body === 'object' && body !== null && 'meta' in body && typeof body.meta === 'object'

/** Signs in; the returned object makes calls with that session. */
export async function signIn(base: string, user_name: string, password: string): Promise<Api> {
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  const api: Api = {
    async call(method, path, input) {
      const query = method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
      const response = await fetch(`${base}${path}${query}`, {
        method,
        headers,
        signal: AbortSignal.timeout(90_000),
        ...(method === 'POST' && { body: JSON.stringify(input) }),
      })
      const body: unknown = await response.json().catch(() => null)
      if (!isEnvelope(body)) throw new ApiRefusal(String(response.status), `${path} gave no answer of the API`)
      if (body.meta.success !== 1) throw new ApiRefusal(body.meta.code, `${path}: ${body.meta.message}`)
      return body.data
    },
  }
  const { token } = (await api.call('POST', '/yun/v2/user/login', { user_name, password })) as { token: string }
  headers['x-token'] = token
  return api
}
