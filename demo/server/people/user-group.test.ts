import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditOf, demoIds, makeUser, refusalOf } from '../../../tests/server/people.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'

let server: TestServer
let ids: Awaited<ReturnType<typeof demoIds>>
beforeAll(async () => {
  server = await openTestServer()
  ids = await demoIds(server)
})
afterAll(() => server.close())

const GROUP = '/yun/user/group'
const admin = (method: string, input: object = {}) => server.call('admin', method, GROUP, input)
const manager = (method: string, input: object = {}) => server.call('manager', method, GROUP, input)
let count = 0
async function make(parent_id: number | null = null, by = 'admin'): Promise<number> {
  const { data } = await server.call(by, 'POST', GROUP, { group_name: `组 ${++count}`, parent_id })
  return data.user_group_id
}
interface Node {
  id: number
  parent_id: number | null
  group_name: string
  user_count: number
  administrator2: string | null
  tag_type: number
}
const treeOf = async (user_name: string): Promise<Node[]> =>
  (await server.call(user_name, 'GET', GROUP)).data.map(({ object }: { object: Node }) => object)

describe('the tree', () => {
  test('the group tree shows an administrator all groups, with users and administrator2', async () => {
    const tree = await treeOf('admin')
    const company = tree.find(({ group_name }) => group_name === '运营中心')
    expect(company).toMatchObject({ parent_id: null, user_count: 1, administrator2: '站长', tag_type: 2 })
    expect(tree.find(({ group_name }) => group_name === '东区')).toMatchObject({
      parent_id: company?.id,
      user_count: 1,
    })
    expect(tree.map(({ group_name }) => group_name)).toContain('外协')
  })

  test('the group tree begins for an administrator2 at the own group', async () => {
    const tree = await treeOf('manager')
    expect(tree.map(({ group_name }) => group_name).sort()).toEqual(['东区', '西区', '运营中心'])
    expect(tree.find(({ group_name }) => group_name === '运营中心')?.parent_id).toBeNull()
  })

  test('the group tree belongs to one organisation', async () => {
    expect(await treeOf('rival')).toEqual([])
    const user_group_id = ids.group('东区')
    for (const method of ['PUT', 'DELETE'])
      expect((await server.call('rival', method, GROUP, { user_group_id, group_name: 'mine' })).meta.code).toBe(
        '202001',
      )
    expect(
      (await server.call('rival', 'POST', GROUP, { group_name: 'mine', parent_id: user_group_id })).meta.code,
    ).toBe('202001')
  })
})

describe('a group', () => {
  test('a group is made, changed and deleted, each with a line in the audit', async () => {
    const { data } = await admin('POST', { group_name: '检修', remarks: '备注', parent_id: ids.group('外协') })
    await admin('PUT', { ...data, group_name: '检修部', remarks: '' })
    await admin('DELETE', data)
    expect((await treeOf('admin')).map(({ id }) => id)).not.toContain(data.user_group_id)
    expect((await auditOf(server)).slice(0, 3)).toMatchObject([
      { action: 'group-delete', target: '检修部' },
      {
        action: 'group-edit',
        target: '检修',
        detail: { group_name: { before: '检修', after: '检修部' }, remarks: { before: '备注', after: '' } },
      },
      { action: 'group-create', target: '检修', user_name: 'admin' },
    ])
  })

  test('a group has a name of its own, in any case', async () => {
    await admin('POST', { group_name: 'North' })
    expect(refusalOf(await admin('POST', { group_name: 'NORTH' }))).toBe('202002 group_name')
    expect(refusalOf(await admin('PUT', { user_group_id: ids.group('西区'), group_name: '东区' }))).toBe(
      '202002 group_name',
    )
    expect((await server.call('rival', 'POST', GROUP, { group_name: 'North' })).meta.code).toBe('100001')
  })

  test.each(['', ' ', '_组', '组_', '一二三四五六七八九十一', 'a\u202eb', 'a\nb'])(
    'a group is not called %j',
    async (group_name) => {
      expect(refusalOf(await admin('POST', { group_name }))).toBe('100006 group_name')
    },
  )

  test('a group has no unknown group above it', async () => {
    expect((await admin('POST', { group_name: '无上级', parent_id: 999_999 })).meta.code).toBe('202001')
  })

  test('a group is not moved below itself or below one that is below it', async () => {
    const top = await make()
    const middle = await make(top)
    const bottom = await make(middle)
    for (const parent_id of [top, middle, bottom])
      expect(refusalOf(await admin('PUT', { user_group_id: top, parent_id }))).toBe('100006 parent_id')
    expect((await admin('PUT', { user_group_id: bottom, parent_id: top })).meta.code).toBe('100001')
    expect((await admin('PUT', { user_group_id: top, parent_id: null })).meta.code).toBe('100001')
  })

  test('a group takes its users along when it is moved, at once for who oversees them', async () => {
    const group = await make()
    const { user_name } = await makeUser(server, { user_group_id: group })
    const seen = async () => (await server.call('manager', 'GET', '/user', { search: user_name })).data.total
    expect(await seen()).toBe(0)
    await admin('PUT', { user_group_id: group, parent_id: ids.group('东区') })
    expect(await seen()).toBe(1)
    await admin('PUT', { user_group_id: group, parent_id: null })
    expect(await seen()).toBe(0)
  })

  test('a group is not deleted while a user or a group is in it', async () => {
    const outer = await make()
    const inner = await make(outer)
    const user = await makeUser(server, { user_group_id: inner })
    const remove = (user_group_id: number) => admin('DELETE', { user_group_id })
    expect([(await remove(outer)).meta.code, (await remove(inner)).meta.code]).toEqual(['202003', '202003'])
    await server.call('admin', 'PUT', '/user/move', { user_ids: [user.user_id], user_group_id: null })
    expect([(await remove(inner)).meta.code, (await remove(outer)).meta.code]).toEqual(['100001', '100001'])
    expect((await remove(outer)).meta.code).toBe('202001')
  })
})

describe('an administrator2', () => {
  test('an administrator2 makes groups below the own one, and nowhere else', async () => {
    for (const parent_id of [ids.group('运营中心'), ids.group('东区')])
      expect(await make(parent_id, 'manager')).toEqual(expect.any(Number))
    for (const parent_id of [null, ids.group('外协'), 999_999])
      expect((await manager('POST', { group_name: `外 ${++count}`, parent_id })).meta.code).toBe('202001')
  })

  test('an administrator2 does not change or delete the own group, nor see one outside', async () => {
    const user_group_id = ids.group('运营中心')
    for (const change of [{ group_name: '改名' }, { parent_id: ids.group('东区') }, { remarks: 'x' }])
      expect((await manager('PUT', { user_group_id, ...change })).meta.code).toBe('100015')
    expect((await manager('DELETE', { user_group_id })).meta.code).toBe('100015')
    for (const method of ['PUT', 'DELETE'])
      expect((await manager(method, { user_group_id: ids.group('外协'), remarks: 'x' })).meta.code).toBe('202001')
  })

  test('an administrator2 moves a group within the own one, not out of it', async () => {
    const user_group_id = await make(ids.group('东区'), 'manager')
    for (const parent_id of [null, ids.group('外协')])
      expect((await manager('PUT', { user_group_id, parent_id })).meta.code).toBe('202001')
    expect((await manager('PUT', { user_group_id, parent_id: ids.group('西区') })).meta.code).toBe('100001')
  })
})
