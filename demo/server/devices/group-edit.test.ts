import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { DEVICE_GROUP_DEPTH, type DeviceGroupRow } from '../../../core/contract/device-group.ts'
import { auditOf, demoIds, makeRole, makeUser, refusalOf } from '../../../tests/server/people.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const GROUP = '/yun/dev/group'
const DONE = '100001'
const call = (method: string, input: object = {}, by = 'admin') => server.call(by, method, GROUP, input)
const codeOf = async (method: string, input: object, by = 'admin') => (await call(method, input, by)).meta.code
const treeOf = async (by = 'admin'): Promise<DeviceGroupRow[]> => (await server.call(by, 'GET', `${GROUP}/tree`)).data
const groupOf = async (group_id: number) => (await treeOf()).find((group) => group.group_id === group_id)
const defaultOf = async (): Promise<number> => (await treeOf()).find(({ is_default }) => is_default)?.group_id as number

let count = 0
async function make(parent_id: number | null = null, more: object = {}): Promise<number> {
  const { meta, data } = await call('POST', { group_name: `分组 ${++count}`, parent_id, ...more })
  expect(meta.code).toBe(DONE)
  return data.group_id
}
async function makeDevice(group_id: number): Promise<string> {
  const sn_code = `GE${++count}`
  const device = { sn_code, password: 'secret1', dev_alias: sn_code, group_id }
  expect((await server.call('admin', 'POST', '/dev', device)).meta.code).toBe(DONE)
  return sn_code
}
/** A sub-user who edits groups, and holds these. */
async function editorOf(device_rights: { group_id: number; may_write: boolean }[], more: string[] = ['P31100']) {
  const permissions = ['P00000', 'P30000', 'P31000', ...more]
  const { role_id } = await makeRole(server, { permissions, device_rights })
  return (await makeUser(server, { role_ids: [role_id] })).user_name
}

describe('the tree of device groups', () => {
  test('the tree counts the devices of each group by state, those below it left out', async () => {
    const group_id = await make()
    const below = await make(group_id)
    const online = await makeDevice(group_id)
    await makeDevice(group_id)
    await makeDevice(below)
    server.fleet.setConnected(online, true, Date.now())
    expect(await groupOf(group_id)).toMatchObject({ device_count: 2, online: 1, offline: 1, faulty: 0 })
    expect(await groupOf(below)).toMatchObject({ parent_id: group_id, device_count: 1, offline: 1 })
  })

  test('the tree shows a sub-user the groups of the own rights, and which of them may be changed and moved', async () => {
    const top = await make()
    const held = await make(top)
    const below = await make(held)
    const seen = await make()
    const editor = await editorOf([
      { group_id: held, may_write: true },
      { group_id: seen, may_write: false },
    ])
    expect(await treeOf(editor)).toMatchObject([
      { group_id: held, parent_id: null, may_edit: true, may_move: false },
      { group_id: below, parent_id: held, may_edit: true, may_move: true },
      { group_id: seen, parent_id: null, may_edit: false, may_move: false },
    ])
  })

  test('the tree belongs to one organisation', async () => {
    const group_id = await make()
    expect((await treeOf('rival')).map((group) => group.group_id)).not.toContain(group_id)
    expect(await codeOf('PUT', { group_id, group_name: 'mine' }, 'rival')).toBe('112002')
    expect(await codeOf('DELETE', { group_id }, 'rival')).toBe('112002')
    expect(await codeOf('POST', { group_name: 'mine', parent_id: group_id }, 'rival')).toBe('112002')
  })

  test('whoever may see device groups alone sees the tree and changes nothing', async () => {
    const group_id = await make()
    const reader = await editorOf([{ group_id, may_write: true }], [])
    expect(await treeOf(reader)).toHaveLength(1)
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect(await codeOf(method, { group_id, group_name: 'x' }, reader)).toBe('100015')
  })
})

describe('a device group', () => {
  test('a device group is made, changed, moved and deleted, each with a line in the audit', async () => {
    const parent_id = await make(null, { group_name: '厂区' })
    const group_id = await make(null, { group_name: '泵站', remarks: '河边' })
    await call('PUT', { group_id, group_name: '泵房', remarks: '' })
    await call('PUT', { group_id, parent_id })
    await call('DELETE', { group_id })
    expect((await auditOf(server)).slice(0, 4)).toMatchObject([
      {
        action: 'device-group-delete',
        target: '泵房',
        detail: { group_name: { before: '泵房', after: null }, parent_id: { before: '厂区', after: null } },
      },
      { action: 'device-group-edit', target: '泵房', detail: { parent_id: { before: null, after: '厂区' } } },
      {
        action: 'device-group-edit',
        target: '泵站',
        detail: { group_name: { before: '泵站', after: '泵房' }, remarks: { before: '河边', after: '' } },
      },
      { action: 'device-group-create', target: '泵站', detail: { remarks: { before: '', after: '河边' } } },
    ])
  })

  test('a change that changes nothing leaves no line in the audit', async () => {
    const group_id = await make()
    const [before] = await auditOf(server)
    expect(await codeOf('PUT', { group_id, remarks: '', parent_id: null })).toBe(DONE)
    expect((await auditOf(server))[0]).toEqual(before)
  })

  test('a device group has a name of its own, in any case', async () => {
    await make(null, { group_name: 'Pumps' })
    const group_id = await make()
    expect(refusalOf(await call('POST', { group_name: 'PUMPS' }))).toBe('112004 group_name')
    expect(refusalOf(await call('PUT', { group_id, group_name: 'pumps' }))).toBe('112004 group_name')
    expect(await codeOf('POST', { group_name: 'Pumps' }, 'rival')).toBe(DONE)
  })

  test.each([
    ['', '112000'],
    [' ', '112000'],
    ['_组', '100006'],
    ['组_', '100006'],
    ['一二三四五六七八九十一', '100006'],
    ['a\u202eb', '100006'],
    ['a\nb', '100006'],
  ])('a device group is not called %j', async (group_name, code) => {
    expect(await codeOf('POST', { group_name })).toBe(code)
  })

  test('a device group has remarks of 120 characters at most', async () => {
    const group_id = await make(null, { remarks: 'x'.repeat(LIMITS.groupRemarks) })
    expect(refusalOf(await call('PUT', { group_id, remarks: 'x'.repeat(LIMITS.groupRemarks + 1) }))).toBe(
      '100006 remarks',
    )
  })

  test('a call that names no device group is refused with a code of its own', async () => {
    expect([await codeOf('PUT', {}), await codeOf('DELETE', {})]).toEqual(['112001', '112001'])
    expect([await codeOf('PUT', { group_id: 999_999 }), await codeOf('DELETE', { group_id: 999_999 })]).toEqual([
      '112002',
      '112002',
    ])
  })

  test('a device group is not moved below itself or below one that is below it', async () => {
    const top = await make()
    const middle = await make(top)
    const bottom = await make(middle)
    for (const parent_id of [top, middle, bottom])
      expect(refusalOf(await call('PUT', { group_id: top, parent_id }))).toBe('100006 parent_id')
    expect(await codeOf('PUT', { group_id: bottom, parent_id: top })).toBe(DONE)
    expect(await codeOf('PUT', { group_id: top, parent_id: 999_999 })).toBe('112002')
  })

  test('two moves at once make no circle', async () => {
    const [a, b] = [await make(), await make()]
    const codes = await Promise.all([
      codeOf('PUT', { group_id: a, parent_id: b }),
      codeOf('PUT', { group_id: b, parent_id: a }),
    ])
    expect(codes.sort()).toEqual(['100001', '100006'])
  })

  test('device groups are five deep at most, made or moved', async () => {
    let lowest: number | null = null
    for (let level = 1; level <= DEVICE_GROUP_DEPTH; level++) lowest = await make(lowest)
    expect(refusalOf(await call('POST', { group_name: '太深', parent_id: lowest }))).toBe('100006 parent_id')
    const top = await make()
    await make(top)
    expect(refusalOf(await call('PUT', { group_id: top, parent_id: lowest }))).toBe('100006 parent_id')
    const above = (await groupOf(lowest as number))?.parent_id
    expect(refusalOf(await call('PUT', { group_id: top, parent_id: above }))).toBe('100006 parent_id')
  })

  test('the default device group is renamed, and neither moved nor deleted', async () => {
    const group_id = await defaultOf()
    const parent_id = await make()
    expect(refusalOf(await call('PUT', { group_id, parent_id }))).toBe('100006 parent_id')
    expect(await codeOf('DELETE', { group_id, devices_to: parent_id })).toBe('112003')
    expect(await codeOf('PUT', { group_id, remarks: '没有分组的设备' })).toBe(DONE)
    expect(await groupOf(group_id)).toMatchObject({ may_edit: true, may_move: false, remarks: '没有分组的设备' })
  })
})

describe('deleting a device group', () => {
  test('the devices of a deleted group go where the caller says, at once and in the audit', async () => {
    const [group_id, devices_to] = [await make(), await make(null, { group_name: '新家' })]
    const sn_code = await makeDevice(group_id)
    expect(await codeOf('DELETE', { group_id })).toBe('112005')
    expect(refusalOf(await call('DELETE', { group_id, devices_to: group_id }))).toBe('100006 devices_to')
    expect(await codeOf('DELETE', { group_id, devices_to: 999_999 })).toBe('112002')
    expect((await call('DELETE', { group_id, devices_to })).data).toEqual({ moved: 1 })
    expect(await groupOf(group_id)).toBeUndefined()
    expect(server.fleet.get(sn_code)?.group_id).toBe(devices_to)
    const [line] = await auditOf(server)
    expect(line?.detail).toMatchObject({ devices: { after: [{ sn_code, group_id: '新家' }] } })
  })

  test('a device group is not deleted while a group is below it', async () => {
    const outer = await make()
    const inner = await make(outer)
    const refused = await call('DELETE', { group_id: outer, devices_to: await defaultOf() })
    expect(refusalOf(refused)).toBe('112005 group_id')
    expect([await codeOf('DELETE', { group_id: inner }), await codeOf('DELETE', { group_id: outer })]).toEqual([
      DONE,
      DONE,
    ])
  })

  test('a device group is not deleted while an escalation is of it', async () => {
    const group_id = await make()
    const rule = { escalation_name: '夜班', from_level: 4, group_id, repeat_min: null }
    const steps = [
      { after_min: 5, user_ids: [(await demoIds(server)).user('admin')], role_ids: [], channels: ['email'] },
    ]
    const more = { ends_on_recovery: false, is_enabled: true }
    expect((await server.call('admin', 'PUT', '/yun/push/escalation', { ...rule, steps, ...more })).meta.code).toBe(
      DONE,
    )
    const { meta, data } = await call('DELETE', { group_id })
    expect(meta.code).toBe('112005')
    expect(data.fields[0].message).toContain('夜班')
  })
})

describe('the rights of whoever changes device groups', () => {
  test('a sub-user changes what is below the own groups, and moves nothing out of them or into others', async () => {
    const [held, other] = [await make(), await make()]
    const below = await make(held)
    const editor = await editorOf([{ group_id: held, may_write: true }])
    const made = await call('POST', { group_name: '下级甲', parent_id: held }, editor)
    expect(made.meta.code).toBe(DONE)
    expect(await codeOf('PUT', { group_id: below, parent_id: made.data.group_id }, editor)).toBe(DONE)
    expect(await codeOf('POST', { group_name: '顶级乙' }, editor)).toBe('110539')
    expect(await codeOf('PUT', { group_id: below, parent_id: null }, editor)).toBe('110539')
    expect(await codeOf('PUT', { group_id: below, parent_id: other }, editor)).toBe('112002')
    expect(await codeOf('DELETE', { group_id: held, devices_to: below }, editor)).toBe('110539')
    expect(await codeOf('DELETE', { group_id: below, devices_to: other }, editor)).toBe('112002')
    expect(await codeOf('DELETE', { group_id: below }, editor)).toBe(DONE)
  })

  test('a group that is only seen is not changed', async () => {
    const group_id = await make()
    const reader = await editorOf([{ group_id, may_write: false }])
    expect(await codeOf('PUT', { group_id, remarks: 'x' }, reader)).toBe('110539')
    expect(await codeOf('DELETE', { group_id }, reader)).toBe('110539')
    expect(await codeOf('POST', { group_name: '不可', parent_id: group_id }, reader)).toBe('110539')
  })

  test('a group that is moved is seen at once by whoever holds the group above', async () => {
    const [held, moved] = [await make(), await make()]
    const editor = await editorOf([{ group_id: held, may_write: true }])
    const seen = async () => (await treeOf(editor)).map(({ group_id }) => group_id)
    expect(await seen()).toEqual([held])
    await call('PUT', { group_id: moved, parent_id: held })
    expect(await seen()).toEqual([held, moved])
    await call('PUT', { group_id: moved, parent_id: null })
    expect(await seen()).toEqual([held])
  })
})

describe('moving devices to a group', () => {
  const move = (sn_codes: string[], group_id: number, by = 'admin') =>
    server.call(by, 'PUT', `${GROUP}/devices`, { sn_codes, group_id })
  const groupsOf = (sn_codes: string[]) => sn_codes.map((sn_code) => server.fleet.get(sn_code)?.group_id)

  test('devices are moved in one act, each with a line in the audit, and those that are there already without one', async () => {
    const [from, to] = [await make(), await make(null, { group_name: '新车间' })]
    const [a, b, there] = [await makeDevice(from), await makeDevice(from), await makeDevice(to)]
    const { data } = await move([a.toLowerCase(), b, there, b], to)
    expect(data).toEqual([a, b, there].map((id) => ({ id, code: null })))
    expect(groupsOf([a, b, there])).toEqual([to, to, to])
    const lines = await auditOf(server, { action: 'device-edit' })
    expect(
      lines
        .filter(({ target }) => [a, b, there].includes(target))
        .map(({ target }) => target)
        .sort(),
    ).toEqual([a, b])
    expect(lines.find(({ target }) => target === a)?.detail).toMatchObject({ group_id: { after: '新车间' } })
  })

  test('each device is answered for: what is not to be seen, and what may not be changed, stays', async () => {
    const [held, seen, hidden] = [await make(), await make(), await make()]
    const [own, read, unseen] = [await makeDevice(held), await makeDevice(seen), await makeDevice(hidden)]
    const to = await make(held)
    const editor = await editorOf(
      [
        { group_id: held, may_write: true },
        { group_id: seen, may_write: false },
      ],
      ['P30200'],
    )
    expect((await move([own, read, unseen, 'RV0001', 'NONE'], to, editor)).data).toEqual([
      { id: own, code: null },
      { id: read, code: '110539' },
      { id: unseen, code: '110509' },
      { id: 'RV0001', code: '110509' },
      { id: 'NONE', code: '110509' },
    ])
    expect(groupsOf([own, read, unseen])).toEqual([to, seen, hidden])
    expect((await move([own], seen, editor)).meta.code).toBe('110539')
    for (const group_id of [hidden, 999_999]) expect((await move([own], group_id, editor)).meta.code).toBe('112002')
    const other = await editorOf([{ group_id: held, may_write: true }], ['P31100'])
    expect((await move([own], held, other)).meta.code).toBe('100015')
  })

  test('devices that are moved into a group while it is deleted are in a group afterwards', async () => {
    const [from, to] = [await make(), await make()]
    const sn_codes = [await makeDevice(from), await makeDevice(from)]
    const [moved] = await Promise.all([move(sn_codes, to), call('DELETE', { group_id: to, devices_to: from })])
    expect(['100001', '112002']).toContain(moved.meta.code)
    for (const group_id of groupsOf(sn_codes)) expect(await groupOf(group_id as number)).toBeDefined()
  })
})
