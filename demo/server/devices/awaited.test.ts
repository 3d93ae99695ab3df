import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '../../../core/catalogue/durations.ts'
import { LISTED_DAYS, LISTED_MS } from '../../../core/contract/device-claim.ts'
import { auditOf, makeRole, makeUser } from '../../../tests/server/people.ts'
import { credentialsOf, openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { deleteUnseen } from '../db/unregistered-rows.ts'

let server: TestServer
let isList: TestServer
beforeAll(async () => {
  server = await openTestServer()
  isList = await openTestServer({ PROVISIONING: 'list' })
})
afterAll(async () => {
  expect([...server.defects, ...isList.defects]).toEqual([])
  await server.close()
  await isList.close()
})

const DONE = '100001'
/** An organisation prepares a device before anybody has seen it. */
const prepare = (user: string, sn_code: string, password: string, on = server) =>
  on.call(user, 'POST', '/dev', { sn_code, dev_alias: `of ${user}`, password })
const register = (user: string, sn_code: string, password: string, on = server) =>
  on.call(user, 'POST', '/dev/register', { sn_code, dev_alias: `of ${user}`, password })
const enter = (sn_code: string, password: string, on = server, provisioning: 'open' | 'list' = 'open') =>
  credentialsOf(on, { provisioning })(sn_code, Buffer.from(password), '192.0.2.1')
const list = (user: string, lines: { sn_code: string; password?: string }[], on = server) =>
  on.call(user, 'POST', '/dev/provisioning', { lines })
const ownerOf = (sn_code: string, on = server) => on.fleet.get(sn_code)?.tenant_id
const tenantOf = async (user: string, on = server) => on.fleet.get(user === 'admin' ? 'TS0001' : 'RV0001')?.tenant_id
const shown = async (user: string, sn_code: string, on = server) =>
  (await on.call(user, 'GET', '/dev', { search: sn_code })).data.rows as { sn_code: string; is_awaited: boolean }[]

test('a device that is prepared is its organisation’s once it signs in with its password', async () => {
  expect((await prepare('admin', 'AWAIT1', 'right-1')).data).toEqual({ sn_code: 'AWAIT1' })
  expect(await shown('admin', 'AWAIT1')).toMatchObject([{ is_awaited: true }])
  expect((await prepare('admin', 'await1', 'right-2')).meta.code).toBe('110534')
  expect(await enter('AWAIT1', 'wrong-1')).toEqual({ refused: 'password' })
  expect(await enter('await1', 'right-1')).toMatchObject({ tenant_id: await tenantOf('admin') })
  expect(await shown('admin', 'AWAIT1')).toMatchObject([{ is_awaited: false }])
  for (const claim of [prepare, register]) expect((await claim('rival', 'AWAIT1', 'right-1')).meta.code).toBe('110534')
  expect((await list('rival', [{ sn_code: 'AWAIT1', password: 'other-1' }])).data[0].code).toBe('110534')
})

test('whoever prepares an SN without its device does not hold it against whoever has that', async () => {
  for (const [sn_code, claim] of [
    ['AWAIT2', prepare],
    ['AWAIT3', register],
  ] as const) {
    await prepare('rival', sn_code, 'squat-1')
    // The device is there before its owner has claimed it.
    expect(await enter(sn_code, 'right-1')).toEqual({ refused: 'password' })
    expect((await claim('admin', sn_code, 'right-1')).data).toEqual({ sn_code, is_listed: true })
    expect(ownerOf(sn_code)).toBe(await tenantOf('rival'))
    expect(await enter(sn_code, 'wrong-1')).toEqual({ refused: 'password' })
    expect(await enter(sn_code, 'right-1')).toMatchObject({ tenant_id: null })
    expect(ownerOf(sn_code)).toBeUndefined()
    expect(await enter(sn_code, 'squat-1')).toEqual({ refused: 'password' })
    expect((await prepare('rival', sn_code, 'squat-1')).meta.code).toBe('110528')
    expect((await register('admin', sn_code, 'right-1')).data).toEqual({ sn_code })
    expect(await enter(sn_code, 'right-1')).toMatchObject({ tenant_id: await tenantOf('admin') })
  }
})

test('what gave way to another device is restored only once that is gone', async () => {
  await prepare('rival', 'AWAIT4', 'squat-1')
  await prepare('admin', 'AWAIT4', 'right-1')
  await enter('AWAIT4', 'right-1')
  const { rows } = (await server.call('rival', 'GET', '/dev/deregistered', { search: 'AWAIT4' })).data
  const messages = (await server.call('rival', 'GET', '/yun/message/system')).data.rows
  expect(messages).toContainEqual(
    expect.objectContaining({ kind: 'device-gave-way', params: { sn_code: 'AWAIT4', dev_alias: 'of rival' } }),
  )
  const [line] = await auditOf(server, { action: 'device-deregister' }, 'rival')
  expect(line).toMatchObject({
    user_name: '',
    target: 'of rival',
    detail: { gave_way: { before: false, after: true } },
  })
  const restore = async () => (await server.call('rival', 'PUT', '/dev/deregistered', rows[0])).meta.code
  expect(await restore()).toBe('110534')
  expect(await enter('AWAIT4', 'right-1')).toMatchObject({ tenant_id: null })
  await server.db.system((q) => deleteUnseen(q, Date.now() + 1))
  expect(await restore()).toBe(DONE)
  expect(await shown('rival', 'AWAIT4')).toMatchObject([{ is_awaited: true }])
  expect(await enter('AWAIT4', 'right-1')).toMatchObject({ tenant_id: null })
})

test('other claims of an SN end once its device has signed in for one of them', async () => {
  await prepare('admin', 'AWAIT5', 'right-1')
  await prepare('rival', 'AWAIT5', 'other-1')
  expect(await enter('AWAIT5', 'right-1')).toMatchObject({ tenant_id: await tenantOf('admin') })
  expect(await enter('AWAIT5', 'other-1')).toEqual({ refused: 'password' })
  expect((await server.call('rival', 'GET', '/dev/provisioning', { search: 'AWAIT5' })).data.total).toBe(0)
})

test('a prepared device that has not appeared in its days holds its SN against none that does', async () => {
  await prepare('rival', 'AWAIT6', 'squat-1')
  const age = (days: number) =>
    server.db.system((q) =>
      q
        .updateTable('device')
        .set({ awaited_time: Date.now() - days * DAY_MS })
        .where('sn_code', '=', 'AWAIT6')
        .execute(),
    )
  await age(LISTED_DAYS - 1)
  expect(await enter('AWAIT6', 'right-1')).toEqual({ refused: 'password' })
  await age(LISTED_DAYS + 1)
  expect(await enter('AWAIT6', 'right-1')).toMatchObject({ tenant_id: null })
  expect((await register('admin', 'AWAIT6', 'right-1')).data).toEqual({ sn_code: 'AWAIT6' })
})

test('a device that is listed with its password is not kept out by another one that was listed without', async () => {
  await list('admin', [{ sn_code: 'AWAIT7', password: 'right-1' }], isList)
  await list('rival', [{ sn_code: 'AWAIT7' }, { sn_code: 'AWAIT8' }], isList)
  expect(await enter('AWAIT7', 'squat-1', isList, 'list')).toMatchObject({ tenant_id: null })
  expect(await enter('AWAIT7', 'right-1', isList, 'list')).toMatchObject({ tenant_id: null })
  expect(isList.disconnected).toContain('AWAIT7')
  expect(await enter('AWAIT7', 'squat-1', isList, 'list')).toEqual({ refused: 'password' })
  expect((await register('admin', 'AWAIT7', 'right-1', isList)).data).toEqual({ sn_code: 'AWAIT7' })
  // One that was there before it was listed with another password stays.
  expect(await enter('AWAIT8', 'first-1', isList, 'list')).toMatchObject({ tenant_id: null })
  await isList.db.system((q) => q.updateTable('unregistered_device').set({ first_seen_time: 1 }).execute())
  await list('admin', [{ sn_code: 'AWAIT8', password: 'squat-1' }], isList)
  expect(await enter('AWAIT8', 'squat-1', isList, 'list')).toEqual({ refused: 'password' })
  expect(await enter('AWAIT8', 'first-1', isList, 'list')).toMatchObject({ tenant_id: null })
})

test('an SN that another organisation has listed stays on its list where somebody prepares it', async () => {
  await list('admin', [{ sn_code: 'AWAIT9', password: 'right-1' }, { sn_code: 'AWAIT10' }], isList)
  await prepare('rival', 'AWAIT9', 'squat-1', isList)
  expect((await isList.call('admin', 'GET', '/dev/provisioning', { search: 'AWAIT9' })).data.total).toBe(1)
  expect(await enter('AWAIT9', 'right-1', isList, 'list')).toMatchObject({ tenant_id: null })
  await prepare('admin', 'AWAIT10', 'right-1', isList)
  expect((await isList.call('admin', 'GET', '/dev/provisioning', { search: 'AWAIT10' })).data.total).toBe(0)
})

test('a device that has signed in by itself is not replaced by one that somebody else has listed', async () => {
  await list('rival', [{ sn_code: 'AWAIT12', password: 'squat-1' }])
  expect(await enter('AWAIT12', 'right-1')).toMatchObject({ tenant_id: null })
  expect(await enter('AWAIT12', 'squat-1')).toEqual({ refused: 'password' })
  expect(await enter('AWAIT12', 'right-1')).toMatchObject({ tenant_id: null })
  expect((await register('admin', 'AWAIT12', 'right-1')).data).toEqual({ sn_code: 'AWAIT12' })
  // Also where only listed ones connect: whoever listed it first let it come with any password.
  await list('admin', [{ sn_code: 'AWAIT13' }], isList)
  await isList.db.system((q) =>
    q.updateTable('device_listing').set({ listed_time: 1 }).where('sn_code', '=', 'AWAIT13').execute(),
  )
  await list('rival', [{ sn_code: 'AWAIT13', password: 'squat-1' }], isList)
  expect(await enter('AWAIT13', 'right-1', isList, 'list')).toMatchObject({ tenant_id: null })
  expect(await enter('AWAIT13', 'squat-1', isList, 'list')).toEqual({ refused: 'password' })
})

test('where only listed SNs connect, administrators alone prepare one that nobody has seen', async () => {
  const [group] = (await isList.call('admin', 'GET', '/yun/dev/group')).data
  const device_rights = [{ group_id: group.group_id, may_write: true }]
  const { role_id } = await makeRole(isList, { permissions: ['P00000', 'P30000', 'P30100'], device_rights })
  const { user_name } = await makeUser(isList, { role_ids: [role_id] })
  const device = { sn_code: 'AWAIT11', dev_alias: 'x', password: 'right-1', group_id: group.group_id }
  expect((await isList.call(user_name, 'POST', '/dev', device)).meta.code).toBe('100015')
  expect((await prepare('admin', 'AWAIT11', 'right-1', isList)).meta.code).toBe(DONE)
  // Nor do others list one that is awaited elsewhere.
  await prepare('rival', 'AWAIT14', 'right-1', isList)
  const other = { ...device, sn_code: 'AWAIT14', password: 'squat-1' }
  expect((await isList.call(user_name, 'POST', '/dev', other)).meta.code).toBe('100015')
  expect((await isList.call(user_name, 'POST', '/dev/register', other)).meta.code).toBe('110528')
  expect(await enter('AWAIT14', 'squat-1', isList, 'list')).not.toHaveProperty('tenant_id')
  expect(await enter('AWAIT11', 'right-1', isList, 'list')).toMatchObject({
    tenant_id: await tenantOf('admin', isList),
  })
})

test('a device that signed in while its SN was being registered elsewhere stays who it is', async () => {
  expect(await enter('AWAIT15', 'right-1')).toMatchObject({ tenant_id: null })
  const kept = await server.db.system((q) =>
    q.deleteFrom('unregistered_device').where('sn_code', '=', 'AWAIT15').returningAll().executeTakeFirstOrThrow(),
  )
  await prepare('rival', 'AWAIT15', 'squat-1')
  await server.db.system((q) =>
    q
      .insertInto('unregistered_device')
      .values({ ...kept, reported: '{}' })
      .execute(),
  )
  expect(await enter('AWAIT15', 'wrong-1')).toEqual({ refused: 'password' })
  expect(await enter('AWAIT15', 'right-1')).toMatchObject({ tenant_id: null })
  expect(ownerOf('AWAIT15')).toBeUndefined()
})

test('a device that was deregistered is not restored over one that another organisation has listed and that is here', async () => {
  for (const [on, provisioning, sn_code] of [
    [server, 'open', 'AWAIT16'],
    [isList, 'list', 'AWAIT17'],
  ] as const) {
    await prepare('admin', sn_code, 'first-1', on)
    await enter(sn_code, 'first-1', on, provisioning)
    const { device_id } = (await on.call('admin', 'DELETE', '/dev', { sn_code })).data
    const restore = async () => (await on.call('admin', 'PUT', '/dev/deregistered', { device_id })).meta.code
    await list('rival', [{ sn_code, password: 'other-1' }], on)
    expect(await enter(sn_code, 'other-1', on, provisioning)).toMatchObject({ tenant_id: null })
    expect(await restore()).toBe('110534')
    await on.db.system((q) => deleteUnseen(q, Date.now() + 1))
    expect(await restore()).toBe(DONE)
  }
})

test('a device that nobody lists any more keeps no place, and one that somebody else lists stays', async () => {
  const kept = async (sn_code: string) =>
    (await isList.db.system((q) =>
      q.selectFrom('unregistered_device').select('sn_code').where('sn_code', '=', sn_code).executeTakeFirst(),
    )) !== undefined
  const unlist = (user: string, sn_code: string) =>
    isList.call(user, 'DELETE', '/dev/provisioning', { sn_codes: [sn_code] })
  await list('rival', [{ sn_code: 'AWAIT18', password: 'right-1' }], isList)
  await list('admin', [{ sn_code: 'AWAIT18', password: 'right-1' }], isList)
  await enter('AWAIT18', 'right-1', isList, 'list')
  isList.disconnected.length = 0
  await unlist('admin', 'AWAIT18')
  expect(await kept('AWAIT18')).toBe(true)
  expect(isList.disconnected).not.toContain('AWAIT18')
  await unlist('rival', 'await18')
  expect(await kept('AWAIT18')).toBe(false)
  expect(isList.disconnected).toContain('AWAIT18')
})

test('where only listed SNs connect, a prepared device does not give way to one that was listed after it', async () => {
  await prepare('admin', 'AWAIT19', 'right-1', isList)
  await list('rival', [{ sn_code: 'AWAIT19', password: 'squat-1' }], isList)
  expect(await enter('AWAIT19', 'squat-1', isList, 'list')).toEqual({ refused: 'password' })
  expect(await enter('AWAIT19', 'right-1', isList, 'list')).toMatchObject({
    tenant_id: await tenantOf('admin', isList),
  })
  // Within its days.
  await prepare('rival', 'AWAIT23', 'squat-1', isList)
  await isList.db.system((q) =>
    q
      .updateTable('device')
      .set({ awaited_time: Date.now() - LISTED_MS })
      .where('sn_code', '=', 'AWAIT23')
      .execute(),
  )
  await list('admin', [{ sn_code: 'AWAIT23', password: 'right-1' }], isList)
  expect(await enter('AWAIT23', 'right-1', isList, 'list')).toMatchObject({ tenant_id: null })
})

test('prepared devices give way to no more than a network may bring of new ones', async () => {
  const sn_codes = Array.from({ length: 12 }, (_, n) => `AWAIT20N${n}`)
  for (const sn_code of sn_codes) await prepare('admin', sn_code, 'right-1')
  await list(
    'rival',
    sn_codes.map((sn_code) => ({ sn_code, password: 'squat-1' })),
  )
  const check = credentialsOf(server)
  for (const sn_code of sn_codes) await check(sn_code, Buffer.from('squat-1'), '192.0.2.7')
  expect(sn_codes.filter((sn_code) => ownerOf(sn_code) === undefined)).toHaveLength(10)
})

test('a device that was deregistered is restored over its own, and over no other that has signed in since', async () => {
  for (const [sn_code, password, code] of [
    ['AWAIT21', 'first-1', DONE],
    ['AWAIT22', 'other-1', '110534'],
  ] as const) {
    await prepare('rival', sn_code, 'first-1')
    await enter(sn_code, 'first-1')
    const { device_id } = (await server.call('rival', 'DELETE', '/dev', { sn_code })).data
    expect(await enter(sn_code, password)).toMatchObject({ tenant_id: null })
    expect((await server.call('rival', 'PUT', '/dev/deregistered', { device_id })).meta.code).toBe(code)
  }
  expect(await shown('rival', 'AWAIT21')).toMatchObject([{ is_awaited: false }])
})

test('a device that its organisation has listed, or that is behind its node, is restored', async () => {
  for (const [sn_code, user, code] of [
    ['AWAIT24', 'rival', DONE],
    ['AWAIT25', 'rival', DONE],
    ['AWAIT26', 'admin', '110534'],
  ] as const) {
    await prepare(user, sn_code, 'first-1')
    await enter(sn_code, 'first-1')
    const { device_id } = (await server.call(user, 'DELETE', '/dev', { sn_code })).data
    if (sn_code === 'AWAIT24') {
      await list(user, [{ sn_code, password: 'other-1' }])
      await enter(sn_code, 'other-1')
    } else {
      const seen = { first_seen_time: Date.now(), last_seen_time: Date.now() }
      await server.db.system((q) =>
        q
          .insertInto('unregistered_device')
          .values({ sn_code, password_hash: 'of the node', behind: 'RV0001', ...seen })
          .execute(),
      )
    }
    expect((await server.call(user, 'PUT', '/dev/deregistered', { device_id })).meta.code).toBe(code)
  }
  expect(await enter('AWAIT24', 'other-1')).toMatchObject({ tenant_id: await tenantOf('rival') })
  expect(server.fleet.get('AWAIT25')?.behind).toBe('RV0001')
})
