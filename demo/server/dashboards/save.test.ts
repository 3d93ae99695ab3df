import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../../core/catalogue/durations.ts'
import { codeOf, DRAWING, dashboardCalls, EDITOR, PATH, WATCHING } from '../../../tests/server/dashboards.ts'
import { auditOf } from '../../../tests/server/people.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { controlOf, documentOf, granted, OTHER_PICTURE, PICTURE } from '../../../tests/server/shown-screens.ts'

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

describe('drafts', () => {
  test('a draft is seen by who draws, and what was saved last by all others', async () => {
    const { dashboard_id } = await dashboards.made()
    const watcher = await dashboards.makeHolder(WATCHING)
    const drawer = await dashboards.makeHolder(DRAWING)
    expect(await dashboards.idsOf(watcher.user_name)).not.toContain(dashboard_id)
    expect(await codeOf(dashboards.at('/show', dashboard_id, watcher.user_name))).toBe('118001')
    expect(await dashboards.idsOf(drawer.user_name)).toContain(dashboard_id)
    expect((await granted(dashboards.at('/show', dashboard_id, drawer.user_name))).document.controls).toEqual([])

    const first = documentOf([controlOf('first')], { width: 900 })
    const draft = { kind: 'autosave', document: first, thumbnail: PICTURE }
    expect(await granted(dashboards.save(dashboard_id, draft))).toMatchObject({
      revision: 2,
      shown_revision: null,
      width: 900,
    })
    expect(await codeOf(dashboards.at('/show', dashboard_id, watcher.user_name))).toBe('118001')
    expect((await granted(dashboards.at('/document', dashboard_id, drawer.user_name))).document).toEqual(first)
    expect((await granted(dashboards.at('/show', dashboard_id))).document.controls).toEqual([])

    expect(
      await granted(dashboards.save(dashboard_id, { revision: 2, document: first, thumbnail: PICTURE })),
    ).toMatchObject({
      revision: 3,
      shown_revision: 3,
    })
    const second = documentOf([controlOf('second')], { width: 700 })
    const after = await granted(
      dashboards.save(dashboard_id, { revision: 3, kind: 'autosave', document: second, thumbnail: OTHER_PICTURE }),
    )
    // The size and the picture that lists show are those of what is shown.
    expect(after).toMatchObject({ revision: 4, shown_revision: 3, width: 900 })
    expect((await granted(dashboards.at('/thumbnail', dashboard_id, watcher.user_name))).picture).toBe(PICTURE)
    expect((await granted(dashboards.at('/show', dashboard_id, watcher.user_name))).document).toEqual(first)
    expect((await granted(dashboards.at('/document', dashboard_id))).document).toEqual(second)
    for (const path of ['/document', '/versions'])
      expect(await codeOf(dashboards.at(path, dashboard_id, watcher.user_name))).toBe('100015')
  })

  test('who may draw the other kind of dashboards only sees no draft of this one', async () => {
    const { dashboard_id } = await dashboards.shown()
    const { user_name } = await dashboards.makeHolder(['P00000', 'P20000', 'P101200'])
    const [version] = await granted(dashboards.at('/versions', dashboard_id))
    for (const path of ['/document', '/versions'])
      expect(await codeOf(dashboards.at(path, dashboard_id, user_name))).toBe('118003')
    const { version_id } = version
    for (const path of ['/version', '/thumbnail'])
      expect(await codeOf(server.call(user_name, 'GET', `${PATH}${path}`, { version_id }))).toBe('118003')
    expect(await codeOf(dashboards.save(dashboard_id, {}, user_name))).toBe('118003')
    expect(await granted(dashboards.at('/show', dashboard_id, user_name))).toMatchObject({
      dashboard: { may_edit: false },
    })
  })

  test('a save is over the newest revision, and not while another page draws', async () => {
    const { dashboard_id } = await dashboards.made()
    await granted(dashboards.save(dashboard_id))
    expect(await codeOf(dashboards.save(dashboard_id))).toBe('100027')
    const lock = (editor_id: string, more: object = {}) =>
      granted(server.call('admin', 'POST', `${PATH}/lock`, { dashboard_id, editor_id, ...more }))
    expect(await lock('editor-0002')).toMatchObject({ lock: { is_mine: true }, present: [], revision: 2 })
    expect(await lock(EDITOR)).toMatchObject({ lock: { is_mine: false }, present: [{ editor_id: 'editor-0002' }] })
    expect((await granted(dashboards.at('/document', dashboard_id))).lock).toMatchObject({ editor_id: 'editor-0002' })
    expect(await codeOf(dashboards.save(dashboard_id, { revision: 2 }))).toBe('100027')
    await lock(EDITOR, { take: true })
    await granted(dashboards.save(dashboard_id, { revision: 2 }))
  })

  test('one of two saves at once over the same revision is done', async () => {
    const { dashboard_id } = await dashboards.made()
    const replies = await Promise.all([dashboards.save(dashboard_id), dashboards.save(dashboard_id)])
    expect(replies.map(({ meta }) => meta.code).sort()).toEqual(['100001', '100027'])
  })

  test('a stored state that is restored is what others see', async () => {
    const [first, second] = [documentOf([controlOf('first')]), documentOf([controlOf('second')])]
    const { dashboard_id } = await dashboards.made({ document: first, thumbnail: PICTURE })
    await granted(dashboards.save(dashboard_id, { document: second, thumbnail: OTHER_PICTURE, note: '第二版' }))
    const [newest, oldest] = await granted(dashboards.at('/versions', dashboard_id))
    expect(newest).toMatchObject({ revision: 2, kind: 'saved', note: '第二版' })
    const { version_id } = oldest
    expect(await granted(server.call('admin', 'GET', `${PATH}/version`, { version_id }))).toMatchObject({
      version: { revision: 1 },
      document: first,
    })
    const restore = (revision: number) =>
      server.call('admin', 'POST', `${PATH}/restore`, { version_id, revision, editor_id: EDITOR })
    expect(await codeOf(restore(1))).toBe('100027')
    expect(await granted(restore(2))).toMatchObject({ revision: 3, shown_revision: 3 })
    expect((await granted(dashboards.at('/show', dashboard_id, 'operator'))).document).toEqual(first)
    expect((await granted(dashboards.at('/thumbnail', dashboard_id))).picture).toBe(PICTURE)
    expect((await granted(dashboards.at('/versions', dashboard_id)))[0]).toMatchObject({ kind: 'restored', note: '#1' })
    const [restored, saved] = await auditOf(server, { action: 'dashboard-save' })
    expect(restored?.detail).toMatchObject({ revision: { before: 2, after: 3 }, kind: { after: 'restored' } })
    expect(saved?.detail).toMatchObject({ revision: { before: 1, after: 2 }, note: { after: '第二版' } })
  })

  test('the versions of a dashboard are the newest 50 and the last of each of 90 days, and the one that others see', async () => {
    const { dashboard_id } = await dashboards.shown()
    let revision = 1
    const draft = async (times: number) => {
      for (let i = 0; i < times; i++)
        await granted(
          dashboards.save(dashboard_id, { revision: revision++, kind: 'autosave', document: documentOf([]) }),
        )
    }
    const wait = (days: number) =>
      server.db.system((q) =>
        q
          .updateTable('dashboard_version')
          .set((on) => ({ created_time: on('created_time', '-', days * DAY_MS) }))
          .where('dashboard_id', '=', dashboard_id)
          .execute(),
      )
    await draft(3)
    await wait(1)
    await draft(2)
    await wait(1)
    await draft(52)
    const kept = await granted(dashboards.at('/versions', dashboard_id))
    // Of today 50, the last of yesterday and of the day before, and what others see.
    expect(kept.map((version: { revision: number }) => version.revision)).toEqual([
      ...Array.from({ length: 50 }, (_, i) => 58 - i),
      6,
      4,
      1,
    ])
    await wait(100)
    await draft(51)
    const later = await granted(dashboards.at('/versions', dashboard_id))
    expect(later.at(-1)).toMatchObject({ revision: 1 })
    expect(later).toHaveLength(51)
  })
})
