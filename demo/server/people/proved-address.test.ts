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

test.each([
  ['user_tel', '+86 13612345678', 'is_tel_verified'],
  ['email', 'boss@plant.example', 'is_email_verified'],
] as const)(
  'the %s that was given to a user who did not prove it goes to who proves it by the code that was sent there',
  async (field, address, verified) => {
    const { user_name } = await makeUser(server, { [field]: address })
    const rival = asToken(server, await server.tokenOf('rival'))
    await rival('POST', '/user/account/code', { address })
    await vi.waitFor(() => expect(cameTo[field](address)).toHaveLength(1))
    const [code] = /(?<!\d)\d{6}(?!\d)/.exec(cameTo[field](address)[0] ?? '') ?? []
    const { meta, data } = await rival('POST', '/user/account/bind', { address, code, password_now: 'demo1234' })
    expect([meta.code, data[verified]]).toEqual(['100001', true])
    const { rows } = (await server.call('admin', 'GET', '/user', { search: user_name })).data
    expect(rows[0][field]).toBeNull()
    const [line] = await auditOf(server, { action: 'unbind' })
    expect(line).toMatchObject({ target: user_name, detail: { [field]: { before: address, after: null } } })
  },
)
