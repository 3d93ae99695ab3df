import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { deliveryErrorText } from '../../../core/rules/delivery-error-text.ts'
import { openPushServer, type PushServer } from '../../../tests/server/push.ts'
import { openGateway } from '../../../tests/server/receivers.ts'
import { RETRY_MS } from './outbox.ts'

let receiver: Awaited<ReturnType<typeof openGateway>>
const talker = createServer()
let status = 200
let server: PushServer
beforeAll(async () => {
  receiver = await openGateway((_body, path) => (path.startsWith('/hook') ? status : 404))
  await once(talker.listen(0, '127.0.0.1'), 'listening')
  const listed = [new URL(receiver.url).host, `127.0.0.1:${(talker.address() as AddressInfo).port}`]
  server = await openPushServer({ PRIVATE_HOSTS: listed.join(',') })
})
afterAll(async () => {
  await server.close()
  await receiver.close()
  talker.close()
})
beforeEach(async () => {
  status = 200
  await server.db.system(async (q) => {
    await q.deleteFrom('delivered_message').execute()
    await q.deleteFrom('webhook').execute()
  })
  receiver.came.length = 0
  server.defects.length = 0
  // Tests of one hook are counted by 10 minutes.
  server.later(11 * MINUTE_MS)
})

const HOOK = { webhook_name: '工单系统', from_level: 3, group_id: null, is_enabled: true }
const save = (overrides: object = {}, user_name = 'admin') =>
  server.call(user_name, 'PUT', '/yun/push/webhook', { ...HOOK, url: `${receiver.url}/hook?key=1`, ...overrides })
const rows = () =>
  server.db.system((q) =>
    q
      .selectFrom('delivered_message')
      .select(['state', 'tries', 'error', 'address', 'due_time'])
      .orderBy('message_id')
      .execute(),
  )

describe('a webhook', () => {
  test('a webhook gets what came and what is over as JSON, which its secret signs', async () => {
    const { secret } = (await save()).data
    const alarm_id = await server.alarm({ alarm_name: '出口温度高' })
    await server.turn()
    await server.change(alarm_id, { recover_time: server.now() })
    await server.turn()
    const [produced, recovered] = receiver.came
    const body = JSON.parse(produced?.body ?? '')
    expect(body).toEqual({
      event: 'produced',
      tenant: { tenant_id: server.userOf('admin').tenant_id, name: '演示水务' },
      by: null,
      note: null,
      note_en: null,
      time: server.now(),
      alarm: expect.objectContaining({
        alarm_id: String(alarm_id),
        sn_code: 'TS0001',
        dev_alias: '测试台',
        alarm_level: 4,
        unit: '°C',
        alarm_name: '出口温度高',
        alarm_value: 95.2,
        recover_time: null,
        response: '关闭加热，查看冷却水',
      }),
    })
    expect(JSON.parse(recovered?.body ?? '')).toMatchObject({
      event: 'recovered',
      alarm: { alarm_id: String(alarm_id), recover_time: server.now() },
    })
    // As a receiver computes it, from what came alone.
    for (const { headers, body } of receiver.came) {
      const stamp = headers['sightglass-timestamp']
      const expected = createHmac('sha256', secret).update(`${stamp}.`).update(Buffer.from(body, 'utf8')).digest('hex')
      expect(headers['sightglass-signature']).toBe(`sha256=${expected}`)
      expect(stamp).toBe(String(Math.floor(server.now() / 1000)))
    }
    expect(new Set(receiver.came.map(({ headers }) => headers['sightglass-delivery'])).size).toBe(2)
    // What is listed holds no key of the address.
    expect((await rows()).map(({ state, address }) => [state, address])).toEqual([
      ['sent', `${receiver.url}/…`],
      ['sent', `${receiver.url}/…`],
    ])
  })

  test('a webhook hears what people did with an alarm that it was notified of, by whom and why', async () => {
    await save()
    const alarm_id = await server.alarm()
    const unknown = await server.alarm({ alarm_level: 2 })
    await server.turn()
    receiver.came.length = 0
    const end_time = server.now() + HOUR_MS
    const { tenant_id, rule_id, device_id } = await server.db.system((q) =>
      q.selectFrom('alarm').selectAll().where('alarm_id', '=', alarm_id).executeTakeFirstOrThrow(),
    )
    const hold = { tenant_id, rule_id, device_id, kind: 'SHLVD' as const, start_time: server.now(), end_time }
    const who = { reason: '检修中', user_id: 1, user_name: '值班员' }
    await server.db.system((q) =>
      q
        .insertInto('alarm_hold')
        .values({ ...hold, ...who })
        .execute(),
    )
    await server.change(alarm_id, { held: 'SHLVD' })
    await server.act(alarm_id, 4, '值班员', '检修中')
    await server.turn()
    await server.change(alarm_id, { held: null })
    await server.act(alarm_id, 5)
    await server.turn()
    await server.call('admin', 'PUT', '/rAlarmDev', { alarm_id: String(alarm_id), alarm_note: '已派人' })
    await server.act(unknown, 3, 'admin')
    await server.act(alarm_id, 3, null, null, 'confirmed-since')
    await server.turn()
    await server.turn()
    const bodies = receiver.came.map(({ body }) => JSON.parse(body))
    expect(bodies.map(({ event, by, note, note_en }) => [event, by, note, note_en])).toEqual([
      ['shelved', '值班员', '检修中', null],
      ['unshelved', null, null, null],
      ['confirmed', 'admin', '已派人', null],
      ['confirmed', null, '其后的一次已确认', 'A later occurrence was confirmed already'],
    ])
    expect(bodies.map(({ alarm }) => alarm.confirm_time)).toEqual([null, null, expect.any(Number), expect.any(Number)])
    expect(bodies.map(({ alarm }) => alarm.held_until)).toEqual([end_time, null, null, null])
    const { rows: record } = (
      await server.call('admin', 'GET', '/rAlarmDev/deliveries', { alarm_id: String(alarm_id) })
    ).data
    expect(record.map(({ reason }: { reason: string }) => reason)).toContain('confirmed')
  })

  test('a webhook hears first that an alarm came, and nothing of one that was kept from operators then', async () => {
    await save()
    const [quick, held] = [await server.alarm(), await server.alarm({ held: 'SHLVD' })]
    await server.act(quick, 3, 'admin')
    await server.act(held, 4, 'admin')
    await server.turn()
    expect(receiver.came.map(({ body }) => JSON.parse(body).event)).toEqual(['produced', 'confirmed'])
    await server.change(held, { held: null })
    await server.turn()
    expect(receiver.came.map(({ body }) => JSON.parse(body).event).slice(2)).toEqual(['produced'])
  })

  test('a webhook hears of alarms of its level and group alone, whose rule names webhooks, and of its own organisation', async () => {
    await save()
    await server.alarm({ alarm_level: 2 })
    await server.alarm({ channels: ['email'] })
    await server.alarm({ sn_code: 'RV0001' })
    await server.turn()
    expect(receiver.came).toEqual([])
  })

  test('a webhook that does not answer is tried again, later each time, until it has failed; it can be retried by hand', async () => {
    await save()
    status = 503
    await server.alarm()
    await server.turn()
    for (const wait of RETRY_MS) {
      server.later(wait - 1000)
      await server.turn()
      const before = receiver.came.length
      server.later(1000)
      await server.turn()
      expect(receiver.came).toHaveLength(before + 1)
    }
    expect(await rows()).toMatchObject([
      { state: 'failed', tries: RETRY_MS.length + 1, error: 'the answer was 503', due_time: null },
    ])
    server.later(DAY_MS)
    await server.turn()
    expect(receiver.came).toHaveLength(RETRY_MS.length + 1)
    expect(new Set(receiver.came.map(({ headers }) => headers['sightglass-delivery'])).size).toBe(1)
    expect((await server.call('admin', 'GET', '/yun/push/webhook')).data.rows).toMatchObject([
      { failed: 1, last_state: 'failed' },
    ])
    status = 200
    const { message_id } = (await server.call('admin', 'GET', '/yun/message/delivered')).data.rows[0]
    await server.call('admin', 'POST', '/yun/push/again', { message_id })
    await server.push.outbox.settled()
    expect(await rows()).toMatchObject([{ state: 'sent', error: '' }])
    expect((await server.call('admin', 'POST', '/yun/push/again', { message_id })).meta.code).toBe('100002')
    expect(server.defects.splice(0)).toHaveLength(1)
  })

  test('a webhook that was out of reach receives the events of each alarm in order', async () => {
    await save()
    const alarm_id = await server.alarm()
    status = 503
    await server.turn()
    await server.change(alarm_id, { recover_time: server.now() })
    await server.act(alarm_id, 3, 'admin')
    const other = await server.alarm()
    status = 200
    await server.turn()
    server.later(RETRY_MS[0])
    await server.turn()
    const bodies = receiver.came.slice(1).map(({ body }) => JSON.parse(body))
    const eventsOf = (id: number) =>
      bodies.filter(({ alarm }) => alarm.alarm_id === String(id)).map(({ event }) => event as string)
    expect(eventsOf(alarm_id)).toEqual(['produced', 'recovered', 'confirmed'])
    expect(eventsOf(other)).toEqual(['produced'])
  })

  test('a webhook that redirects is not followed', async () => {
    const { webhook } = (await save()).data
    status = 307
    const { data } = await server.call('admin', 'POST', '/yun/push/webhook/test', { webhook_id: webhook.webhook_id })
    expect(data).toEqual({ status: 307, error: 'the answer was 307' })
    expect(receiver.came.map(({ path }) => path)).toEqual(['/hook?key=1'])
  })

  test('a webhook with an endless answer has received the event, and its answer is not read', async () => {
    let written = 0
    talker.on('request', (request, response) => {
      request.resume()
      response.writeHead(200)
      const line = Buffer.alloc(64 * 1024, 'x')
      const talk = () => {
        let isTaken = true
        while (isTaken && !response.destroyed) {
          written += line.length
          isTaken = response.write(line)
        }
      }
      response.on('drain', talk)
      talk()
    })
    const ended = new Promise((close) => talker.on('connection', (socket) => socket.on('close', close)))
    const url = `http://127.0.0.1:${(talker.address() as AddressInfo).port}/hook`
    const { webhook_id } = (await save({ url })).data.webhook
    const { data } = await server.call('admin', 'POST', '/yun/push/webhook/test', { webhook_id })
    expect(data).toEqual({ status: 200, error: '' })
    await ended
    expect(written).toBeLessThan(16 * 1024 * 1024)
    expect(await rows()).toMatchObject([{ state: 'sent', error: '' }])
  })

  test('a webhook is tested by a press, up to twenty times in ten minutes by an organisation, whichever of its webhooks', async () => {
    const { webhook } = (await save()).data
    const press = () => server.call('admin', 'POST', '/yun/push/webhook/test', { webhook_id: webhook.webhook_id })
    expect((await press()).data).toEqual({ status: 200, error: '' })
    expect(JSON.parse(receiver.came[0]?.body ?? '')).toMatchObject({ event: 'test', alarm: null })
    for (let i = 0; i < 19; i++) await press()
    const { webhook_id } = (await save()).data.webhook
    const another = await server.call('admin', 'POST', '/yun/push/webhook/test', { webhook_id })
    expect([(await press()).meta.code, another.meta.code]).toEqual(['100019', '100019'])
  })

  test('a webhook has its secret shown once, and another when it is renewed', async () => {
    const made = (await save()).data
    expect(made.secret).toMatch(/^sgwh_[\w-]{43}$/)
    const { webhook_id } = made.webhook
    expect((await save({ webhook_id })).data.secret).toBe(null)
    const renewed = (await save({ webhook_id, is_renewed: true })).data
    expect(renewed.secret).not.toBe(made.secret)
    const listed = JSON.stringify((await server.call('admin', 'GET', '/yun/push/webhook')).data)
    expect(listed).not.toContain('sgwh_')
  })

  test('a deleted webhook leaves its deliveries among the messages', async () => {
    const { webhook } = (await save()).data
    status = 503
    await server.alarm()
    await server.turn()
    await server.call('admin', 'DELETE', '/yun/push/webhook', { webhook_id: webhook.webhook_id })
    expect(await rows()).toMatchObject([{ state: 'failed', error: 'the webhook was deleted', due_time: null }])
  })
})

describe('an address', () => {
  test.each([
    'http://example.com/hook',
    'ftp://example.com',
    'https://a:b@example.com',
    'javascript:alert(1)',
    'example.com',
  ])('an address %s is refused when it is saved', async (url) => {
    expect((await save({ url })).meta.code).toBe('100006')
  })

  test('a webhook on a private network is never called, unless its host is listed, and is refused like an unknown host', async () => {
    const answers = new Set<string>()
    for (const host of ['10.0.0.1', 'localhost', 'nobody.invalid']) {
      const { webhook_id } = (await save({ url: `https://${host}/hook` })).data.webhook
      const { data } = await server.call('admin', 'POST', '/yun/push/webhook/test', { webhook_id })
      answers.add(JSON.stringify(data))
    }
    const error = 'no such host on the internet: mend the address, or have its host and port listed in PRIVATE_HOSTS'
    expect([...answers]).toEqual([JSON.stringify({ status: null, error })])
    expect(deliveryErrorText(error, 'zh')).toContain('没有该主机')
  })

  test('a webhook reaches only the listed port of its host', async () => {
    const other = await openGateway(() => 200)
    try {
      expect((await save({ url: `${other.url}/hook` })).meta.code).toBe('100006')
      const { webhook_id } = (await save({ url: `${other.url}/hook`.replace('http:', 'https:') })).data.webhook
      const { data } = await server.call('admin', 'POST', '/yun/push/webhook/test', { webhook_id })
      expect(data).toMatchObject({ status: null, error: expect.stringContaining('PRIVATE_HOSTS') })
      expect(other.came).toEqual([])
    } finally {
      await other.close()
    }
  })

  test('a webhook of another organisation cannot be seen, tested, changed or deleted', async () => {
    const { webhook_id } = (await save()).data.webhook
    expect((await server.call('rival', 'GET', '/yun/push/webhook')).data.rows).toEqual([])
    expect((await save({ webhook_id }, 'rival')).meta.code).toBe('100002')
    expect((await server.call('rival', 'POST', '/yun/push/webhook/test', { webhook_id })).meta.code).toBe('100002')
    expect((await server.call('rival', 'DELETE', '/yun/push/webhook', { webhook_id })).meta.code).toBe('100002')
    expect((await server.call('manager', 'GET', '/yun/push/webhook')).meta.code).toBe('100015')
  })
})
