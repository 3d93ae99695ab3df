import { DAY_MS } from '../../core/catalogue/durations.ts'
import { has, ONLY_READY, type Page, ROW, seen, type Then } from './axe-page.ts'
import { holding, refuse } from './played-server.ts'
import { ownPush } from './push-pages.ts'

const NOW = Date.now()

/** Asked again and refused, it shows what it had. */
const staleAfter =
  (shown: string, refresh: string): Then =>
  async (played) => {
    await has(shown)(played)
    refuse(played.server)
    await seen([refresh], '.state-line')(played)
  }

const account = {
  'GET /user/account': () => ({
    user_id: 7,
    user_name: 'li',
    name: 'Li',
    company_name: 'Water works',
    user_type: 1,
    create_time: NOW,
    timezone: 'Asia/Shanghai',
    user_tel: '+86 138****0000',
    email: 'l***@example.com',
    is_tel_verified: true,
    is_email_verified: false,
    is_wechat_bound: false,
    password_rule: { least: 6, most: 11, any: false },
  }),
  'GET /yun/userInfo': () => ({
    user_id: 7,
    user_name: 'li',
    name: 'Li',
    user_type: 1,
    tenant_id: 1,
    tenant_name: 'Water works',
    simulated_by: null,
    is_experience: false,
  }),
}
const session = (session_id: string, more: object = {}) => ({
  session_id,
  is_this: false,
  created_time: NOW,
  last_seen_time: NOW,
  address: '10.0.0.7',
  agent: 'curl/8.5',
  simulated_by: null,
  ...more,
})
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

const audit = {
  'GET /user/audit': () => ({
    rows: ['user-edit', 'sign-in'].map((action, at) => ({
      audit_id: at,
      audit_time: NOW,
      user_id: 7,
      user_name: 'li',
      target: 'wang',
      address: '10.0.0.7',
      action,
      by_user_id: at || null,
      by_user_name: at ? 'Boss' : null,
      detail: { name: { before: 'Wang', after: 'Zhao' }, count: 2 },
    })),
    total: 2,
  }),
}
const messages = {
  'GET /yun/message/delivered': () => ({
    rows: ['kept', 'waiting', 'sent', 'failed', 'quota', 'quiet', 'no_address'].map((state, message_id) => ({
      message_id,
      message_time: NOW,
      channel: 'sms',
      address: '+86 13800000000',
      subject: '',
      state,
      body: 'Your code is 123456',
      error: state === 'failed' ? 'no answer' : '',
      name: 'Li',
      reason: 'alarm',
      tries: 1,
      due_time: null,
      alarms: 2,
      alarm_id: '7',
      alarm_name: 'Too hot',
      alarm_name_en: null,
      alarm_level: 4,
    })),
    total: 7,
  }),
}
const keptMessage = {
  message_id: 1,
  message_time: NOW,
  channel: 'email',
  address: 'li@example.com',
  subject: 'Code',
  name: 'Li',
  reason: 'code',
  tries: 0,
  due_time: null,
  alarms: 0,
  alarm_id: null,
  alarm_name: null,
  alarm_name_en: null,
  alarm_level: null,
}
const rule = {
  'GET /yun/sys/signIn/rule': () => ({ password_rule: { least: 6, most: 11, any: false }, one_session: false }),
}
const link = (name: string, more: object) => ({
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
          rows: [{ ...keptMessage, body: '123456', state: 'kept', error: '' }],
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
    // Asked again after a change of its own alone.
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
