import { expect, test, vi } from 'vitest'
import { PROBLEMS, problemNamed } from '../catalogue/problems.ts'
import { type ConnectOptions, connect } from './connection.ts'
import { TokenProblem } from './page-token.ts'

const envelope = (code: string, data: unknown = {}) =>
  new Response(JSON.stringify({ meta: { success: code === '100001' ? 1 : 0, code, message: '' }, data }), {
    status: code === '100009' ? 500 : 200,
  })

/** A connection whose calls are answered by `reply`, after one call. */
async function after(reply: () => Response, options: Partial<ConnectOptions> = {}) {
  const fetch = (async (url: URL) => (`${url}`.includes('timestamp') ? envelope('100001', 1) : reply())) as never
  const connection = connect({ baseUrl: 'https://console.example', getToken: () => 'a.b.c', fetch, ...options })
  await connection.api.session.timezone({}).catch(() => {})
  return connection
}

test.each([
  ['what is wrong with its token', () => envelope('100009', { fault: 'early' }), {}, 'token-early'],
  ['a token refused without a reason', () => envelope('100009'), {}, 'token-refused'],
  ['an origin that the key does not allow', () => envelope('110004'), {}, 'origin-not-allowed'],
  ['another server', () => new Response('<html>'), {}, 'not-a-console'],
  ['a path too many', () => new Response('<html>'), { baseUrl: 'https://console.example/console/' }, 'base-url-path'],
  ['a server that is away', () => Response.error(), { fetch: () => Promise.reject(new Error('down')) }, 'server-away'],
  ['no token', () => envelope('100009'), { getToken: (): string | null => null }, 'no-token'],
  [
    'a way to its token that fails',
    () => envelope('100001'),
    { getToken: () => Promise.reject(new Error('502')) },
    'get-token-failed',
  ],
  [
    'why there is no token',
    () => envelope('100001'),
    { getToken: () => Promise.reject(new TokenProblem('token-url-answer')) },
    'token-url-answer',
  ],
] as const)('a page is informed of %s', async (_what, reply, options, problem) => {
  const connection = await after(reply, options as Partial<ConnectOptions>)
  expect(connection.$problem.get()).toBe(problem)
  connection.dispose()
})

test('a problem is over when the server takes a token', async () => {
  let code = '110004'
  const connection = await after(() => envelope(code, { timezone: 'Asia/Shanghai' }))
  expect(connection.$problem.get()).toBe('origin-not-allowed')
  code = '100001'
  await connection.api.session.timezone({})
  expect(connection.$problem.get()).toBeNull()
  connection.dispose()
})

test('another token function of a page is called at once', async () => {
  const getToken = vi.fn<() => string | null>(() => null)
  const connection = await after(
    () => (getToken() === null ? envelope('100009') : envelope('100001', { timezone: 'Asia/Shanghai' })),
    { getToken },
  )
  expect(connection.$problem.get()).toBe('no-token')
  getToken.mockReturnValue('d.e.f')
  connection.askToken()
  await vi.waitFor(() => expect(connection.$problem.get()).toBeNull())
  connection.dispose()
})

test('a continued refusal is one problem, however often it is tried, until the server takes a token', async () => {
  let code = '110004'
  let [tokens, answered] = [0, 0]
  const problems: (string | null)[] = []
  const reply = () => {
    answered += 1
    return envelope(code, { timezone: 'Asia/Shanghai' })
  }
  const getToken = () => {
    tokens += 1
    return `a.${tokens}.c`
  }
  const connection = await after(reply, { getToken })
  connection.$problem.subscribe((problem) => problems.push(problem))
  for (let tries = 1; tries < 5; tries += 1) {
    connection.askToken()
    await vi.waitFor(() => expect(answered).toBeGreaterThan(tries))
  }
  expect(problems).toEqual(['origin-not-allowed'])
  code = '100001'
  connection.askToken()
  await vi.waitFor(() => expect(problems).toEqual(['origin-not-allowed', null]))
  connection.dispose()
})

test('a page whose users sign in themselves has no token problem', async () => {
  const connection = await after(() => envelope('100009'), { getToken: undefined })
  expect(connection.$problem.get()).toBeNull()
  connection.dispose()
})

test('a problem with an unknown name has a general text', () => {
  expect(PROBLEMS[problemNamed('token-of-next-year')]).toBe(PROBLEMS['token-refused'])
})
