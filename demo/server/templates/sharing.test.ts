import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditOf, demoIds, makeUser, refusalOf } from '../../../tests/server/people.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { granted, makeDesigner, makeScreen, makeTemplate } from '../../../tests/server/shown-screens.ts'

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

const SHARE = '/yun/module/share'
const share = (template_id: number, user_ids: number[], by = 'admin') =>
  server.call(by, 'PUT', SHARE, { template_id, user_ids })
const sharees = async (template_id: number, by = 'admin'): Promise<string[]> =>
  (await granted(server.call(by, 'GET', SHARE, { template_id }))).map(
    ({ user_name }: { user_name: string }) => user_name,
  )
const quotaOf = async (user_id: number, quota: string) =>
  (await granted(server.call('admin', 'GET', '/user/quota', { user_id }))).find(
    (row: { quota: string }) => row.quota === quota,
  )
const setQuota = (user_id: number, quota: string, limit: number) =>
  granted(server.call('admin', 'PUT', '/user/quota', { user_id, quotas: [{ quota, limit }] }))
const seen = async (template_id: number, user_name: string) =>
  (await server.call(user_name, 'GET', '/yun/module/basic', { template_id })).meta.code === '100001'

describe('sharing', () => {
  test('sharing replaces with whom it is shared, and is in the audit', async () => {
    const template_id = await makeTemplate(server, { module_name: '要分享的' })
    const [a, b] = [await makeDesigner(server), await makeDesigner(server)]
    await granted(share(template_id, [a.user_id]))
    expect(await seen(template_id, a.user_name)).toBe(true)
    await granted(share(template_id, [b.user_id, b.user_id]))
    expect(await sharees(template_id)).toEqual([b.user_name])
    expect(await seen(template_id, a.user_name)).toBe(false)
    expect((await auditOf(server, { action: 'template-share' }))[0]).toMatchObject({
      target: '要分享的',
      detail: { sharees: { before: [a.user_name], after: [b.user_name] } },
    })
    await granted(share(template_id, []))
    expect(await sharees(template_id)).toEqual([])
  })

  test('sharing is not with oneself, and with ten users at most', async () => {
    const template_id = await makeTemplate(server)
    expect(refusalOf(await share(template_id, [ids.user('admin')]))).toBe('100006 user_ids')
    const users = await Promise.all(Array.from({ length: 11 }, () => makeUser(server)))
    const user_ids = users.map(({ user_id }) => user_id)
    expect((await share(template_id, user_ids)).meta.code).toBe('114008')
    await granted(share(template_id, user_ids.slice(1)))
    expect(await sharees(template_id)).toHaveLength(10)
  })

  test('sharing is with users of the own organisation who are there', async () => {
    const template_id = await makeTemplate(server)
    const { user_id } = await makeUser(server)
    await granted(server.call('admin', 'PUT', '/user/active', { user_ids: [user_id], isActive: 0 }))
    for (const other of [user_id, ids.user('rival'), ids.user('experience'), 999_999])
      expect(refusalOf(await share(template_id, [other]))).toBe('100014 user_ids')
    expect(await sharees(template_id)).toEqual([])
  })

  test('sharing by an administrator2 or sub-user is with the users that they oversee', async () => {
    const designer = await makeDesigner(server, {}, { user_group_id: ids.group('东区') })
    const template_id = await makeTemplate(server, {}, designer.user_name)
    expect(refusalOf(await share(template_id, [ids.user('operator2')], designer.user_name))).toBe('100014 user_ids')
    await granted(share(template_id, [ids.user('operator')], designer.user_name))
    // What an administrator shared beyond that stays when it is named again.
    await granted(share(template_id, [ids.user('operator'), ids.user('operator2')]))
    await granted(share(template_id, [ids.user('operator'), ids.user('operator2')], designer.user_name))
    expect(await sharees(template_id, designer.user_name)).toEqual(['operator', 'operator2'])
  })

  test('sharing names whom it may be with to a designer who may not list users, and nobody else', async () => {
    const designer = await makeDesigner(server, {}, { user_group_id: ids.group('东区') })
    const template_id = await makeTemplate(server, {}, designer.user_name)
    const people = async (search?: string) =>
      (await granted(server.call(designer.user_name, 'GET', '/yun/module/people', { ...(search && { search }) }))) as {
        user_id: number
        user_name: string
      }[]
    expect((await server.call(designer.user_name, 'GET', '/user', {})).meta.code).toBe('100015')
    const named = await people()
    expect(named).toContainEqual({ user_id: ids.user('operator'), user_name: 'operator', name: '值班员' })
    for (const other of ['admin', 'manager', 'operator2', 'rival', 'experience', designer.user_name])
      expect(named.map(({ user_name }) => user_name)).not.toContain(other)
    expect((await people('值班')).map(({ user_name }) => user_name)).toContain('operator')
    expect(await people('operator2')).toEqual([])
    for (const { user_id } of named) await granted(share(template_id, [user_id], designer.user_name))
  })

  test('sharing counts against the quota of who shares', async () => {
    const designer = await makeDesigner(server, {}, { user_group_id: ids.group('运营中心') })
    const template_id = await makeTemplate(server, {}, designer.user_name)
    await setQuota(designer.user_id, 'template_shares', 1)
    const both = [ids.user('operator'), ids.user('operator2')]
    expect((await share(template_id, both, designer.user_name)).meta.code).toBe('114009')
    await granted(share(template_id, both.slice(1), designer.user_name))
    expect(await quotaOf(designer.user_id, 'template_shares')).toMatchObject({ limit: 1, used: 1 })
    // One goes and another one comes: there is room.
    await granted(share(template_id, both.slice(0, 1), designer.user_name))
  })
})

describe('giving a template to another user', () => {
  test('giving a template to another user takes it from the one who had it, with what counted for it', async () => {
    const from = await makeDesigner(server, {}, { user_group_id: ids.group('东区') })
    const to = await makeDesigner(server, {}, { user_group_id: ids.group('东区') })
    const template_id = await makeTemplate(server, { module_name: '要转移的' }, from.user_name)
    await makeScreen(server, template_id, {}, from.user_name)
    await granted(share(template_id, [to.user_id, ids.user('operator')], from.user_name))
    const transfer = (user_id: number) =>
      server.call(from.user_name, 'POST', '/yun/module/transfer', { template_id, user_id })
    expect(refusalOf(await transfer(ids.user('operator2')))).toBe('100014 user_id')
    expect(refusalOf(await transfer(ids.user('rival')))).toBe('100014 user_id')
    await granted(transfer(to.user_id))
    expect(await seen(template_id, from.user_name)).toBe(false)
    expect(await sharees(template_id, to.user_name)).toEqual(['operator'])
    for (const quota of ['templates', 'screens', 'template_shares']) {
      expect(await quotaOf(from.user_id, quota)).toMatchObject({ used: 0 })
      expect(await quotaOf(to.user_id, quota)).toMatchObject({ used: 1 })
    }
    expect((await auditOf(server, { action: 'template-transfer' }))[0]).toMatchObject({
      target: '要转移的',
      user_name: from.user_name,
      detail: { creator_name: { before: from.user_name, after: to.user_name } },
    })
  })

  test('giving a template to another user is refused where that user may have no more', async () => {
    const { user_id } = await makeUser(server)
    await setQuota(user_id, 'templates', 0)
    const template_id = await makeTemplate(server)
    const transfer = { template_id, user_id }
    expect((await server.call('admin', 'POST', '/yun/module/transfer', transfer)).meta.code).toBe('115004')
  })

  test('giving a template to another user is refused where its screens are more than that user may have', async () => {
    const { user_id } = await makeUser(server)
    const template_id = await makeTemplate(server)
    for (let n = 0; n < 2; n += 1) await makeScreen(server, template_id)
    const transfer = () => server.call('admin', 'POST', '/yun/module/transfer', { template_id, user_id })
    await setQuota(user_id, 'screens', 1)
    expect((await transfer()).meta.code).toBe('100019')
    await setQuota(user_id, 'screens', 2)
    await granted(transfer())
  })
})

describe('permission items', () => {
  const items = (template_id: number, named: object[], by = 'admin') =>
    server.call(by, 'PUT', '/yun/module/items', { template_id, items: named })
  const ITEMS = ['启停', '调速'].map((item_name) => ({ item_name }))

  test('permission items keep their ids by bringing them, also when two change names', async () => {
    const template_id = await makeTemplate(server, { module_name: '有权限项' })
    const [a, b] = await granted(items(template_id, ITEMS))
    const swapped = [
      { item_id: a.item_id, item_name: '调速' },
      { item_id: b.item_id, item_name: '启停' },
    ]
    expect(await granted(items(template_id, swapped))).toEqual(swapped)
    expect((await auditOf(server, { action: 'template-items' }))[0]).toMatchObject({ target: '有权限项' })
  })

  test('permission items have names, each another one, and are 15 at most', async () => {
    const template_id = await makeTemplate(server)
    expect(refusalOf(await items(template_id, [{ item_name: ' ' }]))).toBe('115301 items.0.item_name')
    expect(refusalOf(await items(template_id, [...ITEMS, ITEMS[0] as object]))).toBe('115302 items.2.item_name')
    const many = Array.from({ length: 16 }, (_, i) => ({ item_name: `项${i}` }))
    expect((await items(template_id, many)).meta.code).toBe('100019')
    expect(await granted(items(template_id, many.slice(1)))).toHaveLength(15)
  })

  test('permission items of another template are refused', async () => {
    const [template_id, other] = [await makeTemplate(server), await makeTemplate(server)]
    const [{ item_id }] = await granted(items(other, ITEMS))
    expect(refusalOf(await items(template_id, [{ item_id, item_name: '偷' }]))).toBe('100006 items.0.item_id')
    const twice = [await granted(items(template_id, ITEMS))].flat()[0]
    const both = [twice, { ...twice, item_name: '又' }]
    expect(refusalOf(await items(template_id, both))).toBe('100006 items.1.item_id')
  })

  test('permission items that are left out are taken from their holders', async () => {
    const template_id = await makeTemplate(server)
    const [{ item_id }] = await granted(items(template_id, ITEMS))
    const item_rights = [{ template_id, item_id }]
    const { user_id } = await makeDesigner(server, {
      template_rights: [{ template_id, may_write: false }],
      item_rights,
    })
    const held = async () =>
      (await granted(server.call('admin', 'GET', '/yun/userInfo/privilege', { user_id }))).from_roles.item_rights
    expect(await held()).toEqual(item_rights)
    await granted(items(template_id, ITEMS.slice(1)))
    expect(await held()).toEqual([])
  })
})
