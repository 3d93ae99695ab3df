import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asToken, auditOf, demoIds, EVERY_CODE, makeRole, makeUser, refusalOf } from '../../../tests/server/people.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'

let server: TestServer
let ids: Awaited<ReturnType<typeof demoIds>>
beforeAll(async () => {
  server = await openTestServer()
  ids = await demoIds(server)
})
afterAll(() => server.close())

const admin = (method: string, path: string, input: object = {}) => server.call('admin', method, path, input)
const manager = (method: string, path: string, input: object = {}) => server.call('manager', method, path, input)
const signIn = (user_name: string, password = 'demo1234') =>
  server.call(null, 'POST', '/yun/v2/user/login', { user_name, password })
const create = (overrides: object, by = 'admin') =>
  server.call(by, 'POST', '/user', {
    user_name: `made${Math.random().toString(36).slice(2, 10)}`,
    password: 'secret12',
    name: '小王',
    user_group_id: null,
    role_ids: [],
    user_tel: null,
    email: null,
    must_change_password: false,
    ...overrides,
  })
const namesSeenBy = async (user_name: string, filter: object = {}): Promise<string[]> => {
  const { data } = await server.call(user_name, 'GET', '/user', { page_size: 100, sort: 'user_name', ...filter })
  return data.rows.map((row: { user_name: string }) => row.user_name)
}
const codesOf = ({ data }: { data: { code: string }[] }) => data.map(({ code }) => code)

describe('a new user', () => {
  test('signs in, and is listed with group and roles', async () => {
    const role = await makeRole(server)
    const group = { user_group_id: ids.group('东区') }
    const { data } = await create({
      user_name: 'xiao.wang',
      ...group,
      role_ids: [role.role_id],
      user_tel: '13700000001',
    })
    expect(data).toMatchObject({
      user_name: 'xiao.wang',
      user_type: 3,
      isActive: 1,
      group_name: '东区',
      user_tel: '+86 13700000001',
      roles: [{ role_id: role.role_id, role_name: role.role_name }],
      has_direct: false,
      has_own_devices: false,
      last_seen_time: null,
    })
    expect((await signIn('xiao.wang', 'secret12')).data.roles).toEqual(['P00000', 'P10000', 'sub-user'])
    expect(await namesSeenBy('admin', { search: 'XIAO' })).toEqual(['xiao.wang'])
  })

  test('a new user is in the audit with every field that was set, and without the password', async () => {
    await create({ user_name: 'audited', name: '小周', password: 'Secret99' })
    const [line] = await auditOf(server, { action: 'user-create' })
    expect(line).toMatchObject({ user_name: 'admin', target: 'audited', address: '127.0.0.1' })
    expect(line?.detail.name).toEqual({ before: null, after: '小周' })
    expect(JSON.stringify(line)).not.toMatch(/Secret99|password|argon2/)
  })

  test.each([
    ['110313 user_name', { user_name: 'Operator' }],
    ['110313 user_name', { user_name: 'rival' }],
    ['110316 user_tel', { user_tel: '+86 13700000099' }],
    ['110323 email', { email: 'Taken@plant.example' }],
    ['100006 user_tel', { user_tel: 'a@plant.example' }],
    ['100006 email', { email: '13700000098' }],
    ['100006 user_tel', { user_tel: '137' }],
    ['100006 user_name', { user_name: 'a b' }],
    ['100006 user_name', { user_name: '+86 13700000001' }],
    ['100006 user_name', { user_name: 'a@plant.example' }],
    ['100006 name', { name: '' }],
    ['100006 name', { name: 'a\u202eb' }],
    ['100006 user_type', { user_type: 1 }],
    ['100006 role_ids', { role_ids: [999_999] }],
    ['202001', { user_group_id: 999_999 }],
  ])('a new user is refused with %s: %j', async (refusal, overrides) => {
    await makeUser(server, { user_tel: '13700000099', email: 'taken@plant.example' }).catch(() => {})
    expect(refusalOf(await create(overrides))).toBe(refusal)
  })

  test('a new user is an administrator2 only by an administrator, and with a group', async () => {
    const group = { user_type: 2, user_group_id: ids.group('东区') }
    expect((await create(group, 'manager')).meta.code).toBe('100015')
    expect(refusalOf(await create({ user_type: 2 }))).toBe('100006 user_group_id')
    const { data } = await create(group)
    expect(data.user_type).toBe(2)
    const bare = { user_id: data.user_id, user_group_id: null }
    expect(refusalOf(await admin('PUT', '/user', bare))).toBe('100006 user_group_id')
    expect(codesOf(await admin('PUT', '/user/move', { user_ids: [data.user_id], user_group_id: null }))).toEqual([
      '202001',
    ])
  })
})

describe('the password rule of the organisation', () => {
  const setRule = (password_rule: object) => admin('PUT', '/yun/sys/signIn/rule', { password_rule, one_session: false })

  test.each(['short', 'longerthan11', 'with space', 'sign!!1', '密码密码密码'])(
    'the password rule is 6 to 11 letters or digits at first: not %s',
    async (password) => {
      expect(refusalOf(await create({ password }))).toBe('100006 password')
      const { user_id } = await makeUser(server)
      expect(refusalOf(await admin('PUT', '/user/pwd', { user_id, password }))).toBe('100006 password')
    },
  )

  test('the password rule can be stricter: long, and of any characters', async () => {
    expect((await setRule({ least: 15, most: 128, any: true })).meta.code).toBe('100001')
    expect(refusalOf(await create({ password: 'secret12' }))).toBe('100006 password')
    const password = `${'a long 口令 with signs! '.repeat(5)}`
    const { data } = await create({ password })
    expect((await signIn(data.user_name, password)).meta.code).toBe('100001')
    expect((await signIn(data.user_name, password.trimEnd())).meta.code).toBe('110003')
    await setRule({ least: 6, most: 11, any: false })
    expect((await signIn(data.user_name, password)).meta.code).toBe('100001')
    const [line] = await auditOf(server, { action: 'rule' })
    expect(line?.detail.password_rule).toEqual({
      before: { least: 15, most: 128, any: true },
      after: { least: 6, most: 11, any: false },
    })
  })

  test('the password rule is set by administrators alone, each for the own organisation', async () => {
    const stricter = { password_rule: { least: 12, most: 64, any: true }, one_session: true }
    expect((await server.call('rival', 'PUT', '/yun/sys/signIn/rule', stricter)).data).toEqual(stricter)
    expect((await admin('GET', '/yun/sys/signIn/rule')).data).toEqual({
      password_rule: { least: 6, most: 11, any: false },
      one_session: false,
    })
    const { role_id } = await makeRole(server, { permissions: EVERY_CODE })
    const { user_name } = await makeUser(server, { role_ids: [role_id] })
    const deputy = asToken(server, (await signIn(user_name)).data.token)
    expect((await deputy('PUT', '/yun/sys/signIn/rule', stricter)).meta.code).toBe('100015')
    expect(refusalOf(await setRule({ least: 11, most: 11, any: false }))).toBe('100006 password_rule.most')
    expect(refusalOf(await setRule({ least: 5, most: 11, any: false }))).toBe('100006 password_rule.least')
  })
})

describe('an administrator2', () => {
  let outside: Awaited<ReturnType<typeof makeUser>>
  beforeAll(async () => {
    outside = await makeUser(server, { user_group_id: ids.group('外协') })
  })

  test('an administrator2 oversees the users of the own group and those below, and no others', async () => {
    const seen = await namesSeenBy('manager')
    expect(seen).toEqual(expect.arrayContaining(['manager', 'operator', 'operator2']))
    for (const name of ['admin', 'rival', 'experience', outside.user_name]) expect(seen).not.toContain(name)
    expect(await namesSeenBy('manager', { user_group_id: ids.group('西区') })).toEqual(['operator2'])
    expect(await namesSeenBy('manager', { user_group_id: ids.group('外协') })).toEqual([])
    expect(await namesSeenBy('admin')).toEqual(expect.arrayContaining(['admin', outside.user_name]))
    expect(await namesSeenBy('rival')).toEqual(['rival'])
  })

  test('an administrator2 makes and moves users within them only', async () => {
    for (const user_group_id of [null, ids.group('外协')]) {
      expect((await create({ user_group_id }, 'manager')).meta.code).toBe('202001')
      expect((await manager('PUT', '/user/move', { user_ids: [ids.user('operator')], user_group_id })).meta.code).toBe(
        '202001',
      )
      expect((await manager('PUT', '/user', { user_id: ids.user('operator'), user_group_id })).meta.code).toBe('202001')
    }
    const { data } = await create({ user_group_id: ids.group('东区') }, 'manager')
    const moved = await manager('PUT', '/user/move', {
      user_ids: [data.user_id, outside.user_id],
      user_group_id: ids.group('西区'),
    })
    expect(codesOf(moved)).toEqual(['100001', '110310'])
  })

  test('an administrator2 acts on no one outside them, on no other administrator2, and not on the own row', async () => {
    const { data: peer } = await create({ user_type: 2, user_group_id: ids.group('东区') })
    for (const user_id of [outside.user_id, ids.user('admin'), ids.user('rival'), ids.user('manager'), peer.user_id]) {
      const tries = [
        await manager('PUT', '/user', { user_id, name: '改名' }),
        await manager('PUT', '/user/pwd', { user_id, password: 'other123' }),
        await manager('GET', '/user/quota', { user_id }),
        await manager('GET', '/yun/userInfo/privilege', { user_id }),
      ]
      expect(tries.map(({ meta }) => meta.code)).toEqual(Array(4).fill('110310'))
      for (const [method, path] of [
        ['PUT', '/user/active'],
        ['DELETE', '/user'],
      ] as const)
        expect(codesOf(await manager(method, path, { user_ids: [user_id], isActive: 0 }))).toEqual(['110310'])
    }
  })

  test('an administrator2 gives no role that carries more than the own rights, nor the organisation’s own', async () => {
    const more = await makeRole(server, { permissions: EVERY_CODE })
    const group = { user_group_id: ids.group('东区') }
    for (const role_id of [more.role_id, ids.role('管理员')]) {
      expect(refusalOf(await create({ ...group, role_ids: [role_id] }, 'manager'))).toBe('100006 role_ids')
      const input = { user_id: ids.user('operator'), role_ids: [role_id] }
      expect(refusalOf(await manager('PUT', '/user', input))).toBe('100006 role_ids')
    }
    expect(refusalOf(await create({ role_ids: [ids.role('管理员')] }))).toBe('100006 role_ids')
  })

  test('an administrator2 leaves a user the roles that somebody else gave', async () => {
    const more = await makeRole(server, { permissions: EVERY_CODE })
    const { user_id } = await makeUser(server, { user_group_id: ids.group('东区'), role_ids: [more.role_id] })
    const edited = await manager('PUT', '/user', { user_id, name: '改名', role_ids: [more.role_id] })
    expect(edited.data).toMatchObject({ name: '改名', roles: [{ role_id: more.role_id }] })
    expect((await manager('PUT', '/user', { user_id, role_ids: [] })).data.roles).toEqual([])
    expect(refusalOf(await manager('PUT', '/user', { user_id, role_ids: [more.role_id] }))).toBe('100006 role_ids')
  })
})

describe('an edit', () => {
  test('an edit is in the audit by field, before and after, and only where something changed', async () => {
    const { user_id, name, user_name } = await makeUser(server)
    const input = { user_id, name: '新名', email: 'New@plant.example', user_tel: null }
    expect((await admin('PUT', '/user', input)).data).toMatchObject({ name: '新名', email: 'new@plant.example' })
    expect((await auditOf(server, { action: 'user-edit' }))[0]).toMatchObject({
      target: user_name,
      detail: { name: { before: name, after: '新名' }, email: { before: null, after: 'new@plant.example' } },
    })
    await admin('PUT', '/user', input)
    expect(await auditOf(server, { action: 'user-edit', search: user_name })).toHaveLength(1)
  })

  test('an edited phone or e-mail becomes unproved', async () => {
    const { user_id, user_name } = await makeUser(server)
    await server.db.system((q) =>
      q.updateTable('app_user').set({ is_email_verified: true }).where('user_id', '=', user_id).execute(),
    )
    await admin('PUT', '/user', { user_id, email: 'unproved@plant.example' })
    const call = asToken(server, (await signIn(user_name)).data.token)
    expect((await call('GET', '/user/account')).data).toMatchObject({ is_email_verified: false })
  })

  test('an edit cannot change the own phone, e-mail, password or roles: those need the password, or somebody else', async () => {
    const { role_id } = await makeRole(server, { permissions: EVERY_CODE })
    const { user_id, user_name } = await makeUser(server, { user_group_id: ids.group('东区'), role_ids: [role_id] })
    const self = asToken(server, (await signIn(user_name)).data.token)
    expect(refusalOf(await self('PUT', '/user', { user_id, email: 'eve@evil.example' }))).toBe('100006 email')
    expect((await self('PUT', '/user', { user_id, role_ids: [] })).meta.code).toBe('100015')
    expect((await self('PUT', '/user/pwd', { user_id, password: 'other123' })).meta.code).toBe('100015')
    const own = { user_id: ids.user('admin'), user_tel: '13712345678' }
    expect(refusalOf(await admin('PUT', '/user', own))).toBe('100006 user_tel')
    expect((await admin('PUT', '/user', { user_id: own.user_id, name: '管理员' })).meta.code).toBe('100001')
  })

  test('an edit by another organisation finds no user', async () => {
    const rival = (method: string, path: string, input: object) => server.call('rival', method, path, input)
    const user_id = ids.user('operator')
    expect((await rival('PUT', '/user', { user_id, name: 'mine' })).meta.code).toBe('110310')
    expect((await rival('PUT', '/user/pwd', { user_id, password: 'other123456789' })).meta.code).toBe('110310')
    expect(codesOf(await rival('DELETE', '/user', { user_ids: [user_id] }))).toEqual(['110310'])
    expect((await signIn('operator')).meta.code).toBe('100001')
  })
})

describe('locking and deleting', () => {
  test('locking and deleting have a result for each user: not oneself, no administrator, nobody unknown', async () => {
    const { data: second } = await create({})
    await server.db.system((q) =>
      q.updateTable('app_user').set({ user_type: 1 }).where('user_id', '=', second.user_id).execute(),
    )
    const user = await makeUser(server)
    const user_ids = [ids.user('admin'), second.user_id, user.user_id, 999_999, ids.user('rival')]
    const expected = ['110429', '110321', '100001', '110310', '110310']
    expect(codesOf(await admin('PUT', '/user/active', { user_ids, isActive: 0 }))).toEqual(expected)
    expect((await signIn(user.user_name)).meta.code).toBe('110426')
    expect(codesOf(await admin('DELETE', '/user', { user_ids }))).toEqual(expected)
    expect((await signIn(user.user_name)).meta.code).toBe('110003')
    expect((await admin('PUT', '/user/pwd', { user_id: second.user_id, password: 'other123' })).meta.code).toBe(
      '100015',
    )
    expect((await create({ user_name: user.user_name })).meta.code).toBe('100001')
  })

  test('a user with that right deletes and locks all but himself', async () => {
    const { role_id } = await makeRole(server, { permissions: EVERY_CODE })
    const group = { user_group_id: ids.group('东区') }
    const { user_id, user_name } = await makeUser(server, { ...group, role_ids: [role_id] })
    const other = await makeUser(server, group)
    const call = asToken(server, (await signIn(user_name)).data.token)
    const user_ids = [user_id, other.user_id]
    for (const [method, path] of [
      ['PUT', '/user/active'],
      ['DELETE', '/user'],
    ] as const)
      expect(codesOf(await call(method, path, { user_ids, isActive: 0 }))).toEqual(['110429', '100001'])
  })

  test('a lock, a deletion and a new password are in the audit, the password is not', async () => {
    const { user_id, user_name } = await makeUser(server)
    await admin('PUT', '/user/pwd', { user_id, password: 'Fresh1234' })
    await admin('PUT', '/user/active', { user_ids: [user_id], isActive: 0 })
    await admin('PUT', '/user/active', { user_ids: [user_id], isActive: 1 })
    expect((await signIn(user_name, 'Fresh1234')).meta.code).toBe('100001')
    await admin('DELETE', '/user', { user_ids: [user_id] })
    const lines = await auditOf(server, { search: user_name })
    const actions = ['user-delete', 'sign-in', 'user-activate', 'user-lock', 'password-reset', 'user-create']
    expect(lines.map(({ action }) => action)).toEqual(actions)
    expect(JSON.stringify(lines)).not.toContain('Fresh1234')
  })
})

test('an administrator2 reads the audit of the own groups; nobody changes a line of it', async () => {
  const [inside, outside] = [await makeUser(server, { user_group_id: ids.group('东区') }), await makeUser(server)]
  const targets = (await auditOf(server, { action: 'user-create' }, 'manager')).map(({ target }) => target)
  expect(targets).toContain(inside.user_name)
  expect(targets).not.toContain(outside.user_name)
  expect(await auditOf(server, {}, 'rival')).toSatisfy((lines: { user_name: string }[]) =>
    lines.every(({ user_name }) => user_name === 'rival'),
  )
  const tenant_id = server.fleet.get('TS0001')?.tenant_id ?? 0
  const change = server.db.tenant(tenant_id, (q) =>
    q
      .updateTable('audit')
      .set({ target: 'x' } as never)
      .execute(),
  )
  await expect(change).rejects.toThrow(/permission denied/)
  await expect(server.db.tenant(tenant_id, (q) => q.deleteFrom('audit').execute())).rejects.toThrow(/permission denied/)
})
