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

/**
 * False after a sign-out, and after the server has ended the session. Whether an embedding page has a token by now is
 * found out only by calls that need one.
 */
export const mayBeSignedIn = ({ $session, hasPageToken }: Connection): boolean =>
  hasPageToken || $session.get() !== null
