import { atom, type ReadableAtom } from 'nanostores'
import type { Problem } from '../catalogue/problems.ts'
import type { ConnectionError } from '../contract/api-error.ts'

/** Problems between an embedding page and its console, for the page's author. */
export interface Problems {
  /** A name of `PROBLEMS`, or one that a newer server knows; null when all is well. */
  readonly $problem: ReadableAtom<string | null>
  report(problem: Problem): void
  /** No usable reply came. */
  unreachable(reason: ConnectionError['reason']): void
  /** The server took no token, and there is no other. */
  refused(sent: string | null, refusal: { code: string; fault?: string }): void
  /** The server took a token. */
  clear(): void
  dispose(): void
}

/** Follows what goes wrong between this page and the console at `base`. */
export function createProblems(base: URL): Problems {
  const $problem = atom<string | null>(null)
  let isBlocked = false

  /** The page's own policy: to scripts a blocked call looks like a network that is down. */
  const onViolation = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
    if (effectiveDirective !== 'connect-src' || !URL.canParse(blockedURI)) return
    if (new URL(blockedURI).host !== base.host) return
    isBlocked = true
    $problem.set('blocked-by-policy' satisfies Problem)
  }
  globalThis.document?.addEventListener('securitypolicyviolation', onViolation)

  const nameOf = (reason: ConnectionError['reason']): Problem => {
    if (reason === 'unreadable') return base.pathname === '/' ? 'not-a-console' : 'base-url-path'
    if (isBlocked) return 'blocked-by-policy'
    return base.protocol === 'http:' && globalThis.location?.protocol === 'https:' ? 'mixed-content' : 'server-away'
  }

  return {
    $problem,
    report: (problem) => $problem.set(problem),
    unreachable(reason) {
      // The reason was reported when the token was requested.
      if (reason === 'token') return
      $problem.set(nameOf(reason))
      // A console answers pages of other origins below its own root alone: to scripts anything else is as good as away.
      if (base.pathname !== '/' && $problem.get() === 'server-away')
        void globalThis.fetch(`${base.origin}/healthz`, { mode: 'no-cors' }).then(
          () => $problem.set('base-url-path' satisfies Problem),
          () => {},
        )
    },
    refused(sent, { code, fault }) {
      if (code === '110004') $problem.set('origin-not-allowed' satisfies Problem)
      else if (sent !== null) $problem.set(fault ? `token-${fault}` : ('token-refused' satisfies Problem))
      // Why there is none may be known already.
      else if ($problem.get() === null) $problem.set('no-token' satisfies Problem)
    },
    clear: () => $problem.set(null),
    dispose: () => globalThis.document?.removeEventListener('securitypolicyviolation', onViolation),
  }
}
