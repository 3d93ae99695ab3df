import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { refusalOf } from '../../../tests/server/people.ts'
import { openPushServer, type PushServer } from '../../../tests/server/push.ts'

let server: PushServer
beforeAll(async () => {
  server = await openPushServer()
})
afterAll(() => server.close())

const SETTING = {
  email_level: 3,
  sms_level: null,
  wechat_level: 5,
  on_recovered: true,
  lang: 'en',
  quiet: { from: 1320, to: 420, days: [7, 1, 1], except_level: 5 },
}
const own = async (name: string) => (await server.call(name, 'GET', '/yun/push/setting')).data

describe('own settings', () => {
  test('own push settings are off until the user switches them on, and belong to that user', async () => {
    expect((await own('operator')).setting).toEqual({
      email_level: null,
      sms_level: null,
      wechat_level: null,
      on_recovered: false,
      lang: 'zh',
      quiet: null,
    })
    const { data } = await server.call('operator', 'PUT', '/yun/push/setting', SETTING)
    expect(data.setting).toEqual({ ...SETTING, quiet: { ...SETTING.quiet, days: [1, 7] } })
    expect((await own('operator')).setting).toEqual(data.setting)
    for (const name of ['admin', 'operator2', 'rival']) expect((await own(name)).setting.email_level).toBe(null)
  })

  test('own push settings say which address is missing or not confirmed, whether a provider exists, and what is left of the quota', async () => {
    const { user_id } = server.userOf('operator')
    await server.db.system((q) =>
      q.updateTable('app_user').set({ email: 'operator@plant.example' }).where('user_id', '=', user_id).execute(),
    )
    const { channels, timezone } = await own('operator')
    expect(timezone).toBe('Asia/Shanghai')
    expect(channels).toEqual([
      {
        channel: 'email',
        address_state: 'unproved',
        address: 'op***@plant.example',
        has_provider: false,
        limit: 10_000_000,
        used: 0,
      },
      { channel: 'sms', address_state: 'none', address: '', has_provider: false, limit: 1000, used: 0 },
      { channel: 'wechat', address_state: 'none', address: '', has_provider: false, limit: 1000, used: 0 },
    ])
  })

  test.each([
    ['email_level', { email_level: 6 }],
    ['sms_level', { sms_level: 0 }],
    ['quiet.from', { quiet: { ...SETTING.quiet, from: 1440 } }],
    ['quiet.days', { quiet: { ...SETTING.quiet, days: [] } }],
    ['quiet.days.0', { quiet: { ...SETTING.quiet, days: [8] } }],
  ])('a wrong %s is refused at its field', async (field, wrong) => {
    expect(refusalOf(await server.call('operator', 'PUT', '/yun/push/setting', { ...SETTING, ...wrong }))).toBe(
      `100006 ${field}`,
    )
  })

  test('a test message goes to the own confirmed address, counts as any other, and is not sent all day', async () => {
    const press = (channel: string) => server.call('operator2', 'POST', '/yun/push/test', { channel })
    expect((await press('sms')).meta.code).toBe('100024')
    await server.reach('operator2', { user_tel: '+86 13800000007' })
    expect((await press('sms')).data).toEqual({ state: 'kept', error: '' })
    expect((await own('operator2')).channels[1]).toMatchObject({ address_state: 'ready', used: 1 })
    expect(await server.keptFor('operator2')).toMatchObject([
      { reason: 'test', address: '+86 13800000007', state: 'kept' },
    ])
    for (let i = 0; i < 3; i++) await press('sms')
    expect((await press('sms')).meta.code).toBe('100019')
    server.later(11 * MINUTE_MS)
    expect((await press('sms')).meta.code).toBe('100001')
  })
})

test('a message to a person that is sent again counts for the quota, and stays as it is where that is used up', async () => {
  const { tenant_id, user_id } = server.userOf('operator2')
  const failed = { channel: 'sms', address: '1', body: '', state: 'failed', reason: 'alarm', message_time: 1 } as const
  const { message_id } = await server.db.system((q) =>
    q
      .insertInto('delivered_message')
      .values({ tenant_id, user_id, ...failed })
      .returning('message_id')
      .executeTakeFirstOrThrow(),
  )
  const again = async () => (await server.call('admin', 'POST', '/yun/push/again', { message_id })).meta.code
  const used = async () => (await own('operator2')).channels[1].used
  const before = await used()
  expect(await again()).toBe('100001')
  expect(await used()).toBe(before + 1)
  await server.push.outbox.settled()
  await server.db.system(async (q) => {
    const quota = { tenant_id, user_id, quota: 'sms', limit_value: before + 1 } as const
    await q.insertInto('user_quota').values(quota).execute()
    await q
      .updateTable('delivered_message')
      .set({ state: 'failed', due_time: null })
      .where('message_id', '=', message_id)
      .execute()
  })
  expect(await again()).toBe('100019')
  const message = await server.db.system((q) =>
    q.selectFrom('delivered_message').select('state').where('message_id', '=', message_id).executeTakeFirstOrThrow(),
  )
  expect(message.state).toBe('failed')
})

describe('escalations', () => {
  const step = (overrides: object = {}) => ({
    after_min: 5,
    user_ids: [server.userOf('admin').user_id],
    role_ids: [],
    channels: ['email'],
    ...overrides,
  })
  const save = (overrides: object = {}, name = 'admin') =>
    server.call(name, 'PUT', '/yun/push/escalation', {
      escalation_name: '夜班',
      from_level: 4,
      group_id: null,
      steps: [step()],
      repeat_min: null,
      ends_on_recovery: false,
      is_enabled: true,
      ...overrides,
    })

  test('escalations are created, changed, listed and deleted by administrators, and recorded', async () => {
    const { data } = await save()
    expect(data).toMatchObject({ escalation_name: '夜班', group_name: null, steps: [step()] })
    const { escalation_id } = data
    expect((await save({ escalation_id, escalation_name: '白班' })).data).toMatchObject({
      escalation_id,
      escalation_name: '白班',
    })
    expect((await server.call('admin', 'GET', '/yun/push/escalation')).data.rows).toHaveLength(1)
    for (const [name, code] of [
      ['rival', '100002'],
      ['manager', '100015'],
      ['operator', '100015'],
    ] as const) {
      expect(
        (
          await save(
            {
              escalation_id,
              ...(name === 'rival' && { steps: [step({ user_ids: [server.userOf('rival').user_id] })] }),
            },
            name,
          )
        ).meta.code,
      ).toBe(code)
      expect((await server.call(name, 'DELETE', '/yun/push/escalation', { escalation_id })).meta.code).toBe(code)
    }
    expect((await server.call('rival', 'GET', '/yun/push/escalation')).data.rows).toEqual([])
    expect((await server.call('admin', 'DELETE', '/yun/push/escalation', { escalation_id })).meta.code).toBe('100001')
    const { rows } = (
      await server.call('admin', 'GET', '/user/audit', { action: ['escalation-edit', 'escalation-delete'] })
    ).data
    expect(rows.map(({ action, target }: Record<string, string>) => [action, target])).toEqual([
      ['escalation-delete', '白班'],
      ['escalation-edit', '白班'],
      ['escalation-edit', '夜班'],
    ])
  })

  test('escalations name people and groups of the own organisation alone, and steps in their order', async () => {
    const rival = server.userOf('rival').user_id
    expect(refusalOf(await save({ steps: [step({ user_ids: [rival] })] }))).toBe('100006 steps.0.user_ids')
    expect(refusalOf(await save({ steps: [step({ role_ids: [999_999] })] }))).toBe('100006 steps.0.role_ids')
    expect(refusalOf(await save({ steps: [step({ user_ids: [] })] }))).toBe('100006 steps.0.user_ids')
    expect(refusalOf(await save({ steps: [step(), step()] }))).toBe('100006 steps.1.after_min')
    expect(refusalOf(await save({ steps: [] }))).toBe('100006 steps')
    const foreign = await server.db.system((q) =>
      q.selectFrom('device').select('group_id').where('sn_code', '=', 'RV0001').executeTakeFirstOrThrow(),
    )
    expect(refusalOf(await save({ group_id: foreign.group_id }))).toBe('100006 group_id')
  })
})
