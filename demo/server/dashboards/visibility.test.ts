import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Dashboard } from '../../../core/contract/dashboard.ts'
import { codeOf, DRAWING, dashboardCalls, EDITOR, NOBODY, PATH, WATCHING } from '../../../tests/server/dashboards.ts'
import { auditOf, makeRole, makeUser, refusalOf } from '../../../tests/server/people.ts'
import { uniqueName } from '../../../tests/server/screens.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { granted, makeDevice, makeTemplate } from '../../../tests/server/shown-screens.ts'

let server: TestServer
let dashboards: ReturnType<typeof dashboardCalls>
beforeAll(async () => {
  server = await openTestServer()
  dashboards = dashboardCalls(server)
})
afterAll(async () => {
  expect(server.defects).toEqual([])
  await server.close()
})

describe('who sees a dashboard', () => {
  test('chosen users, members of chosen groups and those below, and holders of chosen roles see it, and nobody else', async () => {
    const { dashboard_id } = await dashboards.shown()
    const group = async (parent_id: number | null) =>
      (await granted(server.call('admin', 'POST', '/yun/user/group', { group_name: uniqueName('组'), parent_id })))
        .user_group_id as number
    const top = await group(null)
    const below = await group(await group(top))
    const { role_id } = await makeRole(server, { permissions: WATCHING })
    const plain = await makeRole(server, { permissions: WATCHING })
    const user = (user_group_id: number | null, role_ids: number[]) => makeUser(server, { user_group_id, role_ids })
    const byName = await user(null, [plain.role_id])
    const byGroup = await user(top, [plain.role_id])
    const byGroupAbove = await user(below, [plain.role_id])
    const byRole = await user(null, [role_id])
    const stranger = await user(await group(null), [plain.role_id])
    const all = [byName, byGroup, byGroupAbove, byRole, stranger].map(({ user_name }) => user_name)
    const who = async () => {
      const seen = []
      for (const by of all) {
        const isListed = (await dashboards.idsOf(by)).includes(dashboard_id)
        expect([by, isListed ? '100001' : '118001']).toEqual([
          by,
          await codeOf(dashboards.at('/show', dashboard_id, by)),
        ])
        if (isListed) seen.push(by)
      }
      return seen
    }
    expect(await who()).toEqual(all)
    await granted(dashboards.grant(dashboard_id))
    expect(await who()).toEqual([])
    await granted(dashboards.grant(dashboard_id, { user_ids: [byName.user_id] }))
    expect(await who()).toEqual([byName.user_name])
    await granted(dashboards.grant(dashboard_id, { group_ids: [top] }))
    expect(await who()).toEqual([byGroup.user_name, byGroupAbove.user_name])
    await granted(dashboards.grant(dashboard_id, { role_ids: [role_id], user_ids: [byName.user_id] }))
    expect(await who()).toEqual([byName.user_name, byRole.user_name])
    // What they were chosen by may go.
    await granted(server.call('admin', 'DELETE', '/user', { user_ids: [byName.user_id] }))
    await granted(server.call('admin', 'PUT', '/user', { user_id: byRole.user_id, role_ids: [] }))
    await granted(server.call('admin', 'DELETE', '/yun/user/role', { role_id }))
    expect(await granted(dashboards.at('/granted', dashboard_id))).toMatchObject(NOBODY)
    expect(await codeOf(dashboards.at('/show', dashboard_id))).toBe('100001')
    expect(await codeOf(dashboards.at('/show', dashboard_id, 'rival'))).toBe('118001')
  })

  test('the maker and administrators say who sees a dashboard, and delete it', async () => {
    const maker = await dashboards.makeHolder(DRAWING)
    const other = await dashboards.makeHolder(DRAWING)
    const { dashboard_id, dashboard_name } = await dashboards.shown({}, maker.user_name)
    expect((await granted(dashboards.at('/show', dashboard_id, other.user_name))).dashboard).toMatchObject({
      user_name: maker.user_name,
      may_edit: true,
      may_grant: false,
    })
    expect(await codeOf(dashboards.at('/granted', dashboard_id, other.user_name))).toBe('118003')
    expect(await codeOf(dashboards.grant(dashboard_id, {}, other.user_name))).toBe('118003')
    const remove = (by: string) => server.call(by, 'DELETE', PATH, { dashboard_id })
    expect(await codeOf(remove(other.user_name))).toBe('118003')
    const { user_id, user_name } = other
    await granted(dashboards.grant(dashboard_id, { user_ids: [user_id] }))
    expect(await granted(dashboards.at('/granted', dashboard_id, maker.user_name))).toEqual({
      visible_to: 'chosen',
      user_ids: [user_id],
      group_ids: [],
      role_ids: [],
      chosen: { users: [{ user_id, user_name, name: other.name }], groups: [], roles: [] },
    })
    const [line] = await auditOf(server, { action: 'dashboard-grant' })
    expect(line).toMatchObject({
      target: dashboard_name,
      detail: { visible_to: { before: 'all', after: 'chosen' }, users: { before: [], after: [user_name] } },
    })
    await granted(remove(maker.user_name))
    expect(await codeOf(dashboards.at('/show', dashboard_id))).toBe('118001')
    expect((await auditOf(server, { action: 'dashboard-delete' }))[0]).toMatchObject({ target: dashboard_name })
  })

  test('nobody is chosen whom the chooser may not see, but who was chosen before may stay', async () => {
    const maker = await dashboards.makeHolder(DRAWING)
    const { user_id } = await makeUser(server)
    const { dashboard_id } = await dashboards.shown({}, maker.user_name)
    for (const [field, ids] of [
      ['user_ids', [user_id]],
      ['user_ids', [999_999_999]],
      ['group_ids', [999_999_999]],
      ['role_ids', [999_999_999]],
    ] as const)
      expect(refusalOf(await dashboards.grant(dashboard_id, { [field]: [...ids] }, maker.user_name))).toBe(
        `118006 ${field}`,
      )
    await granted(dashboards.grant(dashboard_id, { user_ids: [user_id] }))
    await granted(dashboards.grant(dashboard_id, { user_ids: [user_id], role_ids: [maker.role_id] }, maker.user_name))
    const { users } = await granted(server.call('admin', 'GET', `${PATH}/candidate`, { search: 'OPERATOR' }))
    expect(users.map(({ user_name }: { user_name: string }) => user_name)).toEqual(['operator', 'operator2'])
    const { groups, roles } = await granted(server.call('admin', 'GET', `${PATH}/candidate`, { search: '值班' }))
    expect([groups, roles.map(({ role_name }: { role_name: string }) => role_name)]).toEqual([[], ['值班员']])
    const nobodys = await granted(server.call(maker.user_name, 'GET', `${PATH}/candidate`))
    expect([nobodys.users, nobodys.groups]).toEqual([[], []])
  })

  test('an equipment dashboard is there for who sees its template, or a device of it', async () => {
    const template_id = await makeTemplate(server)
    const { group_id } = await granted(server.call('admin', 'POST', '/yun/dev/group', { group_name: uniqueName('g') }))
    const sn_code = await makeDevice(server, { template_id, group_id })
    const bare = await makeDevice(server, { group_id })
    const { dashboard_id } = await dashboards.shown({ template_id })
    await dashboards.made({ template_id })
    const of = async (by: string, sn = sn_code) => {
      const { meta, data } = await server.call(by, 'GET', '/yun/dev/dashboard', { sn_code: sn })
      return meta.success === 1 ? data.map((row: Dashboard) => row.dashboard_id) : meta.code
    }
    const rights = { device_rights: [{ group_id, may_write: false }] }
    const seeing = await dashboards.makeHolder(WATCHING, rights)
    const elsewhere = await dashboards.makeHolder(WATCHING)
    const ofOrganisation = await dashboards.makeHolder(['P00000', 'P20000'], rights)
    expect(await of(seeing.user_name)).toEqual([dashboard_id])
    expect(await of(seeing.user_name, bare)).toEqual([])
    expect(await of(elsewhere.user_name)).toBe('110509')
    expect(await of(ofOrganisation.user_name)).toEqual([])
    expect(await of('rival')).toBe('110509')
    expect(await codeOf(dashboards.at('/show', dashboard_id, seeing.user_name))).toBe('100001')
    for (const by of [elsewhere, ofOrganisation])
      expect(await codeOf(dashboards.at('/show', dashboard_id, by.user_name))).toBe('118001')
    expect((await dashboards.listed('admin', 'organisation')).map((row) => row.dashboard_id)).not.toContain(
      dashboard_id,
    )
    expect((await dashboards.listed(seeing.user_name, 'devices')).map((row) => row.dashboard_id)).toEqual([
      dashboard_id,
    ])
    expect(await dashboards.idsOf(elsewhere.user_name)).not.toContain(dashboard_id)
  })

  test('an equipment dashboard goes with its template, which the audit says', async () => {
    const template_id = await makeTemplate(server)
    const { dashboard_id, dashboard_name } = await dashboards.shown({ template_id })
    await granted(server.call('admin', 'DELETE', '/yun/module', { template_id }))
    expect(await codeOf(dashboards.at('/show', dashboard_id))).toBe('118001')
    const [line] = await auditOf(server, { action: 'template-delete' })
    expect(line?.detail.dashboards).toEqual({ before: [dashboard_name], after: [] })
  })

  test('a dashboard stays when its maker goes', async () => {
    const maker = await dashboards.makeHolder(DRAWING)
    const { dashboard_id } = await dashboards.shown({}, maker.user_name)
    await granted(server.call('admin', 'DELETE', '/user', { user_ids: [maker.user_id] }))
    const { dashboard, asks } = await granted(dashboards.at('/show', dashboard_id, 'operator'))
    expect([dashboard.user_name, dashboard.changed_by, asks.write]).toEqual(['', maker.user_name, true])
  })
})

describe('what a press asks', () => {
  test('a press that writes always asks, and alarms are confirmed by what an administrator or the user himself saved', async () => {
    const drawer = await dashboards.makeHolder(DRAWING)
    const { dashboard_id } = await dashboards.shown({}, drawer.user_name)
    const asks = async (by: string) => (await granted(dashboards.at('/show', dashboard_id, by))).asks
    const [all, write] = [
      { write: true, acknowledge: true },
      { write: true, acknowledge: false },
    ]
    const both = async () => [await asks(drawer.user_name), await asks('admin')]
    const draw = (revision: number, by = 'admin', kind = 'saved') =>
      granted(dashboards.save(dashboard_id, { revision, kind }, by))
    // A document from elsewhere, at which nobody has looked yet.
    expect(await both()).toEqual([all, all])
    await draw(1, drawer.user_name)
    expect(await both()).toEqual([write, all])
    await draw(2, drawer.user_name, 'autosave')
    expect(await both()).toEqual([write, all])
    await draw(3, drawer.user_name)
    await draw(4)
    expect(await both()).toEqual([write, write])
    // What another drew meanwhile is in what is saved.
    await draw(5, drawer.user_name, 'autosave')
    await draw(6)
    expect(await both()).toEqual([all, all])
  })

  test('whoever copies or restores what somebody else drew is asked as if nobody had saved it', async () => {
    const drawer = await dashboards.makeHolder(DRAWING)
    const { dashboard_id } = await dashboards.shown({}, drawer.user_name)
    const copy = { dashboard_id, dashboard_name: uniqueName('副本') }
    const copied = await granted(server.call('admin', 'POST', `${PATH}/copy`, copy))
    const [{ version_id }] = await granted(dashboards.at('/versions', dashboard_id))
    const restore = { version_id, revision: 1, editor_id: EDITOR }
    await granted(server.call('admin', 'POST', `${PATH}/restore`, restore))
    for (const id of [copied.dashboard_id, dashboard_id])
      expect((await granted(dashboards.at('/show', id))).asks).toEqual({ write: true, acknowledge: true })
  })

  test('permission items are those of the template that the caller holds', async () => {
    const template_id = await makeTemplate(server)
    const items = [{ item_name: '启停' }, { item_name: '设定' }]
    const [held] = await granted(server.call('admin', 'PUT', '/yun/module/items', { template_id, items }))
    const { item_id } = held
    const user = await dashboards.makeHolder(WATCHING, {
      template_rights: [{ template_id, may_write: false }],
      item_rights: [{ template_id, item_id }],
    })
    const { dashboard_id } = await dashboards.shown({ template_id })
    expect((await granted(dashboards.at('/show', dashboard_id, user.user_name))).items).toEqual([item_id])
    expect((await granted(dashboards.at('/show', dashboard_id))).items).toHaveLength(2)
    expect((await granted(dashboards.at('/show', (await dashboards.shown()).dashboard_id))).items).toEqual([])
  })
})
