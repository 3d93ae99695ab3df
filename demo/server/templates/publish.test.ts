import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditOf } from '../../../tests/server/people.ts'
import { makeResource } from '../../../tests/server/screens.ts'
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
} from '../../../tests/server/shown-screens.ts'
import { countingStatements } from '../../../tests/server/statements.ts'
import type { Schema } from '../db/schema.ts'
import { type Caller, NO_REACH } from '../http/caller.ts'
import { templatePublishAnswers } from './publish.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(async () => {
  expect(server.defects).toEqual([])
  await server.close()
})

const EDITOR = 'editor-0001'
const publish = (template_id: number, is_published = true, by = 'admin') =>
  server.call(by, 'POST', '/yun/module/publish', { template_id, is_published })
const show = (input: object, by = 'admin') => server.call(by, 'GET', '/yun/view', input)
const makeGroup = (group: object) =>
  makeResource(server, { resource_type: 'group', name: 'group.json', bytes: Buffer.from(JSON.stringify(group)) })
const groupOf = (control_id: string, resource_id: number) =>
  controlOf(control_id, { kind: 'group', props: { symbol: `gallery/${resource_id}` } })
/** A group of nearly 1 MB, which the gallery takes. */
const largeGroup = (more: object[] = []) =>
  makeGroup({ width: 10, height: 10, controls: [controlOf('a', { note: 'x'.repeat(1_020_000) }), ...more] })
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

test('screens of which somebody publishes a newer one while another publishing is under way ask about all presses', async () => {
  const template_id = await makeTemplate(server)
  const sn_code = await makeDevice(server, { template_id })
  const { screen_id } = await makeScreen(server, template_id, { document: documentOf([controlOf('old')]) })
  await granted(publish(template_id))
  expect((await granted(show({ sn_code }))).asks).toEqual({ write: false, acknowledge: false })
  const caller = (await server.sessions.callerOf(await server.tokenOf('admin'))) as Caller
  let isFirst = true
  const requireStill = async () => {
    if (!isFirst) return
    isFirst = false
    await save(screen_id, 1, documentOf([controlOf('new')]))
    await granted(publish(template_id))
  }
  const { db, fleet } = server
  await templatePublishAnswers({ db, fleet }).publish({ template_id, is_published: true }, { ...caller, requireStill })
  const shown = await granted(show({ sn_code }))
  expect(shown.document.controls).toMatchObject([{ control_id: 'new' }])
  expect(shown.asks).toEqual({ write: true, acknowledge: true })
})

test('publishing many screens takes no more statements of one transaction than publishing two', async () => {
  const caller = (await server.sessions.callerOf(await server.tokenOf('admin'))) as Caller
  const published = async (size: number, who: Caller) => {
    const template_id = await makeTemplate(server, { module_type: 'nonstandard' })
    const points = Array.from({ length: size }, (_, n) => ({
      key: `k${n}`,
      name: `k${n}`,
      data_type: 'number',
      access: 'rw',
    }))
    await granted(server.call('admin', 'PUT', '/yun/module', { template_id, points }))
    const items = [{ item_name: '操作' }]
    const [{ item_id }] = await granted(server.call('admin', 'PUT', '/yun/module/items', { template_id, items }))
    const screens: number[] = []
    for (let n = 0; n < size; n++) {
      const actions = [{ does: 'write', point: `k${n}`, value: 1 }]
      const controls = [controlOf('a', { item_id, events: [{ on: 'click', actions }] })]
      const { screen_id } = await makeScreen(server, template_id, { document: documentOf(controls) })
      screens.push(screen_id)
    }
    const { db, most } = countingStatements(server.db)
    const { publish } = templatePublishAnswers({ db, fleet: server.fleet })
    await publish({ template_id, is_published: true }, who)
    for (const screen_id of screens.slice(1)) await save(screen_id, 1, documentOf([controlOf('b')]))
    await publish({ template_id, is_published: true }, who)
    const shown = await granted(server.call('admin', 'GET', '/yun/module/view', { template_id }))
    expect(shown.map((screen: { published_revision: number }) => screen.published_revision)).toEqual([
      1,
      ...Array(size - 1).fill(2),
    ])
    return most()
  }
  const overseer: Caller = { ...caller, may_see: NO_REACH }
  for (const who of [caller, overseer]) expect(await published(12, who)).toBe(await published(2, who))
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
  expect(lines.map(({ action }) => action).slice(0, 2)).toEqual(['template-unpublish', 'template-publish'])
})

test('symbols of the gallery are published with the screen, and those that they use', async () => {
  const symbolOf = (name: string, controls: object[]) => ({ name, width: 40, height: 40, controls })
  const valve = await makeGroup(symbolOf('阀', [controlOf('v')]))
  const pump = await makeGroup(
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

describe('a screen that acts with the rights of whoever presses it', () => {
  const point = 'PV0001.power_limit'
  const pressed = (action: object) => controlOf('a', { name: '阀门', events: [{ on: 'click', actions: [action] }] })
  const unasked = pressed({ does: 'write', point, value: '42', confirm: false })
  const writing = controlOf('a', { name: '阀门', kind: 'switch', props: { writes: point, confirm: false } })
  const publishedBy = async (control: object, permissions: string[]) => {
    const template_id = await makeTemplate(server, { module_type: 'nonstandard' })
    await makeScreen(server, template_id, { document: documentOf([control]) })
    const rights = { template_rights: [{ template_id, may_write: true }] }
    const { user_name } = await makeDesigner(server, { ...rights, permissions: [...DESIGNING, ...permissions] })
    const { meta, data } = await publish(template_id, true, user_name)
    return meta.code === '100006' ? data.fields[0].message : meta.code
  }

  test.each([
    ['an event that writes without asking', unasked, 'P30400', /“阀门”不经询问就写入变量/],
    ['a control that writes without asking', writing, 'P30400', /“阀门”不经询问就写入变量/],
    ['an event that acknowledges alarms', pressed({ does: 'acknowledge' }), 'P73100', /“阀门”确认报警/],
  ])('%s is published by whoever may do so, and by nobody else', async (_, control, right, refusal) => {
    expect(await publishedBy(control, [])).toMatch(refusal)
    expect(await publishedBy(control, [right])).toBe('100001')
  })

  test('whoever may not write publishes what asks before it writes', async () => {
    expect(await publishedBy(pressed({ does: 'write', point, value: '42' }), [])).toBe('100001')
  })
})

describe('a screen that acts while nobody presses anything', () => {
  const events = (on: string, does: string) => [
    { on, actions: [{ does, point: 'PV0001.power_limit', value: '42', confirm: false }] },
  ]
  const symbolOf = (controls: object[]) => ({ name: '泵', width: 10, height: 10, controls })
  const acting = (on: string, does: string) => controlOf('a', { name: '阀门', events: events(on, does) })

  test.each([
    ['writes', 'write'],
    ['acknowledges', 'acknowledge'],
  ])(
    'a screen that %s when a value changes is not published, and its control is named with what to do',
    async (_, does) => {
      const template_id = await makeTemplate(server, { module_type: 'nonstandard' })
      const document = documentOf([controlOf('ok'), acting('change', does)])
      const { screen_id } = await makeScreen(server, template_id, { screen_name: '泵房', document })
      const input = { template_id, is_published: true }
      const english = { 'accept-language': 'en' }
      const { meta, data } = await server.call('admin', 'POST', '/yun/module/publish', input, english)
      expect(meta.code).toBe('100006')
      expect(data.fields).toEqual([
        {
          field: 'screens',
          message: expect.stringMatching(/^Control “阀门” of screen “泵房” writes .* use a click.* instead/),
        },
      ])
      // Who draws it opens it and mends it.
      const drawn = await granted(server.call('admin', 'GET', '/yun/module/view/document', { screen_id }))
      expect(drawn.document.controls).toHaveLength(2)
      await save(screen_id, 1, documentOf([acting('press', does)]))
      expect(await granted(publish(template_id))).toMatchObject({ is_published: true })
    },
  )

  test('a group of the gallery brings in nothing that acts by itself, neither at first nor when it was changed since', async () => {
    const template_id = await makeTemplate(server, { module_type: 'nonstandard' })
    const inner = await makeGroup(symbolOf([acting('click', 'write')]))
    const outer = await makeGroup(symbolOf([groupOf('in', inner)]))
    await makeScreen(server, template_id, { document: documentOf([groupOf('out', outer)]) })
    await granted(publish(template_id))
    const content = Buffer.from(JSON.stringify(symbolOf([acting('change', 'write')]))).toString('base64')
    await granted(
      server.call('admin', 'PUT', '/yun/resourcesInfo', {
        resource_id: inner,
        files: [{ name: 'group.json', content }],
      }),
    )
    const { data } = await publish(template_id)
    expect(data.fields[0].message).toMatch(/画面“画面\d+”的控件“阀门”（组合“资源\w+”内）在数值变化时写入/)
  })

  test('a group of the screen itself that acts when a value changes is named, and one that nothing shows is not', async () => {
    const template_id = await makeTemplate(server, { module_type: 'nonstandard' })
    const symbols = { pump: symbolOf([acting('change', 'write')]) }
    const use = controlOf('use', { kind: 'group', props: { symbol: 'pump' } })
    const { screen_id } = await makeScreen(server, template_id, { document: documentOf([use], { symbols }) })
    expect((await publish(template_id)).data.fields[0].message).toContain('（组合“泵”内）')
    await save(screen_id, 1, documentOf([], { symbols }))
    await granted(publish(template_id))
  })

  test('a change of value may show, hide and lead to another screen', async () => {
    const template_id = await makeTemplate(server, { module_type: 'nonstandard' })
    const actions = [
      { does: 'show', control_id: 'a' },
      { does: 'switch_screen', screen_id: 1 },
    ]
    await makeScreen(server, template_id, {
      document: documentOf([controlOf('a', { events: [{ on: 'change', actions }] })]),
    })
    await granted(publish(template_id))
  })
})

describe('a screen that becomes too large with its groups', () => {
  let groups: number[]
  beforeAll(async () => {
    groups = []
    // Each names the one before, so that the last one is made of all of them.
    for (let i = 0; i < 9; i++) {
      const before = groups.at(-1)
      groups.push(await largeGroup(before === undefined ? [] : [groupOf('b', before)]))
    }
  })

  test('a screen that becomes too large with its groups is not published, and named with the largest of them', async () => {
    const template_id = await makeTemplate(server, { module_type: 'nonstandard' })
    await makeScreen(server, template_id, { screen_name: '一号', document: documentOf() })
    const controls = [groupOf('a', groups.at(-1) as number)]
    await makeScreen(server, template_id, { screen_name: '大屏', document: documentOf(controls) })
    const input = { template_id, is_published: true }
    const { meta, data } = await server.call('admin', 'POST', '/yun/module/publish', input, { 'accept-language': 'en' })
    expect(meta.code).toBe('115002')
    expect(data.fields).toEqual([
      {
        field: 'screens',
        message: expect.stringMatching(/^Screen “大屏” has 8\.8 MB with its 9 groups .*资源\w+ \(1 MB\)/),
      },
    ])
    expect((await show({ template_id })).meta.code).toBe('115005')
  })

  test('a screen that becomes too large with its groups is published with as much as fits', async () => {
    const template_id = await makeTemplate(server, { module_type: 'nonstandard' })
    const document = documentOf([groupOf('a', groups[7] as number)])
    await makeScreen(server, template_id, { document })
    await granted(publish(template_id))
    const shown = await granted(show({ template_id }))
    expect(Object.keys(shown.document.symbols)).toHaveLength(8)
  })

  test('a screen that becomes too large with its groups is refused by how many there are, too', async () => {
    const template_id = await makeTemplate(server, { module_type: 'nonstandard' })
    const small = { width: 10, height: 10, controls: [controlOf('a')] }
    const all: number[] = []
    for (let i = 0; i < 501; i++)
      all.push(...(await server.db.system((q) => copyOfGroup(q, groups[0] as number, `小${i}`, JSON.stringify(small)))))
    await makeScreen(server, template_id, { document: documentOf(all.map((id, i) => groupOf(`g${i}`, id))) })
    expect((await publish(template_id)).meta.code).toBe('115002')
  })

  test('a screen that becomes too large with its groups is refused with all the others of a template that are too many', async () => {
    const template_id = await makeTemplate(server, { module_type: 'nonstandard' })
    const controls = [groupOf('a', groups[6] as number)]
    for (let i = 0; i < 10; i++) await makeScreen(server, template_id, { document: documentOf(controls) })
    const { meta, data } = await publish(template_id)
    expect(meta.code).toBe('115002')
    expect(data.fields[0].message).toContain('64 MB')
  })
})

/** Another group with other content, as its rows: the gallery's uploads take a thread each. */
const copyOfGroup = async (q: Kysely<Schema>, resource_id: number, name: string, content: string) => {
  const { rows } = await sql<{ resource_id: number }>`
    insert into resource (tenant_id, resource_type, resource_name, mime, bytes, tag, created_time, created_user_id, user_name)
      select tenant_id, resource_type, ${name}, mime, ${content.length}, ${name}, 0, created_user_id, user_name
        from resource where resource_id = ${resource_id} returning resource_id`.execute(q)
  return rows.map((row) => row.resource_id)
}

test('the newest twenty published versions stay, beside the one that is shown', async () => {
  const template_id = await makeTemplate(server, { module_type: 'nonstandard' })
  const { screen_id } = await makeScreen(server, template_id)
  for (let revision = 1; revision <= 23; revision++) {
    await granted(publish(template_id))
    await save(screen_id, revision, documentOf([controlOf(`c${revision}`)]))
  }
  const versions = await granted(server.call('admin', 'GET', '/yun/module/view/versions', { screen_id }))
  const published = versions.filter(({ kind }: { kind: string }) => kind === 'published')
  expect(published.map(({ revision }: { revision: number }) => revision)).toEqual(
    Array.from({ length: 21 }, (_, i) => 23 - i),
  )
})
