import { has, type Page, pushed, ROW, seen } from './axe-page.ts'
import { holding } from './played-server.ts'

const NOW = Date.now()

const counts = { 'GET /yun/message/counts': () => ({ inbox: 1, system: 1, newest_inbox: 1, newest_system: 1 }) }

export const received = (notice_id: number, more: object = {}) => ({
  notice_id,
  title: `Notice ${notice_id}`,
  body: 'See https://example.com/plan',
  user_id: 9,
  user_name: 'boss',
  name: 'Boss',
  is_direct: true,
  may_answer: true,
  sent_time: NOW,
  read_time: null,
  ...more,
})
export const written = (notice_id: number, more: object = {}) => ({
  notice_id,
  title: `Written ${notice_id}`,
  body: 'Text',
  created_time: NOW,
  changed_time: NOW,
  sent_time: NOW,
  targets: {
    everybody: false,
    administrators: true,
    users: [{ user_id: 8, user_name: 'wang', name: 'Wang' }],
    user_groups: [],
    roles: [],
  },
  receivers: 2,
  readers: 1,
  ...more,
})
export const reachable = {
  everybody: 3,
  administrators: 1,
  users: [{ user_id: 8, user_name: 'wang', name: 'Wang' }],
  user_groups: [{ user_group_id: 3, group_name: 'East', parent_id: null }],
  roles: [{ role_id: 4, role_name: 'Nights' }],
}
export const boxes = {
  ...counts,
  'GET /yun/messageCenter/receive': () => ({ rows: [received(1), received(2, { read_time: NOW })], total: 2 }),
  'GET /yun/messageCenter/send': () => ({ rows: [written(3), written(4, { sent_time: null })], total: 2 }),
  'GET /yun/messageCenter/send/readers': () => ({
    rows: [
      { user_name: null, read_time: null },
      { user_name: 'Wang', read_time: NOW },
    ],
    total: 2,
  }),
  'GET /yun/messageCenter/reachable': () => reachable,
  'PUT /yun/message/receive/read': () => ({ changed: 1 }),
}
export const systemMessages = {
  ...counts,
  'GET /yun/message/system': () => ({
    rows: [
      {
        message_id: 1,
        kind: 'new-address',
        params: { address: '10.0.0.7', agent: 'curl' },
        message_time: NOW,
        read_time: null,
      },
    ],
    total: 1,
  }),
  'PUT /yun/message/system/read': () => ({ changed: 1 }),
}
export const bulletin = (bulletin_id: number, more: object = {}) => ({
  bulletin_id,
  title: `Bulletin ${bulletin_id}`,
  body: 'From https://example.com',
  is_pinned: false,
  state: 'shown',
  from_time: NOW,
  until_time: null,
  changed_time: NOW,
  user_name: 'boss',
  name: 'Boss',
  ...more,
})
const mayPost = {
  ...holding(['P00000', 'P74000']),
}
export const board = {
  'GET /bulletin/board': () => ({ rows: [bulletin(1, { is_pinned: true }), bulletin(2)], total: 2 }),
}
export const logs = {
  'GET /yun/logInfo': () => ({
    rows: [
      {
        log_id: 'a',
        log_time: NOW,
        action: 'done',
        user_name: 'li',
        sn_code: 'WW0001',
        dev_alias: 'Pump',
        target: 'setpoint',
        target_en: null,
        old_value: 1,
        value: 2,
        note: '',
        note_en: null,
        detail: {},
        address: '',
        point: { name: '设定', name_en: 'Setpoint', unit: '%', decimals: 0, enum_text: null },
      },
    ],
    total: 1,
  }),
}

// As many are unread as before: there are more than are counted.
const arrived = pushed('messages', {
  type: 'message',
  channel: 'messages',
  inbox: 1,
  system: 1,
  newest_inbox: 5,
  newest_system: 5,
})

export const MESSAGE_PAGES: Record<string, readonly Page[]> = {
  'sg-messages': [
    {
      answers: boxes,
      list: {
        file: 'screens/messages/Inbox.tsx',
        call: 'GET /yun/messageCenter/receive',
        hasSearch: true,
        again: arrived,
      },
      reach: seen([ROW], '.side-panel'),
    },
    {
      shape: 'outbox',
      attributes: { box: 'outbox' },
      answers: boxes,
      // How many have read one is asked with who they are.
      list: {
        file: 'screens/messages/Outbox.tsx',
        call: 'GET /yun/messageCenter/send',
        hasSearch: true,
        again: seen([ROW], '.messages-readers'),
      },
      reach: seen([ROW], '.messages-readers'),
    },
    {
      shape: 'writing',
      answers: boxes,
      reach: seen(['.list-page-actions .button-primary'], '.messages-targets .select-button'),
    },
  ],
  'sg-system-messages': [
    {
      answers: systemMessages,
      list: {
        file: 'screens/system-messages/SystemMessages.tsx',
        call: 'GET /yun/message/system',
        hasSearch: true,
        again: arrived,
      },
      reach: seen([ROW], '.side-panel'),
    },
  ],
  'sg-bulletin-board': [
    {
      answers: board,
      list: {
        file: 'parts/bulletins/Bulletins.tsx',
        call: 'GET /bulletin/board',
        hasSearch: true,
        row: '.bulletin',
        again: false,
      },
      reach: has('.bulletin a'),
    },
    {
      shape: 'posting',
      answers: { ...board, ...mayPost },
      reach: seen(['.list-page-actions .button-primary'], '.side-panel'),
    },
  ],
  'sg-message-center': [{ answers: { ...board, ...counts }, states: { stale: false }, reach: has('.bulletin a') }],
  'sg-log-list': [
    {
      answers: logs,
      list: { file: 'screens/log-list/LogList.tsx', call: 'GET /yun/logInfo', hasSearch: true },
      reach: seen([ROW], '.side-panel'),
    },
  ],
}
