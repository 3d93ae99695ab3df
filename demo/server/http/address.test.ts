import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'

let server: TestServer
const seen: string[] = []

beforeAll(async () => {
  server = await openTestServer({ TRUST_PROXY: '1' })
  server.app.addHook('onRequest', async ({ ip }) => void seen.push(ip))
})
afterAll(() => server.close())

test('a caller’s address is what the last proxy says, not what the caller says', async () => {
  const call = (forwarded?: string) =>
    server.app.inject({
      url: '/healthz',
      remoteAddress: '10.0.0.1',
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    })
  await call('6.6.6.6, 192.0.2.7')
  await call('192.0.2.8')
  await call()
  expect(seen).toEqual(['192.0.2.7', '192.0.2.8', '10.0.0.1'])
})
