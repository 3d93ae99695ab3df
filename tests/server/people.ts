import { PERMISSION_CODES } from '../../core/catalogue/permissions.ts'
import type { Reply, TestServer } from './server.ts'

/** The `{code}` of a reply, and the field that it names. */
export const refusalOf = ({ meta, data }: Reply): string =>
  data?.fields?.[0] ? `${meta.code} ${data.fields[0].field}` : meta.code

/** Calls with a token instead of a demo user's name. */
export const asToken =
  (server: TestServer, token: string) =>
  (method: string, path: string, input: object = {}) =>
    server.call(null, method, path, input, { 'x-token': token })

/** The lines of a tenant's audit, the newest first, as its administrator reads them. */
export async function auditOf(server: TestServer, filter: object = {}, user_name = 'admin') {
  const { data } = await server.call(user_name, 'GET', '/user/audit', { page_size: 100, ...filter })
  return data.rows as {
    user_name: string
    by_user_name: string | null
    action: string
    target: string
    detail: Record<string, { before: unknown; after: unknown }>
    address: string
  }[]
}

/** What the demo tenant's tests name all the time. */
export async function demoIds(server: TestServer) {
  const users = await server.db.system((q) => q.selectFrom('app_user').select(['user_id', 'user_name']).execute())
  const groups = await server.db.system((q) =>
    q.selectFrom('user_group').select(['user_group_id', 'group_name']).execute(),
  )
  const roles = await server.db.system((q) =>
    q.selectFrom('role').select(['role_id', 'role_name', 'tenant_id']).orderBy('tenant_id').execute(),
  )
  const devices = await server.db.system((q) =>
    q.selectFrom('device_group').select(['group_id', 'group_name']).orderBy('tenant_id').execute(),
  )
  const found = <T>(rows: readonly T[], is: (row: T) => boolean): T => {
    const row = rows.find(is)
    if (!row) throw new Error('the demo tenant lacks it')
    return row
  }
  return {
    user: (name: string) => found(users, ({ user_name }) => user_name === name).user_id,
    group: (name: string) => found(groups, ({ group_name }) => group_name === name).user_group_id,
    role: (name: string) => found(roles, ({ role_name }) => role_name === name).role_id,
    devices: (name: string) => found(devices, ({ group_name }) => group_name === name).group_id,
  }
}

/** As if the user had proved by a code that the phone and e-mail are his. */
export const prove = (server: TestServer, { user_id }: { user_id: number }) =>
  server.db.system((q) =>
    q
      .updateTable('app_user')
      .set({ is_tel_verified: true, is_email_verified: true })
      .where('user_id', '=', user_id)
      .execute(),
  )

let made = 0
/** A sub-user of the password `demo1234`, made by `by`; `overrides` replace its defaults. */
export async function makeUser(server: TestServer, overrides: object = {}, by = 'admin') {
  const user_name = `user${++made}x`
  const { meta, data } = await server.call(by, 'POST', '/user', {
    user_name,
    password: 'demo1234',
    name: `用户 ${made}`,
    user_group_id: null,
    role_ids: [],
    user_tel: null,
    email: null,
    must_change_password: false,
    ...overrides,
  })
  if (meta.success !== 1) throw new Error(`no user: ${meta.code} ${JSON.stringify(data)}`)
  return data as { user_id: number; user_name: string; name: string }
}

/** A role that carries `rights` and nothing else. */
export async function makeRole(server: TestServer, rights: object = {}, by = 'admin') {
  const { meta, data } = await server.call(by, 'POST', '/yun/user/role', roleInput(`role${++made}`, rights))
  if (meta.success !== 1) throw new Error(`no role: ${meta.code} ${JSON.stringify(data)}`)
  return data as { role_id: number; role_name: string }
}

export const roleInput = (role_name: string, overrides: object = {}) => ({
  role_name,
  remarks: '',
  permissions: ['P00000', 'P10000'],
  device_rights: [],
  template_rights: [],
  item_rights: [],
  custom_home: null,
  dashboard_full_screen: false,
  ...overrides,
})

export const EVERY_CODE = [...PERMISSION_CODES]
