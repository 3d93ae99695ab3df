import redaxios from 'redaxios'
import { CONNECTION_LIMITS } from '../catalogue/connection-limits.ts'
import { ConnectionError } from '../contract/api-error.ts'

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
  /** The parsed JSON, else the text; an ArrayBuffer where that was asked for. */
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

/**
 * redaxios with our own fetch under it: redaxios ignores time-outs and abort signals, and sends a URL that contains `//`
 * to the embedding page's origin, with its headers.
 */
export function createTransport(
  baseUrl: string,
  fetch: typeof globalThis.fetch = globalThis.fetch.bind(globalThis),
): Transport {
  const base = new URL(baseUrl)
  const http = redaxios.create({ validateStatus: () => true })

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
      const response = await http(path, {
        method: method.toLowerCase() as 'get',
        ...(body !== undefined && { data: body }),
        responseType: reply,
        headers,
        fetch: ((_url: string, init: RequestInit) =>
          fetch(url, {
            ...init,
            credentials: 'omit',
            redirect: 'error',
            referrerPolicy: 'no-referrer',
            cache: 'no-store',
            signal: abort.signal,
          })) as typeof globalThis.fetch,
      })
      // redaxios swallows an error that comes while the body is read.
      if (abort.signal.aborted) throw abort.signal.reason
      return { status: response.status, headers: response.headers as unknown as Headers, body: response.data }
    } catch {
      throw new ConnectionError(reason)
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
  }
}
