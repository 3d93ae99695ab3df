import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditOf, demoIds, makeRole, makeUser, refusalOf, roleInput } from '../../../tests/server/people.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import {
  DESIGNING,
  granted,
  makeDesigner,
  makeDevice,
  makeScreen,
  makeTemplate,
  POINTS,
  RULE,
} from '../../../tests/server/shown-screens.ts'

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

const ROLE = '/yun/user/role'
const MODULE = '/yun/userInfo/privilege/module'
const PEOPLE = ['P52000', 'P52100', 'P53000', 'P53100', 'P53200']
const NOTHING = { template_rights: [], item_rights: [] }
const reads = (template_id: number) => [{ template_id, may_write: false }]
const writes = (template_id: number) => [{ template_id, may_write: true }]

async function makeItem(template_id: number): Promise<number> {
  const items = [{ item_name: '启停' }]
  const [{ item_id }] = await granted(server.call('admin', 'PUT', '/yun/module/items', { template_id, items }))
  return item_id
}
/** What a user can do with a template: nothing, look, or change it. */
async function mayWith(template_id: number, user_name: string): Promise<'nothing' | 'look' | 'change'> {
  const { meta, data } = await server.call(user_name, 'GET', '/yun/module/basic', { template_id })
  if (meta.success !== 1) return 'nothing'
  return data.may_edit ? 'change' : 'look'
}
/** A user of the east who may give rights, with these rights. */
const makeGiver = (rights: object) =>
  makeDesigner(server, { permissions: [...DESIGNING, ...PEOPLE], ...rights }, { user_group_id: ids.group('运营中心') })
const makeColleague = () => makeUser(server, { user_group_id: ids.group('东区') })
const givableBy = async (user_name: string) =>
  (await granted(server.call(user_name, 'GET', `${ROLE}/givable`))).templates

describe('a right over a template', () => {
  test('a right over a template comes by a role, and of two roles the one that lets more counts', async () => {
    const template_id = await makeTemplate(server)
    const none = await makeDesigner(server)
    const looking = await makeDesigner(server, { template_rights: reads(template_id) })
    const changing = await makeRole(server, { template_rights: writes(template_id) })
    const both = await makeUser(server, { role_ids: [looking.role_id, changing.role_id] })
    expect(await mayWith(template_id, none.user_name)).toBe('nothing')
    expect(await mayWith(template_id, looking.user_name)).toBe('look')
    expect(await mayWith(template_id, both.user_name)).toBe('change')
    const { user_id } = looking
    const shown = await granted(server.call('admin', 'GET', '/yun/userInfo/privilege', { user_id }))
    expect(shown).toMatchObject({ from_roles: { template_rights: reads(template_id) }, direct: NOTHING })
    const { role_id } = changing
    const role = await granted(server.call('admin', 'GET', `${ROLE}/detail`, { role_id }))
    expect(role.template_rights).toEqual(writes(template_id))
  })

  test('a right over a template is held directly too, until it is taken', async () => {
    const module_name = '直接授权的模板'
    const template_id = await makeTemplate(server, { module_name })
    const { screen_id } = await makeScreen(server, template_id)
    const { role_id } = await makeRole(server, { permissions: DESIGNING })
    const give = (user_id: number, template_rights: object[]) =>
      granted(server.call('admin', 'PUT', MODULE, { user_id, template_rights, item_rights: [] }))
    const [reader, writer, nobody] = [
      await makeUser(server, { role_ids: [role_id] }),
      await makeUser(server, { role_ids: [role_id] }),
      await makeUser(server, { role_ids: [role_id] }),
    ]
    await give(reader.user_id, reads(template_id))
    await give(writer.user_id, writes(template_id))
    await give(nobody.user_id, writes(template_id))
    await granted(server.call('admin', 'POST', '/yun/userInfo/privilege/reset', { user_id: nobody.user_id }))
    const rename = async ({ user_name }: { user_name: string }) =>
      (await server.call(user_name, 'PUT', '/yun/module/view', { screen_id, sort: 0 })).meta.code
    expect([await rename(writer), await rename(reader), await rename(nobody)]).toEqual(['100001', '115003', '115005'])
    const [line] = await auditOf(server, { action: 'rights', search: reader.user_name })
    expect(line?.detail).toEqual({
      template_rights: { before: [], after: [{ template_id: module_name, may_write: false }] },
    })
  })

  test('a right over a template goes with its template', async () => {
    const template_id = await makeTemplate(server)
    const { user_id } = await makeDesigner(server, { template_rights: writes(template_id) })
    await granted(server.call('admin', 'DELETE', '/yun/module', { template_id }))
    const shown = await granted(server.call('admin', 'GET', '/yun/userInfo/privilege', { user_id }))
    expect(shown.from_roles.template_rights).toEqual([])
  })
})

describe('what there is to give', () => {
  test('a user can grant the rights that they hold: reading what they may read, changing what they may change', async () => {
    const [looked, changed, hidden] = [
      await makeTemplate(server),
      await makeTemplate(server),
      await makeTemplate(server),
    ]
    const { user_name } = await makeGiver({ template_rights: [...reads(looked), ...writes(changed)] })
    expect(await givableBy(user_name)).toMatchObject([
      { template_id: looked, may_write: false, items: [] },
      { template_id: changed, may_write: true, items: [] },
    ])
    const give = async (template_rights: object[]) => {
      const { user_id } = await makeColleague()
      const direct = await server.call(user_name, 'PUT', MODULE, { ...NOTHING, user_id, template_rights })
      const role = await server.call(
        user_name,
        'POST',
        ROLE,
        roleInput(`给予-${user_id}`, { permissions: ['P00000'], template_rights }),
      )
      expect(refusalOf(direct)).toBe(refusalOf(role))
      return refusalOf(direct)
    }
    expect(await give([...reads(looked), ...writes(changed)])).toBe('100001')
    for (const rights of [writes(looked), reads(hidden), writes(hidden), reads(999_999)])
      expect(await give(rights)).toBe('100006 template_rights')
  })

  test('a user can grant rights to their own templates, and no more once they gave one away', async () => {
    const { user_name } = await makeGiver({})
    const template_id = await makeTemplate(server, {}, user_name)
    expect(await givableBy(user_name)).toMatchObject([{ template_id, may_write: true }])
    const { user_id } = await makeColleague()
    const give = () =>
      server.call(user_name, 'PUT', MODULE, { ...NOTHING, user_id, template_rights: writes(template_id) })
    await granted(give())
    await granted(server.call('admin', 'POST', '/yun/userInfo/privilege/reset', { user_id }))
    const transferred = { template_id, user_id: ids.user('manager') }
    await granted(server.call('admin', 'POST', '/yun/module/transfer', transferred))
    expect(await givableBy(user_name)).toEqual([])
    expect(refusalOf(await give())).toBe('100006 template_rights')
  })

  test('a user cannot grant rights to templates that are only public or shared', async () => {
    const [open, shared] = [await makeTemplate(server), await makeTemplate(server)]
    const { user_id, user_name } = await makeGiver({})
    await granted(server.call('admin', 'PUT', '/yun/module', { template_id: open, is_public: true }))
    await granted(server.call('admin', 'PUT', '/yun/module/share', { template_id: shared, user_ids: [user_id] }))
    expect(await mayWith(open, user_name)).toBe('look')
    expect(await mayWith(shared, user_name)).toBe('look')
    expect(await givableBy(user_name)).toEqual([])
  })

  test('a user can grant the permission items that they hold, each of its template', async () => {
    const [template_id, other] = [await makeTemplate(server), await makeTemplate(server)]
    const [item_id, foreign] = [await makeItem(template_id), await makeItem(other)]
    const template_rights = [...reads(template_id), ...reads(other)]
    const { user_name } = await makeGiver({ template_rights, item_rights: [{ template_id, item_id }] })
    expect(await givableBy(user_name)).toMatchObject([
      { template_id, items: [{ item_id, item_name: '启停' }] },
      { template_id: other, items: [] },
    ])
    const { user_id } = await makeColleague()
    const give = async (item_rights: object[]) =>
      refusalOf(await server.call(user_name, 'PUT', MODULE, { ...NOTHING, user_id, item_rights }))
    expect(await give([{ template_id, item_id }])).toBe('100001')
    for (const right of [
      { template_id: other, item_id: foreign },
      { template_id, item_id: foreign },
      { template_id: other, item_id },
    ])
      expect(await give([right])).toBe('100006 item_rights')
  })
})

test('a right that is named twice is one, and the one that lets more', async () => {
  const template_id = await makeTemplate(server)
  const item_id = await makeItem(template_id)
  const group_id = ids.devices('水务')
  const twice = {
    device_rights: [
      { group_id, may_write: true },
      { group_id, may_write: false },
    ],
    template_rights: [...reads(template_id), ...writes(template_id)],
    item_rights: [
      { template_id, item_id },
      { template_id, item_id },
    ],
  }
  const once = {
    device_rights: [{ group_id, may_write: true }],
    template_rights: writes(template_id),
    item_rights: [{ template_id, item_id }],
  }
  const role = await granted(server.call('admin', 'POST', ROLE, roleInput('重复', twice)))
  expect(role).toMatchObject(once)
  const edited = { ...roleInput('重复', twice), role_id: role.role_id }
  expect(await granted(server.call('admin', 'PUT', `${ROLE}/edit`, edited))).toMatchObject(once)
  const { user_id } = await makeColleague()
  const { device_rights, ...rest } = twice
  await granted(server.call('admin', 'PUT', '/yun/userInfo/privilege/dev', { user_id, device_rights }))
  const { direct } = await granted(server.call('admin', 'PUT', MODULE, { user_id, ...rest }))
  expect(direct).toMatchObject(once)
})

test('the templates of the demo are there for everybody who may look at templates', async () => {
  const { token } = await granted(server.call(null, 'POST', '/yun/v2/user/login/experience'))
  const names = async (user_name: string | null, headers = {}) =>
    (await granted(server.call(user_name, 'GET', '/yun/module', {}, headers))).rows.map(
      ({ module_name }: { module_name: string }) => module_name,
    )
  expect(await names('manager')).toContain('测试台')
  expect(await names(null, { 'x-token': token })).toContain('测试台')
})

describe('whoever may not edit alarm rules', () => {
  const [, valve] = POINTS
  const asText = [{ ...POINTS[0], data_type: 'string', unit: null, decimals: null }, valve]
  const edit = (by: string, template_id: number, input: object) =>
    server.call(by, 'PUT', '/yun/module', { template_id, ...input })

  test('whoever may not edit alarm rules takes no point of an enabled rule out of a template, and gives it no type that the rule does not fit', async () => {
    const template_id = await makeTemplate(server, { points: POINTS, alarm_rules: [RULE] })
    const { user_name } = await makeDesigner(server, { template_rights: writes(template_id) })
    for (const points of [[valve], asText]) {
      const { meta, data } = await edit(user_name, template_id, { points })
      expect([meta.code, data.fields]).toEqual([
        '100006',
        [{ field: 'points', message: expect.stringContaining('流量过高') }],
      ])
    }
    expect(refusalOf(await edit(user_name, template_id, { points: [...POINTS].reverse() }))).toBe('100001')
    await granted(edit('admin', template_id, { alarm_rules: [{ ...RULE, is_enabled: false }] }))
    expect(refusalOf(await edit(user_name, template_id, { points: [valve] }))).toBe('100001')
    await granted(edit('admin', template_id, { points: POINTS, alarm_rules: [RULE] }))
    expect(refusalOf(await edit('admin', template_id, { points: [valve] }))).toBe('100001')
  })

  test("whoever may not edit alarm rules gives no device a template's point that an enabled rule does not fit, and who may is recorded with the history that it deletes", async () => {
    const template_id = await makeTemplate(server, { points: POINTS, alarm_rules: [RULE] })
    const sn_code = await makeDevice(server, { template_id, group_id: ids.devices('水务') })
    await granted(edit('admin', template_id, { points: [valve] }))
    await granted(edit('admin', template_id, { points: asText }))
    const { user_name } = await makeDesigner(server, {
      permissions: ['P30000', 'P30200'],
      device_rights: [{ group_id: ids.devices('水务'), may_write: true }],
    })
    const take = (by: string) => server.call(by, 'PUT', '/dev/points/template', { sn_code, key: 'flow' })
    const { meta, data } = await take(user_name)
    expect([meta.code, data.fields]).toEqual([
      '100006',
      [{ field: 'key', message: expect.stringContaining('流量过高') }],
    ])
    await granted(take('admin'))
    const [line] = await auditOf(server, { action: 'device-points' })
    expect(line?.detail).toMatchObject({ is_history_deleted: { before: false, after: true } })
  })
})
