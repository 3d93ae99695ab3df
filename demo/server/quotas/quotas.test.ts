import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ORGANISATION_MOST, QUOTA_NAMES, QUOTAS, type Quota } from '../../../core/catalogue/quotas.ts'
import { asToken, auditOf, demoIds, makeUser, refusalOf } from '../../../tests/server/people.ts'
import { rowsRead } from '../../../tests/server/rows-read.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { granted } from '../../../tests/server/shown-screens.ts'
import { stores } from '../../../tests/server/stores.ts'
import { openDb } from '../db/open.ts'
import type { Schema } from '../db/schema.ts'
import { keptBy } from './kept-by.ts'
import { requireQuota, setInstallationQuotas, spendQuota } from './quotas.ts'

let server: TestServer
let ids: Awaited<ReturnType<typeof demoIds>>
beforeAll(async () => {
  server = await openTestServer()
  ids = await demoIds(server)
})
afterAll(() => server.close())

const PATH = '/user/quota'
const tokenFor = async (user_name: string): Promise<string> =>
  (await server.call(null, 'POST', '/yun/v2/user/login', { user_name, password: 'demo1234' })).data.token
const set = (user_id: number, quota: Quota, limit: number | null, by = 'admin') =>
  server.call(by, 'PUT', PATH, { user_id, quotas: [{ quota, limit }] })
const of = async (user_id: number, quota: Quota) =>
  (await server.call('admin', 'GET', PATH, { user_id })).data.find((row: { quota: Quota }) => row.quota === quota)

test('a user has the limits of the table until somebody sets others', async () => {
  const { user_id } = await makeUser(server)
  const { data } = await server.call('admin', 'GET', PATH, { user_id })
  expect(data.map(({ quota, limit }: { quota: Quota; limit: number }) => [quota, limit])).toEqual(
    QUOTA_NAMES.map((quota) => [quota, QUOTAS[quota].fallback]),
  )
  await set(user_id, 'screens', 5)
  expect(await of(user_id, 'screens')).toEqual({ quota: 'screens', limit: 5, used: 0 })
  await set(user_id, 'screens', null)
  expect(await of(user_id, 'screens')).toMatchObject({ limit: null })
  expect(await of(ids.user('operator'), 'screens')).toMatchObject({ limit: QUOTAS.screens.fallback })
})

test('what a user made counts, and one more than the limit is refused', async () => {
  const user_id = ids.user('admin')
  await set(user_id, 'templates', 1)
  const make = (module_name: string) =>
    server.call('admin', 'POST', '/yun/module', { module_name, points: [], alarm_rules: [] })
  expect((await make('第一个')).meta.code).toBe('100001')
  expect(await of(user_id, 'templates')).toEqual({ quota: 'templates', limit: 1, used: 1 })
  expect((await make('第二个')).meta.code).toBe('115004')
  await set(user_id, 'templates', 2)
  expect((await make('第二个')).meta.code).toBe('100001')
})

test('screens and their versions take space of the organisation, whoever draws', async () => {
  await set(ids.user('admin'), 'templates', null)
  const { template_id } = (await server.call('admin', 'POST', '/yun/module', { module_name: '画面空间' })).data
  const before = (await of(ids.user('admin'), 'screen_bytes')).used
  const document = (note: string) => ({ version: 1, width: 100, height: 100, controls: [], note })
  const make = (screen_name: string) =>
    server.call('admin', 'POST', '/yun/module/view', { template_id, screen_name, document: document('x'.repeat(1000)) })
  const { data } = await make('一')
  // The screen, and its first version.
  const { used } = await of(ids.user('operator'), 'screen_bytes')
  expect(used - before).toBeGreaterThan(2000)
  await set(ids.user('admin'), 'screen_bytes', used + 1500)
  const { screen_id } = data
  const save = (revision: number, note: string) =>
    server.call('admin', 'PUT', '/yun/module/view/document', {
      screen_id,
      revision,
      document: document(note),
      editor_id: 'editor-0001',
    })
  expect((await save(1, 'x'.repeat(2000))).meta.code).toBe('100019')
  expect((await save(1, '')).meta.code).toBe('100001')
  expect((await make('二')).meta.code).toBe('100001')
  for (const call of [
    make('三'),
    server.call('admin', 'POST', '/yun/module/copy', { template_id, module_name: '副本' }),
  ])
    expect((await call).meta.code).toBe('100019')
  await set(ids.user('admin'), 'screen_bytes', null)
  expect((await save(2, 'x'.repeat(2000))).meta.code).toBe('100001')
})

test('an organisation has no more users, groups and devices than it may have', async () => {
  const { tenant_id } = await server.db.system((q) =>
    q.selectFrom('app_user').select('tenant_id').where('user_name', '=', 'rival').executeTakeFirstOrThrow(),
  )
  const { users, user_groups, device_groups, devices } = ORGANISATION_MOST
  await server.db.system(async (q) => {
    await sql`insert into user_group (tenant_id, group_name) select ${tenant_id}, 'g' || n
      from generate_series(1, ${user_groups}::int) n`.execute(q)
    await sql`insert into device_group (tenant_id, group_name) select ${tenant_id}, 'g' || n
      from generate_series(1, ${device_groups}::int) n`.execute(q)
    await sql`insert into app_user (tenant_id, user_name, name, user_type, password_hash, created_time)
      select ${tenant_id}, 'rival-' || n, 'n', 3, '', 0 from generate_series(1, ${users}::int) n`.execute(q)
    await sql`insert into device (tenant_id, sn_code, dev_alias, group_id, password_hash, created_time)
      select ${tenant_id}, 'RIVAL' || n, 'n', (select min(group_id) from device_group where tenant_id = ${tenant_id}), '', 0
      from generate_series(1, ${devices}::int) n`.execute(q)
  }, 'reports')
  const user = { user_name: 'rivalnew', name: 'n', password: 'demo1234', user_group_id: null, role_ids: [] }
  for (const reply of [
    await server.call('rival', 'POST', '/user', { ...user, user_tel: null, email: null }),
    await server.call('rival', 'POST', '/yun/user/group', { group_name: 'one more' }),
    await server.call('rival', 'POST', '/yun/dev/group', { group_name: 'one more' }),
    await server.call('rival', 'POST', '/dev', { sn_code: 'ONEMORE', dev_alias: 'one more', password: 'device-1' }),
  ])
    expect(reply.meta.code, JSON.stringify(reply.data)).toBe('100019')
})

test('what the installation lets users have binds administrators too, whatever they set', async () => {
  await server.db.system((q) => setInstallationQuotas(q, 2))
  try {
    const user_id = ids.user('admin')
    for (const quota of QUOTA_NAMES)
      for (const limit of [null, 1e12]) {
        await set(user_id, quota, limit)
        expect(await of(user_id, quota)).toMatchObject({ limit: 2 * QUOTAS[quota].fallback })
      }
    const { tenant_id } = await server.db.system((q) =>
      q.selectFrom('app_user').select('tenant_id').where('user_id', '=', user_id).executeTakeFirstOrThrow(),
    )
    for (const quota of [
      'alarms_kept',
      'history_bytes',
      'points',
      'rollup_bytes',
      'screen_bytes',
      'organisation_gallery_bytes',
    ] as const) {
      const keptFor = (q: Kysely<Schema>) =>
        sql<{ kept: number }>`select k.kept from (${keptBy(quota)}) k where k.tenant_id = ${tenant_id}`.execute(q)
      for (const { rows } of [await server.db.system(keptFor), await server.db.tenant(tenant_id, keptFor)])
        expect(rows).toEqual([{ kept: 2 * QUOTAS[quota].fallback }])
    }
    await set(user_id, 'templates', 1)
    expect(await of(user_id, 'templates')).toMatchObject({ limit: 1 })
    // Where the operator said nothing, no history is lost that an administrator has had kept; more is not to be had.
    await server.db.system((q) => setInstallationQuotas(q, 0))
    await set(user_id, 'history_bytes', 1e12)
    await server.db.system((q) => setInstallationQuotas(q, null))
    expect(await of(user_id, 'history_bytes')).toMatchObject({ limit: 1e12 })
    const setAgain = (limit: number | null) =>
      server.call('admin', 'PUT', '/user/quota', { user_id, quotas: [{ quota: 'history_bytes', limit }] })
    await granted(setAgain(1e12))
    for (const limit of [null, 1e12 + 1, 10 * QUOTAS.history_bytes.fallback + 1])
      expect(refusalOf(await setAgain(limit))).toBe('100006 quotas.0.limit')
    await granted(setAgain(10 * QUOTAS.history_bytes.fallback))
    expect(refusalOf(await setAgain(1e12))).toBe('100006 quotas.0.limit')
    await set(user_id, 'gallery_bytes', null)
    expect(await of(user_id, 'gallery_bytes')).toMatchObject({ limit: 10 * QUOTAS.gallery_bytes.fallback })
    // All points are in memory.
    await set(user_id, 'points', null)
    expect(await of(user_id, 'points')).toMatchObject({ limit: QUOTAS.points.fallback })
  } finally {
    await server.db.system((q) => setInstallationQuotas(q, 0))
    for (const quota of QUOTA_NAMES) await set(ids.user('admin'), quota, null)
  }
  expect(await of(ids.user('admin'), 'templates')).toMatchObject({ limit: null })
})

test('a quota that is asked for is counted, and nothing of the others', async () => {
  const before = await rowsRead(server.db, 'alarm', 'screen_version', 'screen')
  await granted(server.call('admin', 'GET', '/yun/push/setting'))
  await granted(server.call('admin', 'GET', '/yun/resourcesInfo/quota'))
  const user = { tenant_id: 1, user_id: ids.user('admin') }
  await server.db.tenant(1, (q) => requireQuota(q, user, 'template_shares'))
  expect(await rowsRead(server.db, 'alarm', 'screen_version', 'screen')).toBe(before)
})

test('nobody but an administrator gives more than the own limit', async () => {
  await set(ids.user('manager'), 'templates', 10)
  const user_id = ids.user('operator')
  expect((await set(user_id, 'templates', 10, 'manager')).meta.code).toBe('100001')
  for (const limit of [11, null])
    expect(refusalOf(await set(user_id, 'templates', limit, 'manager'))).toBe('100006 quotas.0.limit')
  expect(await of(user_id, 'templates')).toMatchObject({ limit: 10 })
  expect((await set(ids.user('manager'), 'templates', 5, 'manager')).meta.code).toBe('110310')
  expect((await set(user_id, 'templates', 1000)).meta.code).toBe('100001')
})

test('a user with the right to edit users does not raise the own limit', async () => {
  const { user_id, user_name } = await makeUser(server, {
    user_group_id: ids.group('东区'),
    role_ids: [ids.role('二级管理员')],
  })
  await set(user_id, 'templates', 3)
  const input = { user_name, password: 'demo1234' }
  const { token } = (await server.call(null, 'POST', '/yun/v2/user/login', input)).data
  const more = { user_id, quotas: [{ quota: 'templates', limit: 4 }] }
  expect(refusalOf(await server.call(null, 'PUT', PATH, more, { 'x-token': token }))).toBe('100006 quotas.0.limit')
})

test('limits of users outside the own groups, and of other organisations, are out of reach', async () => {
  const outside = await makeUser(server, { user_group_id: ids.group('外协') })
  expect((await set(outside.user_id, 'sms', 1, 'manager')).meta.code).toBe('110310')
  expect((await set(ids.user('operator'), 'sms', 1, 'rival')).meta.code).toBe('110310')
  expect((await server.call('rival', 'GET', PATH, { user_id: ids.user('operator') })).meta.code).toBe('110310')
})

test.each([
  ['quotas.0.limit', { quota: 'sms', limit: -1 }],
  ['quotas.0.limit', { quota: 'sms', limit: 1.5 }],
  ['quotas.0.limit', { quota: 'sms', limit: 1e13 }],
  ['quotas.0.quota', { quota: 'gold', limit: 1 }],
])('%s: %j', async (field, quota) => {
  const reply = await server.call('admin', 'PUT', PATH, { user_id: ids.user('operator'), quotas: [quota] })
  expect(refusalOf(reply)).toBe(`100006 ${field}`)
})

test('a changed limit is in the audit, before and after', async () => {
  const { user_id, user_name } = await makeUser(server)
  await set(user_id, 'wechat', 7)
  expect((await auditOf(server, { action: 'quota' }))[0]).toMatchObject({
    target: user_name,
    detail: { wechat: { before: QUOTAS.wechat.fallback, after: 7 } },
  })
})

test('an SMS that a user asks for counts, and one beyond the limit is refused', async () => {
  const { user_id, user_name } = await makeUser(server)
  const call = asToken(server, await tokenFor(user_name))
  await set(user_id, 'sms', 1)
  const ask = (address: string) => call('POST', '/user/account/code', { address })
  expect((await ask('13900000001')).meta.code).toBe('100001')
  expect(await of(user_id, 'sms')).toMatchObject({ limit: 1, used: 1 })
  expect((await ask('13900000002')).meta.code).toBe('100019')
  expect((await ask('li@plant.example')).meta.code).toBe('100001')
})

describe.each(stores)('on $name', ({ start }) => {
  test('many at once use no more than there is', async () => {
    const store = await start()
    const db = await openDb(store.place)
    try {
      const caller = await db.system(async (q) => {
        const time = Date.now()
        const tenant = { name: '许多人', created_time: time }
        const { tenant_id } = await q
          .insertInto('tenant')
          .values(tenant)
          .returning('tenant_id')
          .executeTakeFirstOrThrow()
        const person = {
          tenant_id,
          user_name: 'many',
          name: '许多',
          user_type: 1,
          password_hash: '',
          created_time: time,
        }
        const { user_id } = await q.insertInto('app_user').values(person).returning('user_id').executeTakeFirstOrThrow()
        for (const quota of ['sms', 'templates'] as const)
          await q.insertInto('user_quota').values({ tenant_id, user_id, quota, limit_value: 5 }).execute()
        return { tenant_id, user_id }
      })
      const { tenant_id, user_id: created_user_id } = caller
      /** How many of 20 that try at once succeed. */
      const among20 = async (work: (q: Parameters<typeof spendQuota>[0], i: number) => Promise<unknown>) => {
        const tried = Array.from({ length: 20 }, (_, i) => db.tenant(tenant_id, (q) => work(q, i)))
        return (await Promise.allSettled(tried)).filter(({ status }) => status === 'fulfilled').length
      }
      // What is counted when it happens, and what lies in a table of its own.
      expect(await among20((q) => spendQuota(q, caller, 'sms'))).toBe(5)
      const times = { created_time: 0, changed_time: 0 }
      const make = async (q: Parameters<typeof spendQuota>[0], i: number) => {
        await requireQuota(q, caller, 'templates')
        const template = { tenant_id, created_user_id, module_name: `第 ${i} 个`, ...times }
        await q.insertInto('template').values(template).execute()
      }
      expect(await among20(make)).toBe(5)
    } finally {
      await db.close()
      await store.stop()
    }
  })
})
