import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import {
  controlOf,
  documentOf,
  granted,
  makeDesigner,
  makeScreen,
  makeTemplate,
  PICTURE,
} from '../../../tests/server/shown-screens.ts'

let server: TestServer
/** A template of the administrator with all that hangs on it. */
let their: { template_id: number; screen_id: number; version_id: number }
beforeAll(async () => {
  server = await openTestServer()
  const template_id = await makeTemplate(server)
  const { screen_id } = await makeScreen(server, template_id, {
    document: documentOf([controlOf('a')]),
    thumbnail: PICTURE,
  })
  const [{ version_id }] = await granted(server.call('admin', 'GET', '/yun/module/view/versions', { screen_id }))
  their = { template_id, screen_id, version_id }
})
afterAll(async () => {
  expect(server.defects).toEqual([])
  await server.close()
})

const editor_id = 'editor-0001'
const VIEW = '/yun/module/view'
type Call = readonly [method: string, path: string, input: () => object]
const LOOKING: Record<string, Call> = {
  'a template': ['GET', '/yun/module/basic', () => ({ template_id: their.template_id })],
  'its points as a file': ['GET', '/yun/module/points', () => ({ template_id: their.template_id })],
  'its screens': ['GET', VIEW, () => ({ template_id: their.template_id })],
  'a screen': ['GET', `${VIEW}/document`, () => ({ screen_id: their.screen_id })],
  'a screen as a file': ['GET', `${VIEW}/export`, () => ({ screen_id: their.screen_id })],
  'a screen to show': ['GET', '/yun/view', () => ({ screen_id: their.screen_id })],
  'its versions': ['GET', `${VIEW}/versions`, () => ({ screen_id: their.screen_id })],
  'a version': ['GET', `${VIEW}/version`, () => ({ version_id: their.version_id })],
  'a picture': ['GET', `${VIEW}/thumbnail`, () => ({ screen_id: their.screen_id })],
  'a picture of a version': ['GET', `${VIEW}/thumbnail`, () => ({ version_id: their.version_id })],
  'who draws': ['POST', `${VIEW}/lock`, () => ({ screen_id: their.screen_id, editor_id })],
}
const CHANGING: Record<string, Call> = {
  renaming: ['PUT', '/yun/module', () => ({ template_id: their.template_id, description: 'x' })],
  publishing: ['POST', '/yun/module/publish', () => ({ template_id: their.template_id, is_published: true })],
  items: ['PUT', '/yun/module/items', () => ({ template_id: their.template_id, items: [] })],
  'adding a screen': ['POST', VIEW, () => ({ template_id: their.template_id, screen_name: '新' })],
  'moving a screen': ['PUT', VIEW, () => ({ screen_id: their.screen_id, sort: 0 })],
  'deleting a screen': ['DELETE', VIEW, () => ({ screen_id: their.screen_id })],
  saving: [
    'PUT',
    `${VIEW}/document`,
    () => ({ screen_id: their.screen_id, revision: 1, document: documentOf(), editor_id }),
  ],
  restoring: ['POST', `${VIEW}/restore`, () => ({ version_id: their.version_id, revision: 1, editor_id })],
}
const OWNING: Record<string, Call> = {
  deleting: ['DELETE', '/yun/module', () => ({ template_id: their.template_id })],
  'giving away': ['POST', '/yun/module/transfer', () => ({ template_id: their.template_id, user_id: 1 })],
  sharing: ['PUT', '/yun/module/share', () => ({ template_id: their.template_id, user_ids: [] })],
  'whom it is shared with': ['GET', '/yun/module/share', () => ({ template_id: their.template_id })],
}

const codeOf = async (user_name: string, [method, path, input]: Call) =>
  (await server.call(user_name, method, path, input())).meta.code

describe('a template that is not for a user', () => {
  test.each(Object.entries({ ...LOOKING, ...CHANGING, ...OWNING }))(
    'a template of somebody else is not found: %s',
    async (_what, call) => {
      const { user_name } = await makeDesigner(server)
      expect(await codeOf(user_name, call)).toBe('115005')
      expect(await codeOf('rival', call)).toBe('115005')
    },
  )

  test('a template of somebody else is not copied, and none of its screens is brought elsewhere', async () => {
    const { user_name } = await makeDesigner(server)
    const { template_id, screen_id } = their
    const copy = { template_id, module_name: '偷来的' }
    expect((await server.call(user_name, 'POST', '/yun/module/copy', copy)).meta.code).toBe('115005')
    expect((await server.call('rival', 'POST', '/yun/module/copy', copy)).meta.code).toBe('115005')
    const own = await makeTemplate(server, {}, user_name)
    // A document may name a foreign screen to lead to; it opens for nobody who may not see it.
    const actions = [{ does: 'switch_screen', screen_id }]
    const document = documentOf([controlOf('a', { events: [{ on: 'click', actions }] })])
    const made = await makeScreen(server, own, { document }, user_name)
    const shown = await granted(server.call(user_name, 'GET', '/yun/view', { screen_id: made.screen_id }))
    expect(shown.screens).toEqual([])
    expect((await server.call(user_name, 'GET', '/yun/view', { screen_id })).meta.code).toBe('115005')
  })
})

describe('a template that a user only sees', () => {
  let reader: string
  beforeAll(async () => {
    const { template_id } = their
    reader = (await makeDesigner(server, { template_rights: [{ template_id, may_write: false }] })).user_name
  })

  test.each(Object.entries({ ...CHANGING, ...OWNING }))(
    'a template that a user only sees is not changed: %s',
    async (_what, call) => {
      expect(await codeOf(reader, call)).toBe('115003')
    },
  )

  test("a template that a user only sees is copied as that user's own, and counts for that user", async () => {
    const { template_id } = their
    const copy = (module_name: string) => server.call(reader, 'POST', '/yun/module/copy', { template_id, module_name })
    const made = await granted(copy('抄本'))
    expect(await granted(server.call(reader, 'GET', '/yun/module/basic', made))).toMatchObject({
      is_own: true,
      creator_name: reader,
      is_published: false,
      is_public: false,
      sharee_count: 0,
    })
    const [screen] = await granted(server.call(reader, 'GET', VIEW, made))
    const saved = { screen_id: screen.screen_id, revision: 1, document: documentOf(), editor_id }
    await granted(server.call(reader, 'PUT', `${VIEW}/document`, saved))
    const { document } = await granted(server.call('admin', 'GET', `${VIEW}/document`, { screen_id: their.screen_id }))
    expect(document.controls).toMatchObject([{ control_id: 'a' }])
    const { user_id } = await granted(server.call(reader, 'GET', '/yun/userInfo'))
    const quotas = [{ quota: 'screens', limit: 1 }]
    await granted(server.call('admin', 'PUT', '/user/quota', { user_id, quotas }))
    expect((await copy('又一个')).meta.code).toBe('100019')
  })
})

test('names such as __proto__ in a document are refused by every call', async () => {
  const { screen_id } = await makeScreen(server, their.template_id)
  const body = (inner: string) =>
    `{"screen_id":${screen_id},"revision":1,"editor_id":"${editor_id}","document":{"version":1,"width":99,"height":99,"controls":[${inner}]}}`
  const token = await server.tokenOf('admin')
  const saved = async (inner: string, mime = 'application/json') => {
    const reply = await server.app.inject({
      method: 'PUT',
      url: `${VIEW}/document`,
      payload: body(inner),
      headers: { 'x-token': token, 'content-type': mime },
    })
    return reply.json().meta.code
  }
  expect(await saved('{"__proto__":{"isAdmin":true}}')).toBe('100005')
  expect(await saved('{"constructor":{"prototype":{"isAdmin":true}}}')).toBe('100005')
  expect(await saved('{"props":{"constructor":"x"}}')).toBe('100001')
  expect({}).not.toHaveProperty('isAdmin')
  const form = new URLSearchParams({
    screen_id: `${screen_id}`,
    revision: '2',
    editor_id,
    document: '{"version":1,"width":99,"height":99,"controls":[{"__proto__":{"isAdmin":true}}]}',
  })
  const reply = await server.app.inject({
    method: 'PUT',
    url: `${VIEW}/document`,
    payload: form.toString(),
    headers: { 'x-token': token, 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(reply.json().meta.success).toBe(0)
})
