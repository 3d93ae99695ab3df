import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Paging, pageOf } from './paging.ts'
import { PermissionCode, rightsCarried } from './role.ts'

const byUser = { user_id: z.int() }

/** What a user may do, and where each right comes from. */
export const Privileges = z.object({
  ...byUser,
  user_name: z.string(),
  name: z.string(),
  /** 1 administrator: holds everything, nothing to give. */
  user_type: z.int(),
  /** Held beside the roles. */
  direct: z.object(rightsCarried),
  /** Of all roles together. */
  from_roles: z.object(rightsCarried),
})
export type Privileges = z.infer<typeof Privileges>

/** Rights over users, or over devices, of one user: a row of the operations table. */
export const Operations = z.object({
  ...byUser,
  user_name: z.string(),
  name: z.string(),
  user_type: z.int(),
  /** Codes held by a role: not to be taken here. */
  from_roles: z.array(z.string()),
  /** Codes held directly. */
  direct: z.array(z.string()),
})
export type Operations = z.infer<typeof Operations>

const listed = z.object({ ...Paging, search: z.optional(z.string().check(z.maxLength(64))) })
const allowed = z.object({
  user_ids: z.array(z.int()).check(z.minLength(1), z.maxLength(500)),
  code: PermissionCode,
  is_allowed: z.boolean(),
})
const changed = z.array(z.object({ ...byUser, /** 100001 when it was done. */ code: z.string() }))

export const privilege = {
  of: endpoint({
    method: 'GET',
    path: '/yun/userInfo/privilege',
    needs: ['P53000', 'P54000'],
    summary: 'What a user may do: by roles, and directly.',
    input: z.object(byUser),
    output: Privileges,
    refusals: ['110310'],
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/yun/userInfo/privilege/edit',
    needs: ['P53200'],
    ownOnly: true,
    summary: 'Sets the permission codes that a user holds beside the roles.',
    input: z.object({ ...byUser, permissions: rightsCarried.permissions }),
    output: Privileges,
    refusals: ['110310', '110321'],
  }),
  editDevices: endpoint({
    method: 'PUT',
    path: '/yun/userInfo/privilege/dev',
    needs: ['P53200'],
    ownOnly: true,
    summary: 'Sets the device rights that a user holds beside the roles.',
    input: z.object({ ...byUser, device_rights: rightsCarried.device_rights }),
    output: Privileges,
    refusals: ['110310', '110321'],
  }),
  editTemplates: endpoint({
    method: 'PUT',
    path: '/yun/userInfo/privilege/module',
    needs: ['P53200'],
    ownOnly: true,
    summary: 'Sets the template rights and permission items that a user holds beside the roles.',
    input: z.object({
      ...byUser,
      template_rights: rightsCarried.template_rights,
      item_rights: rightsCarried.item_rights,
    }),
    output: Privileges,
    refusals: ['110310', '110321'],
  }),
  reset: endpoint({
    method: 'POST',
    path: '/yun/userInfo/privilege/reset',
    needs: ['P53200'],
    ownOnly: true,
    summary: 'Takes all direct rights away: the user holds what the roles carry.',
    input: z.object(byUser),
    output: Privileges,
    refusals: ['110310', '110321'],
  }),
  users: endpoint({
    method: 'GET',
    path: '/user/privileges',
    needs: ['P54000'],
    summary: 'Who may do what with users: the operations of each user that the caller oversees.',
    input: listed,
    output: pageOf(Operations),
  }),
  allowUsers: endpoint({
    method: 'PUT',
    path: '/user/privileges',
    needs: ['P54000'],
    ownOnly: true,
    summary: 'Gives or takes an operation on users, directly; answers for each user.',
    input: allowed,
    output: changed,
  }),
  devices: endpoint({
    method: 'GET',
    path: '/dev/privileges',
    needs: ['P54000'],
    summary: 'Who may do what with devices: the operations of each user that the caller oversees.',
    input: listed,
    output: pageOf(Operations),
  }),
  allowDevices: endpoint({
    method: 'PUT',
    path: '/dev/privileges',
    needs: ['P54000'],
    ownOnly: true,
    summary: 'Gives or takes an operation on devices, directly; answers for each user.',
    input: allowed,
    output: changed,
  }),
}
