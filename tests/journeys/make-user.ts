import type { System } from './system.ts'

interface Rights {
  permissions: readonly string[]
  device_rights: readonly { group_id: number; may_write: boolean }[]
  template_rights?: readonly { template_id: number; may_write: boolean }[]
  user_group_id?: number | null
  user_type?: number
  must_change_password?: boolean
}

/** A user of the password `demo1234` and of a role of his own that carries these rights alone. */
export async function makeUser(system: System, user_name: string, rights: Rights): Promise<void> {
  const { permissions, device_rights, template_rights = [], user_group_id = null, user_type = 3 } = rights
  const { must_change_password = false } = rights
  const { role_id } = await system.call<{ role_id: number }>('admin', '/yun/user/role', {
    method: 'POST',
    body: {
      role_name: user_name.replace('_', '-'),
      permissions,
      device_rights,
      template_rights,
      item_rights: [],
      custom_home: null,
      dashboard_full_screen: false,
    },
  })
  await system.call('admin', '/user', {
    method: 'POST',
    body: {
      user_name,
      name: user_name.slice(0, 10),
      password: 'demo1234',
      must_change_password,
      user_group_id,
      role_ids: [role_id],
      user_tel: null,
      email: null,
      user_type,
    },
  })
}
