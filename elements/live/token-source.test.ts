import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askTokenUrl } from './token-source.ts'

/** A portal that answers `/<status>/<body>`. */
const portal = createServer((request, response) => {
  const [, status = '', body = ''] = (request.url ?? '').split('/')
  if (request.method !== 'POST') response.writeHead(405).end()
  else response.writeHead(Number(status), { 'content-type': 'application/json' }).end(decodeURIComponent(body))
})
let base = ''
beforeAll(async () => {
  await new Promise<void>((done) => portal.listen(0, '127.0.0.1', done))
  base = `http://127.0.0.1:${(portal.address() as AddressInfo).port}`
})
afterAll(() => portal.close())
const ask = (status: number, body: string) =>
  askTokenUrl(`${base}/${status}/${encodeURIComponent(body)}`, new AbortController().signal)

test("a portal's endpoint gives a token by POST", async () => {
  expect(await ask(200, '{"token":"a.b.c"}')).toBe('a.b.c')
})

test.each([401, 403])('the answer %i of a portal says that nobody is signed in', async (status) => {
  expect(await ask(status, '{}')).toBeNull()
})

test.each([
  [500, '{"token":"a.b.c"}', 'token-url-failed'],
  [404, '', 'token-url-failed'],
  [200, 'a.b.c', 'token-url-answer'],
  [200, '{"token":""}', 'token-url-answer'],
  [200, '{"token":7}', 'token-url-answer'],
  [200, 'null', 'token-url-answer'],
  [200, '["token"]', 'token-url-answer'],
])('the answer %i of a portal %s is a problem that is named', async (status, body, problem) => {
  await expect(ask(status, body)).rejects.toMatchObject({ problem })
})

test('a portal that is away is one too', async () => {
  await expect(askTokenUrl('http://127.0.0.1:1/token', new AbortController().signal)).rejects.toMatchObject({
    problem: 'token-url-failed',
  })
})
