import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deliveryErrorText } from '../../../core/rules/delivery-error-text.ts'
import { openPushServer, type PushServer } from '../../../tests/server/push.ts'
import { openGateway } from '../../../tests/server/receivers.ts'
import { RETRY_MS } from './outbox.ts'
import { MAKER_GONE } from './webhook-rows.ts'

let receiver: Awaited<ReturnType<typeof openGateway>>
let status = 200
let server: PushServer
beforeAll(async () => {
  receiver = await openGateway(() => status)
  server = await openPushServer({ PRIVATE_HOSTS: new URL(receiver.url).host })
})
afterAll(async () => {
  expect(server.defects).toEqual([])
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
})

const HOOK = { webhook_name: '工单系统', from_level: 3, group_id: null, is_enabled: true }
const save = (overrides: object = {}, user_name = 'admin') =>
  server.call(user_name, 'PUT', '/yun/push/webhook', { ...HOOK, url: `${receiver.url}/hook`, ...overrides })
const rows = () =>
  server.db.system((q) =>
    q.selectFrom('delivered_message').select(['state', 'tries', 'error', 'due_time']).orderBy('message_id').execute(),
  )

describe.each([
  ['is no administrator any more', { user_type: 3, is_active: 1 }],
  ['is locked', { user_type: 1, is_active: 0 }],
])('a webhook whose maker %s', (_why, less) => {
  const setMaker = (set: { user_type: number; is_active: number }) =>
    server.db.system((q) =>
      q.updateTable('app_user').set(set).where('user_id', '=', server.userOf('manager').user_id).execute(),
    )
  let webhook_id = 0
  beforeEach(async () => {
    await setMaker({ user_type: 1, is_active: 1 })
    webhook_id = (await save({}, 'manager')).data.webhook.webhook_id
  })
  afterEach(() => setMaker({ user_type: 2, is_active: 1 }))

  test('a webhook that lost its maker is sent no new events, and says so, until an administrator saves it', async () => {
    await setMaker(less)
    await server.alarm()
    await server.turn()
    expect(receiver.came).toEqual([])
    expect(await rows()).toMatchObject([{ state: 'failed', error: MAKER_GONE, due_time: null }])
    const listed = async () => (await server.call('admin', 'GET', '/yun/push/webhook')).data.rows
    expect(await listed()).toMatchObject([{ maker: '站长', has_maker: false, last_state: 'failed' }])
    expect(deliveryErrorText(MAKER_GONE, 'zh')).toContain('创建者')
    const tested = await server.call('admin', 'POST', '/yun/push/webhook/test', { webhook_id })
    expect(tested.data).toEqual({ status: null, error: MAKER_GONE })
    expect(receiver.came).toEqual([])
    await save({ webhook_id })
    expect(await listed()).toMatchObject([{ maker: '管理员', has_maker: true }])
    await server.alarm()
    await server.turn()
    expect(receiver.came).toHaveLength(1)
  })

  test('a webhook that lost its maker is sent nothing of what waited', async () => {
    status = 503
    await server.alarm()
    await server.turn()
    receiver.came.length = 0
    status = 200
    await setMaker(less)
    server.later(RETRY_MS[0])
    await server.turn()
    expect(receiver.came).toEqual([])
    expect(await rows()).toMatchObject([{ state: 'failed', error: MAKER_GONE, due_time: null }])
  })
})

test('a webhook whose maker was deleted belongs to nobody, and is sent nothing', async () => {
  const { webhook_id } = (await save()).data.webhook
  await server.db.system((q) =>
    q.updateTable('webhook').set({ user_id: null }).where('webhook_id', '=', webhook_id).execute(),
  )
  await server.alarm()
  await server.turn()
  expect(receiver.came).toEqual([])
  expect((await server.call('admin', 'GET', '/yun/push/webhook')).data.rows).toMatchObject([
    { maker: null, has_maker: false },
  ])
})

test('a webhook of a closed organisation hears nothing of what came and what waited, until it is open again', async () => {
  await save()
  const { tenant_id } = server.userOf('admin')
  const close = (closed_time: number | null) =>
    server.db.system((q) => q.updateTable('tenant').set({ closed_time }).where('tenant_id', '=', tenant_id).execute())
  status = 503
  const waited = await server.alarm()
  await server.turn()
  receiver.came.length = 0
  status = 200
  await close(server.now())
  try {
    await server.change(waited, { recover_time: server.now() })
    await server.act(waited, 3, 'admin')
    await server.alarm()
    server.later(RETRY_MS[0])
    await server.turn()
    expect(receiver.came).toEqual([])
    expect(await rows()).toMatchObject([{ state: 'waiting', tries: 1 }])
  } finally {
    await close(null)
  }
  await server.turn()
  await server.turn()
  expect(receiver.came.map(({ body }) => JSON.parse(body).event).sort()).toEqual([
    'confirmed',
    'produced',
    'produced',
    'recovered',
  ])
})
