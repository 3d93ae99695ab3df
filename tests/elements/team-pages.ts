import { DAY_MS } from '../../core/catalogue/durations.ts'
import type { User } from '../../core/contract/user.ts'
import type { UserGroupNode } from '../../core/contract/user-group.ts'
import { who } from './account-pages.ts'
import { type Page, ROW, seen, type Then } from './axe-page.ts'
import { type Answers, holding } from './played-server.ts'

const NOW = Date.now()

/** Who may do everything with the team. */
export const TEAM = [
  'P00000',
  'P50000',
  'P51000',
  'P51100',
  'P52000',
  'P53000',
  'P53100',
  'P53200',
  'P53300',
  'P53400',
  'P53500',
  'P53600',
]

export const group = (id: number, parent_id: number | null, group_name: string, more: object = {}): UserGroupNode => ({
  object: { id, parent_id, group_name, tag_type: 2, remarks: '', user_count: 0, administrator2: null, ...more },
})
/** Plant (East (Line 1), West) and Office. */
export const groups = () => [
  group(1, null, 'Plant', { user_count: 2, administrator2: 'Manager', remarks: 'All that stands by the river' }),
  group(2, 1, 'East', { user_count: 1 }),
  group(3, 2, 'Line 1'),
  group(4, 1, 'West'),
  group(5, null, 'Office'),
]

export const user = (user_id: number, more: Partial<User> = {}): User => ({
  user_id,
  user_name: `user${user_id}`,
  name: `User ${user_id}`,
  full_name: '',
  user_type: 3,
  user_group_id: 2,
  group_name: 'East',
  roles: [{ role_id: 3, role_name: 'Operator' }],
  user_tel: null,
  email: null,
  isActive: 1,
  must_change_password: false,
  has_direct: false,
  has_own_devices: false,
  create_time: NOW - DAY_MS,
  last_seen_time: NOW - 60_000,
  ...more,
})
export const users = () => [
  user(7, { user_name: 'li', name: 'Li', user_type: 1, user_group_id: null, group_name: null, roles: [] }),
  user(8, { user_name: 'manager', name: 'Manager', user_type: 2, user_group_id: 1, group_name: 'Plant' }),
  user(9, { user_tel: '+86 13800000000', email: 'user9@example.com', has_direct: true }),
  user(10, { isActive: 0, last_seen_time: null }),
]

const role = (role_id: number, role_name: string, is_givable = true) => ({
  role_id,
  role_name,
  role_type: 1,
  remarks: '',
  permission_count: 4,
  has_devices: role_id !== 4,
  user_count: 1,
  is_givable,
  created_time: 0,
  is_editable: is_givable,
})
export const quotas = () => [
  { quota: 'templates', limit: 1000, used: 120 },
  { quota: 'screens', limit: 10, used: 10 },
  { quota: 'gallery_bytes', limit: 209_715_200, used: 52_428_800 },
  { quota: 'sms', limit: null, used: 4 },
  { quota: 'alarms_kept', limit: 2000, used: 2000 },
]

/** What a console answers its administrator on the team's pages. */
export const team: Answers = {
  ...holding(TEAM),
  'GET /yun/userInfo': () => who(),
  'GET /yun/user/group': groups,
  'GET /user': () => ({ rows: users(), total: 4 }),
  'GET /yun/user/role': () => ({
    rows: [{ ...role(3, 'Operator'), remarks: 'Watches the plant' }, role(4, 'Viewer'), role(5, 'Boss', false)],
    total: 3,
  }),
  'GET /yun/sys/signIn/rule': () => ({ password_rule: { least: 6, most: 11, any: false }, one_session: false }),
  'GET /user/quota': quotas,
  'PUT /user/active': () => [{ user_id: 9, code: '100001' }],
}

/** The same for whoever signs in. */
export const signedIn: Answers = Object.fromEntries(Object.entries(team).filter(([call]) => !call.endsWith('/login')))

const shape = (name: string, reach: Then): Page => ({ shape: name, answers: team, reach })

/** The team's pages, in every shape. */
export const TEAM_PAGES: Record<string, readonly Page[]> = {
  'sg-user-groups': [
    {
      answers: signedIn,
      states: { empty: { answers: { ...team, 'GET /yun/user/group': () => [] } }, stale: false },
      reach: seen([], '[role=treeitem]'),
    },
    shape('with one beside', seen(['[role=treeitem]'], '.side-panel .fact')),
    shape('with a new one beside', seen(['.list-page-actions .button'], '.side-panel form')),
  ],
  'sg-users': [
    {
      answers: signedIn,
      list: {
        file: 'screens/users/Users.tsx',
        call: 'GET /user',
        hasSearch: true,
        again: seen([`${ROW}:nth-child(3)`, '.side-panel .foot .button:not(.button-icon)'], ROW),
      },
    },
    shape('with some selected', seen([`${ROW} input`], '.selection-bar')),
    shape('with one beside', seen([`${ROW}:nth-child(3)`], '.side-panel .fact')),
    shape('with the form of one', seen([`${ROW}:nth-child(3)`, '.side-panel [role=tab]:nth-child(2)'], 'form')),
    shape('with the quotas of one', seen([`${ROW}:nth-child(3)`, '.side-panel [role=tab]:nth-child(3)'], '.quota')),
    shape(
      'with a new one beside',
      seen(['.list-page-actions .button-primary', '.side-panel .toggle input'], '[name=again]'),
    ),
  ],
}
