import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR_MS } from '../../../core/catalogue/durations.ts'
import { jpeg, png } from '../../../tests/server/files.ts'
import { auditOf, refusalOf } from '../../../tests/server/people.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import {
  controlOf,
  documentOf,
  granted,
  makeDesigner,
  makeDevice,
  makeScreen,
  makeTemplate,
  OTHER_PICTURE,
  PICTURE,
} from '../../../tests/server/shown-screens.ts'
import { countingStatements } from '../../../tests/server/statements.ts'
import type { Caller } from '../http/caller.ts'
import { screenAnswers } from './screen.ts'

let server: TestServer
/** Half an hour before midnight in the demo's time zone. */
let clock = Date.UTC(2026, 10, 21, 15, 30)
beforeAll(async () => {
  server = await openTestServer({}, () => clock)
})
afterAll(async () => {
  expect(server.defects).toEqual([])
  await server.close()
})

const PATH = '/yun/module/view'
const EDITOR = 'editor-0001'
const create = (template_id: number, overrides: object = {}, by = 'admin') =>
  server.call(by, 'POST', PATH, { template_id, screen_name: '新画面', ...overrides })
const edit = (screen_id: number, fields: object, by = 'admin') => server.call(by, 'PUT', PATH, { screen_id, ...fields })
const open = (screen_id: number, by = 'admin') => server.call(by, 'GET', `${PATH}/document`, { screen_id })
const save = (screen_id: number, overrides: object = {}, by = 'admin') =>
  server.call(by, 'PUT', `${PATH}/document`, {
    screen_id,
    revision: 1,
    document: documentOf(),
    editor_id: EDITOR,
    ...overrides,
  })
const versionsOf = (screen_id: number) => granted(server.call('admin', 'GET', `${PATH}/versions`, { screen_id }))
const restore = (version_id: number, revision: number) =>
  server.call('admin', 'POST', `${PATH}/restore`, { version_id, revision, editor_id: EDITOR })
type Row = { screen_id: number; screen_name: string; variant: string; is_start: boolean }
const listed = async (template_id: number): Promise<Row[]> =>
  granted(server.call('admin', 'GET', PATH, { template_id }))
const namesOf = async (template_id: number) => (await listed(template_id)).map(({ screen_name }) => screen_name)
const startsOf = async (template_id: number) =>
  (await listed(template_id)).filter(({ is_start }) => is_start).map(({ screen_name }) => screen_name)

describe('a new screen', () => {
  test('a new screen is blank in the size of its variant, and the first of a variant is its start', async () => {
    const template_id = await makeTemplate(server)
    const desktop = await granted(create(template_id))
    expect(desktop).toMatchObject({
      width: 1120,
      height: 630,
      variant: 'desktop',
      is_start: true,
      revision: 1,
      published_revision: null,
      changed_by: 'admin',
      thumbnail: null,
    })
    const mobile = await granted(create(template_id, { screen_name: '手机', variant: 'mobile' }))
    expect(mobile).toMatchObject({ width: 750, height: 1334, is_start: true })
    const wide = await granted(create(template_id, { screen_name: '宽', width: 1920, height: 1080 }))
    expect(wide).toMatchObject({ width: 1920, height: 1080, is_start: false })
    const { document } = await granted(open(desktop.screen_id))
    expect(document).toMatchObject({ version: 1, width: 1120, controls: [], layers: [{ layer_id: 'main' }] })
  })

  test('a new screen has a name that no other screen of the template has', async () => {
    const [template_id, other] = [await makeTemplate(server), await makeTemplate(server)]
    await granted(create(template_id))
    expect(refusalOf(await create(template_id, { variant: 'mobile' }))).toBe('115001 screen_name')
    const { screen_id } = await granted(create(template_id, { screen_name: '别的' }))
    expect(refusalOf(await edit(screen_id, { screen_name: '新画面' }))).toBe('115001 screen_name')
    expect((await create(other)).meta.code).toBe('100001')
  })

  test('a new screen counts against the quota of who adds it', async () => {
    const template_id = await makeTemplate(server)
    const right = { template_rights: [{ template_id, may_write: true }] }
    const { user_id, user_name } = await makeDesigner(server, right)
    const quotas = [{ quota: 'screens', limit: 1 }]
    await granted(server.call('admin', 'PUT', '/user/quota', { user_id, quotas }))
    await granted(create(template_id, {}, user_name))
    expect((await create(template_id, { screen_name: '二' }, user_name)).meta.code).toBe('100019')
    expect(await granted(server.call('admin', 'GET', '/user/quota', { user_id }))).toContainEqual({
      quota: 'screens',
      limit: 1,
      used: 1,
    })
    expect((await create(template_id, { screen_name: '二' })).meta.code).toBe('100001')
  })

  test('a new screen is for a template that the caller may change', async () => {
    const template_id = await makeTemplate(server)
    const right = { template_rights: [{ template_id, may_write: false }] }
    const { user_name } = await makeDesigner(server, right)
    expect((await create(template_id, {}, user_name)).meta.code).toBe('115003')
    expect((await create(template_id, {}, 'rival')).meta.code).toBe('115005')
  })

  test('a new screen made of a document has the size of the document', async () => {
    const template_id = await makeTemplate(server)
    const document = documentOf([controlOf('a')], { width: 480, height: 800, of_the_future: { kept: true } })
    const made = await granted(create(template_id, { document, thumbnail: PICTURE, width: 100 }))
    expect(made).toMatchObject({ width: 480, height: 800, thumbnail: expect.any(String) })
    expect((await granted(open(made.screen_id))).document).toEqual(document)
  })
})

describe('a document is taken as it is', () => {
  test('a document is saved with everything that this program does not know, to the last character', async () => {
    const { screen_id } = await makeScreen(server, await makeTemplate(server))
    const strange = controlOf('x', { kind: 'from-tomorrow', props: { deep: [{ a: null }], nul: '\u0000', '1': 1 } })
    const document = documentOf([strange], { zeta: 1, alpha: [{}], symbols: {} })
    await granted(save(screen_id, { document }))
    const kept = (await granted(open(screen_id))).document
    expect(JSON.stringify(kept)).toBe(JSON.stringify(document))
  })

  test('a stored document is answered as the text that is stored', async () => {
    const template_id = await makeTemplate(server)
    const { screen_id } = await makeScreen(server, template_id)
    await makeDevice(server, { template_id })
    const text = JSON.stringify(documentOf([controlOf('a')]), null, 1)
    await server.db.system((q) => sql`update screen set document = ${text} where screen_id = ${screen_id}`.execute(q))
    await granted(server.call('admin', 'POST', '/yun/module/publish', { template_id, is_published: true }))
    const [{ version_id }] = await versionsOf(screen_id)
    const headers = { 'x-token': await server.tokenOf('admin') }
    for (const url of [
      `${PATH}/document?screen_id=${screen_id}`,
      `${PATH}/version?version_id=${version_id}`,
      `/yun/view?template_id=${template_id}`,
      `/yun/view?screen_id=${screen_id}`,
    ])
      expect((await server.app.inject({ method: 'GET', url, headers })).body).toContain(`"document":${text}`)
  })

  test('a document with ranges that contain no value is refused at the range', async () => {
    const template_id = await makeTemplate(server)
    const { screen_id } = await makeScreen(server, template_id)
    const bound = (binding: object) =>
      documentOf([controlOf('a'), controlOf('b', { bindings: { fill: { expression: 'level', ...binding } } })])
    const upsideDown = [
      bound({
        ranges: [
          { to: 1, gives: 'red' },
          { from: 5, to: 5, gives: 'green' },
        ],
      }),
      bound({ scale: { from: [100, 0], to: [0, 90] } }),
    ]
    for (const document of upsideDown)
      for (const reply of [await save(screen_id, { document }), await create(template_id, { document })])
        expect([reply.meta.code, reply.data.fields?.[0]?.field]).toEqual([
          '201801',
          'document.controls.1.bindings.fill',
        ])
    // One that was stored before is no hindrance to everything else.
    const [old = {}] = upsideDown
    await server.db.system((q) =>
      q
        .updateTable('screen')
        .set({ document: JSON.stringify(old) })
        .where('screen_id', '=', screen_id)
        .execute(),
    )
    const { revision } = await granted(save(screen_id, { document: { ...old, width: 500 } }))
    const mended = bound({ ranges: [{ from: 1, to: 5, gives: 'red' }, { gives: 'green' }] })
    await granted(save(screen_id, { revision, document: mended }))
  })

  test('a document has at most 5,000 controls', async () => {
    const { screen_id } = await makeScreen(server, await makeTemplate(server))
    const controls = Array.from({ length: 5000 }, (_, i) => controlOf(`c${i}`, { props: { text: 'x'.repeat(200) } }))
    expect((await save(screen_id, { document: documentOf(controls) })).meta.code).toBe('100001')
    const more = documentOf([...controls, controlOf('one-more')])
    expect((await save(screen_id, { revision: 2, document: more })).meta.code).toBe('115002')
  })

  const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)])
  test.each([
    ['is no object', [], '201801 document'],
    ['is a text', 'document', '201801 document'],
    ['names no version', { width: 100, height: 100, controls: [] }, '201801 document.version'],
    ['is of a newer program', documentOf([], { version: 2 }), '201801 document.version'],
    ['has no controls', documentOf([], { controls: undefined }), '201801 document.controls'],
    ['has a control that is none', documentOf([1 as never]), '201801 document.controls'],
    ['is larger than any screen', documentOf([], { width: 20_001 }), '115002'],
    ['has no size', documentOf([], { height: '630' }), '115002'],
    ['is nested 65 deep', documentOf([], { deep: deep(64) }), '201801 document'],
    ['has more than 4 MB', documentOf([], { much: '汉'.repeat(1_500_000) }), '115002'],
  ])('one that %s is refused', async (_what, document, refusal) => {
    const { screen_id } = await makeScreen(server, await makeTemplate(server))
    const reply = await save(screen_id, { document })
    expect(refusalOf(reply)).toBe(refusal)
    expect(await granted(open(screen_id))).toMatchObject({ screen: { revision: 1 } })
  })

  test('one that is nested without end is refused like any other', async () => {
    const { screen_id } = await makeScreen(server, await makeTemplate(server))
    const nested = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
    const document = `{"version":1,"width":100,"height":100,"controls":[],"deep":${nested}}`
    const reply = await server.app.inject({
      method: 'PUT',
      url: `${PATH}/document`,
      headers: { 'x-token': await server.tokenOf('admin'), 'content-type': 'application/json' },
      payload: `{"screen_id":${screen_id},"revision":1,"editor_id":"${EDITOR}","document":${document}}`,
    })
    expect(reply.json()).toMatchObject({ meta: { code: '201801' }, data: { fields: [{ field: 'document' }] } })
  })

  test('one that is nested 64 deep is taken', async () => {
    const { screen_id } = await makeScreen(server, await makeTemplate(server))
    await granted(save(screen_id, { document: documentOf([], { deep: deep(63) }) }))
  })

  test.each([
    ['a text as a PNG', `data:image/png;base64,${Buffer.from('<svg onload=alert(1)>').toString('base64')}`],
    ['a PNG as a JPEG', PICTURE.replace('image/png', 'image/jpeg')],
  ])('a picture that is %s is refused', async (_what, thumbnail) => {
    const { screen_id } = await makeScreen(server, await makeTemplate(server))
    expect(refusalOf(await save(screen_id, { thumbnail }))).toBe('201801 thumbnail')
    expect(await versionsOf(screen_id)).toHaveLength(1)
  })
})

describe('saving', () => {
  test('saving counts revisions, and is refused with nothing saved when another one came in between', async () => {
    const { screen_id } = await makeScreen(server, await makeTemplate(server))
    expect(await granted(save(screen_id, { document: documentOf([controlOf('first')]) }))).toMatchObject({
      revision: 2,
    })
    const late = await save(screen_id, { document: documentOf([controlOf('late')]) })
    expect(late.meta.code).toBe('100027')
    const { document, screen } = await granted(open(screen_id))
    expect([screen.revision, document.controls[0].control_id]).toEqual([2, 'first'])
    expect(await versionsOf(screen_id)).toHaveLength(2)
  })

  test('saving twice at the same time accepts one', async () => {
    const { screen_id } = await makeScreen(server, await makeTemplate(server))
    const replies = await Promise.all([1, 2, 3].map(() => save(screen_id)))
    expect(replies.map(({ meta }) => meta.code).sort()).toEqual(['100001', '100027', '100027'])
  })

  test('saving keeps the size and the picture, whose tag changes with it', async () => {
    const { screen_id } = await makeScreen(server, await makeTemplate(server))
    const document = documentOf([], { width: 1280, height: 720 })
    const first = await granted(save(screen_id, { document, thumbnail: PICTURE }))
    expect(first).toMatchObject({ width: 1280, height: 720 })
    const same = await granted(save(screen_id, { revision: 2, thumbnail: PICTURE }))
    const other = await granted(save(screen_id, { revision: 3, thumbnail: OTHER_PICTURE }))
    expect([same.thumbnail === first.thumbnail, other.thumbnail === first.thumbnail]).toEqual([true, false])
    const picture = async (named: object) =>
      (await granted(server.call('admin', 'GET', `${PATH}/thumbnail`, named))).picture
    expect(await picture({ screen_id })).toBe(OTHER_PICTURE)
    const [, , oldest] = await versionsOf(screen_id)
    expect(await picture({ version_id: oldest.version_id })).toBe(PICTURE)
    expect(await picture({ screen_id: (await makeScreen(server, await makeTemplate(server))).screen_id })).toBe(null)
    expect((await server.call('admin', 'GET', `${PATH}/thumbnail`, {})).meta.code).toBe('100006')
  })

  test('saving takes a picture that is one, and small enough to be shown among many', async () => {
    const { screen_id } = await makeScreen(server, await makeTemplate(server))
    const asUrl = (bytes: Buffer, kind = 'png') => `data:image/${kind};base64,${bytes.toString('base64')}`
    const refused = async (thumbnail: string) => refusalOf(await save(screen_id, { thumbnail }))
    for (const thumbnail of [
      asUrl(png(2, 2, [30_000, 30_000])),
      asUrl(jpeg(4000, 4000), 'jpeg'),
      asUrl(png(), 'jpeg'),
      asUrl(jpeg(4, 4)),
      asUrl(Buffer.from('\x89PNG\r\n\x1a\n<script>', 'latin1')),
    ])
      expect(await refused(thumbnail)).toBe('201801 thumbnail')
    for (const thumbnail of [
      asUrl(Buffer.from('<svg onload="alert(1)"/>'), 'svg+xml'),
      'javascript:alert(1)',
      'https://evil.example/x.png',
      'data:text/html;base64,AAAA',
      `${asUrl(png())}" onerror="alert(1)`,
      `${asUrl(png())}\n`,
    ])
      expect(await refused(thumbnail)).toBe('100006 thumbnail')
    expect(await refused(asUrl(jpeg(320, 180), 'jpeg'))).toBe('100001')
  })

  test('saving is for who may change the template', async () => {
    const template_id = await makeTemplate(server)
    const { screen_id } = await makeScreen(server, template_id)
    const right = { template_rights: [{ template_id, may_write: false }] }
    const { user_name } = await makeDesigner(server, right)
    expect(await granted(open(screen_id, user_name))).toMatchObject({ may_edit: false })
    expect((await save(screen_id, {}, user_name)).meta.code).toBe('115003')
    expect((await edit(screen_id, { is_start: true }, user_name)).meta.code).toBe('115003')
    for (const reply of [save(screen_id, {}, 'rival'), open(screen_id, 'rival')])
      expect((await reply).meta.code).toBe('115005')
  })
})

describe('versions', () => {
  test('a list of versions has what was saved, by whom, and restores it', async () => {
    const { screen_id } = await makeScreen(server, await makeTemplate(server), {
      document: documentOf([controlOf('one')]),
    })
    await granted(save(screen_id, { document: documentOf([controlOf('two')]), note: '加了泵', kind: 'autosave' }))
    const [newest, first] = await versionsOf(screen_id)
    expect(newest).toMatchObject({ kind: 'autosave', note: '加了泵', revision: 2, user_name: 'admin' })
    expect((await restore(first.version_id, 1)).meta.code).toBe('100027')
    expect(await granted(restore(first.version_id, 2))).toMatchObject({ revision: 3 })
    expect((await granted(open(screen_id))).document.controls).toMatchObject([{ control_id: 'one' }])
    expect(await versionsOf(screen_id)).toMatchObject([
      { kind: 'restored', revision: 3, note: '#1' },
      { kind: 'autosave', revision: 2 },
      { kind: 'saved', revision: 1 },
    ])
    const one = await granted(server.call('admin', 'GET', `${PATH}/version`, { version_id: newest.version_id }))
    expect(one).toMatchObject({ version: { revision: 2 }, document: { controls: [{ control_id: 'two' }] } })
    for (const version_id of [newest.version_id, 999_999])
      expect((await server.call('rival', 'GET', `${PATH}/version`, { version_id })).meta.code).toBe('115005')
  })

  test('versions of a screen are the newest hundred, and of each day before the last one', async () => {
    const began = clock
    const { screen_id } = await makeScreen(server, await makeTemplate(server))
    let revision = 1
    const again = async (times: number) => {
      for (let i = 0; i < times; i++) await granted(save(screen_id, { revision: revision++, kind: 'autosave' }))
    }
    await again(4)
    clock += HOUR_MS
    await again(104)
    clock = began
    const versions = await versionsOf(screen_id)
    const revisions = versions.map((row: { revision: number }) => row.revision)
    // Revisions 10 to 109 are the newest hundred; 5 is the last of the day before.
    expect(revisions).toEqual([...Array.from({ length: 100 }, (_, i) => 109 - i), 5])
  })
})

describe('the screens of a template', () => {
  test('a screen among many is moved with as few statements as among few', async () => {
    const caller = (await server.sessions.callerOf(await server.tokenOf('admin'))) as Caller
    const moved = async (size: number) => {
      const template_id = await makeTemplate(server)
      const ids: number[] = []
      for (let i = 0; i < size; i++)
        ids.push((await granted(create(template_id, { screen_name: `画面${i}` }))).screen_id as number)
      const { db, count } = countingStatements(server.db)
      await screenAnswers({ db, fleet: server.fleet }).edit({ screen_id: ids.at(-1) as number, sort: 0 }, caller)
      return count()
    }
    expect(await moved(9)).toBe(await moved(2))
  })

  test('the screens of a template stand in an order, desktops before mobiles, and are moved in it', async () => {
    const template_id = await makeTemplate(server)
    for (const screen_name of ['甲', '乙', '丙']) await granted(create(template_id, { screen_name }))
    await granted(create(template_id, { screen_name: '手机', variant: 'mobile' }))
    const idOf = async (name: string) => (await listed(template_id)).find((row) => row.screen_name === name)?.screen_id
    await granted(edit((await idOf('丙')) as number, { sort: 0 }))
    expect(await namesOf(template_id)).toEqual(['丙', '甲', '乙', '手机'])
    await granted(edit((await idOf('丙')) as number, { sort: 99, screen_name: '末' }))
    expect(await namesOf(template_id)).toEqual(['甲', '乙', '末', '手机'])
  })

  test('the screens of a template open with one of each variant, and with the next one when it is gone', async () => {
    const template_id = await makeTemplate(server)
    const [a, b] = [await granted(create(template_id, { screen_name: '甲' })), await granted(create(template_id))]
    await granted(create(template_id, { screen_name: '手机', variant: 'mobile' }))
    expect(await granted(edit(b.screen_id, { is_start: true }))).toMatchObject({ is_start: true })
    expect(await startsOf(template_id)).toEqual(['新画面', '手机'])
    await granted(server.call('admin', 'DELETE', PATH, { screen_id: b.screen_id }))
    expect(await startsOf(template_id)).toEqual(['甲', '手机'])
    expect((await open(b.screen_id)).meta.code).toBe('115005')
    expect((await auditOf(server, { action: 'screen-delete' }))[0]?.detail).toEqual({
      screen_name: { before: '新画面', after: null },
    })
    await granted(server.call('admin', 'DELETE', PATH, { screen_id: a.screen_id }))
    expect(await startsOf(template_id)).toEqual(['手机'])
  })

  test('the screens of a template stand for the template by the picture of its start', async () => {
    const template_id = await makeTemplate(server)
    const { screen_id, thumbnail } = await granted(create(template_id, { thumbnail: PICTURE }))
    const { rows } = await granted(
      server.call('admin', 'GET', '/yun/module', { page_size: 100, sort: '-changed_time' }),
    )
    expect(rows.find((row: { template_id: number }) => row.template_id === template_id)).toMatchObject({
      screen_count: 1,
      start_screen_id: screen_id,
      thumbnail,
    })
  })

  test('the screens of a template are copied with the template, and lead to each other as they did', async () => {
    const template_id = await makeTemplate(server)
    const items = [{ item_name: '启停' }]
    const [{ item_id }] = await granted(server.call('admin', 'PUT', '/yun/module/items', { template_id, items }))
    const first = await granted(create(template_id, { screen_name: '甲' }))
    const second = await granted(create(template_id, { screen_name: '乙' }))
    const actions = [{ does: 'switch_screen', screen_id: second.screen_id }]
    const document = documentOf([controlOf('a', { item_id, events: [{ on: 'click', actions }] })])
    await granted(save(first.screen_id, { document }))
    const made = await granted(server.call('admin', 'POST', '/yun/module/copy', { template_id, module_name: '有画面' }))
    const [one, two] = await listed(made.template_id)
    expect(await namesOf(made.template_id)).toEqual(['甲', '乙'])
    const copied = (await granted(open(one?.screen_id as number))).document
    const its = await granted(server.call('admin', 'GET', '/yun/module/basic', made))
    expect(copied.controls[0].item_id).toBe(its.items[0].item_id)
    expect(copied.controls[0].events[0].actions[0].screen_id).toBe(two?.screen_id)
    expect(await versionsOf(one?.screen_id as number)).toMatchObject([{ kind: 'saved', revision: 1 }])
  })
})
