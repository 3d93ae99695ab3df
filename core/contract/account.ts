import * as z from 'zod/mini'
import { LIMITS } from '../catalogue/limits.ts'
import { endpoint, Nothing } from './endpoint.ts'
import { CheckCode } from './login-check.ts'
import { Address, FullName, NewPassword, PasswordRule, UserName } from './person.ts'
import { Line } from './plain-text.ts'
import { TimeZone } from './time-zone.ts'

/** A code that was sent by SMS or e-mail: 6 digits, good once, for 10 minutes, for 5 tries, for one purpose. */
const SentCode = z.string().check(z.regex(/^\d{6}$/))
export type CodePurpose = 'register' | 'recover' | 'bind'

/** What asking for a code to be sent answers, whether or not there is such an account. */
const Sent = z.object({ /** Seconds until another may be requested. */ resend_s: z.int() })

/** Which sending of a code this is: its tries are the asker's own. */
const RequestId = z.string().check(z.regex(/^[\w-]{22}$/))

/** The same for somebody unknown, who returns the code with the id of the request. */
const SentToUnknown = z.extend(Sent, { request_id: RequestId })

/** As it was answered when the code was asked for; without it the tries are those of all who have none. */
const sentFor = { request_id: z.optional(RequestId) }

/** Registration and recovery always ask for a graphic code. */
const checked = { check_code: z.optional(CheckCode), graphic_code: z.optional(z.string().check(z.maxLength(8))) }

const Password = z.string().check(z.maxLength(LIMITS.strongPassword))

/** The signed-in user's own account. Phone and e-mail are shown in part. */
export const Profile = z.object({
  user_id: z.int(),
  user_name: z.string(),
  name: z.string(),
  /** As records keep it; '' where it is not known. */
  full_name: z.string(),
  company_name: z.string(),
  /** The organisation's IANA time zone: its days, weeks and hours begin by it. */
  timezone: z.string(),
  user_tel: z.nullable(z.string()),
  email: z.nullable(z.string()),
  is_tel_verified: z.boolean(),
  is_email_verified: z.boolean(),
  is_wechat_bound: z.boolean(),
  /** 1 administrator, 2 administrator2, 3 sub-user. */
  user_type: z.int(),
  create_time: z.int(),
  password_rule: PasswordRule,
})
export type Profile = z.infer<typeof Profile>

export const OpenSession = z.object({
  session_id: z.string(),
  is_this: z.boolean(),
  created_time: z.int(),
  last_seen_time: z.int(),
  address: z.string(),
  /** The browser, as it names itself. */
  agent: z.string(),
  /** Who acts as this user in it; null for the user himself. */
  simulated_by: z.nullable(z.string()),
})
export type OpenSession = z.infer<typeof OpenSession>

export const account = {
  sendRegistrationCode: endpoint({
    method: 'POST',
    path: '/register/sms/num',
    needs: 'public',
    summary:
      'Sends a code for a registration by SMS or e-mail. Whoever has an account already learns that from the message, not here.',
    input: z.object({ address: Address, ...checked }),
    output: SentToUnknown,
    refusals: ['110002', '100019'],
  }),
  register: endpoint({
    method: 'POST',
    path: '/user/register',
    needs: 'public',
    summary:
      'Opens an account: an organisation of its own, with this user as its administrator, who signs in by the address. Verified only where a provider carried the code.',
    input: z.object({
      address: Address,
      code: SentCode,
      ...sentFor,
      password: NewPassword,
      name: Line(LIMITS.nickname),
      company_name: Line(LIMITS.companyName),
      /** The organisation's; Asia/Shanghai where none is sent. */
      timezone: z.optional(TimeZone),
      /** To the privacy policy. */
      agreed: z.literal(true),
    }),
    output: Nothing,
    refusals: ['100015', '110314', '110326', '110316', '110323', '100019'],
  }),
  first: endpoint({
    method: 'POST',
    path: '/user/first',
    needs: 'public',
    summary:
      'Makes the first administrator, with an organisation, by the one-time link that a server without one prints at its start.',
    input: z.object({
      token: z.string().check(z.maxLength(64)),
      user_name: UserName,
      name: Line(LIMITS.nickname),
      company_name: Line(LIMITS.companyName),
      /** The organisation's; Asia/Shanghai where none is sent. */
      timezone: z.optional(TimeZone),
      password: NewPassword,
    }),
    output: Nothing,
    refusals: ['110005', '110313'],
  }),
  sendRecoveryCode: endpoint({
    method: 'POST',
    path: '/user/sms/num',
    needs: 'public',
    summary: 'Sends a code for a new password to the phone or e-mail of an account; answers alike when there is none.',
    input: z.object({ address: Address, ...checked }),
    output: SentToUnknown,
    refusals: ['110002', '100019'],
  }),
  checkCode: endpoint({
    method: 'POST',
    path: '/sms/checked',
    needs: 'public',
    summary: 'Whether a code is right, without using it up; counts as one of its 5 tries when it is not.',
    input: z.object({ address: Address, purpose: z.enum(['register', 'recover']), code: SentCode, ...sentFor }),
    output: Nothing,
    refusals: ['110314', '110326', '100019'],
  }),
  recover: endpoint({
    method: 'POST',
    path: '/user/pwd/reset',
    needs: 'public',
    summary: 'Sets a new password by a sent code, and ends all sessions of the account.',
    input: z.object({ address: Address, code: SentCode, ...sentFor, password: NewPassword }),
    output: Nothing,
    refusals: ['110314', '110326', '100019'],
  }),
  profile: endpoint({
    method: 'GET',
    path: '/user/account',
    needs: 'session',
    summary: 'The account of the signed-in user.',
    input: Nothing,
    output: Profile,
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/yun/userInfo',
    needs: 'session',
    ownOnly: true,
    summary:
      'Changes the nickname and the full name; for administrators the company name and the organisation’s time zone too.',
    input: z.object({
      name: Line(LIMITS.nickname),
      full_name: z.optional(FullName),
      company_name: z.optional(Line(LIMITS.companyName)),
      timezone: z.optional(TimeZone),
    }),
    output: Profile,
  }),
  changePassword: endpoint({
    method: 'PUT',
    path: '/yun/user/edit/pwd',
    needs: 'session',
    ownOnly: true,
    beforeOwnPassword: true,
    summary:
      'Changes the password and ends the other sessions. After it, a session that had to do this first may do all that its user may.',
    input: z.object({ password_now: Password, password: NewPassword }),
    output: Nothing,
    refusals: ['100019'],
  }),
  sendBindingCode: endpoint({
    method: 'POST',
    path: '/user/account/code',
    needs: 'session',
    ownOnly: true,
    summary:
      'Sends a code to a phone or e-mail that is to become this account’s. Refused with 100017 where the gateway does not take an SMS.',
    input: z.object({ address: Address }),
    output: Sent,
    refusals: ['100017', '100019'],
  }),
  bind: endpoint({
    method: 'POST',
    path: '/user/account/bind',
    needs: 'session',
    ownOnly: true,
    summary:
      'Makes a phone or e-mail this account’s, by the code that was sent there and the password. Verified only where a provider carried the code: without one administrators read it, which proves nothing.',
    input: z.object({ address: Address, code: SentCode, password_now: Password }),
    output: Profile,
    refusals: ['110314', '110326', '110316', '110323', '100019'],
  }),
  unbind: endpoint({
    method: 'DELETE',
    path: '/user/account/bind',
    needs: 'session',
    ownOnly: true,
    summary: 'Takes WeChat off this account.',
    input: z.object({ kind: z.literal('wechat') }),
    output: Profile,
  }),
  wechatAddress: endpoint({
    method: 'GET',
    path: '/user/QR/code',
    needs: 'session',
    ownOnly: true,
    summary: 'Where WeChat asks the user for consent; null when this server has no WeChat application.',
    input: z.object({
      /** The page of the console that WeChat leads back to. */ back: z.string().check(z.maxLength(500)),
    }),
    output: z.object({ url: z.nullable(z.string()) }),
  }),
  bindWechat: endpoint({
    method: 'POST',
    path: '/user/QR/code/status',
    needs: 'session',
    ownOnly: true,
    summary: 'Binds WeChat by the code and state that it led back with.',
    input: z.object({
      code: z.string().check(z.minLength(1), z.maxLength(512)),
      state: z.string().check(z.minLength(1), z.maxLength(128)),
    }),
    output: Profile,
    refusals: ['100002', '100003', '113000'],
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/user/session',
    needs: 'session',
    ownOnly: true,
    summary: 'Where this user is signed in, the newest first.',
    input: Nothing,
    output: z.object({ rows: z.array(OpenSession) }),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/user/session',
    needs: 'session',
    ownOnly: true,
    summary: 'Signs out one session of this user, or all the others.',
    input: z.object({ session_id: z.optional(z.string().check(z.maxLength(64))) }),
    output: Nothing,
  }),
  closing: endpoint({
    method: 'GET',
    path: '/user/cancel',
    needs: 'session',
    ownOnly: true,
    summary: 'What has to be cleared before this account can be closed.',
    input: Nothing,
    output: z.object({ left: z.array(z.object({ code: z.string(), count: z.int() })) }),
  }),
  close: endpoint({
    method: 'POST',
    path: '/user/cancel',
    needs: 'session',
    ownOnly: true,
    summary: 'Closes this account for good; the organisation with it when it has no other administrator.',
    input: z.object({ password_now: Password }),
    output: Nothing,
    refusals: ['110329', '110330', '110331', '110332', '100019'],
  }),
}
