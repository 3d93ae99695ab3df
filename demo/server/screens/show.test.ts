import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ApiError } from '../../../core/contract/api-error.ts'
import { demoIds, makeRole, makeUser } from '../../../tests/server/people.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import {
  controlOf,
  DESIGNING,
  documentOf,
  granted,
  makeDesigner,
  makeDevice,
  makeScreen,
  makeTemplate,
  OTHER_PICTURE,
  PICTURE,
} from '../../../tests/server/shown-screens.ts'
import type { Caller } from '../http/caller.ts'
import { screenAnswers } from './screen.ts'

let server: TestServer
let ids: Awaited<ReturnType<typeof demoIds>>
let clock = Date.now()
beforeAll(async () => {
  server = await openTestServer({}, () => clock)
  ids = await demoIds(server)
})
afterAll(async () => {
  expect(server.defects).toEqual([])
  await server.close()
})

const GROUP = '水务'
const show = (input: object, by = 'admin') => server.call(by, 'GET', '/yun/view', input)
const publish = (template_id: number) =>
  granted(server.call('admin', 'POST', '/yun/module/publish', { template_id, is_published: true }))
const watched = (by: string) => granted(server.call(by, 'GET', '/yun/view/devices'))
const thumbnail = (named: object, by: string) => server.call(by, 'GET', '/yun/module/view/thumbnail', named)

/** A sub-user who watches the devices of a group and draws nothing. */
async function makeWatcher(group: string, rights: object = {}) {
  const { role_id } = await makeRole(server, {
    permissions: ['P00000', 'P24000'],
    device_rights: [{ group_id: ids.devices(group), may_write: false }],
    ...rights,
  })
  return makeUser(server, { role_ids: [role_id] })
}

describe('a device shows', () => {
  test('the start screen of the variant, or of the other one where there is none', async () => {
    const template_id = await makeTemplate(server)
    const sn_code = await makeDevice(server, { template_id })
    const [first, second] = [await makeScreen(server, template_id), await makeScreen(server, template_id)]
    await granted(server.call('admin', 'PUT', '/yun/module/view', { screen_id: second.screen_id, is_start: true }))
    await publish(template_id)
    const shown = await granted(show({ sn_code }))
    expect(shown).toMatchObject({
      screen: { screen_id: second.screen_id },
      screens: [{ screen_id: first.screen_id }],
      template: { template_id, is_published: true },
    })
    expect((await granted(show({ sn_code, variant: 'mobile' }))).screen.screen_id).toBe(second.screen_id)
    const mobile = await makeScreen(server, template_id, { variant: 'mobile' })
    await publish(template_id)
    expect((await granted(show({ sn_code, variant: 'mobile' }))).screen.screen_id).toBe(mobile.screen_id)
    expect((await granted(show({ sn_code, screen_id: first.screen_id }))).screen.screen_id).toBe(first.screen_id)
  })

  test('a device shows its screens to whoever sees it, and to nobody else', async () => {
    const template_id = await makeTemplate(server)
    const { screen_id } = await makeScreen(server, template_id, { thumbnail: PICTURE })
    const sn_code = await makeDevice(server, { template_id, group_id: ids.devices('暖通') })
    await publish(template_id)
    const { user_name } = await makeWatcher('暖通')
    const { user_name: outsider } = await makeWatcher('网关')
    // Those that have none are counted, as far as they may be seen.
    const { without } = await watched(user_name)
    await makeDevice(server, { group_id: ids.devices('暖通') })
    expect((await watched(user_name)).without).toBe(without + 1)
    expect((await granted(show({ sn_code }, user_name))).screen).toMatchObject({ screen_id })
    expect((await show({ sn_code }, outsider)).meta.code).toBe('110509')
    expect((await show({ screen_id }, outsider)).meta.code).toBe('115005')
    expect((await show({ sn_code: 'RV0001', screen_id }, 'rival')).meta.code).toBe('115005')
    const devices = async (by: string) =>
      (await watched(by)).devices.filter((row: { template_id: number }) => row.template_id === template_id)
    expect(await devices(user_name)).toMatchObject([{ sn_code, screen_id, thumbnail: expect.any(String) }])
    expect(await devices(outsider)).toEqual([])
    const drawn = { screen_id, revision: 1, document: documentOf(), editor_id: 'editor-0001' }
    const saved = server.call('admin', 'PUT', '/yun/module/view/document', { ...drawn, thumbnail: OTHER_PICTURE })
    await granted(saved)
    await makeScreen(server, template_id)
    expect(await granted(server.call(user_name, 'GET', '/yun/module/view', { template_id }))).toHaveLength(1)
    expect((await granted(thumbnail({ screen_id }, user_name))).picture).toBe(PICTURE)
    expect((await granted(thumbnail({ screen_id }, 'admin'))).picture).toBe(OTHER_PICTURE)
    for (const by of [outsider, 'rival']) expect((await thumbnail({ screen_id }, by)).meta.code).toBe('115005')
    const [{ version_id }] = await granted(server.call('admin', 'GET', '/yun/module/view/versions', { screen_id }))
    expect((await thumbnail({ version_id }, user_name)).meta.code).toBe('115005')
  })

  test('a device shows which of its template’s videos the screen names, and no other', async () => {
    const template_id = await makeTemplate(server)
    // One is called as a field of every document is.
    const videos = ['gate', 'yard', 'door', 'controls', 'kind'].map((name) => ({
      name,
      kind: 'hls',
      url: `http://10.0.0.9/${name}.m3u8`,
    }))
    const [gate, yard, door] = videos
    await granted(server.call('admin', 'PUT', '/yun/module', { template_id, videos }))
    const sn_code = await makeDevice(server, { template_id })
    const choosing = { video: { expression: 'if(flow > 1, "yard", $which)' } }
    const symbol = { width: 9, height: 9, controls: [controlOf('c', { kind: 'video', bindings: choosing })] }
    const used = { symbol: 'chooser', points: { which: '"door"' } }
    const controls = [
      controlOf('a', { kind: 'video', props: { video: 'gate' } }),
      controlOf('b', { kind: 'group', props: used }),
    ]
    const document = documentOf(controls, { symbols: { chooser: symbol } })
    const { screen_id } = await makeScreen(server, template_id, { document })
    await publish(template_id)
    expect((await granted(show({ sn_code }))).videos).toEqual([gate, yard, door])
    expect((await granted(show({ screen_id }))).videos).toEqual([gate, yard, door])
  })

  test('nothing while it has no template', async () => {
    const sn_code = await makeDevice(server)
    expect((await show({ sn_code })).meta.code).toBe('115005')
    expect((await show({})).meta.code).toBe('100006')
  })

  test('no screen of another template', async () => {
    const [template_id, other] = [
      await makeTemplate(server),
      await makeTemplate(server, { module_type: 'nonstandard' }),
    ]
    const sn_code = await makeDevice(server, { template_id })
    await makeScreen(server, template_id)
    const { screen_id } = await makeScreen(server, other)
    await Promise.all([template_id, other].map(publish))
    for (const input of [
      { sn_code, screen_id },
      { sn_code, template_id: other },
      { template_id, screen_id },
    ])
      expect((await show(input)).meta.code).toBe('115005')
  })
})

describe('a template without a device', () => {
  test('a template without a device is shown to whoever sees it, once it is published', async () => {
    const template_id = await makeTemplate(server, { module_type: 'nonstandard' })
    const { screen_id } = await makeScreen(server, template_id)
    const { user_name } = await makeWatcher('暖通', { template_rights: [{ template_id, may_write: false }] })
    for (const input of [{ template_id }, { screen_id }])
      expect((await show(input, user_name)).meta.code).toBe('115005')
    const templates = async (by: string) =>
      (await watched(by)).templates.filter((row: { template_id: number }) => row.template_id === template_id)
    expect(await templates(user_name)).toEqual([])
    await publish(template_id)
    for (const input of [{ template_id }, { screen_id }])
      expect((await granted(show(input, user_name))).screen.screen_id).toBe(screen_id)
    expect(await templates(user_name)).toMatchObject([{ screen_id }])
    expect(await templates((await makeWatcher('暖通')).user_name)).toEqual([])
  })

  test('a template without a device is shown as it is drawn now to who draws, by its screen', async () => {
    const template_id = await makeTemplate(server, { module_type: 'nonstandard' })
    const { screen_id } = await makeScreen(server, template_id, { document: documentOf([controlOf('draft')]) })
    const { user_name } = await makeDesigner(server, { template_rights: [{ template_id, may_write: false }] })
    expect((await granted(show({ screen_id }, user_name))).document.controls).toMatchObject([{ control_id: 'draft' }])
    expect((await show({ template_id }, user_name)).meta.code).toBe('115005')
  })
})

test('a screen asks before it does what its publisher may not do himself to the device', async () => {
  const asksOf = async (input: object) => (await granted(show(input))).asks
  const [all, none] = [
    { write: false, acknowledge: false },
    { write: true, acknowledge: true },
  ]
  const template_id = await makeTemplate(server)
  const sn_code = await makeDevice(server, { template_id })
  const { screen_id } = await makeScreen(server, template_id)
  await publish(template_id)
  expect([await asksOf({ sn_code }), await asksOf({ template_id })]).toEqual([all, none])
  expect(await asksOf({ template_id, screen_id })).toEqual(none)

  const group_id = ids.devices(GROUP)
  const device = await makeDevice(server, { template_id, group_id })
  const permissions = [...DESIGNING, 'P30400', 'P73100']
  const near = { permissions, device_rights: [{ group_id, may_write: true }] }
  const template_rights = [{ template_id, may_write: true }]
  const publisher = await makeDesigner(server, { ...near, template_rights })
  await granted(server.call(publisher.user_name, 'POST', '/yun/module/publish', { template_id, is_published: true }))
  expect([await asksOf({ sn_code: device }), await asksOf({ sn_code })]).toEqual([all, none])

  await granted(server.call('admin', 'PUT', '/user/active', { user_ids: [publisher.user_id], isActive: 0 }))
  expect(await asksOf({ sn_code: device })).toEqual(none)
})

test('whoever views a screen sees which permission items they hold, administrators all', async () => {
  const template_id = await makeTemplate(server)
  const sn_code = await makeDevice(server, { template_id, group_id: ids.devices('暖通') })
  const names = ['启停', '调速', '复位'].map((item_name) => ({ item_name }))
  const [a, b, c] = await granted(server.call('admin', 'PUT', '/yun/module/items', { template_id, items: names }))
  await makeScreen(server, template_id)
  await publish(template_id)
  const template_rights = [{ template_id, may_write: false }]
  const { user_id, user_name } = await makeWatcher('暖通', {
    template_rights,
    item_rights: [{ template_id, item_id: a.item_id }],
  })
  const direct = { user_id, template_rights, item_rights: [{ template_id, item_id: c.item_id }] }
  await granted(server.call('admin', 'PUT', '/yun/userInfo/privilege/module', direct))
  expect((await granted(show({ sn_code }, user_name))).items).toEqual([a.item_id, c.item_id])
  expect((await granted(show({ sn_code }))).items).toEqual([a.item_id, b.item_id, c.item_id])
})

describe('a screen that is open for drawing', () => {
  const [ONE, TWO] = ['editor-0001', 'editor-0002']
  const lock = (screen_id: number, editor_id: string, overrides: object = {}, by = 'admin') =>
    granted(server.call(by, 'POST', '/yun/module/view/lock', { screen_id, editor_id, ...overrides }))
  const save = async (screen_id: number, revision: number, editor_id: string, by = 'admin') => {
    const input = { screen_id, revision, editor_id, document: documentOf() }
    return (await server.call(by, 'PUT', '/yun/module/view/document', input)).meta.code
  }

  test('a screen that is open for drawing is saved by the page that holds it alone, and others who open it see that', async () => {
    const template_id = await makeTemplate(server)
    const { screen_id } = await makeScreen(server, template_id)
    const { user_name } = await makeDesigner(server, { template_rights: [{ template_id, may_write: true }] })
    expect(await lock(screen_id, ONE)).toMatchObject({ lock: { is_mine: true, user_name: 'admin' }, present: [] })
    expect(await lock(screen_id, TWO, {}, user_name)).toMatchObject({
      lock: { user_name: 'admin', editor_id: ONE, is_mine: false },
      present: [{ editor_id: ONE }],
      revision: 1,
    })
    const opened = await granted(server.call(user_name, 'GET', '/yun/module/view/document', { screen_id }))
    expect(opened.lock).toMatchObject({ user_name: 'admin', is_mine: false })
    expect(await save(screen_id, 1, TWO, user_name)).toBe('100027')
    // The id alone does not make it the same page.
    expect(await save(screen_id, 1, ONE, user_name)).toBe('100027')
    expect(await save(screen_id, 1, ONE)).toBe('100001')
  })

  test('a screen that is open for drawing is taken over, and then no longer held by the other page', async () => {
    const { screen_id } = await makeScreen(server, await makeTemplate(server))
    await lock(screen_id, ONE)
    expect(await lock(screen_id, TWO, { take: true })).toMatchObject({ lock: { editor_id: TWO, is_mine: true } })
    expect(await lock(screen_id, ONE)).toMatchObject({ lock: { editor_id: TWO, is_mine: false } })
    expect(await save(screen_id, 1, ONE)).toBe('100027')
    expect(await save(screen_id, 1, TWO)).toBe('100001')
  })

  test('a screen that is open for drawing is free when its page leaves it, and 30 s after it was heard last', async () => {
    const { screen_id } = await makeScreen(server, await makeTemplate(server))
    await lock(screen_id, ONE)
    expect(await lock(screen_id, ONE, { release: true })).toMatchObject({ lock: null, present: [] })
    await lock(screen_id, TWO)
    clock += 29_999
    expect(await save(screen_id, 1, ONE)).toBe('100027')
    clock += 1
    expect(await save(screen_id, 1, ONE)).toBe('100001')
  })

  test('a screen that is open for drawing lists the other pages, without those that left or fell silent', async () => {
    const template_id = await makeTemplate(server)
    const { screen_id } = await makeScreen(server, template_id)
    const { user_name } = await makeDesigner(server, { template_rights: [{ template_id, may_write: true }] })
    const presentFor = async (editor_id: string, by = 'admin') =>
      (await lock(screen_id, editor_id, {}, by)).present.map((one: { editor_id: string; is_mine: boolean }) => {
        expect(one.is_mine).toBe(false)
        return one.editor_id
      })
    expect(await presentFor(ONE)).toEqual([])
    expect(await presentFor(TWO, user_name)).toEqual([ONE])
    expect(await presentFor(ONE)).toEqual([TWO])
    await lock(screen_id, TWO, { release: true }, user_name)
    expect(await presentFor(ONE)).toEqual([])
    await presentFor(TWO, user_name)
    clock += 30_000
    expect(await presentFor(ONE)).toEqual([])
  })

  test('a screen that is open for drawing is saved after a restart, which forgets who held it, by the page that goes on', async () => {
    const template_id = await makeTemplate(server)
    const { screen_id } = await makeScreen(server, template_id)
    await lock(screen_id, ONE)
    expect(await save(screen_id, 1, ONE)).toBe('100001')
    const { user_name } = await makeDesigner(server, { template_rights: [{ template_id, may_write: true }] })
    const callerOf = async (by: string) => (await server.sessions.callerOf(await server.tokenOf(by))) as Caller
    const [admin, other] = [await callerOf('admin'), await callerOf(user_name)]
    const restarted = screenAnswers({ db: server.db, fleet: server.fleet, now: () => clock })
    const saveAgain = async (revision: number, editor_id: string, caller: Caller) => {
      const input = { screen_id, revision, editor_id, document: documentOf(), kind: 'autosave' as const, note: '' }
      const saved = await restarted.save(input, caller).catch((error) => error)
      return saved instanceof ApiError ? saved.code : saved.revision
    }
    const lockAgain = (editor_id: string, caller: Caller, take = false) =>
      restarted.lock({ screen_id, editor_id, take, release: false }, caller)
    expect(await saveAgain(1, ONE, admin)).toBe('100027')
    expect(await saveAgain(2, ONE, admin)).toBe(3)
    // The first page to announce itself has it; the page that had it before learns that, and takes it back.
    expect(await lockAgain(TWO, other)).toMatchObject({ lock: { is_mine: true }, revision: 3 })
    expect(await saveAgain(3, ONE, admin)).toBe('100027')
    expect(await lockAgain(ONE, admin)).toMatchObject({ lock: { editor_id: TWO, is_mine: false, user_name } })
    expect(await lockAgain(ONE, admin, true)).toMatchObject({ lock: { is_mine: true }, present: [{ editor_id: TWO }] })
    expect(await saveAgain(3, ONE, admin)).toBe(4)
    expect(await saveAgain(4, TWO, other)).toBe('100027')
  })

  test('a screen that is open for drawing is looked at by who may not change it, and never held', async () => {
    const template_id = await makeTemplate(server)
    const { screen_id } = await makeScreen(server, template_id)
    const { user_name } = await makeDesigner(server, { template_rights: [{ template_id, may_write: false }] })
    expect(await lock(screen_id, TWO, { take: true }, user_name)).toMatchObject({ lock: null, present: [] })
    expect((await lock(screen_id, ONE)).present).toMatchObject([{ user_name, editor_id: TWO }])
    const rival = { screen_id, editor_id: TWO }
    expect((await server.call('rival', 'POST', '/yun/module/view/lock', rival)).meta.code).toBe('115005')
  })
})
