import { createHmac, timingSafeEqual } from 'node:crypto'
import { GUEST_LIMITS, type TokenFault } from '../../../core/contract/embed.ts'
import { GuestClaims, GuestHeader, KEY_NAME } from '../../../core/contract/guest-token.ts'
import { readJson } from '../../../core/contract/json.ts'

/** An embed key's id and the version of its secret, as `kid` names them: `sgk_….2`. */
export interface KeyVersion {
  key_id: string
  version: number
}

const sign = (secret: string | Buffer, text: string) => createHmac('sha256', secret).update(text).digest()

/**
 * The secret of a key's version: it follows from the server's own secret, so that none is stored, and garbage is
 * refused without a query.
 */
export const secretOf = (root: Buffer, kid: string): string => sign(root, `embed key ${kid}`).toString('base64url')

/** What a portal's server keeps: the name of the key's version and its secret. */
export const embedKeyOf = (root: Buffer, { key_id, version }: KeyVersion): string => {
  const kid = `${key_id}.${version}`
  return `${kid}.${secretOf(root, kid)}`
}

const parse = (part: string): unknown => readJson(Buffer.from(part, 'base64url').toString('utf8'))

/**
 * What a guest token says, when a key's secret signed it and it is within its time (`now`: epoch ms); else what is wrong
 * with it. Whether the key still lives is for the store to say.
 */
export function readGuestToken(root: Buffer, token: string, now: number): (GuestClaims & KeyVersion) | TokenFault {
  if (token.length > GUEST_LIMITS.tokenBytes || !/^[\w-]+\.[\w-]+\.[\w-]{43}$/.test(token)) return 'garbage'
  const [head = '', body = '', mac = ''] = token.split('.')
  // The header only chooses among our own secrets; the algorithm is ours, whatever it says.
  const header = GuestHeader.safeParse(parse(head))
  if (!header.success) return 'garbage'
  const { kid } = header.data
  if (!timingSafeEqual(sign(secretOf(root, kid), `${head}.${body}`), Buffer.from(mac, 'base64url'))) return 'signature'
  const read = GuestClaims.safeParse(parse(body))
  if (!read.success) return 'claims'
  const { iss, iat, exp } = read.data
  const second = now / 1000
  if (iss !== kid || exp <= iat) return 'claims'
  if (exp - iat > GUEST_LIMITS.lifeS) return 'too-long'
  if (iat > second + GUEST_LIMITS.skewS) return 'early'
  if (second >= exp + GUEST_LIMITS.skewS) return 'expired'
  const [, key_id, version] = KEY_NAME.exec(kid) ?? []
  return { ...read.data, key_id: key_id as string, version: Number(version) }
}
