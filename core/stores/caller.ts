import type { Connection } from '../connection/connection.ts'
import { claimsOf } from '../connection/page-token.ts'

/** Who is signed in; null for nobody. A page's token that only lives longer than the one before is the same guest's. */
export function callerOf({ $session, $token }: Connection): string | null {
  const session = $session.get()
  if (session) return `${session.tenant_id} ${session.user_id}`
  const token = $token.get()
  const { iat, exp, ...claims } = claimsOf(token ?? '')
  // What a guest may do can change: what a call refuses then, it refuses to the same guest.
  const { iss, sub } = claims
  return exp ? JSON.stringify(sub === undefined ? claims : { iss, sub }) : token
}

/** False after a sign-out, and while the server refuses the last token. */
export const isSignedIn = ({ $session, $token, $isExpired }: Connection): boolean =>
  !$isExpired.get() && ($session.get() !== null || $token.get() !== null)
