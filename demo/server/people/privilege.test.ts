import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operationsOn, PERMISSION_CODES } from '../../../core/catalogue/permissions.ts'
import { asToken, auditOf, demoIds, EVERY_CODE, makeRole, makeUser, refusalOf } from '../../../tests/server/people.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { countingStatements } from '../../../tests/server/statements.ts'
import type { Caller } from '../http/caller.ts'
import { privilegeAnswers } from './privilege.ts'

let server: TestServer
let ids: Awaited<ReturnType<typeof demoIds>>
let template_id: number
let item_id: number
beforeAll(async () => {
  server = await openTestServer()
  ids = await demoIds(server)
  template_id = (await server.call('admin', 'GET', '/yun/module')).data.rows[0].template_id
  const item = { tenant_id: server.fleet.get('TS0001')?.tenant_id ?? 0, template_id, item_name: '启停' }
  item_id = (
    await server.db.system((q) =>
      q.insertInto('permission_item').values(item).returning('item_id').executeTakeFirstOrThrow(),
    )
  ).item_id
})
afterAll(() => server.close())

const OF = '/yun/userInfo/privilege'
const CHANGES = {
  edit: { path: `${OF}/edit`, input: { permissions: [] } },
  editDevices: { path: `${OF}/dev`, input: { device_rights: [] } },
  editTemplates: { path: `${OF}/module`, input: { template_rights: [], item_rights: [] } },
} as const
const put = (path: string, input: object, by = 'admin') => server.call(by, 'PUT', path, input)
const reset = (user_id: number, by = 'admin') => server.call(by, 'POST', `${OF}/reset`, { user_id })
const directOf = async (user_id: number) => (await server.call('admin', 'GET', OF, { user_id })).data.direct
const tokenOf = async (user_name: string) =>
  (await server.call(null, 'POST', '/yun/v2/user/login', { user_name, password: 'demo1234' })).data.token
const inEast = (overrides: object = {}) => makeUser(server, { user_group_id: ids.group('东区'), ...overrides })
const NOTHING = { permissions: [], device_rights: [], template_rights: [], item_rights: [] }

describe('direct rights', () => {
  test('direct rights are held beside those of the roles, and each is shown where it comes from', async () => {
    const role = await makeRole(server, { permissions: ['P00000', 'P10000'] })
    const { user_id } = await makeUser(server, { role_ids: [role.role_id] })
    await put(CHANGES.edit.path, { user_id, permissions: ['P72000'] })
    const device_rights = [{ group_id: ids.devices('默认分组'), may_write: true }]
    await put(CHANGES.editDevices.path, { user_id, device_rights })
    const template_rights = [{ template_id, may_write: false }]
    const item_rights = [{ template_id, item_id }]
    const { data } = await put(CHANGES.editTemplates.path, { user_id, template_rights, item_rights })
    expect(data).toMatchObject({
      direct: { permissions: ['P72000'], device_rights, template_rights, item_rights },
      from_roles: { permissions: ['P00000', 'P10000'], device_rights: [] },
    })
    const { rows } = (await server.call('admin', 'GET', '/user', { role_id: role.role_id })).data
    expect(rows).toMatchObject([{ user_id, has_direct: true }])
    expect((await reset(user_id)).data).toMatchObject({
      direct: NOTHING,
      from_roles: { permissions: ['P00000', 'P10000'] },
    })
  })

  test('new direct rights count at the next call; revoking one ends the sessions', async () => {
    const { user_id, user_name } = await makeUser(server)
    const call = asToken(server, await tokenOf(user_name))
    expect((await call('GET', '/dev')).meta.code).toBe('100015')
    await put(CHANGES.edit.path, { user_id, permissions: ['P30000'] })
    await put(CHANGES.editDevices.path, {
      user_id,
      device_rights: [{ group_id: ids.devices('默认分组'), may_write: true }],
    })
    expect((await call('GET', '/dev')).data.rows).toMatchObject([{ sn_code: 'TS0001' }])
    await put(CHANGES.editDevices.path, {
      user_id,
      device_rights: [{ group_id: ids.devices('默认分组'), may_write: false }],
    })
    expect(await call('GET', '/dev')).toMatchObject({ status: 500, meta: { code: '100009' }, data: { fault: 'role' } })
  })

  test('changed direct rights are in the audit, before and after', async () => {
    const { user_id, user_name } = await makeUser(server)
    await put(CHANGES.edit.path, { user_id, permissions: ['P72000'] })
    await reset(user_id)
    const lines = await auditOf(server, { action: ['rights', 'rights-reset'], search: user_name })
    expect(lines).toMatchObject([
      { action: 'rights-reset', target: user_name, detail: { permissions: { before: ['P72000'], after: [] } } },
      { action: 'rights', detail: { permissions: { before: [], after: ['P72000'] } } },
    ])
  })

  test('direct rights cannot be granted to an administrator, who has every right', async () => {
    const user_id = ids.user('admin')
    expect((await server.call('admin', 'GET', OF, { user_id })).data).toMatchObject({
      user_type: 1,
      direct: NOTHING,
      from_roles: { permissions: PERMISSION_CODES },
    })
    for (const { path, input } of Object.values(CHANGES))
      expect((await put(path, { user_id, ...input })).meta.code).toBe('110321')
    expect((await reset(user_id)).meta.code).toBe('110321')
  })

  test('direct rights cannot be granted to oneself', async () => {
    const { role_id } = await makeRole(server, { permissions: EVERY_CODE })
    const { user_id, user_name } = await inEast({ role_ids: [role_id] })
    const call = asToken(server, await tokenOf(user_name))
    for (const { path, input } of Object.values(CHANGES))
      expect((await call('PUT', path, { user_id, ...input })).meta.code).toBe('100015')
    expect((await call('POST', `${OF}/reset`, { user_id })).meta.code).toBe('100015')
  })

  test('direct rights cannot be granted by a user who does not have them, and are refused at the field', async () => {
    const { user_id } = await inEast()
    for (const [path, field, rights] of [
      [CHANGES.edit.path, 'permissions', { permissions: ['P83000'] }],
      [CHANGES.editDevices.path, 'device_rights', { device_rights: [{ group_id: 999_999, may_write: false }] }],
      [
        CHANGES.editTemplates.path,
        'template_rights',
        { template_rights: [{ template_id, may_write: false }], item_rights: [] },
      ],
      [CHANGES.editTemplates.path, 'item_rights', { template_rights: [], item_rights: [{ template_id, item_id }] }],
    ] as const)
      expect(refusalOf(await put(path, { user_id, ...rights }, 'manager'))).toBe(`100006 ${field}`)
    expect(await directOf(user_id)).toEqual(NOTHING)
  })

  test('direct rights granted by somebody else can stay, and can be revoked', async () => {
    const { user_id } = await inEast()
    await put(CHANGES.edit.path, { user_id, permissions: ['P83000'] })
    const more = { user_id, permissions: ['P83000', 'P72000'] }
    expect((await put(CHANGES.edit.path, more, 'manager')).data.direct.permissions).toEqual(['P83000', 'P72000'])
    expect((await put(CHANGES.edit.path, { user_id, permissions: [] }, 'manager')).meta.code).toBe('100001')
    expect(refusalOf(await put(CHANGES.edit.path, more, 'manager'))).toBe('100006 permissions')
  })

  test('direct rights of users outside the own groups and of other organisations are out of reach', async () => {
    const outside = await makeUser(server, { user_group_id: ids.group('外协') })
    for (const [user_id, by] of [
      [outside.user_id, 'manager'],
      [ids.user('manager'), 'manager'],
      [ids.user('operator'), 'rival'],
    ] as const) {
      const replies = [
        await server.call(by, 'GET', OF, { user_id }),
        ...(await Promise.all(Object.values(CHANGES).map(({ path, input }) => put(path, { user_id, ...input }, by)))),
        await reset(user_id, by),
      ]
      expect(replies.map(({ meta }) => meta.code)).toEqual(Array(5).fill('110310'))
    }
  })

  test('direct rights include no devices of another organisation', async () => {
    const { data } = await server.call('rival', 'GET', '/yun/dev/group')
    const device_rights = [{ group_id: data[0].group_id, may_write: false }]
    const { user_id } = await makeUser(server)
    expect(refusalOf(await put(CHANGES.editDevices.path, { user_id, device_rights }))).toBe('100006 device_rights')
  })
})

describe.each([
  ['users', '/user/privileges', 'user', 'P53400', ['P53000', 'P50000', 'P00000']],
  ['devices', '/dev/privileges', 'device', 'P30200', ['P30000', 'P00000']],
] as const)('operations on %s', (_name, path, kind, code, sections) => {
  const rowOf = async (user_name: string, by = 'admin') => {
    const { rows } = (await server.call(by, 'GET', path, { search: user_name })).data
    return rows.find((row: { user_name: string }) => row.user_name === user_name)
  }

  test('operations are shown for every user that is overseen, by role and directly', async () => {
    expect(await rowOf('admin')).toMatchObject({ from_roles: operationsOn(kind), direct: [] })
    const { rows } = (await server.call('manager', 'GET', path, { page_size: 100 })).data
    const names = rows.map(({ user_name }: { user_name: string }) => user_name)
    expect(names).toEqual(expect.arrayContaining(['manager', 'operator', 'operator2']))
    for (const name of ['admin', 'rival', 'experience']) expect(names).not.toContain(name)
  })

  test('operations are granted with the sections above them, and revoked with the sessions', async () => {
    const { user_id, user_name } = await inEast()
    const token = await tokenOf(user_name)
    const allow = (is_allowed: boolean) => put(path, { user_ids: [user_id], code, is_allowed }, 'manager')
    expect((await allow(true)).data).toEqual([{ user_id, code: '100001' }])
    expect((await rowOf(user_name)).direct).toEqual([code])
    expect((await directOf(user_id)).permissions).toEqual(expect.arrayContaining([code, ...sections]))
    expect((await asToken(server, token)('GET', '/yun/userInfo')).meta.code).toBe('100001')
    await allow(false)
    expect((await directOf(user_id)).permissions).not.toContain(code)
    expect((await asToken(server, token)('GET', '/yun/userInfo')).data).toEqual({ fault: 'role' })
    const [line] = await auditOf(server, { action: 'rights', search: user_name })
    expect(line?.detail.permissions).toMatchObject({ before: expect.arrayContaining([code]), after: sections })
  })

  test('operations are answered for each user', async () => {
    const { role_id } = await makeRole(server, { permissions: EVERY_CODE })
    const self = await inEast({ role_ids: [role_id] })
    const other = await inEast()
    const user_ids = [self.user_id, other.user_id, ids.user('admin'), 999_999, ids.user('rival')]
    const call = asToken(server, await tokenOf(self.user_name))
    const codes = async (caller: typeof call) =>
      (await caller('PUT', path, { user_ids, code, is_allowed: true })).data.map((row: { code: string }) => row.code)
    expect(await codes(call)).toEqual(['100015', '100001', '110310', '110310', '110310'])
    const admin = asToken(server, await server.tokenOf('admin'))
    expect(await codes(admin)).toEqual(['100001', '100001', '110321', '110310', '110310'])
  })

  test('an operation is given to many users, or taken from them, in as many statements as of two', async () => {
    const caller = (await server.sessions.callerOf(await server.tokenOf('admin'))) as Caller
    const { role_id } = await makeRole(server, { permissions: ['P00000'] })
    const users = []
    for (let n = 0; n < 8; n++) users.push(await inEast(n % 2 ? { role_ids: [role_id] } : {}))
    const user_ids = users.map(({ user_id }) => user_id)
    const statements = async (some: number[], is_allowed: boolean) => {
      const { db, count } = countingStatements(server.db)
      const answers = privilegeAnswers({ db, sessions: server.sessions, budgets: server.budgets })
      const codes = await answers[kind === 'user' ? 'allowUsers' : 'allowDevices'](
        { user_ids: some, code, is_allowed },
        caller,
      )
      expect(codes.map((row) => row.code)).toEqual(some.map(() => '100001'))
      return count()
    }
    const messagesOf = async (user_id: number) =>
      server.db.system((q) =>
        q
          .selectFrom('system_message')
          .select('kind')
          .where('user_id', '=', user_id)
          .where('kind', '=', 'rights-changed')
          .execute(),
      )
    for (const is_allowed of [true, false]) {
      const ofTwo = await statements(user_ids.slice(0, 2), is_allowed)
      expect(await statements(user_ids.slice(2), is_allowed)).toBe(ofTwo)
    }
    for (const user_id of user_ids) expect(await messagesOf(user_id)).toHaveLength(2)
    await statements(user_ids, true)
    const held = await Promise.all(user_ids.map(directOf))
    expect(held.map(({ permissions }) => permissions.includes(code))).toEqual(user_ids.map(() => true))
    expect(held.map(({ permissions }) => permissions.includes('P00000'))).toEqual(user_ids.map((_, n) => n % 2 === 0))
  })

  test('operations are of their own kind, and are granted only by a user who has them', async () => {
    const { user_id } = await inEast()
    for (const wrong of ['P10000', kind === 'user' ? 'P30200' : 'P53400'])
      expect(refusalOf(await put(path, { user_ids: [user_id], code: wrong, is_allowed: true }))).toBe('100006 code')
    const { role_id } = await makeRole(server, { permissions: ['P00000', 'P50000', 'P54000'] })
    const { user_name } = await inEast({ role_ids: [role_id] })
    const reply = await asToken(server, await tokenOf(user_name))('PUT', path, {
      user_ids: [user_id],
      code,
      is_allowed: true,
    })
    expect(refusalOf(reply)).toBe('100006 code')
  })
})
