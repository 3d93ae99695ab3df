import * as z from 'zod/mini'
import { LIMITS } from '../catalogue/limits.ts'
import type { Permission } from '../catalogue/permissions.ts'
import { PERMISSION_CODES } from '../catalogue/permissions.ts'
import { endpoint, Nothing } from './endpoint.ts'
import { Paging, pageOf } from './paging.ts'
import { RoleName } from './person.ts'
import { Line } from './plain-text.ts'

export const PermissionCode = z.enum(PERMISSION_CODES as [Permission, ...Permission[]])

/** A device group with all below it: reading, and writing too with `may_write`. */
export const DeviceRight = z.object({ group_id: z.int(), may_write: z.boolean() })
/** A template: using it, and changing it too with `may_write`. */
export const TemplateRight = z.object({ template_id: z.int(), may_write: z.boolean() })
/** One of the named rights of a template. */
export const ItemRight = z.object({ template_id: z.int(), item_id: z.int() })

/** Rights, as a role carries them and as a user may hold them directly. */
export const rightsCarried = {
  permissions: z.array(PermissionCode).check(z.maxLength(200)),
  device_rights: z.array(DeviceRight).check(z.maxLength(1000)),
  template_rights: z.array(TemplateRight).check(z.maxLength(1000)),
  item_rights: z.array(ItemRight).check(z.maxLength(2000)),
}

/** 0 default: comes with the organisation and stays as it is. 1 custom. */
const RoleType = z.union([z.literal(0), z.literal(1)])

export const RoleRow = z.object({
  role_id: z.int(),
  role_name: z.string(),
  role_type: RoleType,
  remarks: z.string(),
  permission_count: z.int(),
  /** Whether it gives any device groups. */
  has_devices: z.boolean(),
  user_count: z.int(),
  /** Whether the caller holds all that it carries, and so may give it. */
  is_givable: z.boolean(),
  /** Whether the caller may change it: an administrator2 only roles made in the own subtree that he does not hold. */
  is_editable: z.boolean(),
  created_time: z.int(),
})
export type RoleRow = z.infer<typeof RoleRow>

const describing = {
  role_name: RoleName,
  remarks: z._default(Line(LIMITS.description, 0), ''),
  ...rightsCarried,
  /** The code of the page shown first; null for the first that may be opened. */
  custom_home: z.nullable(PermissionCode),
  /** The dashboard of the custom page, where that is the page shown first (P90000); null for the organisation's. */
  home_dashboard_id: z._default(z.nullable(z.int()), null),
  dashboard_full_screen: z.boolean(),
}

export const Role = z.object({
  ...describing,
  remarks: z.string(),
  role_id: z.int(),
  role_type: RoleType,
  /** What that dashboard is called; null for none, and for one that the caller does not see. */
  home_dashboard_name: z._default(z.nullable(z.string()), null),
  user_count: z.int(),
  is_givable: z.boolean(),
  is_editable: z.boolean(),
  created_time: z.int(),
})
export type Role = z.infer<typeof Role>

/** What there is to give: the caller's own rights, beyond which nobody gives. */
export const Givable = z.object({
  permissions: z.array(z.string()),
  device_groups: z.array(
    z.object({ group_id: z.int(), parent_id: z.nullable(z.int()), group_name: z.string(), may_write: z.boolean() }),
  ),
  templates: z.array(
    z.object({
      template_id: z.int(),
      module_name: z.string(),
      may_write: z.boolean(),
      items: z.array(z.object({ item_id: z.int(), item_name: z.string() })),
    }),
  ),
})
export type Givable = z.infer<typeof Givable>

const byId = { role_id: z.int() }

export const role = {
  list: endpoint({
    method: 'GET',
    path: '/yun/user/role',
    needs: ['P52000', 'P53000'],
    summary: 'Roles of the organisation.',
    input: z.object({ ...Paging, search: z.optional(z.string().check(z.maxLength(64))) }),
    output: pageOf(RoleRow),
  }),
  detail: endpoint({
    method: 'GET',
    path: '/yun/user/role/detail',
    needs: ['P52000', 'P53000'],
    summary: 'One role with all that it carries.',
    input: z.object(byId),
    output: Role,
    refusals: ['100002'],
  }),
  givable: endpoint({
    method: 'GET',
    path: '/yun/user/role/givable',
    needs: ['P52000', 'P53000', 'P54000'],
    summary: 'The rights that the caller holds and so may give.',
    input: Nothing,
    output: Givable,
  }),
  create: endpoint({
    method: 'POST',
    path: '/yun/user/role',
    needs: ['P52100'],
    ownOnly: true,
    summary: 'Creates a role; carries no right that the caller does not hold.',
    input: z.object(describing),
    output: Role,
    refusals: ['118001'],
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/yun/user/role/edit',
    needs: ['P52100'],
    ownOnly: true,
    summary: 'Changes a role. Changed rights end the sessions of its users.',
    input: z.object({ ...describing, ...byId }),
    output: Role,
    refusals: ['100002', '110321', '118001'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/yun/user/role',
    needs: ['P52100'],
    ownOnly: true,
    summary: 'Deletes a role that no user has.',
    input: z.object(byId),
    output: Nothing,
    refusals: ['100002', '110321', '202003'],
  }),
}
