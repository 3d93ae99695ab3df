import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  controlOf,
  documentOf,
  granted,
  makeDesigner,
  makeDevice,
  makeScreen,
  makeTemplate,
} from '../screens/test-screens.ts'
import { auditOf, demoIds } from '../test-people.ts'
import { openTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
}, 120_000)
afterAll(async () => {
  expect(server.defects).toEqual([])
  await server.close()
})

const EDITOR = 'editor-0001'
const publish = (template_id: number, is_published = true, by = 'admin') =>
  server.call(by, 'POST', '/yun/module/publish', { template_id, is_published })
const show = (input: object, by = 'admin') => server.call(by, 'GET', '/yun/view', input)
const save = (screen_id: number, revision: number, document: object) =>
  granted(
    server.call('admin', 'PUT', '/yun/module/view/document', { screen_id, revision, document, editor_id: EDITOR }),
  )

test('a standard template is published when a device is bound to it, a nonstandard one at any time', async () => {
  const standard = await makeTemplate(server)
  expect((await publish(standard)).meta.code).toBe('115006')
  await makeDevice(server, { template_id: standard })
  expect(await granted(publish(standard))).toMatchObject({ is_published: true, published_time: expect.any(Number) })
  const free = await makeTemplate(server, { module_type: 'nonstandard' })
  expect(await granted(publish(free))).toMatchObject({ is_published: true })
})

test('a device shows its screens as they were published, until they are published again', async () => {
  const template_id = await makeTemplate(server)
  const sn_code = await makeDevice(server, { template_id })
  const { screen_id } = await makeScreen(server, template_id, { document: documentOf([controlOf('old')]) })
  expect((await show({ sn_code })).meta.code).toBe('115005')
  await granted(publish(template_id))
  await save(screen_id, 1, documentOf([controlOf('new')], { width: 800 }))
  const shown = await granted(show({ sn_code }))
  expect(shown.document.controls).toMatchObject([{ control_id: 'old' }])
  expect(shown.screen).toMatchObject({ screen_id, revision: 2, published_revision: 1, width: 1120 })
  await granted(publish(template_id))
  expect((await granted(show({ sn_code }))).document.controls).toMatchObject([{ control_id: 'new' }])
  const versions = await granted(server.call('admin', 'GET', '/yun/module/view/versions', { screen_id }))
  expect(versions.map(({ kind, revision }: { kind: string; revision: number }) => [kind, revision])).toEqual([
    ['published', 2],
    ['saved', 2],
    ['published', 1],
    ['saved', 1],
  ])
})

test('publishing what is published already makes no other version', async () => {
  const template_id = await makeTemplate(server, { module_type: 'nonstandard' })
  const { screen_id } = await makeScreen(server, template_id)
  await granted(publish(template_id))
  await granted(publish(template_id))
  const versions = await granted(server.call('admin', 'GET', '/yun/module/view/versions', { screen_id }))
  expect(versions).toHaveLength(2)
})

test('a screen that was added since is not shown before the next publishing', async () => {
  const template_id = await makeTemplate(server)
  const sn_code = await makeDevice(server, { template_id })
  const first = await makeScreen(server, template_id)
  await granted(publish(template_id))
  const second = await makeScreen(server, template_id)
  expect((await granted(show({ sn_code }))).screens).toEqual([])
  expect((await show({ sn_code, screen_id: second.screen_id })).meta.code).toBe('115005')
  await granted(publish(template_id))
  expect((await granted(show({ sn_code, screen_id: second.screen_id }))).screens).toMatchObject([
    { screen_id: first.screen_id },
  ])
})

test('unpublishing hides the screens from devices', async () => {
  const template_id = await makeTemplate(server, { module_name: '收回的' })
  const sn_code = await makeDevice(server, { template_id })
  const { screen_id } = await makeScreen(server, template_id)
  await granted(publish(template_id))
  expect(await granted(publish(template_id, false))).toMatchObject({ is_published: false, published_time: null })
  expect((await show({ sn_code })).meta.code).toBe('115005')
  const screens = await granted(server.call('admin', 'GET', '/yun/module/view', { template_id }))
  expect(screens).toMatchObject([{ screen_id, published_revision: null }])
  const lines = await auditOf(server, { search: '收回的' })
  expect(lines.map(({ action }) => action)).toEqual(['template-unpublish', 'template-publish'])
})

test('symbols of the gallery are published with the screen, and those that they use', async () => {
  const tenant_id = (await demoTenant()) as number
  const symbolOf = (name: string, controls: object[]) => ({ name, width: 40, height: 40, controls })
  const valve = await addSymbol(tenant_id, '阀', symbolOf('阀', [controlOf('v')]))
  const pump = await addSymbol(
    tenant_id,
    '泵',
    symbolOf('泵', [controlOf('g', { kind: 'group', props: { symbol: `gallery/${valve}` } })]),
  )
  const template_id = await makeTemplate(server, { module_type: 'nonstandard' })
  const controls = [
    controlOf('a', { kind: 'group', props: { symbol: `gallery/${pump}` } }),
    controlOf('b', { kind: 'group', props: { symbol: 'gallery/999999' } }),
    // No group: what its props say is its own.
    controlOf('c', { kind: 'text', props: { symbol: `gallery/${pump}` } }),
  ]
  const own = { mine: symbolOf('own', []) }
  const { screen_id } = await makeScreen(server, template_id, { document: documentOf(controls, { symbols: own }) })
  await granted(publish(template_id))
  const { document } = await granted(show({ template_id }))
  expect(Object.keys(document.symbols).sort()).toEqual([`gallery/${valve}`, `gallery/${pump}`, 'mine'].sort())
  expect(document.symbols[`gallery/${valve}`]).toMatchObject({ name: '阀', controls: [{ control_id: 'v' }] })
  expect(document.controls).toMatchObject(controls)
  // What is drawn on goes on naming them.
  const opened = await granted(server.call('admin', 'GET', '/yun/module/view/document', { screen_id }))
  expect(opened.document.symbols).toEqual(own)
  const [{ version_id }] = await granted(server.call('admin', 'GET', '/yun/module/view/versions', { screen_id }))
  await granted(
    server.call('admin', 'POST', '/yun/module/view/restore', { version_id, revision: 1, editor_id: EDITOR }),
  )
  const restored = await granted(server.call('admin', 'GET', '/yun/module/view/document', { screen_id }))
  expect(restored.document.symbols).toEqual(own)
})

test('who may change a template publishes it, and who only sees it does not', async () => {
  const template_id = await makeTemplate(server, { module_type: 'nonstandard' })
  const right = (may_write: boolean) => ({ template_rights: [{ template_id, may_write }] })
  const [reader, writer] = [await makeDesigner(server, right(false)), await makeDesigner(server, right(true))]
  expect((await publish(template_id, true, reader.user_name)).meta.code).toBe('115003')
  expect((await publish(template_id, true, writer.user_name)).meta.code).toBe('100001')
  expect((await publish(template_id, true, 'rival')).meta.code).toBe('115005')
})

const demoTenant = async () => {
  const ids = await demoIds(server)
  return server.db.system(async (q) => {
    const row = await q
      .selectFrom('app_user')
      .select('tenant_id')
      .where('user_id', '=', ids.user('admin'))
      .executeTakeFirst()
    return row?.tenant_id
  })
}

/** A group of controls in the gallery, as its rows. */
async function addSymbol(tenant_id: number, resource_name: string, symbol: object): Promise<number> {
  const content = Buffer.from(JSON.stringify(symbol))
  return server.db.system(async (q) => {
    const { resource_id } = await q
      .insertInto('resource')
      .values({
        ...{ tenant_id, resource_name, resource_type: 'group', mime: 'application/json', bytes: content.length },
        ...{ tag: resource_name, created_time: 0, created_user_id: 0, user_name: 'admin' },
      })
      .returning('resource_id')
      .executeTakeFirstOrThrow()
    const file = { name: 'group.json', mime: 'application/json', content, place: 0 }
    await q
      .insertInto('resource_file')
      .values({ tenant_id, resource_id, ...file })
      .execute()
    return resource_id
  })
}
