import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { CustomMenu, KeptMenu, ShownMenu } from '../../../core/contract/custom-menu.ts'
import { dashboardCalls, WATCHING } from '../../../tests/server/dashboards.ts'
import { auditOf, makeRole, makeUser, refusalOf, roleInput } from '../../../tests/server/people.ts'
import { uniqueName } from '../../../tests/server/screens.ts'
import { openTestServer, type Reply, type TestServer } from '../../../tests/server/server.ts'
import { granted, makeDevice, makeScreen, makeTemplate } from '../../../tests/server/shown-screens.ts'

const PATH = '/yun/customMenu'
const WIKI = 'https://wiki.plant.example'
const OWN_PAGE = [...WATCHING, 'P10000', 'P90000'] as const

let server: TestServer
let dashboards: ReturnType<typeof dashboardCalls>
beforeAll(async () => {
  server = await openTestServer({ FRAME_HOSTS: WIKI })
  dashboards = dashboardCalls(server)
})
afterAll(async () => {
  expect(server.defects).toEqual([])
  await server.close()
})
beforeEach(async () => {
  await server.db.system((q) => q.deleteFrom('custom_menu').execute())
})

let made = 0
const item = (part: object) => ({
  item_id: `item${String(++made).padStart(4, '0')}`,
  item_name: `菜单 ${made}`,
  icon: 'page',
  kind: 'page',
  path: '/dashboard',
  ...part,
})
const read = async (who = 'admin'): Promise<KeptMenu> => (await server.call(who, 'GET', `${PATH}/settings`)).data
const save = async (part: object, version?: number, who = 'admin'): Promise<Reply> => {
  const kept = await read()
  return server.call(who, 'PUT', PATH, { ...kept.menu, ...part, version: version ?? kept.version })
}
const shown = async (who = 'admin'): Promise<ShownMenu> => granted(server.call(who, 'GET', PATH))
const namesOf = ({ items }: ShownMenu | CustomMenu) =>
  items.flatMap(({ item_name, items: inner }) => [item_name, ...inner.map((one) => `${item_name} › ${one.item_name}`)])
const homeOf = async (who: string) => (await granted(server.call(who, 'GET', '/yun/customPage'))).custom_page_json
const landingOf = async (who: string) =>
  (await granted(server.call(who, 'POST', '/userPrivileges', { operator_type: 'query', req_data: {} }))).menuPermissions
/** A user of a role that carries these, and nothing else. */
async function userWith(permissions: readonly string[], part: object = {}) {
  const { role_id } = await makeRole(server, { permissions, ...part })
  const { user_name } = await makeUser(server, { role_ids: [role_id] })
  return { role_id, user_name }
}

describe('the menu of an organisation', () => {
  test('an organisation without one has none, and each page, dashboard, screen and web page of one is found by who may open it', async () => {
    expect(await shown()).toEqual({ place: 'below', items: [] })
    const { dashboard_id } = await dashboards.shown()
    const items = [
      item({ item_name: '值班', kind: 'group', items: [item({ item_name: '看板', kind: 'dashboard', dashboard_id })] }),
      item({ item_name: '审计', path: '/team/audit' }),
      item({ item_name: '手册', kind: 'web', url: `${WIKI}/start?a=1` }),
    ]
    expect((await save({ items, place: 'above' })).meta.code).toBe('100001')
    expect((await shown()).place).toBe('above')
    expect(namesOf(await shown())).toEqual(['值班', '值班 › 看板', '审计', '手册'])
    const watcher = await userWith(WATCHING)
    expect(namesOf(await shown(watcher.user_name))).toEqual(['值班', '值班 › 看板', '手册'])
    const other = await userWith(['P00000', 'P10000'])
    expect(namesOf(await shown(other.user_name))).toEqual(['手册'])
  })

  test('an item for roles is found by their users alone, and one for a role that is gone by nobody', async () => {
    const mine = await userWith(WATCHING)
    const other = await userWith(WATCHING)
    const gone = await makeRole(server, { permissions: WATCHING })
    const role_ids = [mine.role_id]
    await granted(
      save({ items: [item({ item_name: '本组', role_ids }), item({ item_name: '旧', role_ids: [gone.role_id] })] }),
    )
    expect(namesOf(await shown(mine.user_name))).toEqual(['本组'])
    expect(namesOf(await shown(other.user_name))).toEqual([])
    await granted(server.call('admin', 'DELETE', '/yun/user/role', { role_id: gone.role_id }))
    expect(namesOf(await shown(other.user_name))).toEqual([])
    // It is left as it is, and can be saved with what is mended beside it.
    const { menu, roles } = await read()
    expect(roles.some(({ role_id }) => role_id === gone.role_id)).toBe(false)
    expect((await save({ items: menu.items })).meta.code).toBe('100001')
  })

  test('a dashboard that is deleted leaves its item out for users and unnamed for whoever edits', async () => {
    const { dashboard_id } = await dashboards.shown()
    await granted(save({ items: [item({ kind: 'dashboard', dashboard_id })], home_dashboard_id: dashboard_id }))
    expect((await read()).dashboards.map(({ id }) => id)).toEqual([dashboard_id])
    await granted(server.call('admin', 'DELETE', '/yun/dashboard', { dashboard_id }))
    expect(namesOf(await shown())).toEqual([])
    const kept = await read()
    expect([kept.dashboards, kept.menu.items.length, kept.menu.home_dashboard_id]).toEqual([[], 1, null])
    expect((await save({ items: kept.menu.items })).meta.code).toBe('100001')
  })

  test.each([
    ['name of 16', { item_name: '一'.repeat(16) }, 'item_name'],
    ['empty name', { item_name: ' ' }, 'item_name'],
    ['unknown icon', { icon: 'skull' }, 'icon'],
    ['page that is none', { path: '/nowhere' }, 'path'],
    ['page with a parameter', { path: '/deviceDetail/:id' }, 'path'],
    ['page without the frame', { path: '/designDashboard' }, 'path'],
    ['script', { kind: 'web', url: 'javascript:alert(1)' }, 'url'],
    ['document in an address', { kind: 'web', url: 'data:text/html,x' }, 'url'],
    ['web page without an address', { kind: 'web', url: '' }, 'url'],
    ['plain http', { kind: 'web', url: 'http://wiki.plant.example' }, 'url'],
    ['host that is not allowed', { kind: 'web', url: 'https://other.example/' }, 'url'],
    ['address with a user', { kind: 'web', url: 'https://a:b@wiki.plant.example/' }, 'url'],
    ['role that there is not', { role_ids: [999_999] }, 'role_ids'],
    ['screen that there is not', { kind: 'screen', screen_id: 999_999 }, 'screen_id'],
    ['no dashboard', { kind: 'dashboard' }, 'dashboard_id'],
  ])('an item with a %s is refused at its field, and nothing is saved', async (_what, part, field) => {
    const code = field === 'dashboard_id' ? '118001' : '100006'
    expect(refusalOf(await save({ items: [item({}), item(part)] }))).toBe(`${code} items.1.${field}`)
    const inner = { kind: 'group', items: [item(part)] }
    expect(refusalOf(await save({ items: [item(inner)] }))).toBe(`${code} items.0.items.0.${field}`)
    expect((await read()).version).toBe(0)
  })

  test('a group within a group, two items of one id and an item too many are refused', async () => {
    const group = item({ kind: 'group', items: [item({ kind: 'group' })] })
    expect(refusalOf(await save({ items: [group] }))).toBe('100006 items.0.items.0.kind')
    const one = item({})
    expect(refusalOf(await save({ items: [one, one] }))).toBe('100006 items.1.item_id')
    const many = Array.from({ length: LIMITS.menuItems }, () => item({}))
    expect(refusalOf(await save({ items: [...many, item({})] }))).toBe('100006 items')
    const [first, ...rest] = many
    const inGroup = item({ kind: 'group', items: [first, item({})] })
    expect(refusalOf(await save({ items: [inGroup, ...rest] }))).toBe('100006 items')
    expect((await save({ items: many })).meta.code).toBe('100001')
  })

  test('who saves over what another saved meanwhile is told who and when, and nothing is lost', async () => {
    const editor = await userWith(['P00000', 'P80000', 'P86000'])
    await granted(save({ items: [item({ item_name: '先' })] }, undefined, editor.user_name))
    const refused = await save({ items: [] }, 0)
    expect(refusalOf(refused)).toBe('100027 version')
    expect(refused.data.fields[0].message).toContain(editor.user_name)
    expect(namesOf((await read()).menu)).toEqual(['先'])
  })

  test('a change is audited by the names of what it opens', async () => {
    const { dashboard_id, dashboard_name } = await dashboards.shown()
    await granted(
      save({ items: [item({ item_name: '泵房', kind: 'dashboard', dashboard_id })], home_dashboard_id: dashboard_id }),
    )
    const [line] = await auditOf(server, { action: 'custom-menu' })
    expect(line?.detail.home_dashboard_id).toEqual({ before: null, after: dashboard_name })
    expect(line?.detail.menu_items?.after).toEqual([{ item_name: '泵房', dashboard_id: dashboard_name }])
  })

  test('who may not edit it may neither read nor save it, and finds targets of the own sight alone', async () => {
    const { user_name } = await userWith(['P00000', 'P10000', 'P80000', 'P81000'])
    for (const [method, path] of [
      ['GET', `${PATH}/settings`],
      ['PUT', PATH],
      ['GET', `${PATH}/target`],
    ] as const)
      expect((await server.call(user_name, method, path, { kind: 'dashboard' })).meta.code, path).toBe('100015')
    const { dashboard_id, dashboard_name } = await dashboards.shown()
    const found = async (who: string) =>
      (await granted(server.call(who, 'GET', `${PATH}/target`, { kind: 'dashboard', search: dashboard_name }))) as {
        id: number
      }[]
    expect((await found('admin')).map(({ id }) => id)).toEqual([dashboard_id])
    const editor = await userWith(['P00000', 'P80000', 'P86000'])
    expect(await found(editor.user_name)).toEqual([])
    expect(refusalOf(await save({ home_dashboard_id: dashboard_id }, undefined, editor.user_name))).toBe(
      '118001 home_dashboard_id',
    )
  })

  test('a screen is found by its name and opened on its template, once it is published', async () => {
    const template_id = await makeTemplate(server)
    const sn_code = await makeDevice(server, { template_id })
    const { screen_id, screen_name } = await makeScreen(server, template_id)
    const found = () => granted(server.call('admin', 'GET', `${PATH}/target`, { kind: 'screen', search: screen_name }))
    expect(await found()).toEqual([])
    const items = [item({ item_name: '画面', kind: 'screen', screen_id })]
    await granted(save({ items }))
    expect([namesOf(await shown()), (await read()).screens]).toEqual([[], []])
    await granted(server.call('admin', 'POST', '/yun/module/publish', { template_id, is_published: true }))
    const [screen] = await found()
    expect(screen).toMatchObject({ id: screen_id, name: screen_name })
    expect((await shown()).items[0]?.screen).toEqual({ screen_id, template_id, sn_code })
    expect((await read()).screens).toEqual([screen])
    const { user_name } = await userWith(WATCHING)
    expect(namesOf(await shown(user_name))).toEqual([])
  })
})

describe('the custom page', () => {
  test('the page of a role wins over that of the organisation, and both are the first page of who may see them', async () => {
    const [own, ofRole] = [await dashboards.shown(), await dashboards.shown()]
    const user = await userWith(OWN_PAGE)
    const withRole = await userWith(OWN_PAGE, { custom_home: 'P90000', home_dashboard_id: ofRole.dashboard_id })
    expect([await homeOf(user.user_name), await landingOf(user.user_name)]).toEqual([null, 'P10000'])
    await granted(save({ home_dashboard_id: own.dashboard_id }))
    expect(await homeOf(user.user_name)).toEqual({ dashboard_id: own.dashboard_id })
    expect(await homeOf(withRole.user_name)).toEqual({ dashboard_id: ofRole.dashboard_id })
    expect([await landingOf(user.user_name), await landingOf(withRole.user_name)]).toEqual(['P90000', 'P90000'])
    const named = await granted(server.call(user.user_name, 'GET', '/yun/customPage'))
    expect(named.custom_page_name).toBe(own.dashboard_name)
  })

  test('who may not open it, or not see its dashboard, begins at the next page that may be opened', async () => {
    const { dashboard_id } = await dashboards.shown()
    await granted(save({ home_dashboard_id: dashboard_id }))
    const without = await userWith([...WATCHING, 'P10000'])
    expect([await homeOf(without.user_name), await landingOf(without.user_name)]).toEqual([null, 'P10000'])
    const onlyPage = await userWith(['P00000', 'P20000', 'P90000'])
    expect(await landingOf(onlyPage.user_name)).toBe('P90000')
    await granted(dashboards.grant(dashboard_id))
    expect([await homeOf(onlyPage.user_name), await landingOf(onlyPage.user_name)]).toEqual([null, 'P20000'])
  })

  test('a dashboard that is deleted is no page any more: the organisation’s follows, then home', async () => {
    const [own, ofRole] = [await dashboards.shown(), await dashboards.shown()]
    await granted(save({ home_dashboard_id: own.dashboard_id }))
    const home = { custom_home: 'P90000', home_dashboard_id: ofRole.dashboard_id }
    const { user_name, role_id } = await userWith(OWN_PAGE, home)
    await granted(server.call('admin', 'DELETE', '/yun/dashboard', { dashboard_id: ofRole.dashboard_id }))
    expect(await homeOf(user_name)).toEqual({ dashboard_id: own.dashboard_id })
    const role = await granted(server.call('admin', 'GET', '/yun/user/role/detail', { role_id }))
    expect([role.home_dashboard_id, role.home_dashboard_name]).toEqual([null, null])
    await granted(server.call('admin', 'DELETE', '/yun/dashboard', { dashboard_id: own.dashboard_id }))
    expect([await homeOf(user_name), await landingOf(user_name)]).toEqual([null, 'P10000'])
  })

  test('a role takes a dashboard that its maker sees, with the custom page as its first page alone', async () => {
    const { dashboard_id, dashboard_name } = await dashboards.shown()
    const make = (part: object) =>
      server.call('admin', 'POST', '/yun/user/role', roleInput(uniqueName('role'), { permissions: OWN_PAGE, ...part }))
    const home = { custom_home: 'P90000', home_dashboard_id: dashboard_id }
    expect((await make(home)).data).toMatchObject({
      home_dashboard_id: dashboard_id,
      home_dashboard_name: dashboard_name,
    })
    expect((await make({ ...home, custom_home: 'P10000' })).data.home_dashboard_id).toBeNull()
    expect(refusalOf(await make({ ...home, home_dashboard_id: 999_999 }))).toBe('118001 home_dashboard_id')
  })
})
