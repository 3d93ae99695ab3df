import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { PERMISSION_CODES } from '../../../core/catalogue/permissions.ts'
import { type Came, openGateway, openMailServer, readMail } from '../../../tests/server/receivers.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { openMessages } from './outgoing.ts'
import { smtpProvider } from './smtp.ts'

const [TAKES, LEADS_ELSEWHERE, FAILS] = ['13800000001', '13800000002', '13800000003'] as const
const REFUSED = ['13800000005', '13800000006']

const rowOf = async ({ db }: TestServer, address: string) =>
  db.system((q) =>
    q
      .selectFrom('delivered_message')
      .select(['state', 'error', 'channel', 'subject', 'body'])
      .where('address', '=', address)
      .executeTakeFirst(),
  )
const ask = (server: TestServer, address: string, headers = {}) =>
  server.call(null, 'POST', '/register/sms/num', { address }, headers)

describe('with providers', () => {
  let mail: Awaited<ReturnType<typeof openMailServer>>
  let gateway: Awaited<ReturnType<typeof openGateway>>
  let server: TestServer
  beforeAll(async () => {
    mail = await openMailServer()
    gateway = await openGateway((body) =>
      body.includes(LEADS_ELSEWHERE) ? 307 : [FAILS, ...REFUSED].some((phone) => body.includes(phone)) ? 503 : 202,
    )
    server = await openTestServer({
      SMTP_URL: mail.url,
      MAIL_FROM: 'console@plant.example',
      SMS_WEBHOOK_URL: `${gateway.url}/sms`,
      SMS_WEBHOOK_TOKEN: 'gateway-token',
    })
  })
  afterAll(async () => {
    await server.close()
    await mail.close()
    await gateway.close()
  })

  /** Waits until the message is where it ends: three tries take 6 s. */
  const settled = (address: string, state: string) =>
    vi.waitFor(async () => expect(await rowOf(server, address)).toMatchObject({ state }))

  test('an e-mail goes over SMTP, its subject and body in UTF-8, in both languages, the reader’s first', async () => {
    await ask(server, 'Person@Plant.example')
    await settled('person@plant.example', 'sent')
    await ask(server, 'other@plant.example', { 'accept-language': 'en' })
    await settled('other@plant.example', 'sent')
    const [chinese, english] = mail.mails.map(readMail)
    expect(mail.mails[0]).toMatchObject({ from: 'console@plant.example', to: ['person@plant.example'] })
    expect([chinese?.subject, english?.subject]).toEqual(['Sightglass 验证码', 'Your Sightglass code'])
    expect(chinese?.body).toMatch(/^验证码 \d{6}，用于注册账号[\s\S]*Your code is \d{6}, to open an account/)
    expect(english?.body).toMatch(/^Your code is \d{6}, to open an account/)
  })

  test.each([
    'a@plant.example\r\nBcc: eve@evil.example',
    'a@plant.example\nSubject: other',
    'a@plant.example, eve@evil.example',
    'eve@evil.example <a@plant.example>',
    '"a@plant.example\r\nBcc: eve@evil.example" <b@plant.example>',
  ])('an address like %j writes no header and reaches nobody else, even past the contract', async (address) => {
    expect((await ask(server, address)).meta.code).toBe('100006')
    const before = mail.mails.length
    const message = { tenant_id: null, channel: 'email', address, subject: 'Hi', body: 'text' } as const
    await smtpProvider(mail.url, 'console@plant.example')
      .send(message)
      .catch(() => {})
    for (const { names, header, body } of mail.mails.slice(before).map(readMail)) {
      expect(names.filter((name) => /^(bcc|cc)$/i.test(name ?? ''))).toEqual([])
      expect([header('Subject'), body.trim()]).toEqual(['Hi', 'text'])
    }
    expect(mail.tries).not.toContain('eve@evil.example')
  })

  test('an SMS goes to the gateway as JSON, with its token', async () => {
    await ask(server, TAKES)
    await settled(`+86 ${TAKES}`, 'sent')
    const [{ method, path, headers, body } = {} as Came] = gateway.came
    expect([method, path, headers.authorization]).toEqual(['POST', '/sms', 'Bearer gateway-token'])
    expect(headers['content-type']).toBe('application/json')
    expect(JSON.parse(body)).toEqual({ phone: `+86 ${TAKES}`, text: expect.stringMatching(/验证码 \d{6}/) })
  })

  test('a delivered message is stored without its code', async () => {
    expect((await rowOf(server, `+86 ${TAKES}`))?.body).toMatch(/验证码 ••••••/)
  })

  test('a message refused three times is marked as failed, with the reason; a redirect is not followed', async () => {
    for (const address of ['full@plant.example', LEADS_ELSEWHERE, FAILS])
      expect((await ask(server, address)).meta.code).toBe('100001')
    for (const address of ['full@plant.example', `+86 ${LEADS_ELSEWHERE}`, `+86 ${FAILS}`])
      await settled(address, 'failed')
    expect((await rowOf(server, 'full@plant.example'))?.error).toBe('the mail server answered 450')
    expect((await rowOf(server, `+86 ${FAILS}`))?.error).toBe('the SMS gateway answered 503')
    expect(mail.tries.filter((address) => address === 'full@plant.example')).toHaveLength(3)
    for (const phone of [LEADS_ELSEWHERE, FAILS])
      expect(gateway.came.filter(({ body }) => body.includes(phone))).toHaveLength(3)
    expect(gateway.came.map(({ path }) => path)).not.toContain('/elsewhere')
    const reported = server.defects.splice(0) as Error[]
    expect(reported).toHaveLength(3)
    expect(reported.map(({ cause }) => String(cause)).join()).toContain('the mailbox is full')
  })

  test('whoever binds a phone is told when the gateway does not take the SMS, and a stranger is not', async () => {
    const bind = (address: string) => server.call('admin', 'POST', '/user/account/code', { address })
    const [taken, ofUser, ofStranger] = ['+86 13800000004', ...REFUSED.map((phone) => `+86 ${phone}`)] as const
    expect((await bind(taken)).meta.code).toBe('100001')
    expect((await bind(ofUser ?? '')).meta.code).toBe('100017')
    expect((await ask(server, ofStranger ?? '')).meta.code).toBe('100001')
    await settled(ofStranger ?? '', 'failed')
    expect(server.defects.splice(0).map(String)).toEqual(Array(2).fill('Error: the SMS gateway answered 503'))
  })

  test('the log contains no code', () => {
    expect(server.logged.join()).not.toMatch(/\d{6}/)
  })

  test('an unreachable provider is named in the log, and not in the list of messages', async () => {
    const mailServer = smtpProvider('smtp://127.0.0.1:1', 'console@plant.example')
    const errors: unknown[] = []
    const log = { info: () => {}, error: (_message: string, error: unknown) => errors.push(error) }
    const messages = await openMessages({ db: server.db, providers: { email: mailServer }, log })
    const message = { tenant_id: null, channel: 'email', address: 'far@plant.example', subject: 'Hi', body: 'text' }
    await messages.send({ ...message, channel: 'email' })
    await messages.close()
    expect(await rowOf(server, 'far@plant.example')).toMatchObject({
      state: 'failed',
      error: 'the mail server did not answer',
    })
    expect(errors).toMatchObject([
      { cause: expect.objectContaining({ message: expect.stringContaining('127.0.0.1:1') }) },
    ])
  })

  test('messages on their way when the server ended are marked as failed at the next start', async () => {
    const row = {
      channel: 'email',
      address: 'lost@plant.example',
      body: 'x',
      state: 'waiting',
      message_time: 1,
    } as const
    await server.db.system((q) => q.insertInto('delivered_message').values(row).execute())
    const again = await openMessages({ db: server.db, providers: {}, log: { info: () => {}, error: () => {} } })
    expect(await rowOf(server, 'lost@plant.example')).toMatchObject({ state: 'failed' })
    await again.close()
  })
})

describe('without providers', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer()
    await server.call('admin', 'POST', '/user/account/code', { address: 'admin@plant.example' })
    await server.call('rival', 'POST', '/user/account/code', { address: '13800000009' })
    await ask(server, 'nobody@plant.example')
    await vi.waitFor(async () => expect(await rowOf(server, 'nobody@plant.example')).toBeDefined())
  })
  afterAll(() => server.close())
  const delivered = (user_name: string, input: object = {}) =>
    server.call(user_name, 'GET', '/yun/message/delivered', input)

  test('a message is kept, and stands in the log of whoever asks for everything', async () => {
    const kept = await rowOf(server, 'admin@plant.example')
    expect(kept).toMatchObject({ state: 'kept', channel: 'email', subject: 'Sightglass 验证码' })
    expect(server.logged).toContain(
      `email to admin@plant.example (no provider is set up): ${kept?.subject}: ${kept?.body}`,
    )
  })

  test('an administrator reads those of the own organisation, and no one else’s', async () => {
    const addresses = async (user_name: string, input = {}) =>
      (await delivered(user_name, input)).data.rows.map(({ address }: { address: string }) => address)
    expect(await addresses('admin')).toEqual(['admin@plant.example'])
    expect(await addresses('rival')).toEqual(['+86 13800000009'])
    expect(await addresses('admin', { channel: 'sms' })).toEqual([])
    expect(await addresses('admin', { search: 'PLANT' })).toEqual(['admin@plant.example'])
    expect(await addresses('admin', { search: '13800000009' })).toEqual([])
  })

  test('nobody else reads them, with whatever rights', async () => {
    await server.db.system((q) =>
      q
        .updateTable('app_user')
        .set({ permissions: [...PERMISSION_CODES] })
        .where('user_type', '<>', 1)
        .execute(),
    )
    for (const user_name of ['manager', 'operator']) expect((await delivered(user_name)).meta.code).toBe('100015')
  })
})
