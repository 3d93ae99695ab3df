import type { Givable, Role, RoleRow } from '../../core/contract/role.ts'
import { type Answers, holding } from './played-server.ts'

export const HELD = ['P00000', 'P10000', 'P30000', 'P30100', 'P30200', 'P31000', 'P31100', 'P50000', 'P52000', 'P52100']
export const MORE = ['P53000', 'P53100', 'P53200', 'P54000']
export const givable: Givable = {
  permissions: HELD,
  device_groups: [
    { group_id: 1, parent_id: null, group_name: 'Water', may_write: true },
    { group_id: 2, parent_id: 1, group_name: 'East', may_write: true },
    { group_id: 3, parent_id: null, group_name: 'Energy', may_write: false },
  ],
  templates: [{ template_id: 7, module_name: 'Pump', may_write: true, items: [{ item_id: 1, item_name: 'Reset it' }] }],
}
export const role = (more: Partial<Role> = {}): Role => ({
  role_id: 3,
  role_name: 'Operator',
  role_type: 1,
  remarks: '',
  user_count: 0,
  is_givable: true,
  is_editable: true,
  created_time: 0,
  permissions: ['P00000', 'P10000', 'P30000'],
  device_rights: [],
  template_rights: [],
  item_rights: [],
  custom_home: null,
  home_dashboard_id: null,
  home_dashboard_name: null,
  dashboard_full_screen: false,
  ...more,
})
export const rowOf = ({ permissions, ...rest }: Role): RoleRow => ({
  ...rest,
  permission_count: permissions.length,
  has_devices: rest.device_rights.length > 0,
})

export const rightsAnswers: Answers = {
  'GET /yun/user/role': () => ({ rows: [rowOf(role()), rowOf(role({ role_id: 4, role_type: 0 }))], total: 2 }),
  'GET /yun/user/role/detail': () => role(),
  'GET /yun/user/role/givable': () => givable,
}
/** The same with one role. */
export const oneRole: Answers = { ...rightsAnswers, 'GET /yun/user/role': () => ({ rows: [rowOf(role())], total: 1 }) }
/** Who may change all of it. */
export const signedIn: Answers = holding([...HELD, ...MORE])

/** Users by operations, in every way that a box can stand. */
export const operations = (user_id: number, more: object = {}) => ({
  user_id,
  user_name: `user${user_id}`,
  name: `User ${user_id}`,
  user_type: 3,
  from_roles: [],
  direct: [],
  ...more,
})
export const operating = {
  rows: [
    operations(1, { user_type: 1 }),
    operations(2, { from_roles: ['P53100'] }),
    operations(3, { direct: ['P53100'] }),
    operations(4),
  ],
  total: 4,
}
