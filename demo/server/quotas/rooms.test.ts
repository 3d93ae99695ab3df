import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ROOMS, type Room } from '../../../core/catalogue/quotas.ts'
import { makeRole, makeUser, refusalOf } from '../../../tests/server/people.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { granted, makeTemplate } from '../../../tests/server/shown-screens.ts'

let server: TestServer
let tenant_id: number
beforeAll(async () => {
  server = await openTestServer()
  tenant_id = server.fleet.get('TS0001')?.tenant_id as number
})
afterAll(async () => {
  expect(server.defects).toEqual([])
  await server.close()
})

const admin = (method: string, path: string, input: object) => server.call('admin', method, path, input)
const TABLES: Record<Room, readonly string[]> = {
  sources: ['middleware'],
  notices: ['notice'],
  receipts: ['notice_receipt'],
  template_points: ['template_point'],
  rights: [
    ...['user_device_right', 'user_template_right', 'user_item_right'],
    ...['role_device_right', 'role_template_right', 'role_item_right'],
  ],
}
const BYTES: Record<Room, string> = {
  sources: 'octet_length(points::text)',
  template_points:
    'octet_length(key) + octet_length(name) + coalesce(octet_length(name_en), 0) + coalesce(octet_length(enum_text::text), 0)',
  rights: '0',
  notices: 'octet_length(title) + octet_length(body) + octet_length(targets::text)',
  receipts: '0',
}
const taken = (room: Room) =>
  server.db.system(async (q) => {
    const { rows } = await sql<{ rows: number; bytes: number }>`
      select rows, bytes from room_taken where tenant_id = ${tenant_id} and room = ${room}`.execute(q)
    return rows[0] ?? { rows: 0, bytes: 0 }
  })
const counted = (room: Room) =>
  server.db.system(async (q) => {
    const of = (table: string) => sql`(select count(*) as rows, coalesce(sum(${sql.raw(BYTES[room])}), 0) as bytes
      from ${sql.table(table)} where tenant_id = ${tenant_id})`
    const { rows } = await sql<{ rows: number; bytes: number }>`
      select sum(rows)::bigint as rows, sum(bytes)::bigint as bytes
        from (${sql.join(TABLES[room].map(of), sql` union all `)}) t`.execute(q)
    return rows[0]
  })
/** As if the organisation had so much already. */
const fill = (room: Room, have: { rows?: number; bytes?: number }) =>
  server.db.system((q) =>
    sql`update room_taken set ${sql.join(
      Object.entries(have).map(([name, value]) => sql`${sql.ref(name)} = ${value}`),
    )} where tenant_id = ${tenant_id} and room = ${room}`.execute(q),
  )
/** What is there is counted again after a test. */
beforeEach(async () => {
  for (const room of Object.keys(ROOMS) as Room[]) {
    const have = await counted(room)
    if (have) await fill(room, have)
  }
})

const point = (key: string) => ({ key, name: key, data_type: 'number' })
const source = (template_id: number, middleware_name: string, ...keys: string[]) =>
  admin('POST', '/yun/module/middleware', {
    template_id,
    middleware_name,
    points: keys.map((key) => ({ key, aggregation: 'sum' })),
  })

const send = (more: object) =>
  admin('POST', '/yun/messageCenter/send', {
    title: 't',
    body: 'b',
    is_sent: true,
    targets: { everybody: true },
    ...more,
  })

test('what an organisation has of data sources, points of templates, rights and notices is counted as it comes and goes', async () => {
  const template_id = await makeTemplate(server, { points: [point('a'), point('b')] })
  const { middleware_id } = await granted(source(template_id, 'one', 'a'))
  await granted(
    admin('PUT', '/yun/module/middleware', {
      middleware_id,
      points: [point('a'), point('b')].map(({ key }) => ({ key, aggregation: 'max' })),
    }),
  )
  await granted(admin('PUT', '/yun/module', { template_id, points: [point('a'), point('c'), point('d')] })).catch(
    () => {},
  )
  const { group_id } = await granted(admin('POST', '/yun/dev/group', { group_name: 'of rights' }))
  const role = await makeRole(server, { device_rights: [{ group_id, may_write: false }] })
  const user = await makeUser(server, { role_ids: [role.role_id] })
  await granted(
    admin('PUT', '/yun/userInfo/privilege/dev', {
      user_id: user.user_id,
      device_rights: [{ group_id, may_write: false }],
    }),
  )
  await granted(send({}))
  for (const room of Object.keys(ROOMS) as Room[]) {
    expect((await taken(room)).rows, room).toBeGreaterThan(0)
    expect(await taken(room), room).toEqual(await counted(room))
  }
  await granted(admin('DELETE', '/yun/module', { template_id }))
  await granted(admin('DELETE', '/yun/dev/group', { group_id }))
  for (const room of Object.keys(ROOMS) as Room[]) expect(await taken(room), room).toEqual(await counted(room))
})

test('data sources, and points of templates, that an organisation has no room for are refused at their field', async () => {
  const template_id = await makeTemplate(server, { points: [point('a')] })
  await granted(source(template_id, 'first', 'a'))
  await fill('sources', { bytes: ROOMS.sources.bytes })
  expect(refusalOf(await source(template_id, 'more', 'a'))).toBe('100019 points')
  const { rows } = (await counted('template_points')) as { rows: number }
  await fill('template_points', { rows: ROOMS.template_points.rows })
  expect(refusalOf(await admin('POST', '/yun/module', { module_name: 'more', points: [point('a')] }))).toBe(
    '100019 points',
  )
  expect(refusalOf(await admin('POST', '/yun/module/copy', { template_id, module_name: 'copy' }))).toBe(
    '100019 template_id',
  )
  // As many as before are no more than before.
  await granted(admin('PUT', '/yun/module', { template_id, points: [point('b')] }))
  expect((await counted('template_points'))?.rows).toBe(rows)
})

test('rights that an organisation has no room for are refused, and taking some away is not', async () => {
  const groups = []
  for (const group_name of ['r1', 'r2'])
    groups.push((await granted(admin('POST', '/yun/dev/group', { group_name }))).group_id)
  const rights = (...ids: number[]) => ids.map((group_id) => ({ group_id, may_write: false }))
  const { user_id } = await makeUser(server, {})
  const give = (...ids: number[]) =>
    admin('PUT', '/yun/userInfo/privilege/dev', { user_id, device_rights: rights(...ids) })
  await granted(give(groups[0]))
  await fill('rights', { rows: ROOMS.rights.rows + 5 })
  expect(refusalOf(await give(...groups))).toBe('100019 device_rights')
  const role = {
    role_name: 'full',
    permissions: [],
    template_rights: [],
    item_rights: [],
    remarks: '',
    custom_home: null,
  }
  const asked = { ...role, dashboard_full_screen: false, device_rights: rights(...groups) }
  expect(refusalOf(await admin('POST', '/yun/user/role', asked))).toBe('100019 device_rights')
  await granted(give(groups[1]))
  await granted(give())
})

test('notices that an organisation has no room for are refused, and so are those of too many receivers', async () => {
  await granted(send({}))
  await fill('receipts', { rows: ROOMS.receipts.rows })
  expect(refusalOf(await send({}))).toBe('100019 targets')
  await granted(send({ is_sent: false }))
  await fill('notices', { bytes: ROOMS.notices.bytes })
  expect(refusalOf(await send({ is_sent: false }))).toBe('100019 body')
})
