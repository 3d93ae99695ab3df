import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { openPushServer, type PushServer } from '../../../tests/server/push.ts'
import { openGateway, openMailServer, readMail } from '../../../tests/server/receivers.ts'

let mail: Awaited<ReturnType<typeof openMailServer>>
let gateway: Awaited<ReturnType<typeof openGateway>>
let server: PushServer
let smsStatus = 202
beforeAll(async () => {
  mail = await openMailServer()
  gateway = await openGateway(() => smsStatus)
  server = await openPushServer(
    {
      SMTP_URL: mail.url,
      MAIL_FROM: 'console@plant.example',
      SMS_WEBHOOK_URL: `${gateway.url}/sms`,
      WECHAT_PUSH_URL: `${gateway.url}/wechat`,
      WECHAT_PUSH_TOKEN: 'token',
      PUBLIC_URL: 'https://plant.example/',
    },
    Date.parse('2026-11-21T10:00:00+08:00'),
  )
  await server.reach('admin', { email: 'admin@plant.example', user_tel: '+86 13800000001', wechat_openid: 'wx-admin' })
  await server.reach('operator', { email: 'operator@plant.example', user_tel: '+86 13800000002' })
  await server.reach('rival', { email: 'rival@plant.example' })
})
afterAll(async () => {
  await server.close()
  await mail.close()
  await gateway.close()
})
beforeEach(async () => {
  server.later(5 * MINUTE_MS)
  for (const name of ['admin', 'operator', 'rival']) await server.wish(name, {})
  await server.turn()
  mail.mails.length = 0
  gateway.came.length = 0
})

const received = () => gateway.came.map(({ body }) => JSON.parse(body))
const mails = () => mail.mails.map((one) => ({ to: one.to[0], ...readMail(one) }))

/** While the operator sees the test stand and holds these rights alone. */
async function operatorHolding(permissions: string[], work: () => Promise<void>) {
  const { tenant_id, user_id } = server.userOf('operator')
  const { group_id, role_id, before } = await server.db.system(async (q) => {
    const stand = q.selectFrom('device').select('group_id').where('sn_code', '=', 'TS0001')
    const { group_id } = await stand.executeTakeFirstOrThrow()
    const { role_id, permissions: before } = await q
      .selectFrom('user_role as u')
      .innerJoin('role as r', 'r.role_id', 'u.role_id')
      .select(['r.role_id', 'r.permissions'])
      .where('u.user_id', '=', user_id)
      .executeTakeFirstOrThrow()
    return { group_id: group_id ?? 0, role_id, before }
  })
  const hold = (held: string[]) =>
    server.db.system((q) => q.updateTable('role').set({ permissions: held }).where('role_id', '=', role_id).execute())
  const right = { tenant_id, user_id, group_id }
  await server.db.system((q) => q.insertInto('user_device_right').values(right).execute())
  await hold(['P00000', ...permissions])
  await work()
  await hold(before)
  await server.db.system((q) => q.deleteFrom('user_device_right').where('user_id', '=', user_id).execute())
}

describe('who is notified', () => {
  test('a user is not notified until he wants it', async () => {
    await server.alarm()
    await server.turn()
    expect([mails(), received()]).toEqual([[], []])
  })

  test('a user is notified by each channel that the rule names, from the chosen level on', async () => {
    await server.wish('admin', { email_level: 3, sms_level: 5, wechat_level: 4 })
    await server.alarm({ alarm_level: 4 })
    await server.turn()
    expect(mails().map(({ to }) => to)).toEqual(['admin@plant.example'])
    expect(received()).toEqual([{ openid: 'wx-admin', text: expect.stringContaining('温度过高') }])
    expect(gateway.came[0]?.headers.authorization).toBe('Bearer token')
    server.later(2 * MINUTE_MS)
    await server.alarm({ alarm_level: 5, channels: ['sms'] })
    await server.turn()
    expect(received().slice(1)).toEqual([{ phone: '+86 13800000001', text: expect.stringContaining('5 级 紧急') }])
    expect(mails()).toHaveLength(1)
  })

  test('a user is not notified of another organisation, nor of a device that he may not see', async () => {
    for (const name of ['admin', 'operator', 'rival']) await server.wish(name, { email_level: 1 })
    // The operator reads two groups, and the test stand is in neither; the rival has a stand of his own.
    await server.alarm({ sn_code: 'TS0001' })
    await server.turn()
    expect(mails().map(({ to }) => to)).toEqual(['admin@plant.example'])
    await server.alarm({ sn_code: 'RV0001' })
    await server.turn()
    expect(mails().map(({ to }) => to)).toEqual(['admin@plant.example', 'rival@plant.example'])
    expect((await server.keptFor('operator')).filter(({ reason }) => reason === 'alarm')).toEqual([])
  })

  test('a user is not notified of a visible device without the right to read alarms', async () => {
    await server.wish('operator', { email_level: 1 })
    await operatorHolding(['P73000'], async () => {
      await server.alarm()
      await server.turn()
    })
    expect(mails().map(({ to }) => to)).toEqual(['operator@plant.example'])
    server.later(2 * MINUTE_MS)
    await operatorHolding(['P71000'], async () => {
      await server.alarm()
      await server.turn()
    })
    expect(mails()).toHaveLength(1)
  })

  test('a user is not notified after losing the right or the device before the message', async () => {
    // Quiet for ten minutes from now, in the organisation's zone.
    const from = Math.floor((server.now() / MINUTE_MS + 8 * 60) % (24 * 60))
    const quiet = { from, to: from + 10, days: [1, 2, 3, 4, 5, 6, 7], except_level: null }
    await server.wish('operator', { email_level: 1, on_recovered: true, quiet })
    let first = 0
    await operatorHolding(['P73000'], async () => {
      first = await server.alarm()
      await server.turn()
    })
    expect((await server.keptFor('operator')).at(-1)).toMatchObject({ state: 'quiet' })
    server.later(11 * MINUTE_MS)
    await server.turn()
    expect(mails()).toEqual([])
    await server.change(first, { recover_time: server.now() })
    await server.wish('operator', { email_level: 1, on_recovered: true })

    let second = 0
    await operatorHolding(['P73000'], async () => {
      second = await server.alarm()
      await server.turn()
    })
    expect(mails()).toHaveLength(1)
    await server.change(second, { recover_time: server.now() + 1000 })
    server.later(2 * MINUTE_MS)
    await server.turn()
    expect(mails()).toHaveLength(1)
  })

  test('a user is not notified after losing the right while a message is retried: the other alarms get a new message', async () => {
    await server.wish('operator', { sms_level: 1 })
    smsStatus = 503
    await operatorHolding(['P73000'], async () => {
      await server.alarm()
      await server.turn()
    })
    expect((await server.keptFor('operator')).at(-1)).toMatchObject({ state: 'waiting', tries: 1 })
    smsStatus = 202
    gateway.came.length = 0
    server.later(MINUTE_MS)
    await server.turn()
    expect(received()).toEqual([])
    expect((await server.keptFor('operator')).at(-1)).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('may no longer see'),
    })
    server.later(5 * MINUTE_MS)
    await server.turn()
    expect(received()).toEqual([])
  })

  test('a user is not notified of alarms that are held or late, or whose rule names no channel', async () => {
    await server.wish('admin', { email_level: 1 })
    await server.alarm({ held: 'SHLVD' })
    await server.alarm({ held: 'DSUPR' })
    await server.alarm({ held: 'OOSRV' })
    await server.alarm({ is_late: true })
    await server.alarm({ channels: [] })
    await server.alarm({ channels: ['webhook'] })
    await server.turn()
    expect(mails()).toEqual([])
  })

  test('a user is notified of a held alarm that is still active when its hold ends, and not of one that is over', async () => {
    await server.wish('admin', { email_level: 1 })
    const [stands, isOver] = [await server.alarm({ held: 'SHLVD' }), await server.alarm({ held: 'SHLVD' })]
    await server.turn()
    await server.change(isOver, { recover_time: server.now() })
    await server.turn()
    for (const alarm_id of [stands, isOver]) await server.change(alarm_id, { held: null })
    await server.turn()
    await server.turn()
    expect(
      (await server.keptFor('admin')).filter(({ alarm_id }) => alarm_id === stands || alarm_id === isOver),
    ).toEqual([expect.objectContaining({ alarm_id: stands, state: 'sent' })])
    expect(mails()).toHaveLength(1)
  })

  test('a user without a confirmed address is not notified, and the record says why', async () => {
    await server.wish('admin', { email_level: 1 })
    const { user_id } = server.userOf('admin')
    const proved = (is_email_verified: boolean) =>
      server.db.system((q) =>
        q.updateTable('app_user').set({ is_email_verified }).where('user_id', '=', user_id).execute(),
      )
    await proved(false)
    const alarm_id = await server.alarm()
    await server.turn()
    await proved(true)
    expect(mails()).toEqual([])
    expect((await server.keptFor('admin')).at(-1)).toMatchObject({ alarm_id, state: 'no_address', address: '' })
  })
})

describe('a message', () => {
  test('a push message says what, where, when, how much and what to do, and leads to the alarm without a token', async () => {
    await server.wish('admin', { email_level: 1, sms_level: 1 })
    const alarm_id = await server.alarm({ alarm_name: '出口温度高' })
    await server.turn()
    const [one] = mails()
    expect(one?.subject).toBe('报警：出口温度高 · 测试台')
    expect(one?.body.trim().split(/\r?\n/)).toEqual([
      '报警：出口温度高（4 级 高）',
      '设备：测试台（TS0001）',
      `时间：${new Date(server.now() + 8 * HOUR_MS).toISOString().slice(0, 19).replace('T', ' ')}（Asia/Shanghai）`,
      '数值：95.2 °C',
      '说明：高于 90',
      '处置：关闭加热，查看冷却水',
      `查看：https://plant.example/console/info/realTimeFault?alarm=${alarm_id}`,
    ])
    expect(received()[0].text).toContain('【Sightglass】报警：出口温度高（4 级 高），测试台 TS0001，95.2 °C')
  })

  test('a push message links to what its reader may open, and nowhere where that is nothing', async () => {
    const [faults, monitor] = ['info/realTimeFault', 'deviceDetail/TS0001?tab=alarms']
    await server.wish('operator', { email_level: 1, sms_level: 1, lang: 'en' })
    for (const [rights, one, several] of [
      [['P70000', 'P73000'], (alarm_id: number) => `${faults}?alarm=${alarm_id}`, faults],
      [['P10000'], (alarm_id: number) => `${monitor}&alarm=${alarm_id}`, monitor],
      [['P100000'], () => null, null],
    ] as const)
      await operatorHolding([...rights], async () => {
        const linkIn = (text: string) =>
          /https:\S+/.exec(text)?.[0]?.replace('https://plant.example/console/', '') ?? null
        const alarm_id = await server.alarm()
        await server.turn()
        server.later(MINUTE_MS)
        await server.alarms(2)
        await server.turn()
        const links = [...mails().map(({ body }) => body), ...received().map(({ text }) => text)].map(linkIn)
        expect(links).toEqual([one(alarm_id), several, one(alarm_id), several])
        mail.mails.length = 0
        gateway.came.length = 0
        server.later(5 * MINUTE_MS)
      })
  })

  test('a push message is in the reader’s language', async () => {
    await server.wish('admin', { email_level: 1, lang: 'en' })
    await server.alarm()
    await server.turn()
    expect(mails()[0]?.subject).toMatch(/^Alarm: Too hot \d+ · 测试台$/)
    expect(mails()[0]?.body).toContain('Response: Turn the heater off')
  })

  test('a push message carries the same id at every try', async () => {
    await server.wish('admin', { email_level: 1, sms_level: 1 })
    await server.alarm()
    await server.turn()
    expect(mails()[0]?.header('Message-ID')).toMatch(/^<sightglass-\d+@plant\.example>$/)
    expect(gateway.came[0]?.headers['idempotency-key']).toMatch(/^sightglass-\d+$/)
  })

  test('a message that an alarm is over goes to the users who were notified of it and want to know', async () => {
    await server.wish('admin', { email_level: 1, sms_level: 1, on_recovered: true })
    const alarm_id = await server.alarm({ alarm_name: '液位低' })
    await server.turn()
    const recover_time = server.now() + 90_000
    await server.change(alarm_id, { recover_time })
    server.later(2 * MINUTE_MS)
    await server.turn()
    await server.turn()
    expect(mails().map(({ subject }) => subject)).toEqual(['报警：液位低 · 测试台', '报警恢复：液位低 · 测试台'])
    // When it was over, and neither the value of when it came nor what was to be done.
    const over = new Date(recover_time + 8 * HOUR_MS).toISOString().slice(5, 16).replace('T', ' ')
    expect(received().at(-1).text).toContain(`液位低（4 级 高），测试台 TS0001，${over} https://`)
    expect(mails()[1]?.body).not.toMatch(/处置|数值/)
    await server.wish('admin', { email_level: 1 })
    const other = await server.alarm()
    await server.turn()
    await server.change(other, { recover_time: server.now() + 1000 })
    server.later(2 * MINUTE_MS)
    await server.turn()
    expect(mails()).toHaveLength(3)
  })
})

describe('a flood', () => {
  test('a flood of 1,000 alarms is two messages: the first alarm, and all the others a minute later', async () => {
    await server.wish('admin', { sms_level: 1 })
    await server.alarm({ alarm_name: '第一条' })
    await server.turn()
    await server.alarms(998, { alarm_level: 3 })
    await server.alarm({ alarm_level: 5, alarm_name: '最严重' })
    await server.turn()
    server.later(MINUTE_MS - 2000)
    await server.turn()
    expect(received()).toHaveLength(1)
    server.later(2000)
    await server.turn()
    await server.turn()
    expect(received().map(({ text }) => text)).toEqual([
      expect.stringContaining('第一条'),
      '【Sightglass】另有 999 条报警，最严重：最严重 · 测试台 https://plant.example/console/info/realTimeFault',
    ])
    const { rows } = (await server.call('admin', 'GET', '/yun/message/delivered', { reason: 'alarm' })).data
    expect(rows[0]).toMatchObject({ alarms: 999, state: 'sent', name: '管理员', alarm_name: '最严重', channel: 'sms' })
  })

  test.each([
    ['sms', () => received().length],
    ['email', () => mails().length],
  ] as const)(
    'a flood uses the quota of its messages by %s; at its end unsent ones are recorded, and reported once to user and administrators',
    async (quota, countSent) => {
      const { user_id, tenant_id } = server.userOf('admin')
      const told_of = () =>
        server.db.system((q) =>
          q
            .selectFrom('system_message')
            .select(['kind', 'user_id', 'params'])
            .where('tenant_id', '=', tenant_id)
            .where('kind', '=', 'quota-used-up')
            .where(sql`params ->> 'quota'`, '=', quota)
            .execute(),
        )
      const used = async () =>
        (await server.call('admin', 'GET', '/yun/push/setting')).data.channels.find(
          ({ channel }: { channel: string }) => channel === quota,
        )
      const before = await used()
      await server.db.system((q) =>
        q
          .insertInto('user_quota')
          .values({ tenant_id, user_id, quota, limit_value: before.used + 1 })
          .execute(),
      )
      await server.wish('admin', { [`${quota}_level`]: 1 })
      for (let i = 0; i < 3; i++) {
        await server.alarms(10)
        await server.turn()
        server.later(2 * MINUTE_MS)
      }
      const ended = await used()
      await server.db.system((q) => q.deleteFrom('user_quota').where('user_id', '=', user_id).execute())
      expect(countSent()).toBe(1)
      expect(ended).toMatchObject({ limit: before.used + 1, used: before.used + 1 })
      expect((await server.keptFor('admin')).slice(-3).map(({ state, alarms }) => [state, alarms])).toEqual([
        ['sent', 10],
        ['quota', 10],
        ['quota', 10],
      ])
      expect(await told_of()).toEqual([{ kind: 'quota-used-up', user_id, params: { quota, name: '管理员' } }])
    },
  )
})

test('the deliveries of an alarm are listed for users who see its device', async () => {
  await server.wish('admin', { email_level: 1, sms_level: 1 })
  const alarm_id = await server.alarm()
  await server.turn()
  const read = (name: string) => server.call(name, 'GET', '/rAlarmDev/deliveries', { alarm_id: String(alarm_id) })
  const { rows, total } = (await read('admin')).data
  expect(total).toBe(2)
  expect(
    rows.map(({ channel, state, name, reason }: Record<string, string>) => [channel, state, name, reason]),
  ).toEqual([
    ['email', 'sent', '管理员', 'alarm'],
    ['sms', 'sent', '管理员', 'alarm'],
  ])
  for (const name of ['operator', 'rival']) expect((await read(name)).meta.code).toBe('100002')
})

test('parallel turns notify nobody twice', async () => {
  await server.wish('admin', { email_level: 1 })
  await server.alarm()
  await Promise.all([server.push.turn(), server.push.turn(), server.push.turn()])
  await server.push.outbox.settled()
  expect(mails()).toHaveLength(1)
})
