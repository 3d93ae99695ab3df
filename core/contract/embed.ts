import * as z from 'zod/mini'
import { CONNECTION_LIMITS } from '../catalogue/connection-limits.ts'
import { DAY_S } from '../catalogue/durations.ts'
import { endpoint } from './endpoint.ts'
import { Paging, pageOf } from './paging.ts'
import { Line } from './plain-text.ts'
import { SnCode } from './telemetry.ts'

/** Bounds of guest tokens and embed keys. `skewS`: how far a portal's clock may be off in either direction. */
export const GUEST_LIMITS = {
  tokenBytes: 4096,
  lifeS: 600,
  skewS: CONNECTION_LIMITS.tokenSkewS,
  graceS: DAY_S,
  keys: 100,
} as const

/** `read`: values, history, alarms and their channels. `write`: points. `confirm`: alarms. */
export const GuestAction = z.enum(['read', 'write', 'confirm'])
export type GuestAction = z.infer<typeof GuestAction>
export const Actions = z.array(GuestAction).check(z.minLength(1), z.maxLength(3))

/**
 * Devices by SN, whole groups with those below them, or all of the tenant; and dashboards by their numbers, with the values
 * of the points that they bind and nothing else of those devices. What is not named here grants nothing: `all` in a key opens
 * all dashboards to its tokens, but a token names each.
 */
export const GuestResources = z.object({
  all: z.optional(z.boolean()),
  groups: z.optional(z.array(z.int()).check(z.maxLength(200))),
  devices: z.optional(z.array(SnCode).check(z.maxLength(1000))),
  dashboards: z.optional(z.array(z.int()).check(z.maxLength(50))),
})
export type GuestResources = z.infer<typeof GuestResources>

/**
 * What is wrong with a guest token, sent along with 100009 so that the portal's developer can fix it. `early`: signed in the
 * future; `key`: its key was revoked, rotated or is over.
 */
export type TokenFault = 'garbage' | 'signature' | 'claims' | 'too-long' | 'early' | 'expired' | 'key'

const isOrigin = (text: string) =>
  /^https?:\/\/[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text
/** As it is copied from a browser's address: a `/` alone at its end is taken off. */
const Origin = z.string().check(
  z.overwrite((text) => text.replace(/^(https?:\/\/[^/]+)\/$/, '$1')),
  z.maxLength(255),
  z.refine(isOrigin),
)

const KeyId = z.string().check(z.regex(/^sgk_[A-Za-z0-9_-]{16}$/))

/** What an administrator says of a key. */
const describing = {
  name: Line(32),
  /** Exact origins of the pages that may use its tokens, like `https://portal.example`. */
  origins: z.array(Origin).check(z.minLength(1), z.maxLength(20)),
  /**
   * Also calls that name no origin: from programs, and reads from a page that the console's own origin serves. Off, a
   * stolen token is of no use outside of a browser on an allowed page that does not forge its headers.
   */
  without_origin: z._default(z.boolean(), false),
  /** The most that its tokens can do, and where. */
  actions: Actions,
  resources: GuestResources,
  /** Epoch ms; null for a key without an end. */
  expires_time: z._default(z.nullable(z.int()), null),
}

/** A key with which a portal's server signs guest tokens. Its secret is shown when it is made, and never again. */
export const EmbedKey = z.object({
  ...describing,
  without_origin: z.boolean(),
  expires_time: z.nullable(z.int()),
  key_id: KeyId,
  state: z.enum(['active', 'expired', 'revoked']),
  /** Until when the secret before the newest is taken; null when only the newest is. */
  previous_until_time: z.nullable(z.int()),
  created_time: z.int(),
  created_userName: z.string(),
})
export type EmbedKey = z.infer<typeof EmbedKey>

/** `embed_key` is what the portal's server keeps: `sgk_….version.secret`. It is not stored and cannot be shown again. */
export const NewSecret = z.extend(EmbedKey, { embed_key: z.string() })

const byId = { key_id: KeyId }

export const embed = {
  list: endpoint({
    method: 'GET',
    path: '/yun/embed/key',
    needs: ['P83000'],
    summary: 'Embed keys of the tenant, newest first; without their secrets.',
    input: z.object(Paging),
    output: pageOf(EmbedKey),
  }),
  create: endpoint({
    method: 'POST',
    path: '/yun/embed/key',
    needs: ['P83000'],
    ownOnly: true,
    summary: 'Makes an embed key and shows its secret, this once. For administrators.',
    input: z.object(describing),
    output: NewSecret,
    refusals: ['100019'],
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/yun/embed/key',
    needs: ['P83000'],
    ownOnly: true,
    summary: 'Changes a key; tokens that are out already have what the key has now. For administrators.',
    input: z.object({ ...describing, ...byId }),
    output: EmbedKey,
    refusals: ['100002'],
  }),
  rotate: endpoint({
    method: 'POST',
    path: '/yun/embed/key/rotate',
    needs: ['P83000'],
    ownOnly: true,
    summary: 'Makes a new secret and shows it, this once; the old one is taken for `grace_s` more. For administrators.',
    input: z.object({
      ...byId,
      grace_s: z._default(z.int().check(z.minimum(0), z.maximum(GUEST_LIMITS.graceS)), 0),
    }),
    output: NewSecret,
    refusals: ['100002'],
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/yun/embed/key',
    needs: ['P83000'],
    ownOnly: true,
    summary: 'Ends a key, its tokens and their sockets at once and for good. For administrators.',
    input: z.object(byId),
    output: EmbedKey,
    refusals: ['100002'],
  }),
}
