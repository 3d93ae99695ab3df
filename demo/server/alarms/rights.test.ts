import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeRole, makeUser } from '../../../tests/server/people.ts'
import { openPlant, type Plant } from '../../../tests/server/safety/plant.ts'
import { openTestServer, type Reply, type TestServer } from '../../../tests/server/server.ts'

let server: TestServer
let plant: Plant
beforeAll(async () => {
  server = await openTestServer()
  plant = await openPlant(server)
})
afterAll(async () => {
  await plant.close()
  await server.close()
})

const SN = 'TS0001'
const codeOf = ({ meta, data }: Reply): string => data?.results?.[0].code ?? meta.code

/** Calls of somebody who sees the page of active alarms and holds these rights beside it; each answers with its code. */
async function userWith(...permissions: string[]) {
  const { group_id } = await server.db.system((q) =>
    q.selectFrom('device').select('group_id').where('sn_code', '=', SN).executeTakeFirstOrThrow(),
  )
  const role = await makeRole(server, {
    permissions: ['P00000', 'P70000', 'P73000', ...permissions],
    device_rights: [{ group_id, may_write: false }],
  })
  const { user_name } = await makeUser(server, { role_ids: [role.role_id] })
  return async (path: string, input: object) => codeOf(await server.call(user_name, 'PUT', `/rAlarmDev${path}`, input))
}

/** The test stand is too hot: the alarm, and the rule that raised it. */
async function heat(): Promise<{ alarm_id: string; rule_id: string }> {
  await plant.report(SN, { temperature: 20 })
  await plant.report(SN, { temperature: 95 })
  return (await server.call('admin', 'GET', '/rAlarmDev', { sn_code: SN })).data.rows[0]
}

const DONE = '100001'
const REFUSED = '100015'
const SHELVED = { reason: '检修', minutes: 5 }
const OUT = { reason: '等待备件', minutes: 60, is_out_of_service: true }

test('whoever sees active alarms may neither confirm nor shelve them by that right alone', async () => {
  const put = await userWith()
  const { alarm_id, rule_id } = await heat()
  const place = { sn_code: SN, rule_id }
  const alarm_ids = [alarm_id]
  expect([
    await put('', { alarm_id }),
    await put('/confirm', { alarm_ids }),
    await put('/note', { alarm_id, alarm_note: 'x' }),
    await put('/shelve', { alarm_ids, ...SHELVED }),
    await put('/unshelve', { alarm_ids }),
    await put('/hold', { ...place, ...SHELVED }),
    await put('/release', place),
  ]).toEqual(Array(7).fill(REFUSED))
})

test('the right to confirm allows notes, and no shelving', async () => {
  const put = await userWith('P73100')
  const { alarm_id } = await heat()
  expect(await put('', { alarm_id, alarm_note: 'seen' })).toBe(DONE)
  expect(await put('/note', { alarm_id, alarm_note: 'seen again' })).toBe(DONE)
  expect(await put('/shelve', { alarm_ids: [alarm_id], ...SHELVED })).toBe(REFUSED)
})

test('whoever may shelve takes nothing out of service, and puts nothing back', async () => {
  const shelve = await userWith('P73200')
  const takeOut = await userWith('P73300')
  const { alarm_id, rule_id } = await heat()
  const alarm_ids = [alarm_id]
  expect(await shelve('/shelve', { alarm_ids, ...OUT })).toBe(REFUSED)
  expect(await shelve('/hold', { sn_code: SN, rule_id, ...OUT })).toBe(REFUSED)
  expect(await shelve('/shelve', { alarm_ids, ...SHELVED })).toBe(DONE)
  expect(await takeOut('/unshelve', { alarm_ids })).toBe('100002')
  expect(await takeOut('/shelve', { alarm_ids, ...SHELVED })).toBe(REFUSED)
  expect(await takeOut('/shelve', { alarm_ids, ...OUT })).toBe(DONE)
  expect(await shelve('/unshelve', { alarm_ids })).toBe('100002')
  expect(await takeOut('/unshelve', { alarm_ids })).toBe(DONE)
})

test('the experience account sees active alarms and the shift log, and holds no right to act on them', async () => {
  const { permissions } = await server.db.system((q) =>
    q
      .selectFrom('role as r')
      .innerJoin('user_role as u', 'u.role_id', 'r.role_id')
      .innerJoin('app_user as a', 'a.user_id', 'u.user_id')
      .select('r.permissions')
      .where('a.is_experience', '=', true)
      .executeTakeFirstOrThrow(),
  )
  expect(permissions.filter((code) => code.startsWith('P73'))).toEqual(['P73000', 'P73500'])
})
