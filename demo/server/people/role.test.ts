import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  asToken,
  auditOf,
  demoIds,
  EVERY_CODE,
  makeRole,
  makeUser,
  refusalOf,
  roleInput,
} from '../../../tests/server/people.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'

let server: TestServer
let ids: Awaited<ReturnType<typeof demoIds>>
let template: { own: number; rivals: number }
let item_id: number
beforeAll(async () => {
  server = await openTestServer()
  ids = await demoIds(server)
  const templateOf = async (user_name: string) =>
    (await server.call(user_name, 'GET', '/yun/module')).data.rows[0].template_id
  template = { own: await templateOf('admin'), rivals: await templateOf('rival') }
  const tenant_id = server.fleet.get('TS0001')?.tenant_id ?? 0
  const item = { tenant_id, template_id: template.own, item_name: '启停' }
  item_id = (
    await server.db.system((q) =>
      q.insertInto('permission_item').values(item).returning('item_id').executeTakeFirstOrThrow(),
    )
  ).item_id
})
afterAll(() => server.close())

const ROLE = '/yun/user/role'
const admin = (method: string, path: string, input: object = {}) => server.call('admin', method, path, input)
const manager = (method: string, path: string, input: object = {}) => server.call('manager', method, path, input)
const detailOf = async (role_id: number, by = 'admin') =>
  (await server.call(by, 'GET', `${ROLE}/detail`, { role_id })).data
const signIn = async (user_name: string) => {
  const input = { user_name, password: 'demo1234' }
  return (await server.call(null, 'POST', '/yun/v2/user/login', input)).data
}
const listedBy = async (user_name: string): Promise<{ role_id: number; is_editable: boolean; is_givable: boolean }[]> =>
  (await server.call(user_name, 'GET', ROLE, { page_size: 100 })).data.rows
let count = 0
const newName = () => `角色-${++count}`

describe('a role', () => {
  test('a role has the rights that were granted to it, and its users hold them', async () => {
    const rights = {
      permissions: ['P00000', 'P30000', 'P32000'],
      device_rights: [{ group_id: ids.devices('默认分组'), may_write: false }],
      template_rights: [{ template_id: template.own, may_write: false }],
      item_rights: [{ template_id: template.own, item_id }],
      custom_home: 'P32000',
      remarks: '备注',
    }
    const { data: role } = await admin('POST', ROLE, roleInput('巡检-1', rights))
    expect(role).toMatchObject({ ...rights, role_type: 1, user_count: 0, is_givable: true, is_editable: true })
    const { data: bare } = await admin('POST', ROLE, roleInput(newName(), { permissions: ['P00000', 'P30000'] }))
    const rows: { role_id: number; has_devices?: boolean }[] = await listedBy('admin')
    const givesDevices = (role_id: number) => rows.find((row) => row.role_id === role_id)?.has_devices
    expect([givesDevices(role.role_id), givesDevices(bare.role_id)]).toEqual([true, false])
    const { user_name } = await makeUser(server, { role_ids: [role.role_id] })
    const { token, roles, menuPermissions } = await signIn(user_name)
    expect([roles, menuPermissions]).toEqual([['P00000', 'P30000', 'P32000', 'sub-user'], 'P32000'])
    const call = asToken(server, token)
    expect((await call('GET', '/dev')).data.rows).toMatchObject([{ sn_code: 'TS0001' }])
    expect((await call('POST', '/dev/controls', { sn_code: 'TS0001', key: 'setpoint', value: 1 })).meta.code).toBe(
      '110539',
    )
    expect((await call('GET', '/user')).meta.code).toBe('100015')
  })

  test.each([
    ['is not built yet', 'P27000', ['P27000', 'P30000', 'P32000']],
    ['may not be opened', 'P73000', ['P30000', 'P32000', 'P73000']],
    ['does not exist', 'P99000', ['P30000', 'P32000']],
  ])('a role whose first page %s lands on the first that may be opened', async (_what, custom_home, permissions) => {
    const role = await makeRole(server, { permissions: ['P00000', ...permissions] })
    const { user_name } = await makeUser(server, { role_ids: [role.role_id] })
    await server.db.system((q) =>
      q.updateTable('role').set({ custom_home }).where('role_id', '=', role.role_id).execute(),
    )
    expect((await signIn(user_name)).menuPermissions).toBe('P32000')
  })

  test('a role adds to the other roles of a user', async () => {
    const roles = [await makeRole(server), await makeRole(server, { permissions: ['P72000'] })]
    const { user_name } = await makeUser(server, { role_ids: roles.map(({ role_id }) => role_id) })
    expect((await signIn(user_name)).roles.sort()).toEqual(['P00000', 'P10000', 'P72000', 'sub-user'])
  })

  test('a role has a unique name in the organisation, of letters, digits and hyphens', async () => {
    await admin('POST', ROLE, roleInput('Night-Shift'))
    expect(refusalOf(await admin('POST', ROLE, roleInput('Night-Shift')))).toBe('100006 role_name')
    expect((await server.call('rival', 'POST', ROLE, roleInput('Night-Shift'))).meta.code).toBe('100001')
    for (const name of ['', 'a b', 'a_b', '<b>', 'x'.repeat(33)])
      expect(refusalOf(await admin('POST', ROLE, roleInput(name)))).toBe('100006 role_name')
  })

  test('a role is changed, and what changed is in the audit', async () => {
    const role = await makeRole(server)
    const role_name = newName()
    await admin('PUT', `${ROLE}/edit`, {
      ...roleInput(role_name, { permissions: ['P00000', 'P72000'] }),
      role_id: role.role_id,
    })
    expect(await detailOf(role.role_id)).toMatchObject({ role_name, permissions: ['P00000', 'P72000'] })
    const [line] = await auditOf(server, { action: 'role-edit' })
    expect(line).toMatchObject({ user_name: 'admin', target: role_name })
    expect(line?.detail).toEqual({
      permissions: { before: ['P00000', 'P10000'], after: ['P00000', 'P72000'] },
      role_name: { before: role.role_name, after: role_name },
    })
  })

  test('a role keeps the sessions of its users when no right changed', async () => {
    const role = await makeRole(server)
    const { user_name } = await makeUser(server, { role_ids: [role.role_id] })
    const { token } = await signIn(user_name)
    await admin('PUT', `${ROLE}/edit`, { ...roleInput(newName()), role_id: role.role_id })
    expect((await asToken(server, token)('GET', '/yun/userInfo')).meta.code).toBe('100001')
  })

  test('a role is not deleted while somebody has it', async () => {
    const role = await makeRole(server)
    const { user_id } = await makeUser(server, { role_ids: [role.role_id] })
    const remove = () => admin('DELETE', ROLE, { role_id: role.role_id })
    expect((await remove()).meta.code).toBe('202003')
    await admin('PUT', '/user', { user_id, role_ids: [] })
    expect((await remove()).meta.code).toBe('100001')
    expect((await remove()).meta.code).toBe('100002')
    expect((await auditOf(server, { action: 'role-delete' }))[0]).toMatchObject({ target: role.role_name })
  })

  test('a role that comes with the organisation cannot be changed', async () => {
    const role_id = ids.role('管理员')
    expect(await detailOf(role_id)).toMatchObject({ role_type: 0, is_givable: false, is_editable: false })
    expect((await admin('DELETE', ROLE, { role_id })).meta.code).toBe('110321')
    expect((await admin('PUT', `${ROLE}/edit`, { ...roleInput(newName()), role_id })).meta.code).toBe('110321')
  })

  test('a role of another organisation is not found', async () => {
    const { role_id } = await makeRole(server)
    const rival = (method: string, path: string, input: object) => server.call('rival', method, path, input)
    const replies = [
      await rival('GET', `${ROLE}/detail`, { role_id }),
      await rival('PUT', `${ROLE}/edit`, { ...roleInput(newName()), role_id }),
      await rival('DELETE', ROLE, { role_id }),
    ]
    expect(replies.map(({ meta }) => meta.code)).toEqual(['100002', '100002', '100002'])
    expect((await listedBy('rival')).map((row) => row.role_id)).not.toContain(role_id)
  })
})

describe('nobody gives what he does not hold', () => {
  test('a right that the giver lacks is refused in a new role, at its field', async () => {
    for (const [field, rights] of [
      ['permissions', { permissions: ['P00000', 'P83000'] }],
      ['device_rights', { device_rights: [{ group_id: 999_999, may_write: false }] }],
      ['template_rights', { template_rights: [{ template_id: template.own, may_write: false }] }],
      ['item_rights', { item_rights: [{ template_id: template.own, item_id }] }],
    ] as const)
      expect(refusalOf(await manager('POST', ROLE, roleInput(newName(), rights)))).toBe(`100006 ${field}`)
  })

  test('a right to write cannot be granted by a user who only reads', async () => {
    const group_id = ids.devices('水务')
    const { role_id } = await makeRole(server, {
      permissions: [...EVERY_CODE],
      device_rights: [{ group_id, may_write: false }],
      template_rights: [{ template_id: template.own, may_write: false }],
    })
    const { user_name } = await makeUser(server, { role_ids: [role_id], user_group_id: ids.group('外协') })
    const call = asToken(server, (await signIn(user_name)).token)
    const give = (may_write: boolean) => [
      { device_rights: [{ group_id, may_write }] },
      { template_rights: [{ template_id: template.own, may_write }] },
    ]
    for (const rights of give(false))
      expect((await call('POST', ROLE, roleInput(newName(), rights))).meta.code).toBe('100001')
    for (const rights of give(true))
      expect(refusalOf(await call('POST', ROLE, roleInput(newName(), rights)))).toBe(`100006 ${Object.keys(rights)[0]}`)
  })

  test('devices, templates and items of another organisation cannot be granted, by an administrator either', async () => {
    const { data } = await server.call('rival', 'GET', '/yun/dev/group')
    for (const [field, rights] of [
      ['device_rights', { device_rights: [{ group_id: data[0].group_id, may_write: false }] }],
      ['template_rights', { template_rights: [{ template_id: template.rivals, may_write: false }] }],
      ['item_rights', { item_rights: [{ template_id: template.rivals, item_id }] }],
    ] as const)
      expect(refusalOf(await admin('POST', ROLE, roleInput(newName(), rights)))).toBe(`100006 ${field}`)
  })

  test('a user sees the own rights as those that can be granted', async () => {
    const { data } = await manager('GET', `${ROLE}/givable`)
    expect(data.permissions).not.toContain('P83000')
    expect(data.device_groups).toContainEqual(expect.objectContaining({ group_name: '水务', may_write: true }))
    expect(data.templates).toEqual([])
    const all = (await admin('GET', `${ROLE}/givable`)).data
    expect(all.permissions).toEqual(EVERY_CODE)
    expect(all.templates).toMatchObject([{ template_id: template.own, items: [{ item_id }] }])
  })
})

test('the list says of each role what its detail says: whether the caller may give and change it', async () => {
  for (const by of ['admin', 'manager'])
    for (const rights of [
      { permissions: ['P00000', 'P83000'] },
      { device_rights: [{ group_id: ids.devices('默认分组'), may_write: true }] },
      { template_rights: [{ template_id: template.own, may_write: true }] },
      { item_rights: [{ template_id: template.own, item_id }] },
    ])
      await server.call(by, 'POST', ROLE, roleInput(newName(), rights))
  for (const by of ['admin', 'manager']) {
    const { rows } = (await server.call(by, 'GET', ROLE, { page_size: 100 })).data
    expect(new Set(rows.map(({ is_givable }: { is_givable: boolean }) => is_givable))).toEqual(new Set([true, false]))
    for (const row of rows) {
      const { permission_count, has_devices, ...listed } = row
      const detail = await detailOf(row.role_id, by)
      expect(detail).toMatchObject(listed)
      expect(detail.permissions).toHaveLength(permission_count)
      expect(has_devices).toBe(detail.role_type === 0 || detail.device_rights.length > 0)
    }
  }
})

describe('an administrator2', () => {
  test('an administrator2 changes and deletes roles made in the own groups, not those of the whole organisation', async () => {
    const whole = await makeRole(server)
    const own = await makeRole(server, {}, 'manager')
    const rows = await listedBy('manager')
    expect(rows.find(({ role_id }) => role_id === own.role_id)).toMatchObject({ is_editable: true, is_givable: true })
    expect(rows.find(({ role_id }) => role_id === whole.role_id)).toMatchObject({
      is_editable: false,
      is_givable: true,
    })
    const edit = (role_id: number) => manager('PUT', `${ROLE}/edit`, { ...roleInput(newName()), role_id })
    expect((await edit(whole.role_id)).meta.code).toBe('100015')
    expect((await manager('DELETE', ROLE, { role_id: whole.role_id })).meta.code).toBe('100015')
    expect((await edit(own.role_id)).meta.code).toBe('100001')
    expect((await manager('DELETE', ROLE, { role_id: own.role_id })).meta.code).toBe('100001')
  })

  test('an administrator2 sees no role made in groups of others', async () => {
    const group = { user_type: 2, user_group_id: ids.group('外协'), role_ids: [ids.role('二级管理员')] }
    const { user_name } = await makeUser(server, group)
    const call = asToken(server, (await signIn(user_name)).token)
    const { role_id } = (await call('POST', ROLE, roleInput(newName()))).data
    expect((await listedBy('manager')).map((row) => row.role_id)).not.toContain(role_id)
    expect((await manager('GET', `${ROLE}/detail`, { role_id })).meta.code).toBe('100002')
    expect(refusalOf(await manager('DELETE', ROLE, { role_id }))).toBe('100002')
    expect((await listedBy('admin')).map((row) => row.role_id)).toContain(role_id)
  })

  test('an administrator2 cannot change a role of the own groups to which an administrator gave more', async () => {
    const own = await makeRole(server, {}, 'manager')
    const permissions = ['P00000', 'P83000']
    await admin('PUT', `${ROLE}/edit`, { ...roleInput(newName(), { permissions }), role_id: own.role_id })
    expect(await detailOf(own.role_id, 'manager')).toMatchObject({ is_givable: false, is_editable: false })
    const edited = await manager('PUT', `${ROLE}/edit`, {
      ...roleInput(newName(), { permissions }),
      role_id: own.role_id,
    })
    expect(edited.meta.code).toBe('100015')
  })

  test('an administrator2 changes no role that he holds himself, and an administrator does', async () => {
    const role_ids = [ids.role('二级管理员')]
    const { user_id, user_name } = await makeUser(server, {
      user_type: 2,
      user_group_id: ids.group('东区'),
      role_ids,
    })
    const call = async (method: string, path: string, input: object = {}) =>
      asToken(server, (await signIn(user_name)).token)(method, path, input)
    const { role_id } = (await call('POST', ROLE, roleInput(newName()))).data
    const giveHim = async (given: number[]) =>
      expect((await admin('PUT', '/user', { user_id, role_ids: given })).meta.code).toBe('100001')
    const seenByHim = async () => {
      const { rows } = (await call('GET', ROLE, { page_size: 100 })).data
      return [
        rows.find((row: { role_id: number }) => row.role_id === role_id),
        (await call('GET', `${ROLE}/detail`, { role_id })).data,
      ]
    }
    await giveHim([...role_ids, role_id])
    const role = { ...roleInput(newName(), { permissions: ['P00000', 'P53000'] }), role_id }
    for (const seen of await seenByHim()) expect(seen).toMatchObject({ is_givable: true, is_editable: false })
    expect((await call('PUT', `${ROLE}/edit`, role)).meta.code).toBe('100015')
    expect((await admin('PUT', `${ROLE}/edit`, role)).meta.code).toBe('100001')
    await giveHim(role_ids)
    for (const seen of await seenByHim()) expect(seen).toMatchObject({ is_givable: true, is_editable: true })
  })
})
