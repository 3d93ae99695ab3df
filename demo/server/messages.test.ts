import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { smtpProvider } from './messages/smtp.ts'
import { openMessages } from './messages.ts'
import { openTestServer, type TestServer } from './test-server.ts'

interface Mail {
  from: string
  to: string[]
  /** As it came, header and body. */
  text: string
}

/** A mail server that takes all but what goes to a full mailbox. */
async function openMailServer() {
  const mails: Mail[] = []
  const tries: string[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      tries.push(address)
      const isFull = address.startsWith('full@')
      done(isFull ? Object.assign(new Error('the mailbox is full'), { responseCode: 450 }) : null)
    },
    async onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk as Buffer)
      const from = envelope.mailFrom ? envelope.mailFrom.address : ''
      const text = Buffer.concat(chunks).toString('latin1')
      mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), text })
      done()
    },
  })
  const listening = smtp.listen(0, '127.0.0.1') as unknown as Server
  await once(listening, 'listening')
  const url = `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`
  return { url, mails, tries, close: () => new Promise<void>((done) => smtp.close(() => done())) }
}

/** The words of a mail: MIME's encodings undone. */
function read({ text }: Mail) {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const unfolded = head.replace(/\r\n[ \t]+/g, ' ')
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(unfolded)?.[1] ?? ''
  const body = rest.join('\r\n\r\n')
  const isBase64 = /base64/i.test(header('Content-Transfer-Encoding'))
  const bytes = isBase64 ? Buffer.from(body, 'base64') : fromQuoted(body)
  const subject = header('Subject').replace(/=\?utf-8\?([BQ])\?([^?]*)\?=\s*/gi, (_, kind, word) =>
    (kind.toUpperCase() === 'B' ? Buffer.from(word, 'base64') : fromQuoted(word.replaceAll('_', ' '))).toString('utf8'),
  )
  return {
    names: unfolded.split('\r\n').map((line) => line.split(':')[0]),
    header,
    subject,
    body: bytes.toString('utf8'),
  }
}
const fromQuoted = (text: string) =>
  Buffer.from(
    text.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )

interface Came {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
}

/** An SMS gateway: some numbers it takes, one it leads elsewhere with, one it fails at. */
async function openGateway() {
  const came: Came[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    const { method = '', url: path = '', headers } = request
    came.push({ method, path, headers, body })
    const status = body.includes(LEADS_ELSEWHERE) ? 307 : body.includes(FAILS) ? 503 : 202
    response.writeHead(status, { location: '/elsewhere' }).end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sms`
  return { url, came, close: () => new Promise((done) => server.close(done)) }
}
const [TAKES, LEADS_ELSEWHERE, FAILS] = ['13800000001', '13800000002', '13800000003'] as const

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
    gateway = await openGateway()
    server = await openTestServer({
      ...{ SMTP_URL: mail.url, MAIL_FROM: 'console@plant.example' },
      ...{ SMS_WEBHOOK_URL: gateway.url, SMS_WEBHOOK_TOKEN: 'gateway-token' },
    })
  }, 120_000)
  afterAll(async () => {
    await server.close()
    await mail.close()
    await gateway.close()
  })

  /** Waits until the message is where it ends: three tries take 6 s. */
  const settled = (address: string, state: string) =>
    vi.waitFor(async () => expect(await rowOf(server, address)).toMatchObject({ state }), {
      timeout: 20_000,
      interval: 50,
    })

  test('an e-mail goes over SMTP, its subject and body in UTF-8, in both languages, the reader’s first', async () => {
    await ask(server, 'Person@Plant.example')
    await settled('person@plant.example', 'sent')
    await ask(server, 'other@plant.example', { 'accept-language': 'en' })
    await settled('other@plant.example', 'sent')
    const [chinese, english] = mail.mails.map(read)
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
    for (const { names, header, body } of mail.mails.slice(before).map(read)) {
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

  test('what a provider carried is kept without its code', async () => {
    expect((await rowOf(server, `+86 ${TAKES}`))?.body).toMatch(/验证码 ••••••/)
  })

  test('what is refused three times is told as failed, with why; a redirect is not followed', async () => {
    for (const address of ['full@plant.example', LEADS_ELSEWHERE, FAILS])
      expect((await ask(server, address)).meta.code).toBe('100001')
    for (const address of ['full@plant.example', `+86 ${LEADS_ELSEWHERE}`, `+86 ${FAILS}`])
      await settled(address, 'failed')
    expect((await rowOf(server, 'full@plant.example'))?.error).toContain('the mailbox is full')
    expect((await rowOf(server, `+86 ${FAILS}`))?.error).toBe('the SMS gateway answered 503')
    expect(mail.tries.filter((address) => address === 'full@plant.example')).toHaveLength(3)
    for (const phone of [LEADS_ELSEWHERE, FAILS])
      expect(gateway.came.filter(({ body }) => body.includes(phone))).toHaveLength(3)
    expect(gateway.came.map(({ path }) => path)).not.toContain('/elsewhere')
    expect(server.defects.splice(0)).toHaveLength(3)
  })

  test('the log holds no code', () => {
    expect(server.logged.join()).not.toMatch(/\d{6}/)
  })

  test('what was on its way when the server ended is told as failed at the next start', async () => {
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
    await vi.waitFor(async () => expect(await rowOf(server, 'nobody@plant.example')).toBeDefined(), 10_000)
  }, 120_000)
  afterAll(() => server.close())
  const delivered = (user_name: string, input: object = {}) =>
    server.call(user_name, 'GET', '/yun/message/delivered', input)

  test('a message is kept and logged', async () => {
    const kept = await rowOf(server, 'admin@plant.example')
    expect(kept).toMatchObject({ state: 'kept', channel: 'email', subject: 'Sightglass 验证码' })
    const [code = 'none'] = /\d{6}/.exec(kept?.body ?? '') ?? []
    expect(server.logged.some((line) => line.includes('admin@plant.example') && line.includes(code))).toBe(true)
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
        .set({ permissions: ['P80000', 'P84000'] })
        .where('user_type', '<>', 1)
        .execute(),
    )
    for (const user_name of ['manager', 'operator']) expect((await delivered(user_name)).meta.code).toBe('100015')
  })
})
