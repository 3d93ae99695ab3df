import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeKey, PORTAL, signed } from '../../../tests/server/guests.ts'
import { auditOf, makeRole, makeUser, refusalOf } from '../../../tests/server/people.ts'
import { control, documentOf, makeScreen, publish, templateOf, uniqueName } from '../../../tests/server/screens.ts'
import { openTestServer, type Reply, type TestServer } from '../../../tests/server/server.ts'

const sn_code = 'TS0001'
let server: TestServer
let template_id = 0
/** Permission items of the template. */
let start = 0
let stop = 0
beforeAll(async () => {
  server = await openTestServer()
  template_id = templateOf(server)
  server.fleet.setConnected(sn_code, true, Date.now())
})
afterAll(() => server.close())

const admin = (method: string, path: string, input: object = {}) => server.call('admin', method, path, input)
interface Sent {
  key: string
  item_id?: number | null
}
const detail = async () => (await admin('GET', '/yun/module/basic', { template_id })).data
const pointsOf = async (): Promise<Sent[]> => (await detail()).points
const setPoints = (points: readonly Sent[]): Promise<Reply> => admin('PUT', '/yun/module', { template_id, points })
/** The points, these of them with these items. */
const withItems = async (items: Record<string, number | null>) =>
  (await pointsOf()).map((point) => ({ ...point, item_id: items[point.key] ?? null }))
const itemOf = async (key: string) => (await pointsOf()).find((point) => point.key === key)?.item_id ?? null

beforeEach(async () => {
  await publish(server, template_id, false)
  const screens = (await admin('GET', '/yun/module/view', { template_id })).data
  for (const { screen_id } of screens) await admin('DELETE', '/yun/module/view', { screen_id })
  expect((await setPoints(await withItems({}))).meta.code).toBe('100001')
  const items = [{ item_name: '启动' }, { item_name: '停止' }]
  const made = (await admin('PUT', '/yun/module/items', { template_id, items })).data
  start = made[0].item_id
  stop = made[1].item_id
})

/** Somebody who may write to the device, and holds these items. */
async function writer(
  items: readonly number[],
  more: { permissions: readonly string[]; templates: readonly number[]; edits?: boolean } = {
    permissions: [],
    templates: [],
  },
) {
  const device_rights = [{ group_id: server.fleet.get(sn_code)?.group_id, may_write: true }]
  const item_rights = items.map((item_id) => ({ template_id, item_id }))
  const template_rights = [template_id, ...more.templates].map((id) => ({
    template_id: id,
    may_write: more.edits ?? false,
  }))
  const permissions = ['P00000', 'P30000', 'P30400', 'P100000', ...more.permissions]
  const { role_id } = await makeRole(server, { permissions, device_rights, template_rights, item_rights })
  const { user_name } = await makeUser(server, { role_ids: [role_id] })
  // An answer to an earlier write may be out still.
  const write = async (key: string, value: unknown) => {
    await answerAll()
    return server.call(user_name, 'POST', '/dev/controls', { sn_code, key, value })
  }
  const access = async () => {
    const { points } = (await server.call(user_name, 'GET', '/dev/basic', { sn_code })).data
    return Object.fromEntries(points.map((point: { key: string; access: string }) => [point.key, point.access]))
  }
  const closed = async () => (await server.call(user_name, 'GET', '/dev/basic', { sn_code })).data.closed
  const call = (method: string, path: string, input: object) => server.call(user_name, method, path, input)
  const bind = (target: number | null) =>
    call('PUT', '/yun/module/binding', { template_id: target, sn_codes: [sn_code] })
  const mayBind = async () => {
    const { rows } = (await call('GET', '/yun/module/binding', { page_size: 100, search: sn_code })).data
    return rows[0].may_bind
  }
  return { write, access, closed, call, bind, mayBind }
}
const answerAll = () =>
  Promise.all(
    server.sent.splice(0).map(({ payload }) => server.commands.reply(sn_code, JSON.parse(payload).id, 'done', null)),
  )

describe('a point that asks for a permission item', () => {
  beforeEach(async () => {
    expect((await setPoints(await withItems({ setpoint: start }))).meta.code).toBe('100001')
  })

  test('a point with a permission item is written by its holders and administrators, whatever page they write from', async () => {
    const [without, other, holder] = [await writer([]), await writer([stop]), await writer([start])]
    for (const { write, access, closed } of [without, other]) {
      expect(refusalOf(await write('setpoint', 1))).toBe('110539 key')
      expect(server.sent).toEqual([])
      expect(await access()).toMatchObject({ setpoint: 'r', running: 'rw' })
      expect(await closed()).toEqual(['setpoint'])
    }
    expect(await holder.access()).toMatchObject({ setpoint: 'rw', running: 'rw' })
    expect(await holder.closed()).toEqual([])
    expect((await holder.write('setpoint', 1)).meta.code).toBe('100001')
    expect((await without.write('running', true)).meta.code).toBe('100001')
    await answerAll()
    expect((await admin('POST', '/dev/controls', { sn_code, key: 'setpoint', value: 2 })).meta.code).toBe('100001')
  })

  test('a point with a permission item is not opened by unbinding its device, binding another template or changing the point', async () => {
    const other = (await admin('POST', '/yun/module', { module_name: uniqueName('无权限项') })).data.template_id
    const rights = { permissions: ['P30100', 'P30200', 'P40000', 'P42000'], templates: [other] }
    const [without, holder] = [await writer([], rights), await writer([start], rights)]
    const points = [{ key: 'setpoint', name: '设定值', data_type: 'number', access: 'rw' }]
    for (const target of [null, other])
      expect((await without.bind(target)).data).toEqual([{ id: sn_code, code: '110539' }])
    expect(await without.mayBind()).toBe(false)
    expect(server.fleet.get(sn_code)).toMatchObject({ template_id })
    expect(refusalOf(await without.call('POST', '/dev/points', { sn_code, points }))).toBe('110539 points.0.key')
    expect(refusalOf(await without.write('setpoint', 1))).toBe('110539 key')
    // Bound as it is, nothing falls.
    expect((await without.bind(template_id)).data).toEqual([{ id: sn_code, code: null }])
    expect(await holder.mayBind()).toBe(true)
    for (const target of [null, template_id])
      expect((await holder.bind(target)).data).toEqual([{ id: sn_code, code: null }])
    expect((await holder.call('POST', '/dev/points', { sn_code, points })).meta.code).toBe('100001')
  })

  test('a point with a permission item keeps it where the template is edited by somebody who does not hold it', async () => {
    const rights = { permissions: ['P40000', 'P41000'], templates: [], edits: true }
    const [without, holder] = [await writer([], rights), await writer([start], rights)]
    const edit = (points: readonly Sent[], by = without) => by.call('PUT', '/yun/module', { template_id, points })
    const all = await withItems({ setpoint: start })
    const at = all.findIndex(({ key }) => key === 'setpoint')
    expect(refusalOf(await edit([]))).toBe('110539 points')
    expect(refusalOf(await edit(all.filter(({ key }) => key !== 'setpoint')))).toBe('110539 points')
    expect(refusalOf(await edit(await withItems({})))).toBe(`110539 points.${at}.item_id`)
    expect(refusalOf(await edit(await withItems({ setpoint: stop })))).toBe(`110539 points.${at}.item_id`)
    expect(await itemOf('setpoint')).toBe(start)
    expect(refusalOf(await without.write('setpoint', 1))).toBe('110539 key')

    expect((await edit(all)).meta.code).toBe('100001')
    expect((await edit(all.map(({ item_id: _, ...point }) => point))).meta.code).toBe('100001')
    expect((await edit(await withItems({ setpoint: start, running: start }))).meta.code).toBe('100001')
    expect((await edit(await withItems({}), holder)).meta.code).toBe('100001')
    expect((await without.write('setpoint', 1)).meta.code).toBe('100001')
    await answerAll()
  })

  test('a point with a permission item is written by no guest', async () => {
    const { embed_key } = await makeKey(server, 'admin')
    const headers = { 'x-token': signed(embed_key, {}), origin: PORTAL }
    const reply = await server.call(null, 'POST', '/dev/controls', { sn_code, key: 'setpoint', value: 2 }, headers)
    expect(refusalOf(reply)).toBe('110539 key')
  })

  test('a point with a permission item goes on to ask for it where a change of the points does not speak of it', async () => {
    const points = (await pointsOf()).map(({ item_id: _, ...point }) => point)
    expect((await setPoints(points)).meta.code).toBe('100001')
    expect(await itemOf('setpoint')).toBe(start)
  })

  test('a point with a permission item asks for an item of its own template', async () => {
    expect(refusalOf(await setPoints(await withItems({ running: 999_999 })))).toBe('100006 points.2.item_id')
  })

  test('a point with a permission item keeps that item from being deleted', async () => {
    const set = (items: object[]) => admin('PUT', '/yun/module/items', { template_id, items })
    expect(refusalOf(await set([{ item_id: stop, item_name: '停止' }]))).toBe('100006 items')
    expect((await set([{ item_id: start, item_name: '启动' }])).meta.code).toBe('100001')
  })

  test('a point with a permission item asks for the item of the copy in a copy of its template, and goes with its template', async () => {
    const copy = (await admin('POST', '/yun/module/copy', { template_id, module_name: uniqueName('副本') })).data
    const { points, items } = (await admin('GET', '/yun/module/basic', copy)).data
    const its = items.find(({ item_name }: { item_name: string }) => item_name === '启动').item_id
    expect(its).not.toBe(start)
    expect(points.find(({ key }: Sent) => key === 'setpoint').item_id).toBe(its)
    expect((await admin('DELETE', '/yun/module', copy)).meta.code).toBe('100001')
  })

  test('a point with a permission item has the name of the item in a file', async () => {
    const query = { template_id: `${template_id}`, format: 'csv' }
    const headers = { 'x-token': await server.tokenOf('admin') }
    const { rawPayload } = await server.app.inject({ method: 'GET', url: '/yun/module/points', query, headers })
    const file = { name: 'x.csv', content: rawPayload.toString('base64') }
    const { points, wrong } = (await admin('POST', '/yun/module/points/batch', { file })).data
    expect(wrong).toEqual([])
    expect(points.map(({ key, item_name }: { key: string; item_name?: string }) => [key, item_name])).toEqual([
      ['temperature', undefined],
      ['setpoint', '启动'],
      ['running', undefined],
    ])
  })
})

describe('publishing a control that asks for a permission item', () => {
  const writes = (point: string) => [{ does: 'write', point, value: '1', confirm: false }]
  const written = (point: string, item_id: number) =>
    control('c', { item_id, events: [{ on: 'click', actions: writes(point) }] })
  const draw = (...controls: object[]) => makeScreen(server, documentOf(controls), { template_id })
  const tryPublish = () => admin('POST', '/yun/module/publish', { template_id, is_published: true })

  test.each([
    ['its events write', (item: number) => written('setpoint', item)],
    [
      'an event of it writes for holders',
      (item_id: number) => control('c', { events: [{ on: 'click', item_id, actions: writes('setpoint') }] }),
    ],
    [
      'a press of it writes',
      (item_id: number) => control('c', { kind: 'input', item_id, props: { writes: 'setpoint' } }),
    ],
    ['it writes by the SN of a device', (item: number) => written('TS0001.setpoint', item)],
  ])('a published control with a permission item guards the point that %s', async (_how, drawn) => {
    await draw(drawn(start))
    expect((await tryPublish()).meta.code).toBe('100001')
    expect(await itemOf('setpoint')).toBe(start)
    expect(refusalOf(await (await writer([])).write('setpoint', 3))).toBe('110539 key')
    const [line] = await auditOf(server, { action: 'template-publish' })
    expect(line?.detail).toMatchObject({ guarded_points: ['setpoint'] })
    const others: Record<string, number>[] = [{ setpoint: stop }, {}]
    for (const items of others)
      expect(refusalOf(await setPoints(await withItems(items)))).toBe('100006 points.1.item_id')
  })

  test('a published control is refused where the point asks for another item, is of another template, or the item was deleted', async () => {
    await setPoints(await withItems({ setpoint: stop }))
    for (const drawn of [
      written('setpoint', start),
      written('RV0001.setpoint', start),
      written('unknown', start),
      written('running', 999_999),
    ]) {
      const screen_id = await draw(drawn)
      expect(refusalOf(await tryPublish())).toBe('100006 template_id')
      expect((await detail()).is_published).toBe(false)
      await admin('DELETE', '/yun/module/view', { screen_id })
    }
    expect(await itemOf('running')).toBe(null)
  })

  test('a published control guards nothing where it only shows, or names a point that nobody writes', async () => {
    const shown = control('d', { item_id: start, bindings: { value: { expression: 'setpoint' } } })
    await draw(shown, written('temperature', start))
    expect((await tryPublish()).meta.code).toBe('100001')
    expect((await pointsOf()).map(({ item_id }) => item_id)).toEqual([null, null, null])
  })
})

test('none of these calls was a defect of the server', () => {
  expect(server.defects).toEqual([])
})
