import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import { HOUR_MS, MINUTE_MS } from '../../../core/catalogue/durations.ts'
import type { TokenFault } from '../../../core/contract/embed.ts'
import { VISITOR_PREFIX } from '../http/token-kinds.ts'

/** How long a visitor's token is good; the page renews it. */
export const VISIT_MS = 10 * MINUTE_MS
/** A page that slept for no longer goes on with the token that it had. */
export const RENEWAL_MS = HOUR_MS

const FORM = /^visit~([\w-]{1,400})~([\w-]{43})$/

/** What the server says of somebody who opened a share link. Times are epoch ms. */
const Claims = z.object({ tenant_id: z.int(), link_id: z.int(), expires_time: z.int() })
export type VisitorClaims = z.infer<typeof Claims>

const sign = (root: Buffer, text: string) => createHmac('sha256', root).update(`visitor ${text}`).digest()

export function makeVisitorToken(root: Buffer, claims: VisitorClaims): string {
  const body = Buffer.from(JSON.stringify(claims)).toString('base64url')
  return `${VISITOR_PREFIX}${body}~${sign(root, body).toString('base64url')}`
}

/** What a token says that the server signed, however old; else what is wrong with it. */
export function readVisitorToken(root: Buffer, token: string): VisitorClaims | TokenFault {
  const [, body, mac] = FORM.exec(token) ?? []
  if (!body || !mac) return 'garbage'
  if (!timingSafeEqual(sign(root, body), Buffer.from(mac, 'base64url'))) return 'signature'
  const claims = Claims.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString()))
  return claims.success ? claims.data : 'claims'
}
