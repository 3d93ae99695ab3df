import { afterAll, beforeAll, expect, test } from 'vitest'
import { png } from '../../../tests/server/files.ts'
import { auditOf } from '../../../tests/server/people.ts'
import { fileOf } from '../../../tests/server/screens.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

/** Does it, and answers with what came back and with what the audit says of it. */
async function done(method: string, path: string, input: object) {
  const { meta, data } = await server.call('admin', method, path, input)
  expect(meta).toMatchObject({ code: '100001' })
  const [line] = await auditOf(server)
  return { data, line: line && { action: line.action, target: line.target, detail: line.detail } }
}
const change = (before: unknown, after: unknown) => ({ before, after })
const POINT = { key: 'level', name: '液位', data_type: 'number', access: 'rw', write_min: 0, write_max: 10 }

test('changes of device groups, devices and their points are in the audit, with the previous values', async () => {
  const group = await done('POST', '/yun/dev/group', { group_name: '审计组' })
  expect(group.line).toMatchObject({ action: 'device-group-create', detail: { group_name: change(null, '审计组') } })
  const { group_id } = group.data
  const device = { sn_code: 'AUD1', dev_alias: '泵一', password: 'secret1', group_id }
  const made = await done('POST', '/dev', device)
  expect(made.line).toMatchObject({ action: 'device-create', target: '泵一' })
  expect(made.line?.detail).toMatchObject({ sn_code: change(null, 'AUD1'), group_id: change(null, '审计组') })
  expect(JSON.stringify(made.line)).not.toMatch(/secret1|password|argon/)
  const log = await server.call('admin', 'GET', '/dev/log', { sn_code: 'AUD1', kind: ['registered'] })
  expect(log.data.total).toBe(1)
  const edit = { sn_code: 'AUD1', dev_alias: '泵二', site_name: '东厂', group_id }
  expect((await done('PUT', '/dev/basic', edit)).line).toEqual({
    action: 'device-edit',
    target: '泵一',
    detail: { dev_alias: change('泵一', '泵二'), site_name: change('', '东厂') },
  })
  const add = (more: object) => done('POST', '/dev/points', { sn_code: 'AUD1', points: [{ ...POINT, ...more }] })
  expect((await add({})).line).toMatchObject({
    action: 'device-points',
    target: '泵二',
    detail: { points: { before: [], after: [{ key: 'level', write_max: 10 }] } },
  })
  expect((await add({ write_max: 20 })).line?.detail).toMatchObject({
    points: { before: [{ write_max: 10 }], after: [{ write_max: 20 }] },
  })
})

test('changes of templates, their groups, bindings, screens and data sources are in the audit', async () => {
  const group = await done('POST', '/yun/module/group', { group_name: '甲组', remarks: '' })
  expect(group.line).toMatchObject({ action: 'template-group-create', target: '甲组' })
  const { group_id } = group.data
  const renamed = await done('PUT', '/yun/module/group', { group_id, group_name: '乙组' })
  expect(renamed.line?.detail).toEqual({ group_name: change('甲组', '乙组') })

  const made = await done('POST', '/yun/module', { module_name: '审计模板', points: [POINT] })
  expect(made.line).toMatchObject({ action: 'template-create', detail: { points: { after: [{ key: 'level' }] } } })
  const { template_id } = made.data
  const points = [
    { ...POINT, write_max: 12 },
    { ...POINT, key: 'flow' },
  ]
  const edited = await done('PUT', '/yun/module', { template_id, description: '水泵', group_id, points })
  expect(edited.line).toMatchObject({
    action: 'template-edit',
    detail: {
      description: change('', '水泵'),
      group_id: change(null, '乙组'),
      points: { before: [{ key: 'level', write_max: 10 }], after: [{ key: 'level', write_max: 12 }, { key: 'flow' }] },
    },
  })
  const copy = await done('POST', '/yun/module/copy', { template_id, module_name: '审计副本' })
  expect(copy.line).toMatchObject({ action: 'template-create', detail: { copy_of: change(null, '审计模板') } })
  const bound = await done('PUT', '/yun/module/binding', { template_id, sn_codes: ['AUD1'] })
  expect(bound.line).toMatchObject({
    action: 'template-bind',
    target: '审计模板',
    detail: {
      devices: {
        before: [{ sn_code: 'AUD1', template_id: null }],
        after: [{ sn_code: 'AUD1', template_id: '审计模板' }],
      },
    },
  })

  const screen = await done('POST', '/yun/module/view', { template_id, screen_name: '总览' })
  expect(screen.line).toMatchObject({ action: 'screen-create', detail: { screen_name: change(null, '总览') } })
  const { screen_id } = screen.data
  const named = await done('PUT', '/yun/module/view', { screen_id, screen_name: '主画面' })
  expect(named.line).toMatchObject({ action: 'screen-edit', detail: { screen_name: change('总览', '主画面') } })

  const collected = [{ key: 'level', aggregation: 'sum' }]
  const source = await done('POST', '/yun/module/middleware', {
    template_id,
    middleware_name: '总液位',
    points: collected,
  })
  expect(source.line).toMatchObject({ action: 'source-create', target: '总液位' })
  const { middleware_id } = source.data
  const edit = await done('PUT', '/yun/module/middleware', { middleware_id, middleware_name: '液位' })
  expect(edit.line?.detail).toEqual({ middleware_name: change('总液位', '液位') })
  expect((await done('DELETE', '/yun/module/middleware', { middleware_id })).line).toMatchObject({
    action: 'source-delete',
    detail: { middleware_name: change('液位', null) },
  })
  await done('PUT', '/yun/module', { template_id, group_id: null })
  expect((await done('DELETE', '/yun/module/group', { group_id })).line).toMatchObject({
    action: 'template-group-delete',
    target: '乙组',
  })
})

test('changes of the gallery and of bulletins are in the audit', async () => {
  const category = await done('POST', '/yun/resourcesClassify', { resource_type: 'picture', category_name: '泵' })
  expect(category.line).toMatchObject({ action: 'category-create', target: '泵' })
  const { category_id } = category.data
  const renamed = await done('PUT', '/yun/resourcesClassify', { category_id, category_name: '阀' })
  expect(renamed.line?.detail).toEqual({ category_name: change('泵', '阀') })
  const picture = { resource_type: 'picture', resource_name: '水泵', files: [fileOf('x.png', png())] }
  const uploaded = await done('POST', '/yun/resourcesInfo/batch', picture)
  expect(uploaded.line).toMatchObject({ action: 'resource-create', target: '水泵' })
  const { resource_id } = uploaded.data
  const edited = await done('PUT', '/yun/resourcesInfo', { resource_id, category_id })
  expect(edited.line?.detail).toEqual({ category_id: change(null, '阀') })
  expect((await done('DELETE', '/yun/resourcesInfo', { resource_id })).line).toMatchObject({
    action: 'resource-delete',
    target: '水泵',
  })
  expect((await done('DELETE', '/yun/resourcesClassify', { category_id })).line).toMatchObject({
    action: 'category-delete',
    target: '阀',
  })

  const writing = { title: '停泵', body: '八点', is_pinned: false, from_time: null, until_time: null }
  const posted = await done('POST', '/bulletin/board', writing)
  expect(posted.line).toMatchObject({ action: 'bulletin-create', target: '停泵' })
  const { bulletin_id } = posted.data
  const later = await done('PUT', '/bulletin/board', { ...writing, bulletin_id, body: '九点' })
  expect(later.line).toEqual({ action: 'bulletin-edit', target: '停泵', detail: { body: change('八点', '九点') } })
  expect((await done('DELETE', '/bulletin/board', { bulletin_id })).line?.action).toBe('bulletin-delete')
  expect((await done('PUT', '/bulletin/board/restore', { bulletin_id })).line?.action).toBe('bulletin-restore')
})
