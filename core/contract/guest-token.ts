import * as z from 'zod/mini'
import { Actions, GuestResources } from './embed.ts'
import { Line } from './plain-text.ts'

/** A `kid`, which is `iss` too: the embed key's id and the version of its secret. */
export const KEY_NAME = /^(sgk_[A-Za-z0-9_-]{16})\.([1-9]\d{0,8})$/

/** The header of a guest token. Nothing else may stand in it: no other algorithm, no key that comes along. */
export const GuestHeader = z.strictObject({
  alg: z.literal('HS256'),
  typ: z.optional(z.literal('JWT')),
  kid: z.string().check(z.regex(KEY_NAME)),
})

/**
 * What a portal's server signs (JWT, HS256) for one of its users. `iat` and `exp` are epoch seconds, at most 600 apart;
 * `sub` is the portal's own id of the user, `name` what they are called: records of writes and confirmations show both. What it opens is what
 * both the token and its key name, at every use.
 */
export const GuestClaims = z.object({
  iss: z.string().check(z.regex(KEY_NAME)),
  iat: z.int(),
  exp: z.int(),
  sub: Line(128),
  name: Line(64),
  resources: GuestResources,
  actions: Actions,
})
export type GuestClaims = z.infer<typeof GuestClaims>
