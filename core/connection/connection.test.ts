import { verify } from 'node:crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '../contract/api-error.ts'
import type { Socket } from '../realtime/realtime.ts'
import { createClock } from './clock.ts'
import { type Connection, connect } from './connection.ts'
import { createKeyPair, signedHeaders } from './signature.ts'

interface SentRequest {
  url: URL
  method: string
  headers: Headers
  body: unknown
}

/** A server played by a function; every request it got is kept. */
function served(answer: (request: SentRequest) => { status?: number; code?: string; data?: unknown }) {
  const requests: SentRequest[] = []
  const fetch = (async (url: URL | string, init: RequestInit = {}) => {
    const one = {
      url: new URL(url),
      method: init.method ?? 'GET',
      headers: new Headers(init.headers),
      body: init.body ? JSON.parse(String(init.body)) : null,
    }
    requests.push(one)
    if (one.url.pathname === '/yun/sys/info/timestamp') return envelope(200, '100001', 1_700_000_000)
    const { status = 200, code = '100001', data = {} } = answer(one)
    return envelope(status, code, data)
  }) as typeof globalThis.fetch
  return { requests, calls: (path: string) => requests.filter(({ url }) => url.pathname === path), fetch }
}
const envelope = (status: number, code: string, data: unknown) =>
  new Response(JSON.stringify({ meta: { success: code === '100001' ? 1 : 0, code, message: '' }, data }), { status })

const login = {
  token: 'T1',
  user_id: 7,
  tenant_id: 3,
  name: 'Li',
  roles: ['P00000'],
  menuPermissions: 'P10000',
}
const memory = () => {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  }
}
const open: Connection[] = []
const opened = (connection: Connection) => {
  open.push(connection)
  return connection
}
afterEach(() => {
  for (const connection of open.splice(0)) connection.dispose()
  vi.unstubAllGlobals()
})

describe('a signed-in connection', () => {
  test('a connection whose user has to change the password first signs in to its socket when that is done', async () => {
    const send = vi.fn()
    const openSocket = () => {
      const socket: Socket = { send, close: () => {}, onopen: null, onmessage: null, onclose: null }
      queueMicrotask(() => socket.onopen?.())
      return socket
    }
    const server = served(({ url }) => {
      if (url.pathname.endsWith('login')) return { data: { ...login, must_change_password: true } }
      if (url.pathname === '/userPrivileges')
        return { data: { grantedPermissions: 'P00000', operatorTimeZone: 'UTC', timezone: 'UTC', menuPermissions: '' } }
      return { data: {} }
    })
    const connection = opened(connect({ baseUrl: 'http://a.example', fetch: server.fetch, openSocket }))
    connection.realtime.watch('messages', () => {})
    await connection.signIn('li', 'secret')
    await new Promise((resolve) => setTimeout(resolve))
    expect(send).not.toHaveBeenCalled()
    await connection.changePassword('secret', 'another1')
    await vi.waitFor(() => expect(send).toHaveBeenCalledWith(expect.stringContaining('"T1"')))
    expect(connection.$session.get()).toMatchObject({ must_change_password: false })
  })

  test('a signed-in connection sends token, user and tenant, and only to calls that need them', async () => {
    const server = served(({ url }) => (url.pathname.endsWith('login') ? { data: login } : { data: [] }))
    const connection = opened(connect({ baseUrl: 'http://a.example', fetch: server.fetch }))
    await connection.signIn('li', 'secret')
    await connection.api.device.groups({})
    const [groups] = server.calls('/yun/dev/group')
    expect(Object.fromEntries(groups?.headers ?? [])).toMatchObject({ 'x-token': 'T1', 'x-user': '7', 'x-tenant': '3' })
    expect(server.calls('/yun/v2/user/login')[0]?.headers.get('x-token')).toBeNull()
    expect(server.requests.every(({ url }) => !url.href.includes('T1'))).toBe(true)
  })

  test('a signed-in session comes back after a reload, and is gone after sign-out', async () => {
    const server = served(({ url }) => (url.pathname.endsWith('login') ? { data: login } : {}))
    const keep = memory()
    const first = opened(connect({ baseUrl: 'http://a.example', fetch: server.fetch, keep }))
    await first.signIn('li', 'secret')
    const second = opened(connect({ baseUrl: 'http://a.example', fetch: server.fetch, keep }))
    expect(second.$session.get()?.token).toBe('T1')
    expect(opened(connect({ baseUrl: 'http://b.example', fetch: server.fetch, keep })).$session.get()).toBeNull()
    await second.signOut()
    expect(opened(connect({ baseUrl: 'http://a.example', fetch: server.fetch, keep })).$session.get()).toBeNull()
  })

  test('a session ends with a sign-out in another window, and an expired one is not restored', async () => {
    const server = served(({ url, headers }) => {
      if (url.pathname.endsWith('login')) return { data: login }
      return isOut && headers.get('x-token') === 'T1' ? { status: 500, code: '100009' } : {}
    })
    let isOut = false
    const keep = memory()
    const page = new EventTarget()
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
    const here = opened(connect({ baseUrl: 'http://a.example', fetch: server.fetch, keep }))
    await here.signIn('li', 'secret')
    const [there, late] = [1, 2].map(() =>
      opened(connect({ baseUrl: 'http://a.example', fetch: server.fetch, keep })),
    ) as [Connection, Connection]
    await here.signOut()
    isOut = true
    // A window that the server notified first.
    await expect(late.api.device.groups({})).rejects.toThrow()
    expect([late.$session.get(), late.$isExpired.get()]).toEqual([null, false])
    expect(there.$session.get()).not.toBeNull()
    page.dispatchEvent(new Event('storage'))
    expect([there.$session.get(), there.$isExpired.get()]).toEqual([null, false])
  })
  test('sign-in registers a public key that verifies the signed headers', async () => {
    const server = served(() => ({ data: login }))
    const connection = opened(connect({ baseUrl: 'http://a.example', fetch: server.fetch }))
    const session = await connection.signIn('li', 'secret')
    expect(server.calls('/yun/v2/user/login')[0]?.body).toMatchObject({ public_key: session.pub_key })
    const headers = signedHeaders(session, 1_700_000_000_000)
    expect(headers).toMatchObject({
      TS: '1700000000',
      TTL: '60',
      PubKey: session.pub_key,
      Version: 'V2',
      RequestType: 'Web',
    })
    const key = {
      key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(session.pub_key, 'base64')]),
      format: 'der',
      type: 'spki',
    } as const
    expect(
      verify(
        null,
        Buffer.from(`${session.pub_key}\n1700000000\n60`),
        key,
        Buffer.from(headers.SIG as string, 'base64'),
      ),
    ).toBe(true)
  })
})

test('a user whose token is missing signs the calls, until sign-out', async () => {
  let isOver = false
  const server = served(({ url }) =>
    url.pathname.endsWith('login') ? { data: login } : isOver ? { status: 500, code: '100009' } : { data: [] },
  )
  const connection = opened(connect({ baseUrl: 'http://a.example', fetch: server.fetch }))
  const { pub_key } = await connection.signIn('li', 'secret')
  isOver = true
  await connection.api.device.groups({}).catch(() => {})
  await connection.api.device.groups({}).catch(() => {})
  const signed = server.calls('/yun/dev/group')[1]?.headers
  expect(signed?.get('x-token')).toBeNull()
  expect(signed?.get('pubkey')).toBe(pub_key)
  expect(signed?.get('x-user')).toBe('7')
  expect(signed?.get('ttl')).toBe('60')
  await connection.signOut().catch(() => {})
  await connection.api.device.groups({}).catch(() => {})
  expect(server.calls('/yun/dev/group')[2]?.headers.get('sig')).toBeNull()
})

describe('refusals', () => {
  test('a refusal is shown once as a toast and reaches the caller with the fields to correct', async () => {
    const server = served(() => ({ code: '100006', data: { fields: [{ field: 'page', message: 'too big' }] } }))
    const connection = opened(connect({ baseUrl: 'http://a.example', fetch: server.fetch }))
    const refused = await connection.api.device.list({}, { raisesToast: true }).catch((error) => error)
    await connection.api.device.list({}, { raisesToast: true }).catch(() => {})
    expect(refused).toBeInstanceOf(ApiError)
    expect(refused.fields).toEqual([{ field: 'page', message: 'too big' }])
    await vi.waitFor(() =>
      expect(connection.toasts.$toasts.get()).toMatchObject([{ type: 'error', code: '100006', durationMs: 5000 }]),
    )
  })

  test('a refusal of too frequent calls says in how many seconds to try again', async () => {
    const server = served(() => ({ status: 429, code: '100019', data: { wait_s: 12 } }))
    const connection = opened(connect({ baseUrl: 'http://a.example', fetch: server.fetch }))
    const call = connection.api.device.groups({}, { raisesToast: true })
    await expect(call).rejects.toMatchObject({ code: '100019', wait_s: 12 })
    await vi.waitFor(() => expect(connection.toasts.$toasts.get()[0]?.message.en).toMatch(/Try again in 12 s$/))
  })

  test('the key of a familiar browser is sent with calls without a token, after sign-out too', async () => {
    const server = served(({ url }) => ({ data: url.pathname.endsWith('login') ? { ...login, browser_key: 'B' } : {} }))
    const keep = memory()
    const connection = opened(connect({ baseUrl: 'http://a.example', fetch: server.fetch, keep }))
    await connection.signIn('li', 'secret')
    await connection.signOut()
    await connection.api.loginCheck.needed({}).catch(() => {})
    const keys = server.requests.map(({ headers }) => headers.get('x-browser'))
    expect([keys[0], keys.at(-1)]).toEqual([null, 'B'])
  })

  test.each(['100009', '50014'])('%s ends the session without a toast', async (code) => {
    const server = served(({ url }) => (url.pathname.endsWith('login') ? { data: login } : { status: 500, code }))
    const connection = opened(connect({ baseUrl: 'http://a.example', fetch: server.fetch }))
    await connection.signIn('li', 'secret')
    await connection.api.device.groups({}).catch(() => {})
    expect(connection.$session.get()).toBeNull()
    expect(connection.$isExpired.get()).toBe(true)
    // Words come with the first refusal: one that came before this would stand before it.
    await connection.toasts.refuse('100015')
    expect(connection.toasts.$toasts.get().map((toast) => toast.code)).toEqual(['100015'])
  })

  test('a reply that breaks the contract is a defect and is not passed on as data', async () => {
    const server = served(() => ({ data: { rows: 'none', total: 0 } }))
    const connection = opened(connect({ baseUrl: 'http://a.example', fetch: server.fetch }))
    await expect(connection.api.device.list({})).rejects.toThrow()
  })

  test('a call that the contract does not have is a defect, and each call is always the same function', async () => {
    const server = served(() => ({ data: [] }))
    const { api } = opened(connect({ baseUrl: 'http://a.example', fetch: server.fetch }))
    expect(api.device.groups).toBe(api.device.groups)
    const unknown = Reflect.get(api.device, 'constructor') as () => Promise<unknown>
    await expect(unknown()).rejects.toThrow('device.constructor')
  })
})

describe("an embedding page's token", () => {
  const refusing = (refused: readonly string[]) =>
    served(({ headers }) =>
      refused.includes(headers.get('x-token') ?? '') ? { status: 500, code: '100009' } : { data: [] },
    )
  const shown = (server: ReturnType<typeof served>) =>
    server.calls('/yun/dev/group').map(({ headers }) => headers.get('x-token'))

  test("a page's token is requested once, and again when the server refuses it; the call is then repeated", async () => {
    const tokens = ['old', 'new']
    const server = refusing(['old'])
    const getToken = () => tokens.shift() ?? null
    const connection = opened(connect({ baseUrl: 'http://a.example', fetch: server.fetch, getToken }))
    await Promise.all([connection.api.device.groups({}), connection.api.device.groups({})])
    await connection.api.device.groups({})
    expect(shown(server)).toEqual(['old', 'old', 'new', 'new', 'new'])
    expect(connection.$isExpired.get()).toBe(false)
  })

  test("a page's token is requested less and less often while it is refused, and the session comes back with a better one", async () => {
    vi.useFakeTimers()
    let token = 'old'
    let count = 0
    const server = refusing(['old'])
    const getToken = () => {
      count += 1
      return token
    }
    const connection = opened(connect({ baseUrl: 'http://a.example', fetch: server.fetch, getToken }))
    await connection.api.device.groups({}).catch(() => {})
    expect(connection.$isExpired.get()).toBe(true)
    const before = count
    await vi.advanceTimersByTimeAsync(10_000)
    expect(count - before).toBe(2)
    token = 'new'
    await vi.advanceTimersByTimeAsync(60_000)
    await connection.api.device.groups({})
    expect(shown(server).at(-1)).toBe('new')
    expect(connection.$isExpired.get()).toBe(false)
    vi.useRealTimers()
  })
})

test('a late refusal of an earlier session does not end the one that followed', async () => {
  let letGo = () => {}
  const late = new Promise<void>((done) => {
    letGo = done
  })
  const tokens = ['T1', 'T2']
  const server = served(({ url, headers }) => {
    if (url.pathname.endsWith('login')) return { data: { ...login, token: tokens.shift() } }
    return headers.get('x-token') === 'T1' ? { status: 500, code: '100009' } : { data: [] }
  })
  const slow: typeof fetch = async (url, init) => {
    if (new Headers(init?.headers).get('x-token') === 'T1') await late
    return server.fetch(url, init)
  }
  const connection = opened(connect({ baseUrl: 'http://a.example', fetch: slow }))
  await connection.signIn('li', 'secret')
  const call = connection.api.device.groups({})
  await vi.waitFor(() => expect(connection.$session.get()?.token).toBe('T1'))
  await connection.signIn('li', 'secret')
  letGo()
  expect(await call).toEqual([])
  expect(connection.$session.get()?.token).toBe('T2')
})

test('a late reply to a call of a session that the server ended does not undo its end', async () => {
  let reply = () => {}
  const slow = new Promise<void>((resolve) => {
    reply = resolve
  })
  const server = served(({ url }) => {
    if (url.pathname.endsWith('login')) return { data: login }
    return url.pathname === '/yun/dev/group' ? { data: [] } : { status: 500, code: '100009', data: { fault: 'ended' } }
  })
  const fetch = (async (url: URL | string, init?: RequestInit) => {
    const replied = await server.fetch(url, init)
    if (new URL(url).pathname === '/yun/dev/group') await slow
    return replied
  }) as typeof globalThis.fetch
  const connection = opened(connect({ baseUrl: 'http://a.example', fetch }))
  await connection.signIn('li', 'secret')
  const late = connection.api.device.groups({})
  await vi.waitFor(() => expect(server.calls('/yun/dev/group')).toHaveLength(1))
  await expect(connection.api.session.whoAmI({})).rejects.toThrow()
  reply()
  await late
  expect([connection.$session.get(), connection.$isExpired.get()]).toEqual([null, true])
  expect(connection.$endReason.get()).toBe('ended')
})

test('two connections on one page share nothing', async () => {
  const a = served(({ url }) => (url.pathname.endsWith('login') ? { data: login } : { data: [] }))
  const b = served(() => ({ code: '100015' }))
  const first = opened(connect({ baseUrl: 'http://a.example', fetch: a.fetch }))
  const second = opened(connect({ baseUrl: 'http://b.example', fetch: b.fetch }))
  await first.signIn('li', 'secret')
  await second.api.device.groups({}, { raisesToast: true }).catch(() => {})
  expect(second.$session.get()).toBeNull()
  await vi.waitFor(() => expect(second.toasts.$toasts.get()).toMatchObject([{ code: '100015' }]))
  expect(first.toasts.$toasts.get()).toEqual([])
  expect(b.requests.every(({ headers }) => headers.get('x-token') === null)).toBe(true)
})

describe('the server clock', () => {
  test('the server clock follows the timestamp call, in the middle of its whole second', async () => {
    const clock = createClock({
      timestamp: async () => 1_700_000_000,
      dateHeader: async () => null,
      localNow: () => 5000,
    })
    await clock.sync()
    expect(clock.now()).toBe(1_700_000_000_500)
  })
  test('the server clock falls back to the Date header, then to the local clock', async () => {
    const timestamp = () => Promise.reject(new Error('blocked'))
    const byHeader = createClock({
      timestamp,
      dateHeader: async () => 'Tue, 14 Nov 2023 22:13:20 GMT',
      localNow: () => 5000,
    })
    await byHeader.sync()
    expect(byHeader.now()).toBe(1_700_000_000_500)
    const local = createClock({
      timestamp,
      dateHeader: () => Promise.reject(new Error('blocked')),
      localNow: () => 5000,
    })
    await local.sync()
    expect(local.now()).toBe(5000)
  })
})

test('a key pair is new each time', () => {
  expect(createKeyPair().pub_key).not.toBe(createKeyPair().pub_key)
})

describe("the tenant's time zone", () => {
  const zone = ({ url }: SentRequest) =>
    url.pathname.endsWith('login') ? { data: login } : { data: { timezone: 'Asia/Shanghai' } }

  test('the time zone of the tenant is requested when it is needed and a user is signed in', async () => {
    const server = served(zone)
    const connection = opened(connect({ baseUrl: 'http://a.example', fetch: server.fetch }))
    const stop = connection.$timezone.listen(() => {})
    expect(server.calls('/yun/v2/timezone')).toHaveLength(0)
    await connection.signIn('li', 'secret')
    await vi.waitFor(() => expect(connection.$timezone.get()).toBe('Asia/Shanghai'))
    stop()
  })

  test("the time zone of the tenant comes with the rights of the page's token, in one call, also while the socket is open", async () => {
    const server = served(() => ({ data: { grantedPermissions: 'P00000', menuPermissions: '', timezone: 'UTC' } }))
    const sockets: { onopen: (() => void) | null; onmessage: ((event: { data: unknown }) => void) | null }[] = []
    const openSocket = () => {
      const socket = { send() {}, close() {}, onopen: null, onmessage: null, onclose: null }
      sockets.push(socket)
      return socket
    }
    const connection = opened(
      connect({ baseUrl: 'http://a.example', fetch: server.fetch, getToken: () => 'abc', openSocket }),
    )
    const stops = [connection.$timezone.listen(() => {}), connection.realtime.watch('alarms', () => {})]
    sockets[0]?.onmessage?.({ data: JSON.stringify({ type: 'ready', server_time: 1 }) })
    expect(connection.$status.get()).toBe('live')
    await vi.waitFor(() => expect(connection.$timezone.get()).toBe('UTC'))
    expect(connection.$granted.get()).toBe('P00000')
    expect(server.calls('/userPrivileges')).toHaveLength(1)
    expect(server.calls('/yun/v2/timezone')).toHaveLength(0)
    for (const stop of stops) stop()
  })
})
