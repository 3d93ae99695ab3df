import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MINUTE_MS } from '../../../core/catalogue/durations.ts'
import type { EscalationStep } from '../../../core/contract/push.ts'
import { openPushServer, type PushServer } from '../../../tests/server/push.ts'
import type { Db } from '../db/db.ts'
import { readSettings } from '../settings.ts'
import { escalate } from './escalate.ts'
import { openPush } from './push.ts'

let server: PushServer
beforeAll(async () => {
  server = await openPushServer()
  await server.reach('admin', { email: 'admin@plant.example', user_tel: '+86 13800000001' })
  await server.reach('manager', { email: 'manager@plant.example' })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.db.system(async (q) => {
    await q.deleteFrom('escalation').execute()
    await q.deleteFrom('push').execute()
    await q.deleteFrom('delivered_message').execute()
    await q.deleteFrom('system_message').execute()
  })
  server.later(5 * MINUTE_MS)
})

const step = (after_min: number, name: string, overrides: Partial<EscalationStep> = {}): EscalationStep => ({
  after_min,
  user_ids: [server.userOf(name).user_id],
  role_ids: [],
  channels: ['email'],
  ...overrides,
})
const RULE = {
  escalation_name: '夜班',
  from_level: 4,
  group_id: null,
  repeat_min: null,
  ends_on_recovery: false,
  is_enabled: true,
}
const save = async (steps: EscalationStep[], overrides: object = {}) => {
  const { meta, data } = await server.call('admin', 'PUT', '/yun/push/escalation', { ...RULE, steps, ...overrides })
  expect(meta.code).toBe('100001')
  return data
}
/** Who was notified of what, in the order of time. */
const notified = () =>
  server.db.system((q) =>
    q
      .selectFrom('push as p')
      .innerJoin('app_user as u', 'u.user_id', 'p.user_id')
      .select(['u.user_name', 'p.channel', 'p.reason', 'p.step', 'p.alarm_id'])
      .orderBy('p.push_id')
      .execute(),
  )
const names = async () => (await notified()).map(({ user_name, step }) => `${step} ${user_name}`)
const after = async (minutes: number) => {
  server.later(minutes * MINUTE_MS)
  await server.turn()
}

test('an unconfirmed alarm escalates from one person to the next, by the channels of the step, whatever their own settings', async () => {
  await save([step(5, 'admin', { channels: ['email', 'sms'] }), step(15, 'manager')])
  const alarm_id = await server.alarm({ channels: [] })
  await server.turn()
  await after(4.9)
  expect(await notified()).toEqual([])
  await after(0.1)
  expect(await notified()).toEqual([
    { user_name: 'admin', channel: 'email', reason: 'escalation', step: 1, alarm_id },
    { user_name: 'admin', channel: 'sms', reason: 'escalation', step: 1, alarm_id },
  ])
  await after(9.9)
  expect(await notified()).toHaveLength(2)
  await after(0.1)
  expect((await names()).at(-1)).toBe('2 manager')
  await after(600)
  expect(await notified()).toHaveLength(3)
  const [first] = await server.keptFor('admin')
  expect(first).toMatchObject({
    reason: 'escalation',
    state: 'kept',
    subject: expect.stringContaining('5 分钟无人确认'),
  })
  const { rows } = (await server.call('admin', 'GET', '/rAlarmDev/deliveries', { alarm_id: String(alarm_id) })).data
  expect(rows.map((row: { step: number; name: string }) => [row.step, row.name])).toEqual([
    [2, '站长'],
    [1, '管理员'],
    [1, '管理员'],
  ])
  const system = await server.db.system((q) => q.selectFrom('system_message').select(['kind', 'user_id']).execute())
  expect(system).toContainEqual({ kind: 'alarm-escalated', user_id: server.userOf('manager').user_id })
})

test('a repeated step is sent until somebody confirms', async () => {
  await save([step(1, 'admin')], { repeat_min: 10 })
  const alarm_id = await server.alarm()
  await server.turn()
  for (const minutes of [1, 10, 10]) await after(minutes)
  expect(await names()).toEqual(['1 admin', '1 admin', '1 admin'])
  await server.change(alarm_id, { confirm_time: server.now() })
  await after(10)
  await after(10)
  expect(await notified()).toHaveLength(3)
})

/** What the system told whom of an alarm. */
const told = () =>
  server.db.system((q) =>
    q
      .selectFrom('system_message as m')
      .innerJoin('app_user as u', 'u.user_id', 'm.user_id')
      .select(['u.user_name', 'm.kind', 'm.message_time', sql<number>`(m.params ->> 'minutes')::int`.as('minutes')])
      .orderBy('m.message_id')
      .execute(),
  )
/** Decides what is due of escalations, and sends nothing. */
const decide = async (minutes: number) => {
  server.later(minutes * MINUTE_MS)
  const turn = { tenant_id: server.userOf('admin').tenant_id, now: server.now(), addedEvents: () => {} }
  while (await server.db.system((q) => escalate.decide(q, turn)));
}

test('a repeat renews the system message that its user has not read, and is a new one once it is read', async () => {
  await save([step(1, 'admin')], { repeat_min: 10 })
  await server.alarm()
  await server.turn()
  for (const minutes of [1, 10, 10]) await after(minutes)
  const renewed = { user_name: 'admin', kind: 'alarm-escalated', minutes: 21, message_time: server.now() }
  expect(await told()).toEqual([renewed])
  await server.db.system((q) => q.updateTable('system_message').set({ read_time: server.now() }).execute())
  await after(10)
  expect(await told()).toEqual([renewed, { ...renewed, minutes: 31, message_time: server.now() }])
})

test('a report that nobody was there to notify is renewed by repeats while it is unread', async () => {
  await save([step(1, 'operator')], { repeat_min: 10 })
  await server.alarm()
  await server.turn()
  for (const minutes of [1, 10]) await after(minutes)
  expect(await told()).toMatchObject([{ user_name: 'admin', kind: 'escalation-unheard', minutes: 11 }])
})

test('a repeat renews what still waits to be sent, by each channel of a person, whichever escalations make it', async () => {
  const both = { channels: ['email', 'sms'] as const }
  for (const escalation_name of ['A', 'B', 'C'])
    await save([step(1, 'admin', { channels: [...both.channels] })], { repeat_min: 1, escalation_name })
  await server.alarms(2)
  await server.turn()
  for (const minutes of [1, 1, 1]) await decide(minutes)
  const waiting = await server.db.system((q) =>
    q.selectFrom('push').select(['channel', 'waited_min', 'push_time']).orderBy('push_id').execute(),
  )
  expect(waiting).toHaveLength(4)
  expect(new Set(waiting.map(({ waited_min, push_time }) => `${waited_min} ${push_time}`))).toEqual(
    new Set([`3 ${server.now()}`]),
  )
  expect((await told()).map(({ minutes }) => minutes)).toEqual([3, 3])
  await server.turn()
  const emails = (await server.keptFor('admin')).filter(({ channel }) => channel === 'email')
  expect(emails).toMatchObject([{ alarms: 2, reason: 'escalation' }])
  await after(1)
  expect(await notified()).toHaveLength(8)
})

test('an escalation ends when the alarm is confirmed, shelved or, where the rule says so, recovered', async () => {
  await save([step(5, 'admin')])
  await save([step(5, 'manager')], { escalation_name: '到恢复', ends_on_recovery: true })
  const [confirmed, shelved, recovered] = [await server.alarm(), await server.alarm(), await server.alarm()]
  await server.turn()
  await server.change(confirmed, { confirm_time: server.now() })
  await server.change(shelved, { held: 'SHLVD' })
  await server.change(recovered, { recover_time: server.now() })
  await after(5)
  expect(await notified()).toEqual([
    { user_name: 'admin', channel: 'email', reason: 'escalation', step: 1, alarm_id: recovered },
  ])
  const left = await server.db.system((q) => q.selectFrom('escalation_run').selectAll().execute())
  expect(left).toEqual([])
})

test('an escalation begins anew when the alarm is visible to operators again', async () => {
  await save([step(5, 'admin')])
  const [back, confirmed, over] = [await server.alarm(), await server.alarm(), await server.alarm()]
  await server.turn()
  for (const alarm_id of [back, confirmed, over]) await server.change(alarm_id, { held: 'SHLVD' })
  await after(60)
  expect(await notified()).toEqual([])
  await server.change(confirmed, { held: null, confirm_time: server.now() })
  await server.change(over, { held: null, recover_time: server.now() })
  await server.change(back, { held: null })
  for (const alarm_id of [back, confirmed, over]) await server.act(alarm_id, 5)
  await server.turn()
  await after(4.9)
  expect(await notified()).toEqual([])
  await after(0.1)
  expect((await notified()).map(({ alarm_id }) => alarm_id)).toEqual([back])
})

test('an escalation is for its level and its group with all below it, and for who may see the device', async () => {
  const groups = (await server.call('admin', 'GET', '/yun/push/audience')).data.groups
  const { group_id } = await server.db.system((q) =>
    q.selectFrom('device').select('group_id').where('sn_code', '=', 'TS0001').executeTakeFirstOrThrow(),
  )
  const other = groups.find((group: { group_id: number }) => group.group_id !== group_id)
  await save([step(1, 'admin')], { group_id: other.group_id })
  await save([step(1, 'manager')], { group_id, escalation_name: '本组' })
  await save([step(1, 'operator')], { escalation_name: '看不到' })
  await server.alarm({ alarm_level: 3 })
  await server.alarm({ alarm_level: 4 })
  await server.turn()
  await after(2)
  expect(await names()).toEqual(['1 manager'])
})

test('an escalation reaches everybody of a role, once', async () => {
  const { roles } = (await server.call('admin', 'GET', '/yun/push/audience')).data
  const { role_id } = roles.find(({ role_name }: { role_name: string }) => role_name === '二级管理员')
  await save([step(1, 'manager', { role_ids: [role_id] })])
  await server.alarm()
  await server.turn()
  await after(1)
  expect(await names()).toEqual(['1 manager'])
})

test('an alarm that comes again before anybody confirmed it waits since the first time', async () => {
  await save([step(10, 'admin')])
  const first = await server.alarm()
  await server.turn()
  server.later(6 * MINUTE_MS)
  await server.change(first, { recover_time: server.now() })
  const second = await server.alarm()
  await server.db.system((q) =>
    q.updateTable('alarm').set({ next_alarm_id: second }).where('alarm_id', '=', first).execute(),
  )
  await server.turn()
  await after(4)
  expect(await notified()).toMatchObject([{ alarm_id: second }])
  await after(60)
  expect(await notified()).toHaveLength(1)
  // Since the first time is also how long the message says.
  const [message] = (await server.keptFor('admin')).slice(-1)
  expect(message).toMatchObject({ reason: 'escalation', subject: expect.stringContaining('10 分钟无人确认') })
})

test('a changed rule counts for alarms that wait already', async () => {
  const { escalation_id } = await save([step(60, 'admin')])
  await server.alarm()
  await server.turn()
  await after(5)
  await save([step(5, 'manager')], { escalation_id })
  await server.turn()
  expect(await names()).toEqual(['1 manager'])
  await server.call('admin', 'DELETE', '/yun/push/escalation', { escalation_id })
  expect(await server.db.system((q) => q.selectFrom('escalation_run').selectAll().execute())).toEqual([])
})

test('several servers on one store, and one that starts after an outage, send each step once', async () => {
  await save([step(5, 'admin'), step(10, 'manager')], { repeat_min: 60 })
  await server.alarms(30)
  await server.turn()
  const node = () =>
    openPush({
      db: server.db,
      fleet: server.fleet,
      settings: readSettings({}),
      providers: {},
      now: server.now,
      log: { info: () => {}, error: (_message, error) => server.defects.push(error) },
    })
  const nodes = [node(), node(), node()]
  server.later(5 * MINUTE_MS)
  await Promise.all(nodes.flatMap((one) => [one.turn(), one.turn()]))
  expect(await notified()).toHaveLength(30)
  await Promise.all(nodes.map((one) => one.close()))
  // Nobody was there for three hours: each that is due is sent once, the repeated one too.
  server.later(180 * MINUTE_MS)
  const again = [node(), node()]
  await Promise.all(again.map((one) => one.turn()))
  await Promise.all(again.map((one) => one.turn()))
  expect((await names()).filter((name) => name === '2 manager')).toHaveLength(30)
  expect(await notified()).toHaveLength(60)
  await Promise.all(again.map((one) => one.close()))
  // One message for each of them: of 30 alarms.
  expect((await server.keptFor('manager')).map(({ alarms }) => alarms)).toEqual([30])
  expect(server.defects).toEqual([])
})

test('a user who loses the right to an alarm while a round goes on is not notified by it', async () => {
  await server.wish('manager', { email_level: 1 })
  await save([step(1, 'manager')])
  const alarm_id = await server.alarm({ alarm_time: server.now() - MINUTE_MS })
  const { user_id } = server.userOf('manager')
  const { role_id, permissions } = await server.db.system((q) =>
    q
      .selectFrom('user_role as u')
      .innerJoin('role as r', 'r.role_id', 'u.role_id')
      .select(['r.role_id', 'r.permissions'])
      .where('u.user_id', '=', user_id)
      .executeTakeFirstOrThrow(),
  )
  const hold = (held: readonly string[]) =>
    server.db.system((q) =>
      q
        .updateTable('role')
        .set({ permissions: [...held] })
        .where('role_id', '=', role_id)
        .execute(),
    )
  const isDecided = async () =>
    (await server.db.system((q) =>
      q
        .selectFrom('alarm')
        .select('alarm_id')
        .where('alarm_id', '=', alarm_id)
        .where(sql<boolean>`push_state = 1`)
        .executeTakeFirst(),
    )) !== undefined
  const losing: Db = {
    ...server.db,
    systemFor: async (tenant_id, work, priority) => {
      const result = await server.db.systemFor(tenant_id, work, priority)
      if (await isDecided()) await hold(['P00000'])
      return result
    },
  }
  const node = openPush({
    db: losing,
    fleet: server.fleet,
    settings: readSettings({}),
    providers: {},
    now: server.now,
    log: { info: () => {}, error: (_message, error) => server.defects.push(error) },
  })
  await node.turn()
  await node.close()
  await hold(permissions)
  await server.wish('manager', {})
  const kinds = await server.db.system((q) => q.selectFrom('system_message').select('kind').execute())
  expect(kinds.map(({ kind }) => kind)).toEqual(['escalation-unheard'])
  expect(server.defects).toEqual([])
})

test('the own role of the organisation is every administrator', async () => {
  const role = await server.db.system((q) =>
    q
      .selectFrom('role')
      .select('role_id')
      .where('tenant_id', '=', 1)
      .where('role_type', '=', 0)
      .executeTakeFirstOrThrow(),
  )
  await save([step(1, 'admin', { user_ids: [], role_ids: [role.role_id] })])
  await server.alarm({ channels: [] })
  await server.turn()
  await after(1)
  expect(await names()).toEqual(['1 admin'])
})

test('a step that has nobody to notify is reported to the administrators', async () => {
  const manager = server.userOf('manager').user_id
  await save([step(1, 'manager')])
  const setActive = (is_active: 0 | 1) =>
    server.db.system((q) => q.updateTable('app_user').set({ is_active }).where('user_id', '=', manager).execute())
  await setActive(0)
  await server.alarm({ channels: [] })
  await server.turn()
  await after(1)
  await setActive(1)
  expect(await notified()).toEqual([])
  const unheard = await server.db.system((q) =>
    q
      .selectFrom('system_message as m')
      .innerJoin('app_user as u', 'u.user_id', 'm.user_id')
      .select(['u.user_name', 'm.kind', 'm.params'])
      .execute(),
  )
  expect(unheard).toMatchObject([{ user_name: 'admin', kind: 'escalation-unheard', params: { step: 1, minutes: 1 } }])
})

test('nobody of a closed organisation is notified, and whoever waits is notified once it is open again', async () => {
  await save([step(5, 'admin')])
  await server.alarm()
  await server.turn()
  const { tenant_id } = server.userOf('admin')
  const close = (closed_time: number | null) =>
    server.db.system((q) => q.updateTable('tenant').set({ closed_time }).where('tenant_id', '=', tenant_id).execute())
  await close(server.now())
  try {
    await after(60)
    expect(await notified()).toEqual([])
  } finally {
    await close(null)
  }
  await server.turn()
  expect(await names()).toEqual(['1 admin'])
})
