import { TokenProblem } from '../../core/connection/page-token.ts'

/**
 * Asks the portal's own endpoint for a guest token: POST with the page's cookies, answered by JSON `{"token": "…"}`.
 * 401 and 403 say that nobody is signed in at the portal: null. Throws a TokenProblem that says what is to be mended.
 */
export async function askTokenUrl(url: string, signal: AbortSignal): Promise<string | null> {
  const reply = await fetch(url, {
    method: 'POST',
    credentials: 'include',
    cache: 'no-store',
    headers: { accept: 'application/json' },
    signal,
  }).catch(() => null)
  if (reply?.status === 401 || reply?.status === 403) return null
  if (!reply?.ok) throw new TokenProblem('token-url-failed')
  const answer: { token?: unknown } | null = await reply.json().catch(() => null)
  const token = answer?.token
  if (typeof token !== 'string' || token === '') throw new TokenProblem('token-url-answer')
  return token
}

/** What is wrong with an address of the console, before anything is sent to it; null when it may be one. */
export function baseUrlProblem(baseUrl: string | null): 'bad-base-url' | 'base-url-scheme' | 'mixed-content' | null {
  if (!baseUrl || !URL.canParse(baseUrl, document.baseURI)) return 'bad-base-url'
  // A host alone reads as a folder beside the page.
  if (!URL.canParse(baseUrl) && !/^[./]/.test(baseUrl)) return 'base-url-scheme'
  const { protocol, hostname } = new URL(baseUrl, document.baseURI)
  if (protocol !== 'http:' && protocol !== 'https:') return 'base-url-scheme'
  // Browsers let a page of https call this machine itself by http.
  const isOwn = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  return protocol === 'http:' && location.protocol === 'https:' && !isOwn ? 'mixed-content' : null
}
