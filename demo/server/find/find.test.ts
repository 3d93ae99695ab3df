import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAlarm, makeKey, PORTAL, signed } from '../../../tests/server/guests.ts'
import { demoIds, makeRole, makeUser } from '../../../tests/server/people.ts'
import { documentOf, makeScreen, publish } from '../../../tests/server/screens.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { makeTemplate } from '../../../tests/server/shown-screens.ts'
import { type Caller, NOBODY } from '../http/caller.ts'
import { findAnswers } from './answers.ts'

let server: TestServer
let water: number
let template_id: number
let screen_id: number
let alarm_id: string
const ALL = ['devices', 'points', 'screens', 'templates', 'people', 'alarms'] as const
type Kind = (typeof ALL)[number]

const find = async (user: string, search: string) => (await server.call(user, 'GET', '/find', { search })).data
/** The kinds of which something is found. */
const kinds = async (user: string, search: string): Promise<Kind[]> => {
  const found = await find(user, search)
  return ALL.filter((kind) => found[kind].length > 0)
}

beforeAll(async () => {
  server = await openTestServer()
  water = (await demoIds(server)).devices('水务')
  template_id = await makeTemplate(server, {
    module_name: 'Cistern 水箱',
    points: [
      { key: 'level', name: '液位', name_en: 'Level', data_type: 'number' },
      { key: 'mode', name: '水箱模式', data_type: 'number' },
    ],
  })
  for (const [i, sn_code] of ['WX0001', 'WX0002', 'WX0003'].entries()) {
    const device = { sn_code, dev_alias: `Cistern East ${i + 1}`, password: 'secret1', template_id, group_id: water }
    await server.call('admin', 'POST', '/dev', device)
  }
  screen_id = await makeScreen(server, documentOf([]), { template_id })
  await server.call('admin', 'PUT', '/yun/module/view', { screen_id, screen_name: 'Cistern overview' })
  await publish(server, template_id)
  alarm_id = await makeAlarm(server, 'WX0002')
  await makeUser(server, { name: 'Cisternino' })
})
afterAll(() => server.close())

describe('a text', () => {
  test('a text finds devices, their points, screens, templates, people and open alarms by a part of their names', async () => {
    const found = await find('admin', 'cISTERN')
    expect(found.devices[0]).toEqual({
      sn_code: 'WX0001',
      dev_alias: 'Cistern East 1',
      dev_state: 2,
      group_name: '水务',
      is_virtual: false,
    })
    expect(found.devices).toHaveLength(3)
    expect(found.screens).toMatchObject([
      { screen_id, sn_code: 'WX0001', dev_alias: 'Cistern East 1', is_published: true },
      { screen_id, sn_code: 'WX0002' },
      { screen_id, sn_code: 'WX0003' },
    ])
    expect(found.templates).toMatchObject([{ template_id, module_name: 'Cistern 水箱' }])
    expect(found.people).toMatchObject([{ name: 'Cisternino' }])
    expect(found.alarms).toMatchObject([{ alarm_id, sn_code: 'WX0002', dev_alias: 'Cistern East 2', alarm_level: 3 }])
    expect(found.points).toEqual([])
  })

  test('a text in Chinese, and in full-width letters, finds what has it', async () => {
    expect((await find('admin', '水箱')).templates).toMatchObject([{ template_id }])
    expect((await find('admin', '水箱')).points).toMatchObject([{ key: 'mode' }, { key: 'mode' }, { key: 'mode' }])
    expect((await find('admin', 'ＷＸ０００２')).devices).toMatchObject([{ sn_code: 'WX0002' }])
    await makeTemplate(server, { module_name: '阀门ＫＶ' })
    for (const search of ['kv', 'ＫＶ', '阀门kv']) expect((await find('admin', search)).templates).toHaveLength(1)
  })

  test('every word has to be somewhere: a device and a point together are a point of the device', async () => {
    expect((await find('admin', 'level wx0003')).points).toMatchObject([
      { sn_code: 'WX0003', dev_alias: 'Cistern East 3', key: 'level', name: '液位', name_en: 'Level' },
    ])
    expect(await kinds('admin', 'cistern nowhere')).toEqual([])
  })

  test('signs that queries know are only signs', async () => {
    for (const search of ['%', '_', "'", '\\', '{}', '%%%cistern']) expect(await kinds('admin', search)).toEqual([])
  })

  test('a text that finds more of a kind than a handful finds the best of them', async () => {
    for (let i = 1; i <= 7; i++) {
      const device = { sn_code: `WY000${i}`, dev_alias: `Old weir ${i}`, password: 'secret1', template_id }
      await server.call('admin', 'POST', '/dev', device)
    }
    await server.call('admin', 'POST', '/dev', { sn_code: 'WY0008', dev_alias: 'Weir', password: 'secret1' })
    const { devices, points } = await find('admin', 'weir')
    expect(devices).toHaveLength(5)
    expect(devices[0].sn_code).toBe('WY0008')
    expect(points).toEqual([])
    expect((await find('admin', 'weir level')).points).toHaveLength(5)
  })

  test('an empty text, and one that is too long, are refused', async () => {
    for (const search of ['', '   ', 'x'.repeat(65)])
      expect((await server.call('admin', 'GET', '/find', { search })).meta.code).toBe('100006')
  })

  test('a search is counted as more than one call', async () => {
    let spent = 0
    const caller: Caller = { ...NOBODY, tenant_id: 1, may_see: 'all', spend: (calls) => (spent += calls) }
    await findAnswers(server).anything({ search: 'cistern' }, caller)
    expect(spent).toBeGreaterThan(1)
  })
})

describe('what is found', () => {
  /** A user of a role with these codes, who sees the devices of one group. */
  async function userWith(permissions: string[], groups: number[] = [water]) {
    const device_rights = groups.map((group_id) => ({ group_id, may_write: false }))
    const { role_id } = await makeRole(server, { permissions: ['P00000', ...permissions], device_rights })
    return (await makeUser(server, { role_ids: [role_id] })).user_name
  }

  test('each kind is found by those alone who may open its page', async () => {
    expect(await kinds(await userWith([]), 'cistern')).toEqual([])
    expect(await kinds(await userWith(['P10000']), 'cistern')).toEqual(['devices', 'alarms'])
    expect(await kinds(await userWith(['P10000']), 'east level')).toEqual(['points'])
    expect(await kinds(await userWith(['P24000']), 'cistern')).toEqual(['screens'])
    expect(await kinds(await userWith(['P70000', 'P73000']), 'cistern')).toEqual(['alarms'])
    // A right within a section that is not held opens nothing.
    expect(await kinds(await userWith(['P73000', 'P53000', 'P41000']), 'cistern')).toEqual([])
    expect(await kinds(await userWith(['P10000'], []), 'cistern')).toEqual([])
  })

  test('dashboards are found by who sees them, once somebody saved them', async () => {
    const create = (dashboard_name: string, more: object = {}) =>
      server.call('admin', 'POST', '/yun/dashboard', { dashboard_name, folder_name: 'Reservoir', ...more })
    const { data } = await create('Quay', { document: documentOf([]) })
    await create('Quay draft')
    const { dashboard_id } = data
    const watcher = await userWith(['P20000'])
    const found = [{ dashboard_id, dashboard_name: 'Quay', folder_name: 'Reservoir', module_name: null }]
    for (const user of ['admin', watcher]) expect((await find(user, 'quay reservoir')).dashboards).toEqual(found)
    await server.call('admin', 'PUT', '/yun/dashboard/granted', {
      dashboard_id,
      visible_to: 'chosen',
      user_ids: [],
      group_ids: [],
      role_ids: [],
    })
    expect((await find(watcher, 'quay')).dashboards).toEqual([])
    expect((await find('rival', 'quay')).dashboards).toEqual([])
    expect((await find('admin', 'quay')).dashboards).toHaveLength(1)
  })

  test('templates are found by who sees them', async () => {
    const user = await userWith(['P40000', 'P41000'])
    expect(await kinds(user, 'cistern')).toEqual([])
    const { role_id } = await makeRole(server, {
      permissions: ['P00000', 'P40000', 'P41000', 'P41600'],
      template_rights: [{ template_id, may_write: false }],
    })
    const { user_name } = await makeUser(server, { role_ids: [role_id] })
    expect(await kinds(user_name, 'cistern')).toEqual(['screens', 'templates'])
    expect((await find(user_name, 'cistern')).screens).toMatchObject([{ screen_id, sn_code: null, dev_alias: null }])
  })

  test('people are found by who oversees them', async () => {
    const [inside, outside] = await Promise.all(
      ['内', '外'].map(async (group_name) => {
        const group = { group_name: `寻${group_name}`, parent_id: null, remarks: '' }
        const { user_group_id } = (await server.call('admin', 'POST', '/yun/user/group', group)).data
        await makeUser(server, { name: `Finder ${group_name}`, user_group_id })
        return user_group_id as number
      }),
    )
    expect(outside).not.toBe(inside)
    const { role_id } = await makeRole(server, { permissions: ['P00000', 'P50000', 'P53000'] })
    const overseer = await makeUser(server, { role_ids: [role_id], user_group_id: inside })
    expect((await find(overseer.user_name, 'finder')).people).toMatchObject([{ name: 'Finder 内' }])
    expect((await find('admin', 'finder')).people).toHaveLength(2)
  })

  test('nothing of another organisation is found', async () => {
    expect(await kinds('rival', 'cistern')).toEqual([])
    expect((await find('rival', 'rv0001')).devices).toHaveLength(1)
    expect((await find('admin', 'rv0001')).devices).toEqual([])
  })

  test('an alarm that is over and confirmed is not found', async () => {
    await server.db.system((q) =>
      q
        .updateTable('alarm')
        .set({ recover_time: Date.now(), confirm_time: Date.now() })
        .where('alarm_id', '=', Number(alarm_id))
        .execute(),
    )
    expect((await find('admin', 'cistern')).alarms).toEqual([])
  })

  test('nobody searches without an account', async () => {
    const key = await makeKey(server, 'admin', { name: '门户' })
    const token = await signed(key.embed_key, { resources: { devices: ['WX0001'] } })
    const headers = { 'x-token': token, origin: PORTAL }
    for (const path of ['/find', '/find/known'])
      expect((await server.call(null, 'GET', path, { search: 'cistern' }, headers)).meta.code).toBe('100015')
  })
})

describe('what was opened before', () => {
  const known = async (user: string, input: object) => (await server.call(user, 'GET', '/find/known', input)).data

  test('a device, a screen and a template are named as they are called now', async () => {
    await server.call('admin', 'PUT', '/dev/basic', { sn_code: 'WX0003', dev_alias: 'Cistern West' })
    const found = await known('admin', { sn_codes: ['WX0003'], screen_ids: [screen_id], template_ids: [template_id] })
    expect(found.devices).toMatchObject([{ sn_code: 'WX0003', dev_alias: 'Cistern West' }])
    expect(found.screens).toMatchObject([{ screen_id, screen_name: 'Cistern overview' }])
    expect(found.templates).toMatchObject([{ template_id, module_name: 'Cistern 水箱' }])
  })

  test('what is not there, or not for the caller, is left out', async () => {
    const input = {
      sn_codes: ['WX0001', 'NONE'],
      screen_ids: [screen_id, 999_999],
      template_ids: [template_id, 999_999],
    }
    expect(await known('rival', input)).toEqual({ devices: [], screens: [], templates: [] })
    expect(await known('admin', {})).toEqual({ devices: [], screens: [], templates: [] })
    expect((await known('admin', input)).devices).toHaveLength(1)
  })
})
