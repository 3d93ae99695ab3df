import { LIMITS } from './limits.ts'
import type { Words } from './words.ts'

/**
 * What a user may use of the product, and how much where nobody said otherwise. Null: no limit. Bytes where the unit says
 * so, else counts. `kept` at the limit lets the newest in and drops the oldest; all others refuse what would exceed it.
 */
type QuotaRow = Words & { readonly fallback: number | null; readonly unit?: 'bytes'; readonly kept?: true }

const MB = 1024 * 1024

export const QUOTAS = {
  device_shares: { zh: '设备分享数', en: 'Device shares', fallback: 100 },
  template_image_bytes: { zh: '模板图片空间', en: 'Template picture space', fallback: 200 * MB, unit: 'bytes' },
  template_shares: { zh: '模板分享数', en: 'Template shares', fallback: 100 },
  templates: { zh: '模板创建数', en: 'Templates', fallback: 1000 },
  screens: { zh: '画面数', en: 'Screens', fallback: 1000 },
  /** Of the organisation: all its screens and dashboards, and their versions. */
  screen_bytes: {
    zh: '画面、仪表盘与版本空间',
    en: 'Space of screens, dashboards and their versions',
    fallback: 2048 * MB,
    unit: 'bytes',
  },
  gallery_bytes: { zh: '私有图库空间', en: 'Private gallery space', fallback: 200 * MB, unit: 'bytes' },
  /** Of the organisation: the galleries of all its users, and of those who are gone. */
  organisation_gallery_bytes: {
    zh: '组织图库空间',
    en: 'Gallery space of the organisation',
    fallback: 2048 * MB,
    unit: 'bytes',
  },
  /** Of the organisation: all its devices, with what they report and nobody has added yet. */
  points: { zh: '设备数据项数', en: 'Points of devices', fallback: LIMITS.points },
  /** One a minute for 19 years: alarms must not fall silent one day. Those of organisations are sent in turns. */
  email: { zh: '邮件推送数', en: 'Email pushes', fallback: 10_000_000 },
  sms: { zh: '短信推送数', en: 'SMS pushes', fallback: 1000 },
  wechat: { zh: '微信推送数', en: 'WeChat pushes', fallback: 1000 },
  alarms_kept: { zh: '报警数据存储上限', en: 'Alarms kept', fallback: LIMITS.alarmsKept, kept: true },
  history_bytes: {
    zh: '历史数据存储上限',
    en: 'History kept',
    unit: 'bytes',
    kept: true,
    fallback: LIMITS.historyBytes,
  },
  rollup_bytes: {
    zh: '历史汇总（长期曲线）存储上限',
    en: 'Summaries of history kept, for curves over years',
    unit: 'bytes',
    kept: true,
    fallback: LIMITS.rollupBytes,
  },
} as const satisfies Record<string, QuotaRow>

/** What one organisation may have of what is no user's own. */
export const ORGANISATION_MOST = {
  users: 10_000,
  user_groups: 2000,
  roles: 500,
  device_groups: 5000,
  /** Lists and the tree of groups answer within 150 ms for so many, as `npm run bench fleet` shows. */
  devices: 100_000,
  listed_devices: 5000,
  templates: 10_000,
  /** Two of each device of the largest, beside those of its templates. */
  alarm_rules: 50_000,
  template_groups: 500,
  permission_items: 20_000,
  screens: 20_000,
  resources: 50_000,
  resource_categories: 500,
  /** Also those that were revoked, which stay in the list. */
  embed_keys: 1000,
  share_links: 20_000,
} as const

/** What one organisation may have, in rows and in bytes of what of a row varies, of what its templates and people have many of. */
export const ROOMS = {
  sources: { zh: '数据源', en: 'data sources', rows: 100_000, bytes: 64 * MB },
  template_points: { zh: '模板数据项', en: 'points of templates', rows: 500_000, bytes: 256 * MB },
  /** Of users and roles, on groups, templates and permission items. */
  rights: { zh: '用户与角色的授权', en: 'rights of users and roles', rows: 1_000_000, bytes: 0 },
  notices: { zh: '站内消息', en: 'notices', rows: 500_000, bytes: 512 * MB },
  receipts: { zh: '站内消息的接收记录', en: 'receivers of notices', rows: 5_000_000, bytes: 0 },
} as const satisfies Record<string, Words & { rows: number; bytes: number }>
export type Room = keyof typeof ROOMS

/** What is said where a room is full. */
export function fullRoom(room: Room, of: 'rows' | 'bytes'): Words {
  const { zh, en, rows, bytes } = ROOMS[room]
  return of === 'rows'
    ? { zh: `组织的${zh}合计最多 ${rows} 个`, en: `the organisation may have at most ${rows} ${en} in all` }
    : {
        zh: `组织的${zh}合计最多 ${bytes / MB} MB`,
        en: `the ${en} of the organisation may have ${bytes / MB} MB at most in all`,
      }
}

export type Quota = keyof typeof QUOTAS
export const QUOTA_NAMES = Object.keys(QUOTAS) as [Quota, ...Quota[]]
