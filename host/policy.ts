import { DAY_MS } from '../core/catalogue/durations.ts'

const COOKIE = /(?:^|; )sg-hosts=([\w-]{22})(?:;|$)/
const YEAR_S = 365 * (DAY_MS / 1000)
const TRIED = 'sg-hosts-tried'
/** The server writes it into the page: another page may have changed the cookie since. */
const servedBy = () => document.querySelector('base')?.dataset.hosts ?? null
const kept = () => COOKIE.exec(document.cookie)?.[1] ?? null

function keep(policy: string | null, path: string) {
  const age = policy === null ? 0 : YEAR_S
  const safe = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in every browser, nor on plain http
  document.cookie = `sg-hosts=${policy ?? ''}; path=${path}/; max-age=${age}; samesite=lax${safe}`
}

/**
 * Keeps by which policy the server serves this page: media and frames come from the hosts of the organisation alone. A page that
 * has just begun without them begins again, once; one that is used goes on, and its controls say what is blocked.
 */
export function followPolicy(policy: string | null, { path, isBegun }: { path: string; isBegun: boolean }): void {
  if (policy !== kept()) keep(policy, path)
  if (policy === null || policy === servedBy() || isBegun || kept() !== policy) return
  try {
    if (sessionStorage.getItem(TRIED) === policy) return
    sessionStorage.setItem(TRIED, policy)
  } catch {
    // Nothing can be kept here: it would begin again for ever.
    return
  }
  location.reload()
}
