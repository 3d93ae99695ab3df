import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditOf, demoIds, makeRole, makeUser, refusalOf } from '../../../tests/server/people.ts'
import { rowsRead } from '../../../tests/server/rows-read.ts'
import { documentOf, makeScreen, uniqueName } from '../../../tests/server/screens.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import {
  DESIGNING,
  granted,
  makeDesigner,
  makeDevice,
  makeTemplate,
  POINTS,
  RULE,
} from '../../../tests/server/shown-screens.ts'
import { countingStatements } from '../../../tests/server/statements.ts'
import type { Caller } from '../http/caller.ts'
import { templateEditAnswers } from './edit.ts'

let server: TestServer
let ids: Awaited<ReturnType<typeof demoIds>>
beforeAll(async () => {
  server = await openTestServer()
  ids = await demoIds(server)
})
afterAll(async () => {
  expect(server.defects).toEqual([])
  await server.close()
})

const PATH = '/yun/module'
const call = (user: string, method: string, path: string, input: object = {}) => server.call(user, method, path, input)
const listed = async (user: string, filter: object = {}): Promise<number[]> =>
  (await granted(call(user, 'GET', PATH, { page_size: 100, ...filter }))).rows.map(
    ({ template_id }: { template_id: number }) => template_id,
  )
const detail = (template_id: number, user = 'admin') => granted(call(user, 'GET', `${PATH}/basic`, { template_id }))
const edit = (template_id: number, fields: object, user = 'admin') =>
  call(user, 'PUT', PATH, { template_id, ...fields })

describe('who sees a template', () => {
  test('administrators see all of the organisation, and no other organisation sees any', async () => {
    const { user_name } = await makeDesigner(server)
    const theirs = await makeTemplate(server, {}, user_name)
    expect(await listed('admin')).toContain(theirs)
    expect(await listed('rival')).not.toContain(theirs)
    expect((await call('rival', 'GET', `${PATH}/basic`, { template_id: theirs })).meta.code).toBe('115005')
    expect(await detail(theirs)).toMatchObject({ is_own: true, may_edit: true, creator_name: user_name })
  })

  test('a sub-user sees the own, shared, granted and public ones, and nothing else', async () => {
    const [shared, granting, writable, open, hidden] = await Promise.all(
      [1, 2, 3, 4, 5].map(() => makeTemplate(server)),
    )
    const { user_id, user_name } = await makeDesigner(server, {
      template_rights: [{ template_id: granting, may_write: false }],
    })
    const own = await makeTemplate(server, {}, user_name)
    await granted(call('admin', 'PUT', `${PATH}/share`, { template_id: shared, user_ids: [user_id] }))
    await granted(
      call('admin', 'PUT', '/yun/userInfo/privilege/module', {
        user_id,
        template_rights: [{ template_id: writable, may_write: true }],
        item_rights: [],
      }),
    )
    await granted(edit(open as number, { is_public: true }))
    const stand = server.fleet.get('TS0001')?.template_id
    expect(new Set(await listed(user_name))).toEqual(new Set([own, shared, granting, writable, open, stand]))
    expect(new Set(await listed(user_name, { of: 'own' }))).toEqual(new Set([own]))
    expect(new Set(await listed(user_name, { of: 'shared' }))).toEqual(new Set([shared, granting, writable]))
    expect(new Set(await listed(user_name, { of: 'public' }))).toEqual(new Set([open, stand]))
    const may = async (template_id: number) => {
      const { is_own, may_edit } = await detail(template_id, user_name)
      return [is_own, may_edit]
    }
    expect(await may(own)).toEqual([true, true])
    expect(await may(writable as number)).toEqual([false, true])
    for (const template_id of [shared, granting, open]) expect(await may(template_id as number)).toEqual([false, false])
    expect((await call(user_name, 'GET', `${PATH}/basic`, { template_id: hidden })).meta.code).toBe('115005')
    expect((await edit(shared as number, { description: 'x' }, user_name)).meta.code).toBe('115003')
    expect((await edit(hidden as number, { description: 'x' }, user_name)).meta.code).toBe('115005')
    expect((await edit(writable as number, { description: 'x' }, user_name)).meta.code).toBe('100001')
    // To open it to everybody is its maker's.
    expect((await edit(writable as number, { is_public: true }, user_name)).meta.code).toBe('115003')
  })

  test('who sees a device sees what its template is made of, and changes nothing', async () => {
    const template_id = await makeTemplate(server, { points: POINTS })
    const { role_id } = await makeRole(server, {
      permissions: [...DESIGNING],
      device_rights: [{ group_id: ids.devices('水务'), may_write: true }],
    })
    const { user_name } = await makeUser(server, { role_ids: [role_id] })
    expect((await call(user_name, 'GET', `${PATH}/basic`, { template_id })).meta.code).toBe('115005')
    await makeDevice(server, { template_id, group_id: ids.devices('水务') })
    expect(await detail(template_id, user_name)).toMatchObject({ may_edit: false, is_own: false, point_count: 2 })
    expect(await listed(user_name)).not.toContain(template_id)
    expect((await edit(template_id, { description: 'x' }, user_name)).meta.code).toBe('115005')
  })
})

describe('a template', () => {
  test('a template has points, rules and videos as they were sent, in their order', async () => {
    const template_id = await makeTemplate(server, { points: POINTS, alarm_rules: [RULE], description: '泵' })
    const videos = [{ name: '门口', url: 'http://192.168.1.9/live.flv', kind: 'flv' }]
    await granted(edit(template_id, { videos }))
    const its = await detail(template_id)
    expect(its).toMatchObject({ description: '泵', point_count: 2, device_count: 0, is_published: false, videos })
    expect(its.points.map(({ key }: { key: string }) => key)).toEqual(['flow', 'valve'])
    expect(its.points[0]).toMatchObject(POINTS[0] as object)
    expect(its.alarm_rules).toMatchObject([RULE])
    expect((await edit(template_id, { videos: [{ ...videos[0], url: 'file:///etc/passwd' }] })).meta.code).toBe(
      '100006',
    )
  })

  test('a template has a name that no other one of the organisation has', async () => {
    const template_id = await makeTemplate(server, { module_name: '泵站甲A' })
    const other = await makeTemplate(server)
    for (const reply of [
      call('admin', 'POST', PATH, { module_name: '泵站甲A' }),
      edit(other, { module_name: '泵站甲A' }),
      call('admin', 'POST', `${PATH}/copy`, { template_id, module_name: ' 泵站甲A ' }),
      call('admin', 'POST', PATH, { module_name: '泵站甲a' }),
    ])
      expect(refusalOf(await reply)).toBe('115001 module_name')
    expect((await edit(template_id, { module_name: '泵站甲A' })).meta.code).toBe('100001')
    expect((await call('rival', 'POST', PATH, { module_name: '泵站甲A' })).meta.code).toBe('100001')
  })

  test('a template with a point for which no value could be written is refused at its range', async () => {
    const points = [{ ...POINTS[0], access: 'rw', write_min: 10, write_max: 10 }]
    const template_id = await makeTemplate(server, { points: POINTS })
    for (const reply of [call('admin', 'POST', PATH, { module_name: '无范围', points }), edit(template_id, { points })])
      expect(refusalOf(await reply)).toBe('100006 points.0.write_max')
    await granted(edit(template_id, { points: [{ ...points[0], write_max: 11 }] }))
  })

  test('a template with a duplicate point key is refused at the second one', async () => {
    const points = [POINTS[0], POINTS[0]]
    expect(refusalOf(await call('admin', 'POST', PATH, { module_name: '两次', points }))).toBe('100006 points.1.key')
    const template_id = await makeTemplate(server, { points: POINTS })
    expect(refusalOf(await edit(template_id, { points }))).toBe('100006 points.1.key')
    expect((await detail(template_id)).points).toHaveLength(2)
  })

  test('a template is found by its name, kind, group and state', async () => {
    const { group_id } = await granted(call('admin', 'POST', `${PATH}/group`, { group_name: '查找组' }))
    const template_id = await makeTemplate(server, { module_name: '寻找我', module_type: 'nonstandard', group_id })
    expect(await listed('admin', { search: '找我' })).toEqual([template_id])
    expect(await listed('admin', { group_id })).toEqual([template_id])
    expect(await listed('admin', { module_type: 'nonstandard', search: '寻找' })).toEqual([template_id])
    expect(await listed('admin', { is_published: true, search: '寻找' })).toEqual([])
    expect((await server.call('admin', 'GET', '/module/template', { search: '寻找我' })).data.total).toBe(1)
  })

  test('a deleted template is gone with everything of it, and one with devices stays', async () => {
    const template_id = await makeTemplate(server, { points: POINTS, alarm_rules: [RULE] })
    const sn_code = await makeDevice(server, { template_id })
    expect((await call('admin', 'DELETE', PATH, { template_id })).meta.code).toBe('202003')
    await granted(call('admin', 'PUT', `${PATH}/binding`, { template_id: null, sn_codes: [sn_code] }))
    await granted(call('admin', 'DELETE', PATH, { template_id }))
    expect((await call('admin', 'GET', `${PATH}/basic`, { template_id })).meta.code).toBe('115005')
    expect((await auditOf(server, { action: 'template-delete' }))[0]?.target).toMatch(/^模板/)
  })

  test('a template is deleted, shared and transferred by its maker alone', async () => {
    const { user_name, user_id } = await makeDesigner(server)
    const template_id = await makeTemplate(server, {}, user_name)
    const { user_name: other } = await makeDesigner(server, { template_rights: [{ template_id, may_write: true }] })
    for (const [method, path, input] of [
      ['DELETE', PATH, {}],
      ['GET', `${PATH}/share`, {}],
      ['PUT', `${PATH}/share`, { user_ids: [] }],
      ['POST', `${PATH}/transfer`, { user_id }],
    ] as const)
      expect((await call(other, method, path, { template_id, ...input })).meta.code).toBe('115003')
  })

  test('a template counts against the quota of who made it', async () => {
    const { user_name, user_id } = await makeDesigner(server)
    await granted(call('admin', 'PUT', '/user/quota', { user_id, quotas: [{ quota: 'templates', limit: 1 }] }))
    const template_id = await makeTemplate(server, {}, user_name)
    const second = { module_name: '多一个' }
    expect((await call(user_name, 'POST', PATH, second)).meta.code).toBe('115004')
    expect((await call(user_name, 'POST', `${PATH}/copy`, { ...second, template_id })).meta.code).toBe('115004')
    const quotas = await granted(call('admin', 'GET', '/user/quota', { user_id }))
    expect(quotas).toContainEqual({ quota: 'templates', limit: 1, used: 1 })
  })
})

describe('a changed template', () => {
  const pointsOf = async (sn_code: string) =>
    (await granted(call('admin', 'GET', '/dev/basic', { sn_code }))).points as Record<string, unknown>[]

  test('a changed template is taken over by the devices that are bound: new points and changed ones', async () => {
    const template_id = await makeTemplate(server, { points: POINTS })
    const sn_code = await makeDevice(server, { template_id })
    const level = { key: 'level', name: '液位', data_type: 'number', unit: 'm' }
    await granted(edit(template_id, { points: [level, { ...POINTS[0], name: '出口流量', unit: 'L/s' }, POINTS[1]] }))
    const points = await pointsOf(sn_code)
    expect(points.map(({ key, name, unit }) => [key, name, unit])).toEqual([
      ['level', '液位', 'm'],
      ['flow', '出口流量', 'L/s'],
      ['valve', '阀门', null],
    ])
  })

  test('a changed template leaves a point that it has no more with the device, whose history it is', async () => {
    const template_id = await makeTemplate(server, { points: POINTS })
    const sn_code = await makeDevice(server, { template_id })
    await granted(edit(template_id, { points: [POINTS[0]] }))
    expect((await detail(template_id)).points).toHaveLength(1)
    expect((await pointsOf(sn_code)).map(({ key }) => key)).toEqual(['flow', 'valve'])
  })

  test('a changed template keeps the type of a point that devices have recorded', async () => {
    const template_id = await makeTemplate(server, { points: POINTS })
    const text = [{ ...POINTS[0], data_type: 'string' }]
    await granted(edit(template_id, { points: text }))
    await granted(edit(template_id, { points: POINTS }))
    await makeDevice(server, { template_id })
    expect(refusalOf(await edit(template_id, { points: text }))).toBe('100006 points.0.data_type')
  })

  test('a changed template raises and ends alarms of its devices by its new rules', async () => {
    const template_id = await makeTemplate(server, { points: POINTS, alarm_rules: [RULE] })
    const sn_code = await makeDevice(server, { template_id })
    const device = server.fleet.get(sn_code)
    const ruleIds = async () =>
      (
        await server.db.system((q) =>
          q.selectFrom('alarm_rule').select(['rule_id', 'threshold']).where('template_id', '=', template_id).execute(),
        )
      ).map(({ rule_id }) => rule_id)
    const [kept] = await ruleIds()
    const reloaded: unknown[] = []
    const stop = server.fleet.on('rules', (devices) => reloaded.push(...devices))
    const low = { ...RULE, alarm_name: '流量过低', condition: 'below', threshold: 5 }
    await granted(edit(template_id, { alarm_rules: [low, { ...RULE, threshold: 80 }] }))
    stop()
    expect(reloaded).toEqual([device])
    // The rule whose threshold moved is the same one: its alarms go on.
    expect(await ruleIds()).toContain(kept)
    await granted(edit(template_id, { alarm_rules: [] }))
    expect(await ruleIds()).toEqual([])
  })
})

test('a page of templates reads the points of its own templates alone', async () => {
  const points = Array.from({ length: 50 }, (_, i) => ({ ...POINTS[0], key: `k${i}` }))
  for (let n = 0; n < 12; n++) await makeTemplate(server, { module_name: uniqueName('多点'), points })
  const list = async (input: object) => {
    const before = await rowsRead(server.db, 'template_point')
    const { rows, total } = await granted(call('admin', 'GET', PATH, { search: '多点', page_size: 10, ...input }))
    expect(total).toBe(12)
    return { rows, read: (await rowsRead(server.db, 'template_point')) - before }
  }
  const second = await list({ page: 2 })
  expect(second.rows.map((row: { point_count: number }) => row.point_count)).toEqual([50, 50])
  expect(second.read).toBeLessThanOrEqual(2 * 50)
  const sorted = await list({ page: 2, sort: '-created_time' })
  expect(sorted.read).toBeLessThanOrEqual(2 * 50)
  const byPoints = await list({ page: 1, sort: '-point_count' })
  expect(byPoints.rows).toHaveLength(10)
  expect(refusalOf(await call('admin', 'GET', PATH, { sort: 'toString' }))).toBe('100006 sort')
})

describe('a copy', () => {
  test('a copy is the own template of its maker, with points, rules and items of its own', async () => {
    const template_id = await makeTemplate(server, { points: POINTS, alarm_rules: [RULE], module_type: 'nonstandard' })
    const [{ item_id }] = await granted(
      call('admin', 'PUT', `${PATH}/items`, { template_id, items: [{ item_name: '启停' }] }),
    )
    await granted(edit(template_id, { is_public: true }))
    const { user_name } = await makeDesigner(server)
    const made = await granted(call(user_name, 'POST', `${PATH}/copy`, { template_id, module_name: '我的副本' }))
    const its = await detail(made.template_id, user_name)
    expect(its).toMatchObject({ is_own: true, is_public: false, module_type: 'nonstandard', creator_name: user_name })
    expect(its.points).toHaveLength(2)
    expect(its.alarm_rules).toMatchObject([RULE])
    expect(its.items).toEqual([{ item_id: expect.any(Number), item_name: '启停' }])
    expect(its.items[0].item_id).not.toBe(item_id)
  })

  test('a copy of many screens adds up what the organisation keeps of screens once', async () => {
    const template_id = await makeTemplate(server)
    const screens = 20
    for (let i = 0; i < screens; i++) await makeScreen(server, documentOf([]), { template_id })
    const { rows } = await server.db.system((q) => sql`select from screen_version`.execute(q))
    const before = await rowsRead(server.db, 'screen_version')
    await granted(call('admin', 'POST', `${PATH}/copy`, { template_id, module_name: '一式两份' }))
    expect((await rowsRead(server.db, 'screen_version')) - before).toBeLessThan(3 * (rows.length + screens))
  })

  test('a copy of many screens and items costs the store no more statements than one of few', async () => {
    const caller = (await server.sessions.callerOf(await server.tokenOf('admin'))) as Caller
    const copied = async (size: number) => {
      const template_id = await makeTemplate(server)
      for (let i = 0; i < size; i++) await makeScreen(server, documentOf([]), { template_id })
      const items = Array.from({ length: size }, (_, n) => ({ item_name: `项${n}` }))
      await granted(call('admin', 'PUT', `${PATH}/items`, { template_id, items }))
      const { db, count } = countingStatements(server.db)
      const copy = templateEditAnswers({ db, fleet: server.fleet, givePoints: async () => {} }).copy
      await copy({ template_id, module_name: uniqueName('份') }, caller)
      return count()
    }
    expect(await copied(12)).toBe(await copied(2))
  })
})

describe('template groups', () => {
  test('template groups hold templates, have names of their own, and leave their templates when they go', async () => {
    const create = (group_name: string) => call('admin', 'POST', `${PATH}/group`, { group_name })
    const { group_id } = await granted(create('水泵'))
    expect(refusalOf(await create('水泵'))).toBe('202301 group_name')
    expect((await create('_水泵')).meta.code).toBe('100006')
    const template_id = await makeTemplate(server, { group_id })
    const groups = async (user = 'admin') => granted(call(user, 'GET', `${PATH}/group`))
    expect(await groups()).toContainEqual({ group_id, group_name: '水泵', remarks: '', template_count: 1 })
    expect(await groups('rival')).toEqual([])
    const renamed = { group_id, group_name: '大水泵', remarks: '一号' }
    expect(await granted(call('admin', 'PUT', `${PATH}/group`, renamed))).toEqual({ ...renamed, template_count: 1 })
    expect((await call('rival', 'PUT', `${PATH}/group`, renamed)).meta.code).toBe('115005')
    await granted(call('admin', 'DELETE', `${PATH}/group`, { group_id }))
    expect((await call('admin', 'DELETE', `${PATH}/group`, { group_id })).meta.code).toBe('115005')
    expect(await detail(template_id)).toMatchObject({ group_id: null, group_name: '' })
    expect(refusalOf(await edit(template_id, { group_id }))).toBe('115005 group_id')
  })
})

test('an administrator who closes the account can clear its templates', async () => {
  const { rows } = await granted(call('rival', 'GET', PATH, { page_size: 100 }))
  expect(rows.length).toBeGreaterThan(0)
  await granted(call('rival', 'PUT', `${PATH}/binding`, { template_id: null, sn_codes: ['RV0001'] }))
  for (const { template_id } of rows) await granted(call('rival', 'DELETE', PATH, { template_id }))
  const { left } = await granted(call('rival', 'GET', '/user/cancel'))
  expect(left.map(({ code }: { code: string }) => code)).not.toContain('110331')
})
