import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { control, documentOf, makeScreen, publish, templateOf, uniqueName } from '../../../tests/server/screens.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await openTestServer()
  token = await server.tokenOf('admin')
})
afterAll(() => server.close())

const VIEW = '/yun/module/view'
const EDITOR = 'large-editor-1'
/** What is read on the event loop at once: some milliseconds of work. */
const LITTLE = 128 << 10

const names = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`n${i}`, i]))
const large = (more: object = {}) => documentOf([control('a', { props: names(20_000) })], more)

/** As JSON that was written before: the test takes part in the event loop. */
async function send(method: 'POST' | 'PUT', url: string, payload: string) {
  const reply = await server.app.inject({
    method,
    url,
    payload,
    headers: { 'x-token': token, 'content-type': 'application/json' },
  })
  const { meta, data } = reply.json()
  return { code: meta.code, data }
}

/** A text is quoted by JSON in no time, however long it is. */
const isObject = (value: unknown) => typeof value === 'object'

const documentIn = async (screen_id: number) =>
  (await server.call('admin', 'GET', `${VIEW}/document`, { screen_id })).data.document

test('the event loop parses and writes no large document that is made, saved, restored, copied or exported', async () => {
  const template_id = (
    await server.call('admin', 'POST', '/yun/module', { module_name: uniqueName('T'), module_type: 'nonstandard' })
  ).data.template_id
  const creating = JSON.stringify({ template_id, screen_name: uniqueName('大'), document: large() })
  const document = JSON.stringify(large({ x: 1 }))
  const parse = vi.spyOn(JSON, 'parse')
  const stringify = vi.spyOn(JSON, 'stringify')
  const made = await send('POST', VIEW, creating)
  const { screen_id } = made.data
  const saved = await send(
    'PUT',
    `${VIEW}/document`,
    `{"screen_id":${screen_id},"editor_id":"${EDITOR}","revision":1,"document":${document}}`,
  )
  const versions = await server.app.inject({
    url: `${VIEW}/versions?screen_id=${screen_id}`,
    headers: { 'x-token': token },
  })
  const { version_id } = versions.json().data[1]
  const restored = await send(
    'POST',
    `${VIEW}/restore`,
    `{"version_id":${version_id},"editor_id":"${EDITOR}","revision":2}`,
  )
  const copied = await send(
    'POST',
    '/yun/module/copy',
    `{"template_id":${template_id},"module_name":"${uniqueName('C')}"}`,
  )
  const file = await server.app.inject({ url: `${VIEW}/export?screen_id=${screen_id}`, headers: { 'x-token': token } })
  const longest = Math.max(
    ...parse.mock.calls.map(([text]) => text.length),
    ...stringify.mock.results.map(({ value }, i) => (isObject(stringify.mock.calls[i]?.[0]) ? `${value}`.length : 0)),
  )
  parse.mockRestore()
  stringify.mockRestore()
  expect([made, saved, restored, copied].map(({ code, data }) => [code, data?.fields])).toEqual(
    Array(4).fill(['100001', undefined]),
  )
  expect(file.headers['content-disposition']).toMatch(/\.sgscreen$/)
  expect(longest).toBeLessThan(LITTLE)
  expect(await documentIn(screen_id)).toEqual(large())
})

test('a large document is refused for the same reasons as a small one', async () => {
  const screen_id = await makeScreen(server, documentOf([]))
  const save = (document: object, revision = 1) =>
    send('PUT', `${VIEW}/document`, JSON.stringify({ screen_id, revision, document, editor_id: EDITOR }))
  expect(await save(large({ version: 999 }))).toMatchObject({
    code: '201801',
    data: { fields: [{ field: 'document.version' }] },
  })
  expect(await save(large({ width: 1 }))).toMatchObject({ code: '115002' })
  expect(await save(large({ note: 'x'.repeat(4 << 20) }))).toMatchObject({ code: '115002' })
  const bad = control('bad', { bindings: { value: { expression: 'flow', ranges: [{ from: 2, to: 1, gives: 1 }] } } })
  const withBad = { ...large(), controls: [...large().controls, bad] }
  const refused = await save(withBad)
  expect(refused).toMatchObject({ code: '201801', data: { fields: [{ field: 'document.controls.1.bindings.value' }] } })
  await server.db.system((q) =>
    q
      .updateTable('screen')
      .set({ document: JSON.stringify(withBad) })
      .where('screen_id', '=', screen_id)
      .execute(),
  )
  expect(await save(withBad)).toMatchObject({ code: '100001', data: { revision: 2 } })
  expect(await save(withBad)).toMatchObject({ code: '100027' })
})

test('a large version is restored without what it was frozen with', async () => {
  const template_id = templateOf(server)
  const screen_id = await makeScreen(server, large({ symbols: { own: { width: 1, height: 1, controls: [] } } }), {
    template_id,
  })
  await publish(server, template_id)
  await server.db.system((q) =>
    q
      .updateTable('screen_version')
      .set({ document: JSON.stringify(large({ symbols: { 'gallery/1': {}, own: {} } })) })
      .where('screen_id', '=', screen_id)
      .where('kind', '=', 'published')
      .execute(),
  )
  const versions = (await server.call('admin', 'GET', `${VIEW}/versions`, { screen_id })).data
  const { version_id } = versions.find(({ kind }: { kind: string }) => kind === 'published')
  expect(
    await send('POST', `${VIEW}/restore`, JSON.stringify({ version_id, revision: 1, editor_id: EDITOR })),
  ).toMatchObject({
    code: '100001',
  })
  expect((await documentIn(screen_id)).symbols).toEqual({ own: {} })
})

test('none of these calls was a defect of the server', () => {
  expect(server.defects).toEqual([])
})
