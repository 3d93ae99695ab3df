import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { codeOf, DRAWING, dashboardCalls, PATH, WATCHING } from '../../../tests/server/dashboards.ts'
import { png } from '../../../tests/server/files.ts'
import { auditOf, refusalOf } from '../../../tests/server/people.ts'
import { makeResource, uniqueName } from '../../../tests/server/screens.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { controlOf, documentOf, granted, makeTemplate, PICTURE } from '../../../tests/server/shown-screens.ts'
import { shownOf, documentOf as storedDocument } from './rows.ts'

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

describe('a new dashboard', () => {
  test('a new dashboard is blank and a draft, the last of its organisation', async () => {
    const dashboard = await dashboards.made({ dashboard_name: ' 厂区总览 ', folder_name: '一号厂' })
    expect(dashboard).toMatchObject({
      dashboard_name: '厂区总览',
      folder_name: '一号厂',
      template_id: null,
      module_name: null,
      width: 1120,
      height: 630,
      visible_to: 'all',
      is_favourite: false,
      revision: 1,
      shown_revision: null,
      changed_by: 'admin',
      user_name: 'admin',
      thumbnail: null,
      may_edit: true,
      may_grant: true,
    })
    expect((await dashboards.listed()).at(-1)?.dashboard_id).toBe(dashboard.dashboard_id)
    const { document } = await granted(dashboards.at('/document', dashboard.dashboard_id))
    expect(document).toMatchObject({ width: 1120, height: 630, controls: [] })
    const [line] = await auditOf(server, { action: 'dashboard-create' })
    expect(line).toMatchObject({
      target: '厂区总览',
      detail: { folder_name: { before: '', after: '一号厂' } },
    })
  })

  test('the name of a dashboard is that of no other in the organisation, whatever its case', async () => {
    const { dashboard_id } = await dashboards.made({ dashboard_name: 'Boiler' })
    expect(refusalOf(await dashboards.create({ dashboard_name: 'BOILER' }))).toBe('118002 dashboard_name')
    const other = await dashboards.made()
    const renamed = server.call('admin', 'PUT', PATH, { dashboard_id: other.dashboard_id, dashboard_name: 'boiler' })
    expect(refusalOf(await renamed)).toBe('118002 dashboard_name')
    const copied = server.call('admin', 'POST', `${PATH}/copy`, { dashboard_id, dashboard_name: 'bOILER' })
    expect(refusalOf(await copied)).toBe('118002 dashboard_name')
    expect(await codeOf(dashboards.create({ dashboard_name: 'Boiler' }, 'rival'))).toBe('100001')
  })

  test('an imported document is what others see at once', async () => {
    const document = documentOf([controlOf('a')], { width: 800, own: { kept: true } })
    const dashboard = await dashboards.made({ document, thumbnail: PICTURE })
    expect(dashboard).toMatchObject({ width: 800, revision: 1, shown_revision: 1, thumbnail: expect.any(String) })
    const seen = await granted(dashboards.at('/show', dashboard.dashboard_id, 'operator'))
    expect(seen.document).toEqual(document)
    const versions = await granted(dashboards.at('/versions', dashboard.dashboard_id))
    expect(versions).toMatchObject([{ revision: 1, kind: 'imported', user_name: 'admin' }])
  })

  test('an equipment dashboard is of a template that whoever makes it sees', async () => {
    const template_id = await makeTemplate(server)
    const { user_name } = await dashboards.makeHolder(DRAWING)
    expect(await codeOf(dashboards.create({ template_id }, user_name))).toBe('115005')
    expect(await codeOf(dashboards.create({ template_id }, 'rival'))).toBe('115005')
    const dashboard = await dashboards.made({ template_id })
    expect(dashboard).toMatchObject({ template_id, module_name: expect.stringMatching(/^模板/) })
  })

  test('each kind of dashboard has its own right to be drawn', async () => {
    const template_id = await makeTemplate(server)
    const organisation = await dashboards.makeHolder(['P00000', 'P20000', 'P21200'])
    const equipment = await dashboards.makeHolder(['P00000', 'P100000', 'P101200'], {
      template_rights: [{ template_id, may_write: false }],
    })
    expect(await codeOf(dashboards.create({}, organisation.user_name))).toBe('100001')
    expect(await codeOf(dashboards.create({ template_id }, organisation.user_name))).toBe('118003')
    expect(await codeOf(dashboards.create({}, equipment.user_name))).toBe('118003')
    expect(await codeOf(dashboards.create({ template_id }, equipment.user_name))).toBe('100001')
    const watching = await dashboards.makeHolder(WATCHING)
    expect(await codeOf(dashboards.create({}, watching.user_name))).toBe('100015')
  })
})

describe('what is too much', () => {
  const full = (count: number) => documentOf(Array.from({ length: count }, (_, i) => controlOf(`c${i}`)))

  test('a dashboard has at most 100 components', async () => {
    const { dashboard_id } = await dashboards.made({ document: full(100) })
    expect(await codeOf(dashboards.create({ document: full(101) }))).toBe('118005')
    expect(await codeOf(dashboards.save(dashboard_id, { document: full(101) }))).toBe('118005')
    expect((await granted(dashboards.at('/document', dashboard_id))).document.controls).toHaveLength(100)
  })

  test('a dashboard has few components of kinds that call the server for much', async () => {
    const many = (kind: string, count: number) =>
      documentOf(Array.from({ length: count }, (_, i) => ({ ...controlOf(`c${i}`), kind })))
    for (const [kind, most] of [
      ['key-figures', 20],
      ['screen', 10],
      ['column-chart', 20],
    ] as const) {
      const { dashboard_id } = await dashboards.made()
      const refused = dashboards.save(dashboard_id, { document: many(kind, most + 1) })
      expect(refusalOf(await refused)).toBe('118005 document')
      await granted(dashboards.save(dashboard_id, { document: many(kind, most) }))
    }
  })

  test('components of such kinds count once for each use of the symbol in which they stand', async () => {
    const { dashboard_id } = await dashboards.made()
    const symbols = {
      row: { name: 'row', width: 100, height: 100, controls: [{ ...controlOf('k'), kind: 'key-figures' }] },
    }
    const uses = (count: number) =>
      documentOf(
        Array.from({ length: count }, (_, i) => ({ ...controlOf(`g${i}`), kind: 'group', props: { symbol: 'row' } })),
        { symbols },
      )
    expect(refusalOf(await dashboards.save(dashboard_id, { document: uses(21) }))).toBe('118005 document')
    await granted(dashboards.save(dashboard_id, { document: uses(20) }))
  })

  test('the document of a dashboard has 1 MB at most', async () => {
    const document = (length: number) => documentOf([], { note: '.'.repeat(length) })
    const { dashboard_id } = await dashboards.made({ document: document(LIMITS.dashboardBytes - 200) })
    for (const length of [LIMITS.dashboardBytes, 1.5 * LIMITS.dashboardBytes]) {
      expect(await codeOf(dashboards.create({ document: document(length) }))).toBe('118004')
      expect(await codeOf(dashboards.save(dashboard_id, { document: document(length) }))).toBe('118004')
    }
    expect(await codeOf(dashboards.create({ document: documentOf([], { width: 30_000 }) }))).toBe('118004')
  })

  test('what is no document, and ranges that no value lies in, are refused at their field', async () => {
    const { dashboard_id } = await dashboards.made()
    expect(refusalOf(await dashboards.save(dashboard_id, { document: 'x' }))).toBe('201801 document')
    const bindings = { value: { expression: 'a', ranges: [{ from: 2, to: 1, gives: 'x' }] } }
    const document = documentOf([controlOf('a', { bindings })])
    expect(refusalOf(await dashboards.save(dashboard_id, { document }))).toBe(
      '201801 document.controls.0.bindings.value',
    )
    expect(await codeOf(dashboards.save(dashboard_id, { thumbnail: 'data:image/png;base64,AAAA' }))).toBe('201801')
  })

  test('an organisation has 500 dashboards at most, in 50 folders', async () => {
    const tenant_id = await server.db.system((q) =>
      q.selectFrom('app_user').select('tenant_id').where('user_name', '=', 'rival').executeTakeFirstOrThrow(),
    )
    const there = (await dashboards.listed('rival')).length
    const rows = Array.from({ length: LIMITS.dashboards - there - 1 }, (_, i) => ({
      ...tenant_id,
      dashboard_name: `d${i}`,
      folder_name: i < LIMITS.dashboardFolders ? `f${i}` : '',
      sort: i,
      width: 100,
      height: 100,
      document: '{}',
      created_user_id: 0,
      created_time: 1,
      changed_time: 1,
      changed_by: '',
    }))
    await server.db.system((q) => q.insertInto('dashboard').values(rows).execute())
    expect(refusalOf(await dashboards.create({ folder_name: 'new' }, 'rival'))).toBe('100019 folder_name')
    const { dashboard_id } = await dashboards.made({ folder_name: 'f3' }, 'rival')
    const moved = server.call('rival', 'PUT', PATH, { dashboard_id, folder_name: 'new' })
    expect(refusalOf(await moved)).toBe('100019 folder_name')
    expect(refusalOf(await dashboards.create({}, 'rival'))).toBe('100019 dashboard_name')
    const copied = server.call('rival', 'POST', `${PATH}/copy`, { dashboard_id, dashboard_name: 'one more' })
    expect(refusalOf(await copied)).toBe('100019 dashboard_name')
  })
})

describe('a list of dashboards', () => {
  test('a dashboard is put before another one, or last', async () => {
    const [a, b, c] = [await dashboards.made(), await dashboards.made(), await dashboards.made()].map(
      ({ dashboard_id }) => dashboard_id,
    )
    const put = (dashboard_id: number | undefined, before_id: number | null | undefined, by = 'admin') =>
      server.call(by, 'PUT', `${PATH}/reorder`, { dashboard_id, before_id })
    const order = async () => (await dashboards.idsOf('admin')).filter((id) => [a, b, c].includes(id))
    await granted(put(c, a))
    expect(await order()).toEqual([c, a, b])
    await granted(put(c, null))
    expect(await order()).toEqual([a, b, c])
    await granted(put(b, b))
    expect(await order()).toEqual([a, b, c])
    expect(await codeOf(put(a, 999_999_999))).toBe('118001')
    expect(await codeOf(put(a, null, 'rival'))).toBe('118001')
    const [theirs] = await dashboards.idsOf('rival')
    expect(theirs).toBeDefined()
    expect(await codeOf(put(a, theirs))).toBe('118001')
  })

  test('a mark is its user’s own', async () => {
    const { dashboard_id } = await dashboards.shown()
    const mark = (is_favourite: boolean, by: string) =>
      server.call(by, 'PUT', `${PATH}/favourite`, { dashboard_id, is_favourite })
    const marked = async (by: string) =>
      (await dashboards.listed(by)).filter((row) => row.is_favourite).map((row) => row.dashboard_id)
    await granted(mark(true, 'operator'))
    await granted(mark(true, 'operator'))
    expect([await marked('operator'), await marked('operator2')]).toEqual([[dashboard_id], []])
    await granted(mark(false, 'operator'))
    expect(await marked('operator')).toEqual([])
    expect(await codeOf(mark(true, 'rival'))).toBe('118001')
  })

  test('a copy is its maker’s own, of what he saw, and nobody else sees it', async () => {
    const document = documentOf([controlOf('a')], { width: 640 })
    const { dashboard_id } = await dashboards.made({ document, folder_name: '一号厂', thumbnail: PICTURE })
    await granted(dashboards.save(dashboard_id, { kind: 'autosave', document: documentOf([controlOf('draft')]) }))
    const drawer = await dashboards.makeHolder(DRAWING)
    const dashboard_name = uniqueName('副本')
    const copy = (by: string) => server.call(by, 'POST', `${PATH}/copy`, { dashboard_id, dashboard_name })
    expect(await codeOf(copy('rival'))).toBe('118001')
    const copied = await granted(copy(drawer.user_name))
    expect(copied).toMatchObject({
      dashboard_name,
      folder_name: '一号厂',
      width: 640,
      visible_to: 'chosen',
      user_name: drawer.user_name,
      revision: 1,
      shown_revision: 1,
      may_grant: true,
      thumbnail: expect.any(String),
    })
    expect((await granted(dashboards.at('/show', copied.dashboard_id, drawer.user_name))).document).toEqual(document)
    const { user_name } = await dashboards.makeHolder(DRAWING)
    expect(await codeOf(dashboards.at('/show', copied.dashboard_id, user_name))).toBe('118001')
    expect(await codeOf(dashboards.at('/show', copied.dashboard_id))).toBe('100001')
    const { user_name: watcher } = await dashboards.makeHolder(['P00000', 'P20000', 'P101200'])
    expect(await codeOf(copy(watcher))).toBe('118003')
    // Of what nobody has saved yet the copy is a draft too.
    const draft = await dashboards.made()
    const input = { dashboard_id: draft.dashboard_id, dashboard_name: uniqueName('副本') }
    expect(await granted(server.call('admin', 'POST', `${PATH}/copy`, input))).toMatchObject({ shown_revision: null })
  })

  test('a new name and folder stand in the audit', async () => {
    const { dashboard_id, dashboard_name } = await dashboards.made()
    const edited = { dashboard_id, dashboard_name: uniqueName('改名'), folder_name: '二号厂' }
    expect(await granted(server.call('admin', 'PUT', PATH, edited))).toMatchObject(edited)
    expect((await auditOf(server, { action: 'dashboard-edit' }))[0]).toMatchObject({
      target: dashboard_name,
      detail: {
        dashboard_name: { before: dashboard_name, after: edited.dashboard_name },
        folder_name: { before: '', after: '二号厂' },
      },
    })
    const { user_name } = await dashboards.makeHolder(['P00000', 'P20000', 'P101200'])
    await granted(dashboards.save(dashboard_id))
    expect(await codeOf(server.call(user_name, 'PUT', PATH, edited))).toBe('118003')
  })
})

test('the gallery keeps a picture that a dashboard shows, and names it', async () => {
  const { dashboard_id, dashboard_name } = await dashboards.made()
  const resource_id = await makeResource(server, { bytes: png() })
  const remove = () => server.call('admin', 'DELETE', '/yun/resourcesInfo', { resource_id })
  const document = documentOf([controlOf('a', { props: { picture: `gallery/${resource_id}` } })])
  await granted(dashboards.save(dashboard_id, { document }))
  // A draft without it: others still see it.
  await granted(dashboards.save(dashboard_id, { revision: 2, kind: 'autosave' }))
  const refused = await remove()
  expect([refused.meta.code, refused.data.fields]).toEqual(['114007', [{ field: 'screens', message: dashboard_name }]])
  await granted(dashboards.save(dashboard_id, { revision: 3 }))
  await granted(remove())
})

test('a user’s space is that of screens and dashboards', async () => {
  const used = async () => {
    const { user_id } = await server.db.system((q) =>
      q.selectFrom('app_user').select('user_id').where('user_name', '=', 'admin').executeTakeFirstOrThrow(),
    )
    const quotas = await granted(server.call('admin', 'GET', '/user/quota', { user_id }))
    return quotas.find(({ quota }: { quota: string }) => quota === 'screen_bytes').used as number
  }
  const before = await used()
  await dashboards.shown({ document: documentOf([], { note: '.'.repeat(10_000) }) })
  expect((await used()) - before).toBeGreaterThan(20_000)
})

test('a dashboard that is deleted while it is read is answered as one that is not there', async () => {
  const kept = { created_user_id: 1, shown_user_id: 1, shown_version_id: 999_999_999 }
  const shown = server.db.system((q) => shownOf(q, { kept }))
  await expect(shown).rejects.toMatchObject({ code: '118001' })
  await expect(server.db.system((q) => storedDocument(q, 999_999_999))).rejects.toMatchObject({ code: '118001' })
})
