import * as z from 'zod/mini'
import { LIMITS } from '../catalogue/limits.ts'
import { Point } from './device.ts'
import { endpoint, Nothing } from './endpoint.ts'
import { Paging, pageOf } from './paging.ts'
import { Line } from './plain-text.ts'
import { ShownScreen } from './screen.ts'
import { DevState, SnCode } from './telemetry.ts'

/** Who may watch a screen or dashboard may not publish it by that alone. */
const mayShare = ['P82000'] as const

/** A link that opens one screen or dashboard without signing in. Its secret is returned once, when the link is made. Times are epoch ms. */
export const ShareLink = z.object({
  link_id: z.int(),
  kind: z._default(z.enum(['screen', 'dashboard']), 'screen'),
  /** 0 for a dashboard. */
  screen_id: z.int(),
  /** Null for a screen. */
  dashboard_id: z._default(z.nullable(z.int()), null),
  /** What the screen or dashboard is called. */
  screen_name: z.string(),
  /** The device that it is opened for; null where all devices are fixed. */
  sn_code: z.nullable(z.string()),
  name: z.string(),
  expires_time: z.nullable(z.int()),
  /** How often it may be opened; null for no limit. */
  views_most: z.nullable(z.int()),
  views: z.int(),
  /** When it was opened last; null where it never was. */
  last_view_time: z._default(z.nullable(z.int()), null),
  has_password: z.boolean(),
  is_revoked: z.boolean(),
  /** Whether the caller made it, or is an administrator: others may end it. */
  may_edit: z._default(z.boolean(), true),
  created_time: z.int(),
  user_name: z.string(),
})
export type ShareLink = z.infer<typeof ShareLink>

/** A share token: 256 random bits as base64url. */
export const ShareToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

/** Where a visitor's values come from: the frames of the realtime socket after a first one of `ShareFrame`. */
export const SHARE_SOCKET_PATH = '/sharedComponentsWs'
/** `share` is the token that `shareLink.open` answered; later frames bring a renewed one of the same link. */
export const ShareFrame = z.object({ type: z.literal('auth'), share: z.string().check(z.maxLength(4096)) })

/** What a visitor of a link is let see of a device: nothing but its name, state and the points that are shown. */
export const SharedDevice = z.object({
  sn_code: z.string(),
  dev_alias: z.string(),
  dev_state: DevState,
  report_interval_s: z.int(),
  points: z.array(Point),
})

export const OpenedLink = z.object({
  token: z.string(),
  expires_time: z.int(),
  sn_code: z.nullable(z.string()),
  devices: z.array(SharedDevice),
  /** IANA name. */
  timezone: z.string(),
})

/** By which a link is opened, of either kind. */
export const LinkOpening = z.object({
  share: z.string().check(z.maxLength(64)),
  password: z.optional(z.string().check(z.maxLength(64))),
  /** The token of an earlier answer: goes on without counting a view. */
  renew: z.optional(z.string().check(z.maxLength(4096))),
})

const byId = z.object({ link_id: z.int() })
const described = {
  name: Line(LIMITS.genericName),
  expires_time: z.optional(z.nullable(z.int())),
  views_most: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(1_000_000)))),
  password: z.optional(z.nullable(z.string().check(z.minLength(4), z.maxLength(64)))),
}

export const shareLink = {
  list: endpoint({
    method: 'GET',
    path: '/yun/components/share',
    needs: mayShare,
    summary:
      "Share links that the caller made, and those of the caller's screens and dashboards; all of the tenant for administrators.",
    input: z.object({ ...Paging, screen_id: z.optional(z.int()), dashboard_id: z.optional(z.int()) }),
    output: pageOf(ShareLink),
  }),
  create: endpoint({
    method: 'POST',
    path: '/yun/components/share',
    needs: mayShare,
    summary:
      'Makes a share link for a published screen (`screen_id`) that the caller may see and watch (P24000), or for a saved ' +
      "dashboard (`dashboard_id`; P20000, an equipment's P100000). The link opens nothing once its maker no longer may share, " +
      'watch, or see it or the device. The token is returned here and never again.',
    ownOnly: true,
    input: z.object({
      screen_id: z.optional(z.int()),
      dashboard_id: z.optional(z.int()),
      sn_code: z.optional(z.nullable(SnCode)),
      ...described,
    }),
    output: z.object({ link: ShareLink, share: ShareToken }),
    refusals: ['110509', '115005', '118001', '118304'],
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/yun/components/share',
    needs: mayShare,
    summary:
      'Changes what is named of a share link that is not revoked, for whoever made it and administrators; null takes a limit or the password away. Under another ' +
      'password, pages that show it ask for it within 5 s.',
    input: z.object({ ...byId.shape, ...described, name: z.optional(described.name) }),
    output: ShareLink,
    refusals: ['118301'],
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/yun/components/share',
    needs: mayShare,
    summary: 'Ends a share link: pages that show it go dark within 5 s.',
    input: byId,
    output: Nothing,
    refusals: ['118301'],
  }),
  views: endpoint({
    method: 'GET',
    path: '/yun/components/share/views',
    needs: mayShare,
    summary: 'When and from which address a link was opened, the newest 200.',
    input: byId,
    output: z.array(z.object({ view_time: z.int(), address: z.string(), agent: z.string() })),
    refusals: ['118301'],
  }),
  open: endpoint({
    method: 'POST',
    path: '/yun/shared/module',
    needs: 'public',
    // But for the count of views.
    changesNothing: true,
    summary:
      'Opens a share link of a screen: the screen, its devices, and a token for its values, of 10 minutes, which `renew` replaces. One view is counted.',
    input: LinkOpening,
    output: z.extend(OpenedLink, { shown: ShownScreen }),
    refusals: ['118301', '118302', '118303', '100019'],
  }),
}
