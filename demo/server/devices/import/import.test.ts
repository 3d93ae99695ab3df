import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asToken, demoIds, makeRole, makeUser } from '../../../../tests/server/people.ts'
import { fileOf } from '../../../../tests/server/screens.ts'
import { credentialsOf, openTestServer, type TestServer } from '../../../../tests/server/server.ts'
import { rootOf } from '../../embed/index.ts'
import { readSheet } from '../../files/read-sheet.ts'
import type { LiveDevice } from '../../fleet/fleet.ts'
import { holdsGroup } from '../../http/caller.ts'
import { callerOf } from './import-rows.ts'
import { createProgress } from './progress.ts'

let server: TestServer
let ids: Awaited<ReturnType<typeof demoIds>>
beforeAll(async () => {
  server = await openTestServer()
  ids = await demoIds(server)
})
afterAll(async () => {
  expect(server.defects).toEqual([])
  await server.close()
})

const HEAD = 'SN 码,设备密码,名称,分组,上报间隔（秒）,标签,所在地区,流量卡号,备注'
const csv = (...lines: string[]) => fileOf('设备.csv', [HEAD, ...lines].join('\r\n'))
const call = (path: string, input: object, user = 'admin', method = 'POST') => server.call(user, method, path, input)
const check = async (file: object, more: object = {}, user = 'admin') =>
  (await call('/dev/import/check', { file, ...more }, user)).data
const start = (file: object, more: object = {}, user = 'admin') =>
  call('/dev/import/batchInsert', { file, skip_wrong: true, ...more }, user)
const imported = async (import_id: number, user = 'admin') =>
  (await server.call(user, 'GET', '/dev/import')).data.find((one: { import_id: number }) => one.import_id === import_id)
const detail = async (sn_code: string) => (await server.call('admin', 'GET', '/dev/basic', { sn_code })).data

async function rowsOf(method: 'GET' | 'POST', url: string, input: Record<string, string | number>, user = 'admin') {
  const asked = { format: 'xlsx', lang: 'zh', ...input }
  const query = Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, `${value}`]))
  const headers = { 'x-token': await server.tokenOf(user) }
  const reply = await server.app.inject({
    method,
    url,
    headers,
    ...(method === 'GET' ? { query } : { payload: asked }),
  })
  const most = { rows: 20_000, columns: 60, cell: 4096, signs: 9e6 }
  const read = await readSheet({ bytes: new Uint8Array(reply.rawPayload), most })
  return (read.rows ?? [[]]) as string[][]
}

describe('a file of devices', () => {
  test('what is wrong stands at its cell with the code of the form, and nothing is kept', async () => {
    const file = csv(
      'IM0001,password1,泵一,,30,"北, 重要",广东省深圳市南山区,898600123456789012,备注',
      'ts0001,password1,泵二,,,,,,',
      'IM0001,password1,泵三,,,,,,',
      'IM-0004,password1,泵四,没有这个组,,,,,',
      'IM0005,short,,,很快,,,898600123456789012,',
      'IM0006,password1,泵六,没有这个组,,,,12,',
    )
    const { wrong_cells, ...found } = await check(file)
    expect(found).toMatchObject({ rows: 6, create: 1, update: 0, same: 0, wrong: 5, without_password: 0 })
    expect(found.sample[0]).toEqual([
      'IM0001',
      '',
      '泵一',
      '',
      '30',
      '北, 重要',
      '广东省深圳市南山区',
      '898600123456789012',
      '备注',
    ])
    const said = wrong_cells.map((one: Record<string, string>) => `${one.row} ${one.column} ${one.code} ${one.text}`)
    expect(said).toEqual([
      '3 sn_code 110534 ts0001',
      '4 sn_code 110534 IM0001',
      '5 sn_code 100006 IM-0004',
      '6 report_interval_s 100006 很快',
      '6 password 100006 ',
      '6 card_no 110551 898600123456789012',
      '6 dev_alias 100006 ',
      '7 card_no 100006 12',
      '7 group 112002 没有这个组',
    ])
    expect(wrong_cells[2].message).toContain('字母或数字')
    expect(server.fleet.get('IM0001')).toBeUndefined()
  })

  test('a check names the groups that are missing, those above first, and none that no group may be called', async () => {
    const row = (sn: string, group: string) => `${sn},${sn},password1,${group}`
    const file = {
      name: 'groups.csv',
      content: Buffer.from(
        [
          'SN,名称,设备密码,分组',
          row('GR1', '新厂 / 一车间'),
          row('GR2', '新厂'),
          row('GR3', '名称超过十个字符的设备分组'),
        ].join('\n'),
      ).toString('base64'),
    }
    const { data } = await server.call('admin', 'POST', '/dev/import/check', { file })
    expect(data).toMatchObject({ create: 0, wrong: 3, missing_groups: ['新厂', '新厂/一车间'] })
    const { group_id } = (await server.call('admin', 'POST', '/yun/dev/group', { group_name: '新厂' })).data
    await server.call('admin', 'POST', '/yun/dev/group', { group_name: '一车间', parent_id: group_id })
    const again = (await server.call('admin', 'POST', '/dev/import/check', { file })).data
    expect(again).toMatchObject({ create: 2, wrong: 1, missing_groups: [] })
  })

  test('a file with a wrong row is imported without it, or not at all', async () => {
    const file = csv('IM0010,password1,泵,,30,"北, 重要",广东省深圳市南山区,898600123456789010,备注', '?,,,,,,,,')
    const refused = await start(file, { skip_wrong: false })
    expect([refused.meta.code, refused.data.fields[0].field]).toEqual(['201801', 'file'])
    expect(server.fleet.get('IM0010')).toBeUndefined()
    const { data } = await start(file)
    expect(await imported(data.import_id)).toMatchObject({ state: 'done', rows: 2, done: 2, created: 1, wrong: 1 })
    expect(await detail('IM0010')).toMatchObject({
      dev_alias: '泵',
      report_interval_s: 30,
      tags: ['北', '重要'],
      region_code: '440305',
      card_no: '898600123456789010',
      remarks: '备注',
      registered_by: expect.any(String),
    })
    const { rows } = (await server.call('admin', 'GET', '/user/audit', {})).data
    const actions = rows.map(({ action }: { action: string }) => action)
    expect(actions).toEqual(expect.arrayContaining(['device-import', 'device-create']))
    const [, created = [], left = []] = await rowsOf('POST', '/dev/import/result', { import_id: data.import_id })
    expect([created.slice(0, 2), created[9]]).toEqual([['IM0010', ''], '已注册'])
    expect([left[9], left[10]]).toEqual(['未导入', expect.stringContaining('SN 码：')])
    expect(
      JSON.stringify(await server.db.system((q) => q.selectFrom('device_import_row').selectAll().execute())),
    ).not.toContain('password1')
  })

  test('columns are known in either language, and by hand', async () => {
    const english = fileOf('a.csv', 'SN,Name,Region\nIM0020,Pump,"Hamburg, Germany"')
    expect(await check(english)).toMatchObject({
      columns: ['sn_code', 'dev_alias', 'region'],
      create: 1,
      without_password: 1,
    })
    const own = fileOf('a.csv', 'Serial;What;Where\nIM0020;Pump;x')
    expect(await check(own)).toMatchObject({ columns: [null, null, null], create: 0, wrong: 1 })
    expect(await check(own, { columns: ['sn_code', 'dev_alias', null] })).toMatchObject({ create: 1, wrong: 0 })
  })

  test('the server makes a password where there is none, and shows it to who has the key of the import', async () => {
    const { data } = await start(fileOf('a.csv', 'SN,Name\nIM0030,Pump'))
    const ask = { import_id: data.import_id, lang: 'en' }
    const [heading, row = []] = await rowsOf('POST', '/dev/import/result', { ...ask, result_key: data.result_key })
    expect(heading).toEqual(['SN', 'Name', 'Result', 'Reason', 'Password made'])
    expect(row).toEqual(['IM0030', 'Pump', 'Registered', '', expect.stringMatching(/^\w{23}$/)])
    expect((await rowsOf('POST', '/dev/import/result', ask))[1]).toHaveLength(4)
    const other = { ...ask, format: 'csv', result_key: 'x' }
    expect((await call('/dev/import/result', other)).meta.code).toBe('100006')
  })

  test('devices that exist are changed where that was chosen, and a second time nothing is', async () => {
    await start(csv('IM0040,password1,泵,,30,,,,'))
    const file = csv('IM0040,,新名,,,北,,,')
    expect((await check(file)).wrong_cells[0]).toMatchObject({ code: '110534' })
    expect(await check(file, { update_existing: true })).toMatchObject({ update: 1, wrong: 0 })
    const { data } = await start(file, { update_existing: true })
    expect(await imported(data.import_id)).toMatchObject({ updated: 1 })
    expect(await detail('IM0040')).toMatchObject({ dev_alias: '新名', report_interval_s: 30, tags: ['北'] })
    expect(await check(file, { update_existing: true })).toMatchObject({ update: 0, same: 1 })
    expect((await start(file, { update_existing: true })).meta.code).toBe('201801')
  })

  test('what is exported is imported again as it was', async () => {
    const { data } = await start(csv('IM0050,password1,=1+2,,45,"a, b",Hamburg,898600123456789050,"x, ""y"""'))
    expect(data.import_id).toBeGreaterThan(0)
    for (const format of ['csv', 'xlsx']) {
      const query = { format, lang: 'en', search: 'IM0050' }
      const headers = { 'x-token': await server.tokenOf('admin') }
      const { rawPayload } = await server.app.inject({ method: 'GET', url: '/dev/export', query, headers })
      const file = fileOf(`a.${format}`, rawPayload)
      expect(await check(file, { update_existing: true })).toMatchObject({ rows: 1, same: 1, wrong: 0 })
      const { device_id } = server.fleet.get('IM0050') ?? { device_id: 0 }
      const before = await detail('IM0050')
      await server.db.system((q) => q.deleteFrom('device').where('device_id', '=', device_id).execute())
      await server.fleet.reload('IM0050')
      expect((await start(file)).meta.code).toBe('100001')
      expect({ ...(await detail('IM0050')), registered_time: 0 }).toEqual({ ...before, registered_time: 0 })
    }
  })

  test('a district of China that is exported in English is the same one when it is imported', async () => {
    await start(csv('IM0055,password1,泵,,,,广东省深圳市南山区,,', 'IM0056,password1,泵,,,,江苏省,,'))
    const headers = { 'x-token': await server.tokenOf('admin') }
    const query = { format: 'csv', lang: 'en', search: 'IM005' }
    const { rawPayload } = await server.app.inject({ method: 'GET', url: '/dev/export', query, headers })
    const found = await check(fileOf('a.csv', rawPayload), { update_existing: true })
    expect(found).toMatchObject({ update: 0, wrong: 0 })
    expect(found.same).toBeGreaterThanOrEqual(2)
  })

  test('the template shows what can stand in a file, and its examples are nobody’s devices', async () => {
    for (const format of ['csv', 'xlsx'])
      for (const lang of ['zh', 'en']) {
        const headers = { 'x-token': await server.tokenOf('admin') }
        const { rawPayload } = await server.app.inject({
          method: 'GET',
          url: '/dev/import/template',
          query: { format, lang },
          headers,
        })
        expect(await check(fileOf(`a.${format}`, rawPayload))).toMatchObject({
          create: 0,
          wrong: 2,
          wrong_cells: [
            { row: 2, column: 'sn_code' },
            { row: 3, column: 'sn_code' },
          ],
        })
      }
  })

  test('a password is shown to nobody, whatever its column is taken for', async () => {
    const file = fileOf('a.csv', 'SN,Name,Password,设备密码\nIM0080,Pump,first-secret,second-secret')
    const columns = ['sn_code', 'dev_alias', null, null]
    for (const more of [{}, { columns }]) expect(JSON.stringify(await check(file, more))).not.toContain('-secret')
    const { data } = await start(file, { columns })
    const result = await rowsOf('POST', '/dev/import/result', { import_id: data.import_id, lang: 'en' })
    expect(JSON.stringify(result)).not.toContain('-secret')
    const rows = await server.db.system((q) => q.selectFrom('device_import_row').selectAll().execute())
    expect(JSON.stringify(rows)).not.toContain('-secret')
  })

  test('an export names only groups that the caller sees, and says how many devices a file may have', async () => {
    const { refusalWords } = await import('../../../../core/catalogue/codes.ts')
    expect(refusalWords('110540')).toMatchObject({ zh: expect.stringContaining('10000') })
    const tenant_id = server.fleet.get('TS0001')?.tenant_id ?? 0
    const { group_id: foreign } = await server.db.system((q) =>
      q.selectFrom('device_group').select('group_id').where('tenant_id', '<>', tenant_id).executeTakeFirstOrThrow(),
    )
    for (const group_id of [foreign, 999_999_999]) {
      const asked = { format: 'csv', lang: 'en', group_id }
      expect((await call('/dev/export', asked, 'admin', 'GET')).meta.code).toBe('112002')
    }
  })

  test('a number of a card that a workbook has rounded is not taken for one', async () => {
    const { utils, write } = await import('@e965/xlsx')
    const book = utils.book_new()
    utils.book_append_sheet(
      book,
      utils.aoa_to_sheet([
        ['SN', 'Name', 'Card number'],
        ['IM0060', 'p', Number('898600123456789012')],
      ]),
    )
    for (const bookType of ['xlsx', 'biff8'] as const) {
      const { wrong_cells } = await check(fileOf('a.xls', Buffer.from(write(book, { type: 'buffer', bookType }))))
      expect(wrong_cells).toMatchObject([{ column: 'card_no', code: '100006' }])
    }
  })

  test('a file has 10,000 devices at most', async () => {
    const rows = Array.from({ length: 10_001 }, (_, n) => `MANY${n},p`)
    const found = await check(fileOf('a.csv', `SN,Name\n${rows.join('\n')}`))
    expect(found).toMatchObject({
      rows: 10_001,
      create: 10_000,
      wrong: 1,
      wrong_cells: [{ row: 10_002, column: null }],
    })
  })

  test('a device that waits with a password of its own is registered by that one alone', async () => {
    const { hashPassword } = await import('../../db/passwords.ts')
    const password_hash = await hashPassword('its own password', (work) => work())
    const seen = { first_seen_time: 1, last_seen_time: 1, reported: JSON.stringify({ flow: 'number' }) }
    await server.db.system((q) =>
      q
        .insertInto('unregistered_device')
        .values(['WA0001', 'WA0002'].map((sn_code) => ({ sn_code, password_hash, ...seen })))
        .execute(),
    )
    expect((await check(csv('WA0001,,泵,,,,,,'))).wrong_cells[0]).toMatchObject({ column: 'password', code: '110528' })
    const { data } = await start(csv('WA0001,its own password,泵,,,,,,', 'WA0002,another password,泵,,,,,,'))
    expect(await imported(data.import_id)).toMatchObject({ created: 1, wrong: 1 })
    expect((await detail('WA0001')).offered).toEqual([{ key: 'flow', data_type: 'number' }])
    expect(server.fleet.get('WA0002')).toBeUndefined()
  })

  test('a device of another organisation is taken, whatever was chosen, and an import is its user’s own', async () => {
    const file = csv('RV0001,password1,泵,,,,,,')
    expect((await check(file, { update_existing: true })).wrong_cells[0]).toMatchObject({ code: '110534' })
    const { data } = await start(csv('IM0070,password1,泵,,,,,,'))
    for (const user of ['rival', 'manager'])
      expect((await call('/dev/import/cancel', data, user, 'PUT')).meta.code).not.toBe('100001')
    expect(await imported(data.import_id, 'manager')).toBeUndefined()
  })
})

describe('a long import', () => {
  const rowsStored = async (import_id: number) => {
    const all = server.db.system((q) =>
      q.selectFrom('device_import_row').selectAll().where('import_id', '=', import_id).execute(),
    )
    return all
  }

  test('passwords of a file wait sealed, are hashed at the cost of all that people type, and are gone with their row', async () => {
    const lines = Array.from({ length: 60 }, (_, n) => `SEAL${n},typed-secret-${n},p`)
    const { data } = await start(fileOf('a.csv', `SN,Password,Name\n${lines.join('\n')}`))
    const waiting = await rowsStored(data.import_id)
    expect(JSON.stringify(waiting)).not.toContain('typed-secret')
    expect(waiting.some(({ input }) => input !== null && 'sealed' in (input as object))).toBe(true)
    await until(data.import_id, 'done')
    expect((await rowsStored(data.import_id)).every(({ input }) => input === null)).toBe(true)
    const { verifyPassword } = await import('../../db/passwords.ts')
    const { password_hash } = await server.db.system((q) =>
      q.selectFrom('device').select('password_hash').where('sn_code', '=', 'SEAL59').executeTakeFirstOrThrow(),
    )
    expect(password_hash).toContain('$m=19456,t=2,')
    expect(await verifyPassword('typed-secret-59', password_hash, (work) => work())).toBe(true)
  })

  test('a device signs in once its row is done, while passwords of later rows are still hashed', async () => {
    const lines = Array.from({ length: 300 }, (_, n) => `FIRST${n},typed-secret-${n},p`)
    const { data } = await start(fileOf('a.csv', `SN,Password,Name\n${lines.join('\n')}`))
    await expect.poll(async () => (await imported(data.import_id)).created, { timeout: 60_000 }).toBeGreaterThan(0)
    const enter = credentialsOf(server, { provisioning: 'open' })
    expect(await enter('FIRST0', Buffer.from('typed-secret-0'), '192.0.2.1')).toMatchObject({ sn_code: 'FIRST0' })
    expect((await imported(data.import_id)).state).toBe('running')
    await call('/dev/import/cancel', data, 'admin', 'PUT')
  })

  const many = (name: string, count: number) =>
    fileOf('a.csv', `SN,Name\n${Array.from({ length: count }, (_, n) => `${name}${n},p${n}`).join('\n')}`)
  const until = async (import_id: number, state: string) => {
    await expect.poll(async () => (await imported(import_id)).state, { timeout: 60_000 }).toBe(state)
    return imported(import_id)
  }

  test('a small file of a colleague is imported while a large one is under way', async () => {
    const lines = Array.from({ length: 300 }, (_, n) => `BIG${n},typed-secret-${n},p`)
    const { data } = await start(fileOf('a.csv', `SN,Password,Name\n${lines.join('\n')}`))
    const small = await start(fileOf('a.csv', 'SN,Password,Name\nSMALL1,typed-secret,p'), {}, 'manager')
    expect(await imported(small.data.import_id, 'manager')).toMatchObject({ state: 'done', created: 1 })
    expect((await imported(data.import_id)).state).toBe('running')
    await call('/dev/import/cancel', data, 'admin', 'PUT')
  })

  test('one user’s imports neither fill the room of a colleague nor push out what he keeps', async () => {
    const kept = await start(many('KEPT', 1), {}, 'manager')
    for (let n = 0; n < 11; n += 1) await start(many(`PUSH${n}x`, 1))
    const all = (await server.call('admin', 'GET', '/dev/import')).data
    expect(all).toHaveLength(10)
    expect(await imported(kept.data.import_id, 'manager')).toMatchObject({ state: 'done' })
  })

  const setActive = (user_name: string, is_active: number) =>
    server.db.system((q) =>
      q.updateTable('app_user').set({ is_active }).where('user_id', '=', ids.user(user_name)).execute(),
    )

  test('an import that was begun by who acts as a user ends when he may act as him no more', async () => {
    const user_id = ids.user('manager')
    const { data: session } = await server.call('admin', 'POST', '/yun/v2/user/login/simulate', { user_id })
    const lines = Array.from({ length: 300 }, (_, n) => `ACTED${n},typed-secret-${n},p`)
    const file = fileOf('a.csv', `SN,Password,Name\n${lines.join('\n')}`)
    const acting = asToken(server, session.token)
    const { data } = await acting('POST', '/dev/import/batchInsert', { file, skip_wrong: true })
    await setActive('admin', 0)
    await expect.poll(async () => (await imported(data.import_id, 'manager')).state, { timeout: 60_000 }).toBe('failed')
    await setActive('admin', 1)
  })

  test('an import goes on after a restart with what is not done, and does nothing twice', async () => {
    const { data } = await start(many('LONG', 200))
    await server.imports.close()
    const half = await imported(data.import_id)
    expect(half.state).toBe('running')
    const { openDeviceImports } = await import('./imports.ts')
    const parts = {
      guard: {} as never,
      root: await rootOf(server.db, 'import_root'),
      disconnect: () => {},
      regrouped: () => {},
      maySimulate: async () => true,
      report: (error: unknown) => server.defects.push(error),
    }
    const next = openDeviceImports({ db: server.db, fleet: server.fleet, settings: { PROVISIONING: 'open' }, ...parts })
    await next.resume()
    expect(await until(data.import_id, 'done')).toMatchObject({ rows: 200, done: 200, created: 200, wrong: 0 })
    await next.resume()
    expect(await imported(data.import_id)).toMatchObject({ created: 200 })
    await next.close()
  })

  test('an import that is cancelled leaves what is done, and forgets the passwords of the rest', async () => {
    const { data } = await start(many('STOP', 200))
    expect((await call('/dev/import/cancel', data, 'admin', 'PUT')).data.state).toBe('cancelled')
    const rows = await server.db.system((q) =>
      q.selectFrom('device_import_row').select(['input', 'outcome']).where('import_id', '=', data.import_id).execute(),
    )
    expect(rows.every(({ input }) => input === null)).toBe(true)
    const { created } = await imported(data.import_id)
    expect(created).toBe(rows.filter(({ outcome }) => outcome === 'created').length)
    expect(await rowsOf('POST', '/dev/import/result', { import_id: data.import_id, lang: 'en' })).toHaveLength(201)
  })

  test('rows of an import that is cancelled while it goes on are not done any more', async () => {
    const { data } = await start(many('LATE', 200))
    await call('/dev/import/cancel', data, 'admin', 'PUT')
    const { tenant_id } = server.fleet.get('TS0001') as LiveDevice
    const { nextRows } = createProgress(server.db, Date.now)
    expect(await nextRows({ tenant_id, import_id: data.import_id })).toEqual([])
  })

  test('an import ends when its user may no longer register devices', async () => {
    expect(ids.user('admin')).toBeGreaterThan(0)
    const { data } = await start(many('GONE', 120))
    await setActive('admin', 0)
    const { openDeviceImports } = await import('./imports.ts')
    const parts = {
      guard: {} as never,
      root: await rootOf(server.db, 'import_root'),
      disconnect: () => {},
      regrouped: () => {},
      maySimulate: async () => true,
      report: (error: unknown) => server.defects.push(error),
    }
    const next = openDeviceImports({ db: server.db, fleet: server.fleet, settings: { PROVISIONING: 'open' }, ...parts })
    await next.resume()
    const state = () =>
      server.db.system((q) =>
        q.selectFrom('device_import').select('state').where('import_id', '=', data.import_id).executeTakeFirst(),
      )
    await expect.poll(async () => (await state())?.state, { timeout: 30_000 }).toBe('failed')
    await next.close()
    await setActive('admin', 1)
  })

  test('an import goes on with what its user holds at each portion, not with what was held at the one before', async () => {
    const { tenant_id, group_id } = server.fleet.get('TS0001') as LiveDevice
    const rights = { permissions: ['P00000', 'P30000', 'P30100'], device_rights: [{ group_id, may_write: true }] }
    const [withGroup, without] = [
      await makeRole(server, rights),
      await makeRole(server, { ...rights, device_rights: [] }),
    ]
    const { user_id } = await makeUser(server, { role_ids: [withGroup.role_id] })
    const nobody = { user_name: '', full_name: '', by: null, address: '', from: '', lang: 'zh' as const }
    const holderOf = (actor: Parameters<typeof callerOf>[3]) =>
      server.db.tenant(tenant_id, (q) => callerOf(q, tenant_id, user_id, actor))
    const before = await holderOf(nobody)
    const mayWrite = (held: typeof before) => held !== null && holdsGroup(held.may_write, group_id as number)
    expect(mayWrite(before)).toBe(true)
    const { meta } = await call('/user', { user_id, role_ids: [without.role_id] }, 'admin', 'PUT')
    expect(meta.success).toBe(1)
    expect(mayWrite(await holderOf(before as NonNullable<typeof before>))).toBe(false)
  })
})
