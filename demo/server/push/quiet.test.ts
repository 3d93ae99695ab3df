import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { openPushServer, type PushServer } from '../../../tests/server/push.ts'

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]
const NIGHT = { from: 22 * 60, to: 7 * 60, days: EVERY_DAY, except_level: 5 }

let server: PushServer
beforeAll(async () => {
  // 21:00 at the organisation.
  server = await openPushServer({}, Date.parse('2026-11-20T21:00:00+08:00'))
  await server.reach('admin', { email: 'admin@plant.example' })
  await server.wish('admin', { email_level: 2, on_recovered: true, quiet: NIGHT })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.db.system((q) => q.deleteFrom('push').execute())
  await server.db.system((q) => q.deleteFrom('delivered_message').execute())
  // 23:00 of the next day; sessions of tests end meanwhile, settings stay.
  const sinceEvening = (server.now() - Date.parse('2026-11-20T23:00:00+08:00')) % DAY_MS
  server.later(sinceEvening < 0 ? -sinceEvening : DAY_MS - sinceEvening)
})
const kept = async () => (await server.keptFor('admin')).map(({ state, subject }) => `${state} ${subject}`)

test('quiet hours send nothing but alarms above their level; active ones are sent at their end in one message', async () => {
  const [stands, isOver] = [
    await server.alarm({ alarm_name: '仍然存在' }),
    await server.alarm({ alarm_name: '已经恢复' }),
  ]
  await server.turn()
  expect(await kept()).toEqual([expect.stringMatching(/^quiet 2 条报警/)])
  await server.alarm({ alarm_level: 5, alarm_name: '很紧急' })
  await server.turn()
  expect((await kept()).slice(1)).toEqual([expect.stringMatching(/^kept 报警：很紧急/)])
  server.later(2 * MINUTE_MS)
  await server.change(isOver, { recover_time: server.now() })
  await server.turn()
  // Whoever was not notified that it came is not notified that it is over.
  expect(await kept()).toHaveLength(2)
  server.later(8 * HOUR_MS - 3 * MINUTE_MS)
  await server.turn()
  expect(await kept()).toHaveLength(2)
  server.later(MINUTE_MS)
  await server.turn()
  await server.turn()
  expect((await kept()).slice(2)).toEqual(['kept 免打扰结束，仍有 1 条报警未恢复：仍然存在 · 测试台'])
  const { rows } = (await server.call('admin', 'GET', '/rAlarmDev/deliveries', { alarm_id: String(stands) })).data
  expect(rows.map(({ state }: { state: string }) => state)).toEqual(['kept', 'quiet'])
})

test('when all of it is over by morning, nothing is said', async () => {
  const alarm_id = await server.alarm()
  await server.turn()
  await server.change(alarm_id, { recover_time: server.now() })
  server.later(9 * HOUR_MS)
  await server.turn()
  expect(await kept()).toEqual([expect.stringMatching(/^quiet/)])
})

test('a flood in quiet hours is recorded once a minute, and sent once', async () => {
  for (let i = 0; i < 5; i++) {
    await server.alarms(20)
    await server.turn()
    server.later(10_000)
  }
  expect(await kept()).toEqual([expect.stringMatching(/^quiet 20 条报警/)])
  server.later(MINUTE_MS)
  await server.turn()
  expect((await kept()).slice(1)).toEqual([expect.stringMatching(/^quiet .*80 条报警/)])
  server.later(9 * HOUR_MS)
  await server.turn()
  await server.turn()
  expect((await server.keptFor('admin')).at(-1)).toMatchObject({ state: 'kept', alarms: 100 })
})

test('an escalation is sent in quiet hours too: somebody has to hear of it', async () => {
  const steps = [{ after_min: 5, user_ids: [server.userOf('admin').user_id], role_ids: [], channels: ['email'] }]
  const rule = { escalation_name: '夜班', from_level: 4, group_id: null, steps, repeat_min: null }
  await server.call('admin', 'PUT', '/yun/push/escalation', { ...rule, ends_on_recovery: true, is_enabled: true })
  await server.alarm()
  await server.turn()
  server.later(5 * MINUTE_MS)
  await server.turn()
  expect(await kept()).toEqual([expect.stringMatching(/^quiet/), expect.stringMatching(/^kept 5 分钟无人确认/)])
})
