import * as z from 'zod/mini'
import { LIMITS } from '../catalogue/limits.ts'
import { endpoint, Nothing } from './endpoint.ts'
import { Login } from './login.ts'
import { LoginChecks } from './login-check.ts'
import { WeekStart } from './week-start.ts'

const BothLanguages = z.object({ zh: z.string(), en: z.string() })

/** A page of somebody else that embeds elements, as the demo serves some. */
export const ForeignPage = z.object({ url: z.string(), title: BothLanguages, about: BothLanguages })
export type ForeignPage = z.infer<typeof ForeignPage>

/** Ed25519, 32 bytes in base64. */
const PublicKey = z.optional(z.string().check(z.regex(/^[A-Za-z0-9+/]{43}=$/)))

/** `browser_key`: sent in the header `X-Browser` from now on, it gives this browser budgets of its own before a sign-in. */
const FirstLogin = z.extend(Login, { browser_key: z.optional(z.string()) })

export const session = {
  foreignPages: endpoint({
    method: 'GET',
    path: '/yun/v2/foreignPages',
    needs: 'session',
    summary: 'Pages of others that embed elements of this console; none but where the demo serves some.',
    input: Nothing,
    output: z.object({ pages: z.array(ForeignPage) }),
  }),
  login: endpoint({
    method: 'POST',
    path: '/yun/v2/user/login',
    also: ['/login', '/yun/login', '/yun/user/login'],
    needs: 'public',
    summary: 'Signs in with name or phone and password; registers the public key of the session.',
    input: z.object({
      user_name: z.string().check(z.maxLength(254)),
      password: z.string().check(z.maxLength(LIMITS.strongPassword)),
      public_key: PublicKey,
      ...LoginChecks,
    }),
    output: FirstLogin,
    refusals: ['110001', '110002', '110003', '110426', '100019', '100024'],
  }),
  experience: endpoint({
    method: 'POST',
    path: '/yun/v2/user/login/experience',
    needs: 'public',
    summary: 'Signs in as the experience user, who reads the demo tenant and changes nothing.',
    input: z.object({ public_key: PublicKey, puzzle_pass: LoginChecks.puzzle_pass }),
    output: FirstLogin,
    refusals: ['100015', '100019', '100024'],
  }),
  simulate: endpoint({
    method: 'POST',
    path: '/yun/v2/user/login/simulate',
    needs: ['P53600'],
    ownOnly: true,
    summary:
      'A session as another user, for 15 minutes: it cannot simulate again, nor change passwords, keys or rights. Every record names both.',
    input: z.object({ user_id: z.int(), public_key: PublicKey }),
    output: Login,
    refusals: ['100014', '110426'],
  }),
  logout: endpoint({
    method: 'POST',
    path: '/yun/user/logout',
    also: ['/logout'],
    needs: 'session',
    changesNothing: true,
    beforeOwnPassword: true,
    summary: 'Ends the session.',
    input: Nothing,
    output: Nothing,
  }),
  heart: endpoint({
    method: 'POST',
    path: '/yun/user/heart',
    needs: 'session',
    changesNothing: true,
    beforeOwnPassword: true,
    summary: 'Keeps the session alive.',
    input: Nothing,
    output: z.object({ server_time: z.int() }),
  }),
  whoAmI: endpoint({
    method: 'GET',
    path: '/yun/userInfo',
    needs: 'session',
    beforeOwnPassword: true,
    summary: 'The signed-in user.',
    input: Nothing,
    output: z.object({
      user_id: z.int(),
      user_name: z.string(),
      name: z.string(),
      /** 1 administrator, 2 administrator2, 3 sub-user. */
      user_type: z.int(),
      tenant_id: z.int(),
      tenant_name: z.string(),
      /** Who acts as this user, and until when; null for the user himself. */
      simulated_by: z.nullable(z.object({ user_id: z.int(), name: z.string(), until_time: z.int() })),
      is_experience: z.boolean(),
      /** Whether the organisation is of the demo, whose passwords everybody knows, and whom that lets in. */
      demo: z._default(z.enum(['no', 'local', 'network']), 'no'),
    }),
  }),
  privileges: endpoint({
    method: 'POST',
    path: '/userPrivileges',
    needs: 'session',
    changesNothing: true,
    summary:
      "The codes that the caller holds, comma-separated, the code of the page shown first, and the organisation's time zone.",
    input: z.object({
      operator_type: z.optional(z.string().check(z.maxLength(64))),
      req_data: z.optional(z.unknown()),
    }),
    output: z.object({
      grantedPermissions: z.nullable(z.string()),
      menuPermissions: z.string(),
      timezone: z.string(),
      week_start: z.optional(WeekStart),
    }),
  }),
  customPage: endpoint({
    method: 'GET',
    path: '/yun/customPage',
    needs: 'session',
    summary:
      "The caller's own first page, a dashboard: that of a role, else the organisation's; empty where there is none, or the caller does not see it.",
    input: Nothing,
    output: z.object({
      custom_page_name: z.nullable(z.string()),
      custom_page_json: z.nullable(z.object({ dashboard_id: z.int() })),
    }),
  }),
  timezone: endpoint({
    method: 'GET',
    path: '/yun/v2/timezone',
    needs: 'session',
    beforeOwnPassword: true,
    summary:
      "The tenant's IANA time zone, in which every day, week and hour begins, and the day with which its weeks begin.",
    input: Nothing,
    output: z.object({ timezone: z.string(), week_start: z.optional(WeekStart) }),
  }),
}
