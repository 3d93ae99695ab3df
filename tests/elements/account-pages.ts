import { DAY_MS, MINUTE_MS } from '../../core/catalogue/durations.ts'
import type { OpenSession, Profile } from '../../core/contract/account.ts'
import type { AuditLine, DeliveredMessage } from '../../core/contract/audit.ts'
import { has, ONLY_READY, type Page, ROW, seen, type Then } from './axe-page.ts'
import { holding, refuse } from './played-server.ts'
import { ownPush } from './push-pages.ts'

const NOW = Date.now()

/** Requested again and refused, it shows what it had. */
const staleAfter =
  (shown: string, refresh: string): Then =>
  async (played) => {
    await has(shown)(played)
    refuse(played.server)
    await seen([refresh], '.state-line')(played)
  }

/** Li of the water works, an administrator. */
export const who = (more: object = {}) => ({
  user_id: 7,
  user_name: 'li',
  name: 'Li',
  user_type: 1,
  tenant_id: 1,
  tenant_name: 'Water works',
  simulated_by: null,
  is_experience: false,
  ...more,
})
/** Who acts as somebody else. */
export const BOSS = { user_id: 1, name: 'Boss', until_time: NOW + MINUTE_MS }
export const profile = (more: Partial<Profile> = {}): Profile => ({
  user_id: 7,
  user_name: 'li',
  name: 'Li',
  full_name: '',
  company_name: 'Water works',
  user_type: 1,
  timezone: 'Asia/Shanghai',
  user_tel: '+86 138****0000',
  email: null,
  is_tel_verified: true,
  is_email_verified: false,
  is_wechat_bound: false,
  create_time: NOW,
  password_rule: { least: 6, most: 11, any: false },
  ...more,
})
export const session = (session_id: string, more: Partial<OpenSession> = {}): OpenSession => ({
  session_id,
  is_this: false,
  created_time: NOW - MINUTE_MS,
  last_seen_time: NOW,
  address: '10.0.0.7',
  agent: 'curl/8.5',
  simulated_by: null,
  ...more,
})
export const auditLine = (audit_id: number, more: Partial<AuditLine> = {}): AuditLine => ({
  audit_id,
  audit_time: NOW,
  user_id: 7,
  user_name: 'li',
  by_user_id: null,
  by_user_name: null,
  action: 'user-edit',
  target: 'wang',
  detail: {},
  address: '10.0.0.7',
  ...more,
})
export const delivered = (message_id: number, more: Partial<DeliveredMessage> = {}): DeliveredMessage => ({
  message_id,
  message_time: NOW,
  channel: 'sms',
  address: '+86 13800000000',
  subject: '',
  body: 'Your code is 123456',
  state: 'kept',
  error: '',
  reason: 'code',
  name: '',
  tries: 0,
  due_time: null,
  alarms: 0,
  alarm_id: null,
  alarm_name: null,
  alarm_name_en: null,
  alarm_level: null,
  ...more,
})
const account = { 'GET /user/account': () => profile({ email: 'l***@example.com' }), 'GET /yun/userInfo': () => who() }
const sessions = {
  ...account,
  'GET /user/session': () => ({
    rows: [session('a', { is_this: true }), session('b'), session('c', { simulated_by: 'Boss' })],
  }),
}
const closing = (left: unknown[]) => ({ ...account, 'GET /user/cancel': () => ({ left }) })
const part = (section: string, shape: string, page: Pick<Page, 'answers' | 'states' | 'reach'>): Page => ({
  shape,
  attributes: { section },
  ...page,
})
const change = { name: { before: 'Wang', after: 'Zhao' }, count: 2 }
const audit = {
  'GET /user/audit': () => ({
    rows: [
      auditLine(0, { detail: change }),
      auditLine(1, { action: 'sign-in', by_user_id: 1, by_user_name: 'Boss', detail: change }),
    ],
    total: 2,
  }),
}
const STATES = ['kept', 'waiting', 'sent', 'failed', 'quota', 'quiet', 'no_address'] as const
const messages = {
  'GET /yun/message/delivered': () => ({
    rows: STATES.map((state, id) =>
      delivered(id, {
        state,
        error: state === 'failed' ? 'no answer' : '',
        name: 'Li',
        reason: 'alarm',
        tries: 1,
        alarms: 2,
        alarm_id: '7',
        alarm_name: 'Too hot',
        alarm_level: 4,
      }),
    ),
    total: STATES.length,
  }),
}
const rule = {
  'GET /yun/sys/signIn/rule': () => ({ password_rule: { least: 6, most: 11, any: false }, one_session: false }),
}
export const link = (name: string, more: object = {}) => ({
  link_id: name.length,
  screen_id: 4,
  screen_name: 'Station',
  sn_code: 'PUMP1',
  name,
  expires_time: null,
  views_most: null,
  views: 3,
  has_password: false,
  is_revoked: false,
  created_time: NOW,
  user_name: 'admin',
  ...more,
})
const shareLinks = {
  'GET /yun/components/share': () => ({
    rows: [
      link('Owner', { expires_time: NOW + DAY_MS, views_most: 10, has_password: true }),
      link('Visitors', { is_revoked: true }),
      link('Fair', { views_most: 3 }),
    ],
    total: 3,
  }),
  'GET /yun/components/share/views': () => [{ view_time: NOW, address: '203.0.113.7', agent: 'Mozilla/5.0' }],
}

/** The user's own account, and what administrators see of sign-ins. */
export const ACCOUNT_PAGES: Record<string, readonly Page[]> = {
  'sg-account': [
    { answers: account, states: { empty: false, stale: false }, reach: has('.send-form') },
    part('security', 'security', { answers: account, reach: seen(['.account-bound .button'], 'input[name=phone]') }),
    part('push', 'alarm push', { answers: { ...account, ...ownPush }, reach: has('.push-channels') }),
    part('sessions', 'sessions', {
      answers: sessions,
      states: { ...ONLY_READY, stale: { reach: staleAfter('.account-session', '.account-head button') } },
      reach: has('.account-session'),
    }),
    part('closing', 'closing with something left', {
      answers: closing([{ code: '110329', count: 3 }]),
      reach: has('.account-left'),
    }),
    part('closing', 'closing', { answers: closing([]), reach: seen(['.button-danger'], '.field-error') }),
  ],
  'sg-audit': [
    {
      answers: audit,
      list: { file: 'screens/audit/Audit.tsx', call: 'GET /user/audit', hasSearch: true },
      reach: seen([ROW], '.side-panel'),
    },
  ],
  'sg-delivered-messages': [
    {
      answers: messages,
      list: {
        file: 'screens/delivered-messages/DeliveredMessages.tsx',
        call: 'GET /yun/message/delivered',
        hasSearch: true,
      },
      reach: seen([ROW], '.side-panel'),
    },
    {
      shape: 'all kept here',
      answers: {
        'GET /yun/message/delivered': () => ({
          rows: [delivered(1, { channel: 'email', address: 'li@example.com', subject: 'Code', name: 'Li' })],
          total: 1,
        }),
      },
      reach: has('.messages-note'),
    },
  ],
  'sg-share-links': [
    {
      answers: shareLinks,
      list: { file: 'screens/share-links/ShareLinks.tsx', call: 'GET /yun/components/share' },
      reach: seen([ROW], '.share-visits'),
    },
  ],
  'sg-sign-in-rule': [
    // Requested again after a change of its own alone.
    { answers: rule, states: { empty: false, stale: false }, reach: has('.rule-note') },
    {
      shape: 'for an administrator',
      answers: {
        ...rule,
        ...holding(['administrator']),
      },
      reach: has('.rule-form'),
    },
  ],
  'sg-privacy': [{ answers: {}, states: ONLY_READY }],
}
