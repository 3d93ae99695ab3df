import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeKey, PORTAL, signed } from '../../../tests/server/guests.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import {
  controlOf,
  documentOf,
  granted,
  makeDevice,
  makeScreen,
  makeTemplate,
  OTHER_PICTURE,
  PICTURE,
} from '../../../tests/server/shown-screens.ts'

let server: TestServer
let key: Awaited<ReturnType<typeof makeKey>>
/** A device of the token with its template, and one that the token does not name. */
let own: Bound
let other: Bound
interface Bound {
  template_id: number
  screen_id: number
  sn_code: string
}

const publish = (template_id: number, is_published = true) =>
  granted(server.call('admin', 'POST', '/yun/module/publish', { template_id, is_published }))

async function bound(overrides: object = {}): Promise<Bound> {
  const template_id = await makeTemplate(server)
  const sn_code = await makeDevice(server, { template_id })
  const { screen_id } = await makeScreen(server, template_id, { thumbnail: PICTURE, ...overrides })
  await publish(template_id)
  return { template_id, screen_id, sn_code }
}

beforeAll(async () => {
  server = await openTestServer()
  key = await makeKey(server, 'admin')
  other = await bound()
  const bindings = { value: { expression: `${other.sn_code}.flow` } }
  own = await bound({ document: documentOf([controlOf('a', { bindings })]) })
})
afterAll(async () => {
  expect(server.defects).toEqual([])
  await server.close()
})

type Claims = Parameters<typeof signed>[1]
const ask = (path: string, input: object, claims: Claims = {}) => {
  const token = signed(key.embed_key, { resources: { devices: [own.sn_code] }, actions: ['read'], ...claims })
  return server.call(null, path === '/yun/view/replay' ? 'POST' : 'GET', path, input, {
    'x-token': token,
    origin: PORTAL,
  })
}
const show = (input: object, claims?: Claims) => ask('/yun/view', input, claims)
const thumbnail = (input: object, claims?: Claims) => ask('/yun/module/view/thumbnail', input, claims)
const codeOf = async (reply: ReturnType<typeof ask>) => (await reply).meta.code
const MISSING = '115005'

describe('a guest is shown', () => {
  test('a guest is shown the screens of its devices, by SN or by screen, with their pictures', async () => {
    for (const named of [{ sn_code: own.sn_code }, { screen_id: own.screen_id }, own]) {
      const shown = await granted(show(named))
      expect(shown).toMatchObject({ screen: { screen_id: own.screen_id, changed_by: '' }, items: [] })
      expect(shown.document.controls).toMatchObject([{ control_id: 'a' }])
    }
    expect((await granted(thumbnail({ screen_id: own.screen_id }))).picture).toBe(PICTURE)
  })

  test('a guest lists those of its devices that have a screen, and no template beside them', async () => {
    const watched = await granted(ask('/yun/view/devices', {}))
    expect(watched).toEqual({
      devices: [expect.objectContaining({ sn_code: own.sn_code })],
      templates: [],
      without: 0,
    })
  })

  test('a guest is shown nothing of other devices, by any parameter', async () => {
    expect(await codeOf(show({ sn_code: other.sn_code }))).toBe('110509')
    expect(await codeOf(show({ sn_code: 'RV0001' }))).toBe('110509')
    const { screen_id, template_id } = other
    for (const named of [{ screen_id }, { template_id }, { sn_code: own.sn_code, screen_id }, { screen_id: 999_999 }])
      expect(await codeOf(show(named))).toBe(MISSING)
    expect(await codeOf(thumbnail({ screen_id }))).toBe(MISSING)
  })

  test('a guest is shown no template without a device, and none that is public in the tenant', async () => {
    const template_id = await makeTemplate(server, { module_type: 'nonstandard' })
    const { screen_id } = await makeScreen(server, template_id, { thumbnail: PICTURE })
    await granted(server.call('admin', 'PUT', '/yun/module', { template_id, is_public: true }))
    await publish(template_id)
    for (const resources of [{ devices: [own.sn_code] }, { all: true }]) {
      for (const named of [{ template_id }, { screen_id }, { template_id, screen_id }])
        expect(await codeOf(show(named, { resources }))).toBe(MISSING)
      expect(await codeOf(thumbnail({ screen_id }, { resources }))).toBe(MISSING)
    }
  })

  test('a guest is shown the published screen, and never a later draft', async () => {
    const { template_id, screen_id, sn_code } = await bound()
    const claims = { resources: { devices: [sn_code] } }
    const drawn = { screen_id, revision: 1, document: documentOf([controlOf('draft')]), thumbnail: OTHER_PICTURE }
    const saved = { ...drawn, editor_id: 'editor-0001' }
    await granted(server.call('admin', 'PUT', '/yun/module/view/document', saved))
    const added = await makeScreen(server, template_id, { thumbnail: PICTURE })
    await granted(server.call('admin', 'PUT', '/yun/module', { template_id, is_public: true }))
    for (const named of [{ sn_code }, { screen_id }]) {
      const shown = await granted(show(named, claims))
      expect(shown).toMatchObject({ document: { controls: [] }, screens: [] })
    }
    expect((await granted(thumbnail({ screen_id }, claims))).picture).toBe(PICTURE)
    const versions = await granted(server.call('admin', 'GET', '/yun/module/view/versions', { screen_id }))
    for (const { version_id } of versions) expect(await codeOf(thumbnail({ version_id }, claims))).toBe(MISSING)
    for (const named of [{ screen_id: added.screen_id }, { sn_code, screen_id: added.screen_id }])
      expect(await codeOf(show(named, claims))).toBe(MISSING)
    expect(await codeOf(thumbnail({ screen_id: added.screen_id }, claims))).toBe(MISSING)
    await publish(template_id, false)
    for (const named of [{ sn_code }, { screen_id }]) expect(await codeOf(show(named, claims))).toBe(MISSING)
    expect(await codeOf(thumbnail({ screen_id }, claims))).toBe(MISSING)
  })

  test('a guest reads no values of a foreign device that its screen binds', async () => {
    const points = [{ sn_code: other.sn_code, key: 'flow' }]
    expect(await granted(ask('/yun/view/replay', { points, start: 1, end: 2 }))).toEqual([])
    expect(await codeOf(ask('/rDev', { sn_code: other.sn_code }))).toBe('110509')
  })

  test('a guest is shown nothing where the token or its key does not allow reading', async () => {
    expect(await codeOf(show({ sn_code: own.sn_code }, { actions: ['write', 'confirm'] }))).toBe('100015')
    expect(await codeOf(thumbnail({ screen_id: own.screen_id }, { actions: ['confirm'] }))).toBe('100015')
    const narrow = await makeKey(server, 'admin', { resources: { devices: [other.sn_code] } })
    const token = signed(narrow.embed_key, { resources: { all: true } })
    const viewed = (input: object) =>
      server.call(null, 'GET', '/yun/view', input, { 'x-token': token, origin: PORTAL }).then(({ meta }) => meta.code)
    expect(await viewed({ sn_code: other.sn_code })).toBe('100001')
    expect(await viewed({ sn_code: own.sn_code })).toBe('110509')
    expect(await viewed({ screen_id: own.screen_id })).toBe(MISSING)
  })

  test('a guest is shown a screen no more once its device has another template or is moved out of reach', async () => {
    const { screen_id, sn_code } = await bound()
    const claims = { resources: { devices: [sn_code] } }
    expect(await codeOf(show({ screen_id }, claims))).toBe('100001')
    const bind = { template_id: null, sn_codes: [sn_code] }
    await granted(server.call('admin', 'PUT', '/yun/module/binding', bind))
    for (const named of [{ screen_id }, { sn_code }]) expect(await codeOf(show(named, claims))).toBe(MISSING)
  })
})
