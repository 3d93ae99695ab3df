import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { deliveryErrorText } from '../../../core/rules/delivery-error-text.ts'
import { openGate } from '../../../tests/server/gate.ts'
import { openPushServer, type PushServer } from '../../../tests/server/push.ts'
import { countingStatements } from '../../../tests/server/statements.ts'
import { waitingCalls } from '../../../tests/server/waiting-calls.ts'
import { escalate } from './escalate.ts'
import { EVENTS_KEPT, EVENTS_WAITING, openEventBounds, TOO_MANY } from './event-bounds.ts'
import { openPush } from './push.ts'
import { queueActs } from './queue-acts.ts'
import { queueNew, queueRecovered } from './queue-alarms.ts'
import { PUSHES_AT_ONCE, type Step } from './waiting.ts'

const PEOPLE = 600
/** Sees all devices of the organisation, as all who are called `many1` to `many600` do. */
let role_id = 0
let server: PushServer
beforeAll(async () => {
  server = await openPushServer({}, Date.parse('2026-11-21T10:00:00+08:00'))
  const { tenant_id } = server.userOf('admin')
  await server.db.system(async (q) => {
    const role = { tenant_id, role_name: 'many', permissions: ['P00000', 'P73000'], created_time: 0 }
    ;({ role_id } = await q.insertInto('role').values(role).returning('role_id').executeTakeFirstOrThrow())
    await sql`insert into role_device_right (tenant_id, role_id, group_id, may_write)
      select tenant_id, ${role_id}, group_id, false from device_group where tenant_id = ${tenant_id}`.execute(q)
    await sql`insert into app_user (tenant_id, user_name, name, user_type, password_hash, created_time)
      select ${tenant_id}, 'many' || n, 'Many ' || n, 3, '-', 0 from generate_series(1, ${sql.lit(PEOPLE)}) n`.execute(
      q,
    )
    const many = sql`app_user where tenant_id = ${tenant_id} and user_name like 'many%'`
    await sql`insert into user_role (tenant_id, user_id, role_id) select tenant_id, user_id, ${role_id} from ${many}`.execute(
      q,
    )
    await sql`insert into push_setting (tenant_id, user_id, lang, email_level, sms_level, wechat_level, on_recovered)
      select tenant_id, user_id, 'zh', 1, 1, 1, true from ${many}`.execute(q)
  })
})
afterAll(() => server.close())
beforeEach(() =>
  server.db.system(async (q) => {
    await q.deleteFrom('escalation').execute()
    await q.deleteFrom('push').execute()
    await sql`update alarm set push_state = 2`.execute(q)
  }),
)

const pushes = async () => {
  const { rows } = await server.db.system((q) =>
    sql<{ count: number }>`select count(*)::int as count from push`.execute(q),
  )
  return rows[0]?.count ?? 0
}

/** What each transaction of a step makes until nothing of the organisation waits, and how many statements the longest has. */
async function madeBy(step: Step): Promise<{ made: number[]; statements: number }> {
  const { tenant_id } = server.userOf('admin')
  const { db, most } = countingStatements(server.db)
  const made: number[] = []
  for (let isMore = true; isMore; ) {
    const before = await pushes()
    isMore = await db.system((q) => step.decide(q, { tenant_id, now: server.now(), addedEvents: () => {} }))
    made.push((await pushes()) - before)
  }
  return { made, statements: most() }
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0)

test('one transaction decides a bounded number of pushes with few statements, however many people hear of each alarm', async () => {
  await server.alarms(7)
  const came = await madeBy(queueNew)
  expect(sum(came.made)).toBe(7 * PEOPLE * 3)
  expect(Math.max(...came.made)).toBeLessThanOrEqual(PUSHES_AT_ONCE)
  expect(came.statements).toBeLessThan(30)
  await server.db.system((q) => q.updateTable('alarm').set({ recover_time: server.now() }).execute())
  const over = await madeBy(queueRecovered)
  expect(sum(over.made)).toBe(7 * PEOPLE * 3)
  expect(Math.max(...over.made)).toBeLessThanOrEqual(PUSHES_AT_ONCE)
})

test('one transaction of escalations makes a bounded number of pushes, however many people have the role', async () => {
  const { tenant_id } = server.userOf('admin')
  const steps = [{ after_min: 1, user_ids: [], role_ids: [role_id], channels: ['email', 'sms', 'wechat'] }]
  const rule = { tenant_id, escalation_name: 'night', from_level: 1, steps: JSON.stringify(steps) }
  await server.db.system((q) => q.insertInto('escalation').values(rule).execute())
  await server.alarms(7, { channels: ['webhook'] })
  await madeBy(queueNew)
  server.later(2 * MINUTE_MS)
  const { made } = await madeBy(escalate)
  expect(sum(made)).toBe(7 * PEOPLE * 3)
  expect(Math.max(...made)).toBeLessThanOrEqual(PUSHES_AT_ONCE + PEOPLE * 3)
})

test('escalations that repeat for very many people are decided in short pieces, each with few statements', async () => {
  const { tenant_id } = server.userOf('admin')
  const steps = [{ after_min: 1, user_ids: [], role_ids: [role_id], channels: ['email', 'sms', 'wechat'] }]
  const rule = { tenant_id, escalation_name: 'night', from_level: 1, steps: JSON.stringify(steps), repeat_min: 1 }
  await server.db.system((q) =>
    q
      .insertInto('escalation')
      .values(Array.from({ length: 5 }, () => rule))
      .execute(),
  )
  await server.alarms(3, { channels: ['webhook'] })
  await madeBy(queueNew)
  for (let i = 0; i < 2; i++) {
    server.later(2 * MINUTE_MS)
    const { made, statements } = await madeBy(escalate)
    expect(sum(made)).toBe(i === 0 ? 3 * PEOPLE * 3 : 0)
    expect(made.length).toBeGreaterThanOrEqual(15)
    expect(statements).toBeLessThan(20)
  }
  expect(await pushes()).toBe(3 * PEOPLE * 3)
})

test('a changed escalation moves all alarms that wait with the same few statements, however many', async () => {
  const step = { after_min: 5, user_ids: [server.userOf('admin').user_id], role_ids: [], channels: ['email'] }
  const save = (overrides: object) =>
    server.call('admin', 'PUT', '/yun/push/escalation', {
      escalation_name: 'night',
      from_level: 4,
      group_id: null,
      repeat_min: null,
      ends_on_recovery: false,
      is_enabled: true,
      ...overrides,
    })
  const { escalation_id } = (await save({ steps: [step, { ...step, after_min: 10 }] })).data
  await server.alarms(40, { channels: ['webhook'] })
  await madeBy(queueNew)
  await server.db.system((q) => sql`update escalation_run set step = 1 where alarm_id % 2 = 0`.execute(q))
  const runs = () =>
    server.db.system((q) => q.selectFrom('escalation_run').select(['step', 'start_time', 'due_time']).execute())
  const waited = async () =>
    new Set((await runs()).map(({ step, start_time, due_time }) => `${step}: ${due_time - start_time}`))
  await save({
    escalation_id,
    steps: [
      { ...step, after_min: 7 },
      { ...step, after_min: 12 },
    ],
  })
  expect(await waited()).toEqual(new Set([`0: ${7 * MINUTE_MS}`, `1: ${12 * MINUTE_MS}`]))
  await save({ escalation_id, steps: [step], repeat_min: 30 })
  expect(await waited()).toEqual(new Set([`0: ${5 * MINUTE_MS}`, `1: ${12 * MINUTE_MS}`]))
  await save({ escalation_id, steps: [step] })
  expect(await runs()).toHaveLength(20)
})

test('a flood of alarms of one organisation holds up no escalation of another, and is decided without another call', async () => {
  await server.db.system((q) =>
    q.updateTable('push_setting').set({ email_level: 5, sms_level: 5, wechat_level: 5 }).execute(),
  )
  await server.wish('admin', { email_level: 1 })
  const { tenant_id, user_id } = server.userOf('rival')
  const steps = [{ after_min: 0, user_ids: [user_id], role_ids: [], channels: ['email'] }]
  const rule = { tenant_id, escalation_name: 'night', from_level: 1, steps: JSON.stringify(steps) }
  await server.db.system((q) => q.insertInto('escalation').values(rule).execute())
  const flood = await server.alarms(32)
  const urgent = await server.alarm({ sn_code: 'RV0001', channels: ['webhook'] })
  await server.turn()
  const made = () => server.db.system((q) => q.selectFrom('push').select('alarm_id').orderBy('push_id').execute())
  await expect.poll(async () => (await made()).length).toBe(33)
  const order = (await made()).map(({ alarm_id }) => alarm_id)
  expect(order.indexOf(urgent)).toBeLessThan(order.indexOf(flood.at(-1) ?? 0))
})

test('messages of all are made while calls of one organisation wait at the store', async () => {
  await server.db.system((q) => q.deleteFrom('push_setting').execute())
  for (const user_name of ['admin', 'rival']) await server.wish(user_name, { email_level: 1 })
  await server.alarm()
  await server.alarm({ sn_code: 'RV0001' })
  const calls = waitingCalls(server.db, server.userOf('admin').tenant_id, { isChange: true })
  await server.turn()
  expect(calls.left()).toBeGreaterThan(0)
  for (const user_name of ['admin', 'rival']) expect(await server.keptFor(user_name)).toHaveLength(1)
  await calls.all
})

test('what cannot be decided for one organisation holds up no other, and is tried again', async () => {
  const { tenant_id, user_id } = server.userOf('rival')
  const hook = { tenant_id, webhook_name: 'broken', url: 'no address', secret: 'secret', from_level: 1, user_id }
  await server.db.system((q) => q.insertInto('webhook').values(hook).execute())
  await server.db.system((q) => q.deleteFrom('push_setting').execute())
  await server.wish('admin', { email_level: 1 })
  const broken = await server.alarm({ sn_code: 'RV0001' })
  const fine = await server.alarm({ sn_code: 'TS0001' })
  await server.turn()
  const states = async () => {
    const { rows } = await server.db.system((q) =>
      sql<{ push_state: number }>`select push_state from alarm where alarm_id in (${broken}, ${fine})
        order by alarm_id`.execute(q),
    )
    return rows.map(({ push_state }) => push_state)
  }
  expect(await states()).toEqual([0, 1])
  expect(await server.keptFor('admin')).toHaveLength(1)
  expect(server.defects.splice(0)).toHaveLength(1)
  await server.db.system((q) => q.deleteFrom('webhook').where('webhook_name', '=', 'broken').execute())
  await server.turn()
  expect(await states()).toEqual([1, 1])
})

test('messages of all are made while decisions of one organisation wait for their turn at the store', async () => {
  await server.db.system((q) => q.deleteFrom('push_setting').execute())
  for (const user_name of ['admin', 'rival']) await server.wish(user_name, { email_level: 1 })
  await server.alarm()
  await server.alarm({ sn_code: 'RV0001' })
  // The message before this one is some time ago.
  server.later(5 * MINUTE_MS)
  const gate = openGate()
  const held = server.userOf('admin').tenant_id
  const { fleet, push, now } = server
  const settings = { PUBLIC_URL: '', BASE_PATH: '', PRIVATE_HOSTS: [] }
  const db: typeof server.db = {
    ...server.db,
    async systemFor(tenant_id, work, priority) {
      if (tenant_id === held) await gate.promise
      return server.db.systemFor(tenant_id, work, priority)
    },
  }
  const log = { info: () => {}, error: (_: string, error: unknown) => server.defects.push(error as Error) }
  const other = openPush({ db, fleet, settings, providers: push.providers, log, now })
  const before = await Promise.all(['admin', 'rival'].map(async (name) => (await server.keptFor(name)).length))
  const turn = other.turn()
  const made = async (name: string, i: number) => (await server.keptFor(name)).length - (before[i] ?? 0)
  await expect.poll(() => made('rival', 1), { timeout: 20_000 }).toBe(1)
  expect(await made('admin', 0)).toBe(0)
  gate.resolve()
  await turn
  expect(await made('admin', 0)).toBe(1)
  await other.close()
})

/** Webhooks of the organisation of `admin` that are notified of all alarms. */
const makeWebhooks = (count: number) => {
  const { tenant_id, user_id } = server.userOf('admin')
  const hook = { tenant_id, user_id, url: 'https://hook.example/', secret: 'secret', from_level: 1 }
  const hooks = Array.from({ length: count }, (_, n) => ({ ...hook, webhook_name: `hook ${n}` }))
  return server.db.system((q) => q.insertInto('webhook').values(hooks).execute())
}

test('what webhooks are sent of an alarm is sent to the store once, however many webhooks there are', async () => {
  await server.db.system((q) => q.deleteFrom('push_setting').execute())
  await makeWebhooks(20)
  const alarm_ids = await server.alarms(25, { response: 'x'.repeat(1000) })
  let letters = 0
  const { tenant_id } = server.userOf('admin')
  const turn = { tenant_id, now: server.now(), addedEvents: () => {} }
  await server.db.system((q) => {
    const noted = q.withPlugin({
      transformQuery({ node }) {
        letters += JSON.stringify(node).length
        return node
      },
      transformResult: async ({ result }) => result,
    })
    return queueNew.decide(noted, turn)
  })
  const messages = await server.db.system((q) =>
    q
      .selectFrom('delivered_message')
      .select(['alarm_id', 'webhook_id', 'body'])
      .where('channel', '=', 'webhook')
      .execute(),
  )
  expect(messages).toHaveLength(25 * 20)
  for (const alarm_id of alarm_ids) {
    const own = messages.filter((message) => message.alarm_id === alarm_id)
    expect(new Set(own.map(({ body }) => body)).size).toBe(1)
    expect(JSON.parse(own[0]?.body ?? '').alarm.alarm_id).toBe(String(alarm_id))
  }
  const bodies = messages.reduce((sum, { body }) => sum + body.length, 0)
  expect(letters).toBeLessThan(bodies / 4)
})

test('one transaction writes a bounded number of events, however many webhooks are notified of each alarm', async () => {
  await server.db.system(async (q) => {
    await q.deleteFrom('push_setting').execute()
    await q.deleteFrom('delivered_message').execute()
    await q.deleteFrom('webhook').execute()
  })
  await makeWebhooks(20)
  const alarm_ids = await server.alarms(60)
  const { tenant_id } = server.userOf('admin')
  const writtenBy = async (step: Step) => {
    const written: number[] = []
    const addedEvents = (count: number) => void written.push(count)
    const decide = () => server.db.system((q) => step.decide(q, { tenant_id, now: server.now(), addedEvents }))
    while (await decide());
    return written
  }
  expect(await writtenBy(queueNew)).toEqual([500, 500, 200])
  for (const alarm_id of alarm_ids) await server.act(alarm_id, 3, 'admin')
  expect(await writtenBy(queueActs)).toEqual([500, 500, 200])
  await server.db.system((q) => q.updateTable('alarm').set({ recover_time: server.now() }).execute())
  expect(await writtenBy(queueRecovered)).toEqual([500, 500, 200])
})

/** As after many new events of the organisation of `admin`. */
const keepEvents = async () => {
  const { tenant_id } = server.userOf('admin')
  const bounds = openEventBounds(server.db, () => false)
  bounds.added(tenant_id, 1)
  await bounds.keep(tenant_id)
}

test('the oldest events that wait for a webhook have failed where very many wait, and the administrator reads why', async () => {
  const { tenant_id } = server.userOf('admin')
  await server.db.system(async (q) => {
    await q.deleteFrom('delivered_message').execute()
    await q.deleteFrom('webhook').execute()
  })
  await makeWebhooks(20)
  const [dead, fine] = await server.db.system((q) =>
    q.selectFrom('webhook').select('webhook_id').orderBy('webhook_id').execute(),
  )
  const wait = (webhook_id: number | undefined, count: number) =>
    server.db.system(
      (q) =>
        sql`insert into delivered_message (tenant_id, webhook_id, message_time, channel, address, body, state, reason, due_time)
          select ${tenant_id}, ${webhook_id}, n, 'webhook', '', '', 'waiting', 'alarm', ${server.now() * 2}
          from generate_series(1, ${sql.lit(count)}) n`.execute(q),
      'reports',
    )
  const share = EVENTS_WAITING / 20
  await wait(fine?.webhook_id, 10)
  await wait(dead?.webhook_id, share + 700)
  await keepEvents()
  const { rows } = await server.db.system((q) =>
    sql`select webhook_id, state, error, count(*)::int as count, max(message_time)::int as last
      from delivered_message group by 1, 2, 3 order by 1, 2`.execute(q),
  )
  expect(rows).toEqual([
    { webhook_id: dead?.webhook_id, state: 'failed', error: TOO_MANY, count: 700, last: 700 },
    { webhook_id: dead?.webhook_id, state: 'waiting', error: '', count: share, last: share + 700 },
    { webhook_id: fine?.webhook_id, state: 'waiting', error: '', count: 10, last: 10 },
  ])
  expect(deliveryErrorText(TOO_MANY, 'zh')).toContain('过多')
})

test('an organisation keeps the newest hundred thousand of the events for its programs, and older ones that are still needed', async () => {
  const { tenant_id } = server.userOf('admin')
  const active = await server.alarm()
  const over = await server.alarm()
  await server.db.system(async (q) => {
    await sql`update alarm set push_state = 1 where alarm_id = ${active}`.execute(q)
    await sql`update alarm set push_state = 2 where alarm_id = ${over}`.execute(q)
    await q.deleteFrom('delivered_message').execute()
    await q.deleteFrom('webhook').execute()
    const old = { tenant_id, message_time: 0, channel: 'webhook' as const, body: '', state: 'sent' as const }
    await q
      .insertInto('delivered_message')
      .values([
        {
          ...old,
          address: 'to be sent',
          alarm_id: over,
          reason: 'recovered',
          state: 'waiting',
          due_time: server.now() * 2,
        },
        { ...old, address: 'active', alarm_id: active, reason: 'alarm' },
        { ...old, address: 'active', alarm_id: active, reason: 'shelved' },
        { ...old, address: 'over', alarm_id: over, reason: 'alarm' },
      ])
      .execute()
    await sql`insert into delivered_message (tenant_id, message_time, channel, address, body, state, reason)
      select ${tenant_id}, n, 'webhook', '', '', 'sent', 'alarm' from generate_series(1, ${sql.lit(EVENTS_KEPT)}) n`.execute(
      q,
    )
  }, 'reports')
  await keepEvents()
  const { rows } = await server.db.system((q) =>
    sql<{ count: number; first: number }>`select count(*)::int as count, min(message_time)::int as first
      from delivered_message where message_time > 0`.execute(q),
  )
  expect(rows).toEqual([{ count: EVENTS_KEPT, first: 1 }])
  const kept = await server.db.system((q) =>
    q
      .selectFrom('delivered_message')
      .select(['address', 'reason'])
      .where('message_time', '=', 0)
      .orderBy('message_id')
      .execute(),
  )
  expect(kept).toEqual([
    { address: 'to be sent', reason: 'recovered' },
    { address: 'active', reason: 'alarm' },
  ])
})
