import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

test('what users send is checked when their organisation has time left, and that of others meanwhile', async () => {
  const organisation = (user_name: string) =>
    server.db.system((q) =>
      q.selectFrom('app_user').select('tenant_id').where('user_name', '=', user_name).executeTakeFirstOrThrow(),
    )
  const { tenant_id } = await organisation('admin')
  expect((await organisation('rival')).tenant_id).not.toBe(tenant_id)
  const points = Array.from({ length: 9 }, (_, i) => ({ key: `p${i}`, name: `p${i}`, data_type: 'number' }))
  const send = (user_name: string) =>
    server.call(user_name, 'POST', '/dev/points', { sn_code: 'NONE', points }).then(({ meta }) => meta.code)
  server.spent.add(tenant_id)
  let isAnswered = false
  const waiting = send('admin').finally(() => {
    isAnswered = true
  })
  expect(await send('rival')).toBe('110509')
  expect(isAnswered).toBe(false)
  server.spent.delete(tenant_id)
  expect(await waiting).toBe('110509')
})

test('a call whose session ends while what it sent waits to be checked is refused, and changes nothing', async () => {
  const token = await server.tokenOf('admin')
  const caller = await server.sessions.callerOf(token)
  if (!caller) throw new Error('nobody is signed in')
  const sn_code = 'CHECKEDLATE'
  await server.call('admin', 'POST', '/dev', { sn_code, dev_alias: 'before', password: 'secret1' })
  server.spent.add(caller.tenant_id)
  const looks = vi.spyOn(server.spent, 'has')
  const waiting = server.call(null, 'PUT', '/dev/basic', { sn_code, dev_alias: 'late' }, { 'x-token': token })
  await vi.waitFor(() => expect(looks).toHaveBeenCalledWith(caller.tenant_id))
  await server.sessions.revoke(caller.session_hash)
  server.spent.delete(caller.tenant_id)
  expect((await waiting).meta.code).toBe('100009')
  expect(server.fleet.get(sn_code)).toMatchObject({ dev_alias: 'before' })
})
