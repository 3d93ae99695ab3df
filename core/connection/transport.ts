import { CONNECTION_LIMITS } from '../catalogue/connection-limits.ts'
import { ConnectionError } from '../contract/api-error.ts'
import { readJson } from '../contract/json.ts'

export interface TransportRequest {
  method: string
  /** Absolute path below the base, with its query. */
  path: string
  headers: Record<string, string>
  body?: unknown
  reply: 'text' | 'arrayBuffer'
  signal?: AbortSignal
}

export interface TransportReply {
  status: number
  headers: Headers
  /** The parsed JSON, else the text; an ArrayBuffer where that was requested. */
  body: unknown
}

export type Transport = (request: TransportRequest) => Promise<TransportReply>

/**
 * The URL of `path` below `base`, or an error: no path, however odd, leaves the base's origin and folder, because the
 * token would go along.
 */
export function resolveBelow(base: URL, path: string): URL {
  const folder = base.pathname.replace(/\/$/, '')
  const resolved = new URL(base.origin + folder + (path.startsWith('/') ? path : `/${path}`))
  if (resolved.origin !== base.origin || !resolved.pathname.startsWith(`${folder}/`))
    throw new TypeError(`No path ${path}`)
  return resolved
}

/** Calls of a console with a time limit. No cookie of the embedding page goes along, nor is a redirect followed: both could leak. */
export function createTransport(
  baseUrl: string,
  fetch: typeof globalThis.fetch = globalThis.fetch.bind(globalThis),
): Transport {
  const base = new URL(baseUrl)

  return async ({ method, path, headers, body, reply, signal }) => {
    const url = resolveBelow(base, path)
    const abort = new AbortController()
    let reason: ConnectionError['reason'] = 'offline'
    const stop = (why: ConnectionError['reason']) => {
      reason = why
      abort.abort()
    }
    const timer = setTimeout(() => stop('timeout'), CONNECTION_LIMITS.requestTimeoutMs)
    const onAbort = () => stop('aborted')
    if (signal?.aborted) stop('aborted')
    signal?.addEventListener('abort', onAbort, { once: true })
    try {
      const response = await fetch(url, {
        method,
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        credentials: 'omit',
        redirect: 'error',
        referrerPolicy: 'no-referrer',
        cache: 'no-store',
        signal: abort.signal,
      })
      const { status } = response
      return {
        status,
        headers: response.headers,
        body: await (reply === 'text' ? bodyOf(response) : response[reply]()),
      }
    } catch {
      throw new ConnectionError(reason)
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text()
  const value = readJson(text)
  return value === undefined ? text : value
}
