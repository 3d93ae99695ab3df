import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openPushServer, type PushServer } from '../../test-push.ts'
import { openGateway } from '../../test-receivers.ts'
import { RETRY_MS } from './outbox.ts'

let receiver: Awaited<ReturnType<typeof openGateway>>
let status = 200
let server: PushServer
beforeAll(async () => {
  receiver = await openGateway((_body, path) => (path.startsWith('/hook') ? status : 404))
  server = await openPushServer({ PRIVATE_HOSTS: '127.0.0.1' })
}, 120_000)
afterAll(async () => {
  await server.close()
  await receiver.close()
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
  server.later(11 * 60_000)
})

const HOOK = { webhook_name: '工单系统', from_level: 3, group_id: null, is_enabled: true }
const save = (given: object = {}, user_name = 'admin') =>
  server.call(user_name, 'PUT', '/yun/push/webhook', { ...HOOK, url: `${receiver.url}/hook?key=1`, ...given })
const rows = () =>
  server.db.system((q) =>
    q
      .selectFrom('delivered_message')
      .select(['state', 'tries', 'error', 'address', 'due_time'])
      .orderBy('message_id')
      .execute(),
  )

describe('a webhook', () => {
  test('gets what came and what is over as JSON, which its secret signs', async () => {
    const { secret } = (await save()).data
    const alarm_id = await server.alarm({ alarm_name: '出口温度高' })
    await server.turn()
    await server.change(alarm_id, { recover_time: server.now() })
    await server.turn()
    const [produced, recovered] = receiver.came
    const told = JSON.parse(produced?.body ?? '')
    expect(told).toEqual({
      event: 'produced',
      tenant: { tenant_id: server.userOf('admin').tenant_id, name: '演示水务' },
      time: server.now(),
      alarm: expect.objectContaining({
        ...{ alarm_id: String(alarm_id), sn_code: 'TS0001', dev_alias: '测试台', alarm_level: 4, unit: '°C' },
        ...{ alarm_name: '出口温度高', alarm_value: 95.2, recover_time: null, response: '关闭加热，查看冷却水' },
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
      ['sent', `${receiver.url}/hook`],
      ['sent', `${receiver.url}/hook`],
    ])
  })

  test('hears of alarms of its level and group alone, whose rule names webhooks, and of its own organisation', async () => {
    await save()
    await server.alarm({ alarm_level: 2 })
    await server.alarm({ channels: ['email'] })
    await server.alarm({ sn_code: 'RV0001' })
    await server.turn()
    expect(receiver.came).toEqual([])
  })

  test('that does not answer is tried again, later each time, and then given up; it can be tried once more by hand', async () => {
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
    server.later(86_400_000)
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

  test('that leads elsewhere is followed by nobody', async () => {
    const { webhook } = (await save()).data
    status = 307
    const { data } = await server.call('admin', 'POST', '/yun/push/webhook/test', { webhook_id: webhook.webhook_id })
    expect(data).toEqual({ status: 307, error: 'the answer was 307' })
    expect(receiver.came.map(({ path }) => path)).toEqual(['/hook?key=1'])
  })

  test('is tested by a press, up to five times in ten minutes', async () => {
    const { webhook } = (await save()).data
    const press = () => server.call('admin', 'POST', '/yun/push/webhook/test', { webhook_id: webhook.webhook_id })
    expect((await press()).data).toEqual({ status: 200, error: '' })
    expect(JSON.parse(receiver.came[0]?.body ?? '')).toMatchObject({ event: 'test', alarm: null })
    for (let i = 0; i < 4; i++) await press()
    expect((await press()).meta.code).toBe('100019')
  })

  test('has its secret told once, and another when it is renewed', async () => {
    const made = (await save()).data
    expect(made.secret).toMatch(/^sgwh_[\w-]{43}$/)
    const { webhook_id } = made.webhook
    expect((await save({ webhook_id })).data.secret).toBe(null)
    const renewed = (await save({ webhook_id, is_renewed: true })).data
    expect(renewed.secret).not.toBe(made.secret)
    const listed = JSON.stringify((await server.call('admin', 'GET', '/yun/push/webhook')).data)
    expect(listed).not.toContain('sgwh_')
  })

  test('that is deleted leaves what it was sent among the messages', async () => {
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
  ])('%s is refused when it is saved', async (url) => {
    expect((await save({ url })).meta.code).toBe('100006')
  })

  test('on a private network is never asked, unless its host is listed', async () => {
    const { webhook } = (await save({ url: 'https://10.0.0.1/hook' })).data
    const { data } = await server.call('admin', 'POST', '/yun/push/webhook/test', { webhook_id: webhook.webhook_id })
    expect(data).toEqual({ status: null, error: 'the host is on a private network' })
  })

  test('of another organisation is nobody’s to see, test, change or delete', async () => {
    const { webhook_id } = (await save()).data.webhook
    expect((await server.call('rival', 'GET', '/yun/push/webhook')).data.rows).toEqual([])
    expect((await save({ webhook_id }, 'rival')).meta.code).toBe('100002')
    expect((await server.call('rival', 'POST', '/yun/push/webhook/test', { webhook_id })).meta.code).toBe('100002')
    expect((await server.call('rival', 'DELETE', '/yun/push/webhook', { webhook_id })).meta.code).toBe('100002')
    expect((await server.call('manager', 'GET', '/yun/push/webhook')).meta.code).toBe('100015')
  })
})
