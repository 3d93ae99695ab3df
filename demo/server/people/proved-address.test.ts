import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { asToken, auditOf, makeUser } from '../../../tests/server/people.ts'
import { openGateway, openMailServer, readMail } from '../../../tests/server/receivers.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'

let server: TestServer
let mail: Awaited<ReturnType<typeof openMailServer>>
let gateway: Awaited<ReturnType<typeof openGateway>>
beforeAll(async () => {
  mail = await openMailServer()
  gateway = await openGateway()
  server = await openTestServer({ SMTP_URL: mail.url, MAIL_FROM: 'plant@example.org', SMS_WEBHOOK_URL: gateway.url })
})
afterAll(async () => {
  await server.close()
  await mail.close()
  await gateway.close()
})

/** The texts that came to an address. */
const cameTo = {
  user_tel: (address: string) => gateway.came.filter(({ body }) => body.includes(address)).map(({ body }) => body),
  email: (address: string) => mail.mails.filter(({ to }) => to.includes(address)).map((came) => readMail(came).body),
}

/** The code that came to an address. */
async function codeAt(field: keyof typeof cameTo, address: string): Promise<string | undefined> {
  await vi.waitFor(() => expect(cameTo[field](address)).toHaveLength(1))
  return /(?<!\d)\d{6}(?!\d)/.exec(cameTo[field](address)[0] ?? '')?.[0]
}

async function expectTaken(field: string, address: string, user_name: string) {
  const { rows } = (await server.call('admin', 'GET', '/user', { search: user_name })).data
  expect(rows[0][field]).toBeNull()
  const [line] = await auditOf(server, { action: 'unbind' })
  expect(line).toMatchObject({ target: user_name, detail: { [field]: { before: address, after: null } } })
}

test.each([
  ['user_tel', '+86 13612345678', 'is_tel_verified'],
  ['email', 'boss@plant.example', 'is_email_verified'],
] as const)(
  'the %s that was given to a user who did not prove it goes to who proves it by the code that was sent there',
  async (field, address, verified) => {
    const { user_name } = await makeUser(server, { [field]: address })
    const rival = asToken(server, await server.tokenOf('rival'))
    await rival('POST', '/user/account/code', { address })
    const code = await codeAt(field, address)
    const { meta, data } = await rival('POST', '/user/account/bind', { address, code, password_now: 'demo1234' })
    expect([meta.code, data[verified]]).toEqual(['100001', true])
    await expectTaken(field, address, user_name)
  },
)

test.each([
  ['user_tel', '+86 13612345679', 'is_tel_verified'],
  ['email', 'owner@plant.example', 'is_email_verified'],
] as const)(
  'the %s that was given to a user who did not prove it goes to who registers by the code that was sent there',
  async (field, address, verified) => {
    const { user_name } = await makeUser(server, { [field]: address })
    await server.call(null, 'POST', '/register/sms/num', { address })
    const code = await codeAt(field, address)
    const fields = { password: 'secret12', name: '老板', company_name: '小公司', agreed: true }
    const registered = await server.call(null, 'POST', '/user/register', { address, code, ...fields })
    expect(registered.meta.code).toBe('100001')
    const signedIn = { user_name: address, password: 'secret12' }
    const { data } = await server.call(null, 'POST', '/yun/v2/user/login', signedIn)
    expect((await asToken(server, data.token)('GET', '/user/account')).data[verified]).toBe(true)
    await expectTaken(field, address, user_name)
  },
)
