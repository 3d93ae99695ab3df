import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../../core/catalogue/durations.ts'
import { systemMessageText, systemMessageWords } from '../../../core/rules/system-message-text.ts'
import { demoIds, makeRole, makeUser, refusalOf } from '../../../tests/server/people.ts'
import { rowsRead } from '../../../tests/server/rows-read.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { deleteOldMessages } from './retention.ts'

const OUT = '/yun/messageCenter/send'
const IN = '/yun/messageCenter/receive'

let server: TestServer
let ids: Awaited<ReturnType<typeof demoIds>>
let written = 0
beforeAll(async () => {
  server = await openTestServer()
  ids = await demoIds(server)
})
afterAll(() => server.close())

const call = (user: string, method: string, path: string, input: object = {}) => server.call(user, method, path, input)
const write = (user: string, targets: object, overrides: object = {}) =>
  call(user, 'POST', OUT, { title: `通知 ${++written}`, body: '第一行\n第二行', targets, is_sent: true, ...overrides })
const inboxOf = async (user: string, filter: object = {}) => (await call(user, 'GET', IN, filter)).data
const titlesOf = async (user: string, filter: object = {}): Promise<string[]> =>
  (await inboxOf(user, filter)).rows.map(({ title }: { title: string }) => title)
const unreadOf = async (user: string) => (await call(user, 'GET', '/yun/message/counts')).data

describe('a notice', () => {
  test('a notice is kept unsent, changed, sent once, and then changed no more', async () => {
    const { data: draft } = await write('admin', { user_ids: [ids.user('operator')] }, { is_sent: false })
    expect(draft).toMatchObject({ sent_time: null, receivers: 0, body: '第一行\n第二行' })
    expect(await titlesOf('operator')).not.toContain(draft.title)
    const input = {
      notice_id: draft.notice_id,
      title: '停机检修',
      body: '',
      targets: { role_ids: [ids.role('值班员')] },
    }
    expect((await call('admin', 'PUT', OUT, input)).data).toMatchObject({ title: '停机检修', targets: { users: [] } })
    const { data: sent } = await call('admin', 'POST', '/yun/message/send', { notice_id: draft.notice_id })
    expect(sent).toMatchObject({ receivers: 2, readers: 0, targets: { roles: [{ role_name: '值班员' }] } })
    expect(refusalOf(await call('admin', 'POST', '/yun/message/send', { notice_id: draft.notice_id }))).toBe('117802')
    expect(refusalOf(await call('admin', 'PUT', OUT, input))).toBe('117802')
    expect(await titlesOf('operator2')).toContain('停机检修')
  })

  test('a notice goes to each once, however often he is meant, and never to its sender', async () => {
    const targets = {
      everybody: true,
      administrators: true,
      user_ids: [ids.user('operator')],
      user_group_ids: [ids.group('运营中心')],
      role_ids: [ids.role('值班员')],
    }
    const { data } = await write('manager', targets)
    expect(await titlesOf('operator')).toContain(data.title)
    expect(await titlesOf('admin')).toContain(data.title)
    expect(await titlesOf('manager')).not.toContain(data.title)
    const { data: readers } = await call('manager', 'GET', `${OUT}/readers`, { notice_id: data.notice_id })
    expect(readers.total).toBe(data.receivers)
    expect(data.receivers).toBe(3)
  })

  test('a notice reaches nobody who comes later, and keeps the name of who is gone', async () => {
    const gone = await makeUser(server, { user_group_id: ids.group('东区') })
    const { data } = await write('admin', { user_group_ids: [ids.group('东区')] })
    const later = await makeUser(server, { user_group_id: ids.group('东区'), role_ids: [ids.role('值班员')] })
    await call('admin', 'DELETE', '/user', { user_ids: [gone.user_id] })
    expect(await titlesOf(later.user_name)).toEqual([])
    const { data: readers } = await call('admin', 'GET', `${OUT}/readers`, { notice_id: data.notice_id })
    expect(readers.rows.map(({ user_name }: { user_name: string }) => user_name).sort()).toEqual(
      [gone.user_name, '值班员'].sort(),
    )
    await call('admin', 'DELETE', '/user', { user_ids: [later.user_id] })
  })

  test('a notice with nobody to receive it is kept and not sent', async () => {
    const { role_id } = await makeRole(server)
    const before = (await call('admin', 'GET', OUT)).data.total
    expect(refusalOf(await write('admin', { role_ids: [role_id] }))).toBe('117803')
    expect(refusalOf(await write('admin', {}))).toBe('117803')
    expect((await call('admin', 'GET', OUT)).data.total).toBe(before)
  })

  test('a notice is plain text of a bounded length on a line of its own', async () => {
    const refused = (overrides: object) => write('admin', { everybody: true }, overrides).then(refusalOf)
    expect(await refused({ title: ' ' })).toBe('100006 title')
    expect(await refused({ title: 'a'.repeat(65) })).toBe('100006 title')
    expect(await refused({ title: 'a\nb' })).toBe('100006 title')
    expect(await refused({ body: 'a'.repeat(2001) })).toBe('100006 body')
    expect(await refused({ body: 'a\u202eb' })).toBe('100006 body')
    expect(await refused({ body: 'a\u0000b' })).toBe('100006 body')
  })
})

describe('whom a user may write to', () => {
  test('a user who may not see users reaches the own administrators, unnamed, and whoever wrote to him', async () => {
    const { data } = await call('operator2', 'GET', '/yun/messageCenter/reachable')
    expect(data).toMatchObject({ everybody: null, user_groups: [], roles: [], administrators: 2 })
    expect(refusalOf(await write('operator2', { everybody: true }))).toBe('100015')
    const operator = [ids.user('operator')]
    expect(refusalOf(await write('operator2', { user_ids: operator }))).toBe('100014 targets.user_ids')
    expect(refusalOf(await write('operator2', { user_group_ids: [ids.group('西区')] }))).toBe(
      '202001 targets.user_group_ids',
    )
    expect(refusalOf(await write('operator2', { role_ids: [ids.role('值班员')] }))).toBe('100006 targets.role_ids')
    const { data: sent } = await write('operator2', { administrators: true })
    expect(sent.receivers).toBe(2)
    expect(await titlesOf('manager')).toContain(sent.title)
    expect(await titlesOf('rival')).not.toContain(sent.title)
  })

  test('an answer goes to the writer by name', async () => {
    const asker = await makeUser(server, { role_ids: [ids.role('值班员')] })
    const answer = () => write(asker.user_name, { user_ids: [ids.user('admin')] })
    expect(refusalOf(await answer())).toBe('100014 targets.user_ids')
    const unnamed = (await write(asker.user_name, { administrators: true })).data
    const readers = `${OUT}/readers`
    expect((await call(asker.user_name, 'GET', readers, { notice_id: unnamed.notice_id })).data.rows).toEqual([
      { user_name: null, read_time: null },
    ])
    await write('admin', { user_ids: [asker.user_id] })
    const { data } = await answer()
    expect((await inboxOf('admin', { search: data.title })).rows[0]).toMatchObject({ is_direct: true })
    expect((await call(asker.user_name, 'GET', '/yun/messageCenter/reachable')).data.users).toEqual([
      { user_id: ids.user('admin'), user_name: 'admin', name: '管理员' },
    ])
  })

  test('a user cannot write to other organisations, nor outside of the own groups', async () => {
    expect(refusalOf(await write('admin', { user_ids: [ids.user('rival')] }))).toBe('100014 targets.user_ids')
    expect(refusalOf(await write('rival', { user_group_ids: [ids.group('东区')] }))).toBe(
      '202001 targets.user_group_ids',
    )
    const apart = await makeUser(server, { user_group_id: ids.group('外协') })
    expect(refusalOf(await write('manager', { user_ids: [apart.user_id] }))).toBe('100014 targets.user_ids')
    expect(refusalOf(await write('manager', { user_group_ids: [ids.group('外协')] }))).toBe(
      '202001 targets.user_group_ids',
    )
    const { data } = await write('manager', { everybody: true })
    expect(await titlesOf('operator')).toContain(data.title)
    await call('admin', 'DELETE', '/user', { user_ids: [apart.user_id] })
  })
})

describe('messages', () => {
  test('a notice is read by nobody else, administrators included', async () => {
    const { data } = await write('manager', { user_ids: [ids.user('operator')] })
    const { notice_id } = data
    const asAdmin = (method: string, path: string, input: object) => call('admin', method, path, input)
    expect(await titlesOf('admin')).not.toContain(data.title)
    expect(refusalOf(await asAdmin('GET', `${OUT}/readers`, { notice_id }))).toBe('117801')
    expect(refusalOf(await asAdmin('PUT', OUT, { notice_id, title: 'x', body: '', targets: {} }))).toBe('117801')
    expect((await asAdmin('DELETE', OUT, { notice_ids: [notice_id] })).data).toEqual({ changed: 0 })
    expect((await asAdmin('DELETE', IN, { notice_ids: [notice_id] })).data).toEqual({ changed: 0 })
    expect((await asAdmin('PUT', '/yun/message/receive/read', { notice_ids: [notice_id] })).data).toEqual({
      changed: 0,
    })
    expect(await titlesOf('operator', { unread: true })).toContain(data.title)
  })

  test('a notice is closed to a user who acts as its owner, and the owner is informed', async () => {
    const { data } = await call('admin', 'POST', '/yun/v2/user/login/simulate', { user_id: ids.user('operator') })
    const token = (data as { token: string }).token
    const asHim = (path: string) => server.call(null, 'GET', path, {}, { 'x-token': token })
    expect(refusalOf(await asHim(IN))).toBe('100015')
    expect(refusalOf(await asHim(OUT))).toBe('100015')
    expect(refusalOf(await asHim('/yun/message/system'))).toBe('100015')
    const nothing = { inbox: 0, system: 0, newest_inbox: null, newest_system: null }
    expect((await asHim('/yun/message/counts')).data).toEqual(nothing)
    const messages = (await call('operator', 'GET', '/yun/message/system')).data.rows
    expect(messages[0]).toMatchObject({ kind: 'simulated', params: { by: 'admin' }, read_time: null })
  })

  test('a notice is counted until it is read, one, many or all', async () => {
    await call('operator2', 'PUT', '/yun/message/receive/read')
    expect((await unreadOf('operator2')).inbox).toBe(0)
    const sent = [
      await write('admin', { everybody: true }),
      await write('admin', { user_ids: [ids.user('operator2')] }),
    ]
    const notice_ids = sent.map(({ data }) => data.notice_id)
    expect((await unreadOf('operator2')).inbox).toBe(2)
    const read = (input: object) => call('operator2', 'PUT', '/yun/message/receive/read', input)
    expect((await read({ notice_ids: [notice_ids[0]] })).data).toEqual({ changed: 1 })
    expect(await titlesOf('operator2', { unread: true })).toEqual([sent[1]?.data.title])
    expect(await titlesOf('operator2', { unread: true, is_direct: false })).toEqual([])
    expect((await inboxOf('operator2', { sort: 'read_time' })).rows[0].notice_id).toBe(notice_ids[1])
    expect((await read({})).data).toEqual({ changed: 1 })
    expect((await read({ notice_ids, is_read: false })).data).toEqual({ changed: 2 })
    expect((await unreadOf('operator2')).inbox).toBe(2)
    const { data: own } = await call('admin', 'GET', OUT, { search: sent[0]?.data.title })
    expect(own.rows[0]).toMatchObject({ readers: 0 })
  })

  test('a deleted notice can be restored within a day, and stays with the other readers', async () => {
    const { data } = await write('admin', { role_ids: [ids.role('值班员')] })
    const notice_ids = [data.notice_id]
    expect((await call('operator', 'DELETE', IN, { notice_ids })).data).toEqual({ changed: 1 })
    expect((await call('admin', 'DELETE', OUT, { notice_ids })).data).toEqual({ changed: 1 })
    expect(await titlesOf('operator')).not.toContain(data.title)
    expect(await titlesOf('operator2')).toContain(data.title)
    expect((await call('admin', 'PUT', `${OUT}/restore`, { notice_ids })).data).toEqual({ changed: 1 })
    expect((await call('operator', 'PUT', `${IN}/restore`, { notice_ids })).data).toEqual({ changed: 1 })
    expect(await titlesOf('operator')).toContain(data.title)
    await call('operator', 'DELETE', IN, { notice_ids })
    await server.db.system((q) =>
      q
        .updateTable('notice_receipt')
        .set({ removed_time: Date.now() - DAY_MS })
        .where('removed_time', '>', 0)
        .execute(),
    )
    expect((await call('operator', 'PUT', `${IN}/restore`, { notice_ids })).data).toEqual({ changed: 0 })
  })

  test('a notice is found by title, body and sender', async () => {
    const { data } = await write('manager', { user_ids: [ids.user('operator')] }, { body: 'Pump 7 stays closed' })
    expect(await titlesOf('operator', { search: 'pump 7' })).toEqual([data.title])
    expect(await titlesOf('operator', { search: '站长' })).toContain(data.title)
    expect(await titlesOf('operator', { search: 'nothing like it' })).toEqual([])
  })

  test('a user can send a limited number of notices in a day', async () => {
    const { user_name } = await makeUser(server, { role_ids: [ids.role('值班员')] })
    const { data } = await write(user_name, { administrators: true })
    const { tenant_id, user_id } = await server.db.system((q) =>
      q
        .selectFrom('notice')
        .select(['tenant_id', 'user_id'])
        .where('notice_id', '=', data.notice_id)
        .executeTakeFirstOrThrow(),
    )
    const sent = {
      tenant_id,
      user_id,
      user_name,
      title: 'x',
      body: '',
      targets: '{}',
      created_time: 0,
      changed_time: 0,
    }
    const rows = Array.from({ length: 199 }, () => ({ ...sent, sent_time: Date.now(), removed_time: Date.now() }))
    await server.db.system((q) => q.insertInto('notice').values(rows).execute())
    expect(refusalOf(await write(user_name, { administrators: true }))).toBe('117804')
    const draft = await write(user_name, { administrators: true }, { is_sent: false })
    // What is only written waits for tomorrow.
    expect(draft.meta.code).toBe('100001')
    await server.db.system((q) =>
      q
        .updateTable('notice')
        .set({ sent_time: Date.now() - DAY_MS })
        .where('user_id', '=', user_id)
        .execute(),
    )
    expect((await write(user_name, { administrators: true })).meta.success).toBe(1)
  })

  test('a notice is forgotten when it is old, and when nobody wants it back', async () => {
    const { data } = await write('admin', { user_ids: [ids.user('operator')] })
    const kept = () =>
      server.db.system((q) =>
        q.selectFrom('notice').select('notice_id').where('notice_id', '=', data.notice_id).execute(),
      )
    await call('admin', 'DELETE', OUT, { notice_ids: [data.notice_id] })
    await deleteOldMessages(server.db, Date.now() + 2 * DAY_MS)
    expect(await kept()).toHaveLength(1)
    await call('operator', 'DELETE', IN, { notice_ids: [data.notice_id] })
    await deleteOldMessages(server.db, Date.now() + 2 * DAY_MS)
    expect(await kept()).toEqual([])
  })
})

describe('system messages', () => {
  const visibleTo = async (user: string) =>
    (await call(user, 'GET', '/yun/message/system')).data.rows as { message_id: number; kind: string; params: object }[]

  test('a user is informed what was done to the account, and by whom', async () => {
    const user = await makeUser(server, { role_ids: [ids.role('值班员')] })
    const { user_id, user_name } = user
    const { role_id } = await makeRole(server)
    await call('admin', 'PUT', '/user', { user_id, role_ids: [role_id] })
    await call('admin', 'PUT', '/user', { user_id, name: '新名字' })
    await call('admin', 'PUT', '/user/active', { user_ids: [user_id], isActive: 0 })
    await call('admin', 'PUT', '/user/active', { user_ids: [user_id], isActive: 1 })
    await call('admin', 'PUT', '/user/pwd', { user_id, password: 'demo1234', must_change_password: false })
    const messages = await visibleTo(user_name)
    expect(messages.map(({ kind }) => kind)).toEqual([
      'password-reset',
      'user-activated',
      'user-locked',
      'account-changed',
      'roles-changed',
    ])
    expect(messages.every(({ params }) => 'by' in params && params.by === 'admin')).toBe(true)
    expect(await unreadOf(user_name)).toMatchObject({ inbox: 0, system: 5 })
  })

  test('a user is informed that the password was changed, and that somebody signed in from a new address', async () => {
    const { user_name } = await makeUser(server)
    const signIn = (remoteAddress: string) =>
      server.app.inject({
        method: 'POST',
        url: '/yun/v2/user/login',
        remoteAddress,
        payload: { user_name, password: 'demo1234' },
      })
    await signIn('10.0.0.1')
    expect(await visibleTo(user_name)).toMatchObject([{ kind: 'new-address' }])
    await signIn('10.0.0.1')
    await signIn('10.9.9.9')
    expect((await visibleTo(user_name))[0]).toMatchObject({ kind: 'new-address', params: { address: '10.9.9.9' } })
    expect(await visibleTo(user_name)).toHaveLength(2)
    await call(user_name, 'PUT', '/yun/user/edit/pwd', { password_now: 'demo1234', password: 'demo12345' })
    expect((await visibleTo(user_name))[0]).toMatchObject({ kind: 'password-changed' })
  })

  test('a user has a list of system messages, which he reads and empties', async () => {
    const [first] = await visibleTo('operator')
    const message_ids = [first?.message_id ?? 0]
    const change = (user: string, method: string, path: string) =>
      call(user, method, `/yun/message/system${path}`, { message_ids }).then(({ data }) => data)
    expect(await change('manager', 'PUT', '/read')).toEqual({ changed: 0 })
    expect(await change('manager', 'DELETE', '')).toEqual({ changed: 0 })
    expect(await change('operator', 'PUT', '/read')).toEqual({ changed: 1 })
    expect(await change('operator', 'DELETE', '')).toEqual({ changed: 1 })
    expect((await visibleTo('operator')).map(({ message_id }) => message_id)).not.toContain(message_ids[0])
    expect(await change('operator', 'PUT', '/restore')).toEqual({ changed: 1 })
  })

  describe('what a user finds', () => {
    const alarm = { sn_code: 'BH0001', dev_alias: '锅炉 1', alarm_level: 4, minutes: 7, step: 2 }
    /** As many kinds as there are, with every parameter that any of them has. */
    const params = {
      ...alarm,
      by: 'Boss',
      module_name: '50%_模板',
      address: '10.0.0.9',
      name: '李工',
      percent: 91,
      quota: 'sms',
      most: 20_000,
      alarm_name: '压力高',
      alarm_name_en: 'Pressure high',
    }
    const KINDS = Object.keys(systemMessageWords.rows)
    let user_name: string
    beforeAll(async () => {
      const { user_id, ...user } = await makeUser(server)
      user_name = user.user_name
      const { tenant_id } = await server.db.system((q) =>
        q.selectFrom('app_user').select('tenant_id').where('user_id', '=', user_id).executeTakeFirstOrThrow(),
      )
      await server.db.system((q) =>
        q
          .insertInto('system_message')
          .values(
            [...KINDS, 'of-tomorrow'].map((kind, i) => ({
              tenant_id,
              user_id,
              kind,
              params: JSON.stringify(params),
              message_time: i,
            })),
          )
          .execute(),
      )
    })
    const found = async (search: string, lang: string, user = user_name) =>
      (await call(user, 'GET', '/yun/message/system', { search, lang, page_size: 100 })).data
    const kindsIn = async (search: string, lang: string) =>
      (await found(search, lang)).rows.map(({ kind }: { kind: string }) => kind)

    test.each(['zh', 'en'] as const)(
      "a search in system messages finds what is shown in the user's language: %s",
      async (lang) => {
        for (const kind of KINDS) {
          const whole = systemMessageText({ kind, params }, lang)
          expect([kind, await kindsIn(whole.slice(0, 64), lang)]).toEqual([kind, expect.arrayContaining([kind])])
        }
        expect(await kindsIn('PRESSURE', lang)).toHaveLength(lang === 'en' ? 3 : 0)
        expect((await kindsIn('50%_', lang)).sort()).toEqual(
          KINDS.filter((kind) => kind.startsWith('template-')).sort(),
        )
        expect(await kindsIn(lang === 'en' ? 'sms pushes' : '短信推送', lang)).toHaveLength(2)
      },
    )

    test("a search in system messages finds the user's own, and counts them", async () => {
      const { rows, total } = await found('Boss', 'en')
      expect(total).toBe(rows.length)
      expect(total).toBeGreaterThan(5)
      expect((await found('锅炉 1', 'zh', 'operator')).total).toBe(0)
      expect(await found('nothing at all', 'en')).toEqual({ rows: [], total: 0 })
    })
  })
})

test('unread messages are counted up to a thousand, and no more of them are read; the newest one is always named', async () => {
  const { user_id, tenant_id } = await server.db.system((q) =>
    q
      .selectFrom('app_user')
      .select(['user_id', 'tenant_id'])
      .where('user_name', '=', 'rival')
      .executeTakeFirstOrThrow(),
  )
  await server.db.system((q) =>
    sql`insert into system_message (tenant_id, user_id, kind, params, message_time)
      select ${tenant_id}, ${user_id}, 'password-changed', '{"address": ""}', n from generate_series(1, 5000) n`.execute(
      q,
    ),
  )
  const read = () => rowsRead(server.db, 'system_message')
  const newest = () =>
    server.db.system((q) =>
      q
        .selectFrom('system_message')
        .select('message_id')
        .where('user_id', '=', user_id)
        .orderBy('message_time', 'desc')
        .executeTakeFirstOrThrow(),
    )
  const before = await read()
  expect(await unreadOf('rival')).toMatchObject({ system: 1000 })
  expect((await read()) - before).toBeLessThan(1500)
  expect((await unreadOf('rival')).newest_system).toBe((await newest()).message_id)
  await server.db.system((q) =>
    sql`insert into system_message (tenant_id, user_id, kind, params, message_time)
      values (${tenant_id}, ${user_id}, 'password-changed', '{"address": ""}', 5001)`.execute(q),
  )
  expect(await unreadOf('rival')).toMatchObject({ system: 1000, newest_system: (await newest()).message_id })
})

// Last: the organisation is full of people afterwards.
test('a notice reaches ten thousand people at once, of whom each may be found', async () => {
  const { tenant_id } = await server.db.system((q) =>
    q.selectFrom('app_user').select('tenant_id').where('user_name', '=', 'admin').executeTakeFirstOrThrow(),
  )
  await server.db.system((q) =>
    sql`insert into app_user (tenant_id, user_name, name, user_type, password_hash, created_time)
      select ${tenant_id}, 'many' || n, 'Many ' || n, 3, '-', 0 from generate_series(1, 10000) n`.execute(q),
  )
  const { data } = await write('admin', { everybody: true })
  expect(data.receivers).toBeGreaterThan(10_000)
  const { data: readers } = await call('admin', 'GET', `${OUT}/readers`, { notice_id: data.notice_id, page: 101 })
  expect(readers).toMatchObject({ total: data.receivers, rows: Array(20).fill({ read_time: null }) })
  const { data: found } = await call('admin', 'GET', '/yun/messageCenter/reachable', { search: 'MANY9999' })
  expect(found.users).toMatchObject([{ user_name: 'many9999' }])
})
