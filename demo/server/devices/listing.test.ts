import { afterAll, beforeAll, expect, test } from 'vitest'
import { LISTED_MS } from '../../../core/contract/device-claim.ts'
import { credentialsOf, openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { deleteListed } from '../db/unregistered-rows.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(async () => {
  expect(server.defects).toEqual([])
  await server.close()
})

const admin = (method: string, input: object = {}, user = 'admin') =>
  server.call(user, method, '/dev/provisioning', input)
const add = (...lines: { sn_code: string; password?: string }[]) => admin('POST', { lines })
const listed = async (search = '') => (await admin('GET', { search })).data.rows
const enter = (sn_code: string, password: string) =>
  credentialsOf(server, { provisioning: 'list' })(sn_code, Buffer.from(password), '192.0.2.1')
const register = (sn_code: string, password: string, user = 'admin') =>
  server.call(user, 'POST', '/dev/register', { sn_code, password, dev_alias: sn_code })

test('an SN on the list connects, is nobody’s, and leaves the list when whoever has its password registers it', async () => {
  expect(await enter('LIST1', 'first-1')).toEqual({ refused: 'not_listed' })
  expect((await add({ sn_code: 'LIST1' })).data).toEqual([{ id: 'LIST1', code: null }])
  expect(await listed('list1')).toMatchObject([{ sn_code: 'LIST1', has_password: false, last_seen_time: null }])
  expect((await register('LIST1', 'first-1')).meta.code).toBe('110528')
  expect(await enter('list1', 'first-1')).toMatchObject({ tenant_id: null })
  expect(await enter('LIST1', 'other-1')).toEqual({ refused: 'password' })
  expect(await listed('list1')).toMatchObject([{ last_seen_time: expect.any(Number) }])
  expect((await register('LIST1', 'first-1', 'rival')).meta.code).toBe('100001')
  expect(await listed('list1')).toEqual([])
  expect((await add({ sn_code: 'list1' })).data).toEqual([{ id: 'list1', code: '110534' }])
})

test('an SN that is listed with a password connects with that one alone', async () => {
  await add({ sn_code: 'LIST2', password: 'right-1' }, { sn_code: 'LIST3', password: 'right-1' })
  expect(await enter('LIST2', 'wrong-1')).toEqual({ refused: 'password' })
  expect(await enter('LIST2', 'right-1')).toMatchObject({ tenant_id: null })
  expect((await register('LIST2', 'right-1')).meta.code).toBe('100001')
})

test('an SN that is taken off the list connects no more, also where it has connected before', async () => {
  await add({ sn_code: 'LIST4' })
  expect(await enter('LIST4', 'first-1')).toMatchObject({ tenant_id: null })
  expect((await admin('DELETE', { sn_codes: ['list4'] })).meta.code).toBe('100001')
  expect(await enter('LIST4', 'first-1')).toEqual({ refused: 'not_listed' })
  expect((await register('LIST4', 'first-1')).meta.code).toBe('100001')
})

test('an SN whose device does not connect leaves the list after its days', async () => {
  await add({ sn_code: 'LIST5' }, { sn_code: 'LIST6' })
  await enter('LIST6', 'first-1')
  const [row] = await listed('LIST5')
  expect(row.ends_time - row.listed_time).toBe(LISTED_MS)
  await server.db.system((q) => deleteListed(q, row.listed_time))
  expect(await listed('LIST5')).toHaveLength(1)
  await server.db.system((q) => deleteListed(q, row.listed_time + 1))
  expect(await listed('LIST5')).toEqual([])
  expect(await listed('LIST6')).toHaveLength(1)
})

test('the list is the administrators’, and each organisation sees its own', async () => {
  await add({ sn_code: 'LIST7' })
  expect((await admin('GET', {}, 'manager')).meta.code).toBe('100015')
  expect((await admin('GET', { search: 'LIST7' }, 'rival')).data).toEqual({ rows: [], total: 0, is_open: true })
  await admin('DELETE', { sn_codes: ['LIST7'] }, 'rival')
  expect(await listed('LIST7')).toHaveLength(1)
})
