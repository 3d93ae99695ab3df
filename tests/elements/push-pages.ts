import { has, type Page, ROW, seen } from './axe-page.ts'

const NOW = Date.now()

/** What a user's own settings are. */
export const own = (setting: object = {}) => ({
  setting: {
    email_level: 3,
    sms_level: null,
    wechat_level: null,
    on_recovered: false,
    lang: 'zh',
    quiet: { from: 1320, to: 420, days: [1, 2, 3, 4, 5], except_level: 5 },
    ...setting,
  },
  channels: [
    { channel: 'email', address_state: 'ready', address: 'l***@example.com', has_provider: true, limit: null, used: 0 },
    { channel: 'sms', address_state: 'unproved', address: '+86 138****0000', has_provider: false, limit: 10, used: 10 },
    { channel: 'wechat', address_state: 'none', address: '', has_provider: true, limit: 1000, used: 2 },
  ],
  timezone: 'Asia/Shanghai',
})
export const ownPush = { 'GET /yun/push/setting': () => own() }

export const AUDIENCE = {
  users: [
    { user_id: 7, user_name: 'li', name: 'Li' },
    { user_id: 8, user_name: 'wang', name: 'Wang' },
  ],
  roles: [{ role_id: 3, role_name: 'Nights' }],
  groups: [{ group_id: 5, parent_id: null, group_name: 'East' }],
}
export const rule = (more: object = {}) => ({
  escalation_id: 1,
  escalation_name: 'Night shift',
  from_level: 4,
  group_id: 5,
  group_name: 'East',
  steps: [
    { after_min: 5, user_ids: [7], role_ids: [], channels: ['sms'] },
    { after_min: 15, user_ids: [], role_ids: [3], channels: ['email', 'wechat'] },
  ],
  repeat_min: 30,
  ends_on_recovery: false,
  is_enabled: true,
  ...more,
})
export const hook = (more: object = {}) => ({
  webhook_id: 1,
  webhook_name: 'Tickets',
  url: 'https://tickets.example/alarms',
  from_level: 3,
  group_id: null,
  group_name: null,
  is_enabled: true,
  maker: 'Li Na',
  has_maker: true,
  last_time: NOW,
  last_state: 'failed',
  last_error: 'the answer was 503',
  failed: 2,
  ...more,
})
export const rules = {
  'GET /yun/push/escalation': () => ({ rows: [rule(), rule({ escalation_id: 2, is_enabled: false })] }),
  'GET /yun/push/audience': () => AUDIENCE,
}
export const hooks = {
  'POST /yun/push/webhook/test': () => ({ status: 200, error: '' }),
  'GET /yun/push/webhook': () => ({
    rows: [hook(), hook({ webhook_id: 2, last_time: null, last_state: null, failed: 0 })],
  }),
  'GET /yun/push/audience': () => AUDIENCE,
}

/** How alarms reach people beyond the console. */
export const PUSH_PAGES: Record<string, readonly Page[]> = {
  'sg-push-settings': [{ answers: ownPush, states: { empty: false, stale: false }, reach: has('.push-days') }],
  'sg-escalations': [
    {
      answers: rules,
      list: { file: 'screens/escalations/Rules.tsx', call: 'GET /yun/push/escalation', again: false },
      reach: seen([ROW], '.escalation-step'),
    },
    {
      shape: 'webhooks',
      attributes: { tab: 'webhooks' },
      answers: hooks,
      list: {
        file: 'screens/escalations/Webhooks.tsx',
        call: 'GET /yun/push/webhook',
        again: seen([ROW, '.escalation-test button'], ROW),
      },
      reach: seen([ROW], '.escalation-test'),
    },
    {
      shape: 'a new webhook',
      attributes: { tab: 'webhooks' },
      answers: hooks,
      reach: seen(['.list-page-actions button'], '.side-panel form'),
    },
  ],
}
