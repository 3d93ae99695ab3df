import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../catalogue/durations.ts'
import type { ClientFrame } from '../contract/client-frame.ts'
import type { ServerFrame } from '../contract/realtime.ts'
import type { Socket } from '../realtime/realtime.ts'
import { type Connection, connect } from './connection.ts'
import { createPageToken, type PageToken } from './page-token.ts'

const part = (value: object) =>
  btoa(JSON.stringify(value)).replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_')
let made = 0
/** A token of a portal whose clock is `aheadMs` off. */
function jwt(lifeS = 600, aheadMs = 0): string {
  const iat = Math.floor((Date.now() + aheadMs) / 1000)
  made += 1
  return `${part({ alg: 'HS256' })}.${part({ iat, exp: iat + lifeS, name: `n${made}` })}.sig`
}

let open: { dispose(): void }[] = []
beforeEach(() => {
  vi.useFakeTimers()
  open = []
})
afterEach(() => {
  for (const one of open) one.dispose()
  vi.useRealTimers()
})

/** A page that gives what `give` says; every question is kept with its time. */
function page(
  give: (signal: AbortSignal) => string | null | Promise<string | null>,
  options: { serverNow?: () => number; random?: () => number } = {},
) {
  const requests: number[] = []
  const fresh: string[] = []
  const token: PageToken = createPageToken({
    getToken: (signal) => {
      requests.push(Date.now())
      return give(signal)
    },
    serverNow: () => Date.now(),
    onFresh: (next) => fresh.push(next),
    random: () => 0.5,
    ...options,
  })
  open.push(token)
  return { requests, fresh, token }
}

describe('a token that says how long it lives', () => {
  test.each([
    [0, 432_000],
    [0.5, 480_000],
    [0.999_999, 528_000],
  ])('a token is replaced at 80 %% of its lifetime with a jitter of 10 %% (%d: after %d ms)', async (random, ms) => {
    const { requests, token } = page(() => jwt(600), { random: () => random })
    await token.get()
    await vi.advanceTimersByTimeAsync(ms - 2000)
    expect(requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(3000)
    expect(requests).toHaveLength(2)
  })

  test('a token is requested once for all callers', async () => {
    const { requests, token } = page(async () => jwt())
    const [a, b] = await Promise.all([token.get(), token.get()])
    expect(a).toBe(b)
    expect(await token.get()).toBe(a)
    expect(requests).toHaveLength(1)
  })

  test('a token stays in use while it cannot be replaced, and the request is repeated less and less often', async () => {
    let isDown = false
    const { requests, fresh, token } = page(() => (isDown ? Promise.reject(new Error('502')) : jwt(600)))
    const first = await token.get()
    isDown = true
    await vi.advanceTimersByTimeAsync(480_000 + 29_000)
    const pauses = requests.slice(1).map((time, i, all) => time - (all[i - 1] ?? time))
    expect(pauses).toEqual([0, 2000, 4000, 8000])
    expect(await token.get()).toBe(first)
    isDown = false
    await vi.advanceTimersByTimeAsync(20_000)
    expect(fresh).toHaveLength(2)
    const second = await token.get()
    expect(second).not.toBe(first)
    const before = requests.length
    await vi.advanceTimersByTimeAsync(480_000)
    expect(requests.length).toBe(before + 1)
  })

  test('a token that the server takes no more is never used, also after the page was frozen', async () => {
    const { token } = page(() => jwt(600))
    const first = await token.get()
    // Frozen: time passes, and no timer runs.
    vi.setSystemTime(Date.now() + 11 * MINUTE_MS)
    expect(await token.get()).not.toBe(first)
  })

  test('a token that the page cannot replace stays in use as long as the server takes it, a minute beyond its end', async () => {
    let isOut = false
    const { token } = page(() => (isOut ? null : jwt(600)))
    const first = await token.get()
    isOut = true
    await vi.advanceTimersByTimeAsync(600_000 + 55_000)
    expect(await token.get()).toBe(first)
    await vi.advanceTimersByTimeAsync(6000)
    expect(await token.get()).toBeNull()
  })

  test.each([
    ['has none', () => null],
    ['fails', () => Promise.reject(new Error('502'))],
  ])('a page that %s is not asked by each call, but every few seconds for all of them', async (_what, fail) => {
    let isOut = false
    const { requests, token } = page(() => (isOut ? fail() : jwt(600)))
    token.refused((await token.get()) as string)
    isOut = true
    await token.get().catch(() => null)
    const before = requests.length
    for (let n = 0; n < 10; n++) {
      await vi.advanceTimersByTimeAsync(100)
      await Promise.allSettled([token.get(), token.get()])
    }
    expect(requests.length).toBe(before)
    isOut = false
    await vi.advanceTimersByTimeAsync(2000)
    expect(await token.get()).not.toBeNull()
    expect(requests.length).toBe(before + 1)
  })

  test('an expired token that the page does not replace gives no token', async () => {
    let token_: string | null = jwt(600)
    const { token } = page(() => token_)
    await token.get()
    vi.setSystemTime(Date.now() + 11 * MINUTE_MS)
    expect(await token.get()).toBeNull()
    token_ = null
    expect(await token.get()).toBeNull()
  })

  test('a token that the page returns again counts as no new one and is not requested endlessly', async () => {
    const kept = jwt(600)
    const { requests, fresh, token } = page(() => kept)
    await token.get()
    await vi.advanceTimersByTimeAsync(10 * MINUTE_MS)
    expect(fresh).toEqual([kept])
    expect(requests.length).toBeLessThan(10)
  })

  test('a token issued earlier is replaced by the rest of its lifetime', async () => {
    const { requests, token } = page(() => jwt(600, -5 * MINUTE_MS))
    await token.get()
    await vi.advanceTimersByTimeAsync(175_000)
    expect(requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(requests).toHaveLength(2)
  })

  test.each([10 * MINUTE_MS, -10 * MINUTE_MS, DAY_MS])(
    'a token is requested at its usual rate when the clocks are %d ms apart',
    async (aheadMs) => {
      const { requests, token } = page(() => jwt(600), { serverNow: () => Date.now() + aheadMs })
      expect(await token.get()).not.toBeNull()
      await vi.advanceTimersByTimeAsync(30 * MINUTE_MS)
      expect(requests).toHaveLength(4)
    },
  )
})

describe('a refused token', () => {
  test('a refused token is not used again, even when the page returns it again', async () => {
    const { requests, token } = page(() => 'bad')
    expect(await token.get()).toBe('bad')
    token.refused('bad')
    expect(await token.get()).toBeNull()
    await vi.advanceTimersByTimeAsync(10 * MINUTE_MS)
    expect(await token.get()).toBeNull()
    expect(requests.length).toBeLessThan(20)
  })

  test('a token refused after another delays the next request more and more, until one is accepted', async () => {
    const { requests, token } = page(() => jwt())
    for (let n = 0; n < 200; n++) {
      const sent = await token.get()
      if (sent) token.refused(sent)
      await vi.advanceTimersByTimeAsync(1000)
    }
    expect(requests.length).toBeLessThan(12)
    await vi.advanceTimersByTimeAsync(MINUTE_MS)
    const good = await token.get()
    token.accepted()
    token.refused(good as string)
    expect(await token.get()).not.toBeNull()
  })

  test('a refusal of a token that was replaced meanwhile leaves the new one', async () => {
    const { requests, token } = page(() => jwt())
    const first = await token.get()
    token.refused(first as string)
    const second = await token.get()
    token.refused(first as string)
    expect(await token.get()).toBe(second)
    expect(requests).toHaveLength(2)
  })
})

test('a page that fails to get its token is a failed connection, and gets no request after its end', async () => {
  const { requests, token } = page(() => Promise.reject(new Error('502')))
  await expect(token.get()).rejects.toMatchObject({ name: 'ConnectionError', reason: 'token' })
  token.dispose()
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS)
  expect(requests).toHaveLength(1)
})

test('a token that does not arrive within 20 s is a named problem, and is requested again until it arrives', async () => {
  const signals: AbortSignal[] = []
  let isHung = true
  const { requests, token } = page((signal) => {
    signals.push(signal)
    return isHung ? new Promise<never>(() => {}) : jwt()
  })
  const first = token.get().catch((error) => error)
  await vi.advanceTimersByTimeAsync(19_999)
  expect(signals[0]?.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await first).toMatchObject({ reason: 'token', cause: { problem: 'token-timeout' } })
  expect(signals[0]?.aborted).toBe(true)
  await vi.advanceTimersByTimeAsync(2000)
  expect(requests).toHaveLength(2)
  isHung = false
  await vi.advanceTimersByTimeAsync(20_000 + 4000)
  expect(requests).toHaveLength(3)
  expect(await token.get()).not.toBeNull()
})

test('a request for a token ends with its connection', async () => {
  const signals: AbortSignal[] = []
  const { token } = page((signal) => {
    signals.push(signal)
    return new Promise<never>(() => {})
  })
  const ended = token.get().catch((error) => error.reason)
  token.dispose()
  expect(await ended).toBe('token')
  expect(signals[0]?.aborted).toBe(true)
})

test.each([{ token: 'a.b.c' }, 7, ['a.b.c'], true])(
  'a page that returns %j instead of a token is informed of it',
  async (answer) => {
    const { token } = page(() => answer as never)
    await expect(token.get()).rejects.toMatchObject({ cause: { problem: 'get-token-failed' } })
  },
)

test('a page where nobody is signed in is asked for a token when one is needed, and not in between', async () => {
  const { requests, token } = page(() => null)
  expect(await token.get()).toBeNull()
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS)
  expect(requests).toHaveLength(1)
})

describe('the socket', () => {
  /** A server's end, which answers every token except the refused ones. */
  class Line implements Socket {
    onopen: (() => void) | null = null
    onmessage: ((event: { data: unknown }) => void) | null = null
    onclose: (() => void) | null = null
    sent: ClientFrame[] = []
    spokeAt = 0
    constructor() {
      queueMicrotask(() => this.onopen?.())
    }
    say(frame: ServerFrame) {
      this.spokeAt = Date.now()
      queueMicrotask(() => this.onmessage?.({ data: JSON.stringify(frame) }))
    }
    send(text: string) {
      const frame: ClientFrame = JSON.parse(text)
      this.sent.push(frame)
      if (frame.type === 'auth')
        this.say(
          refused.has(frame.token) ? { type: 'refused', code: '100009' } : { type: 'ready', server_time: Date.now() },
        )
      if (frame.type === 'ping') this.say({ type: 'pong', server_time: Date.now() })
    }
    close() {}
    tokens() {
      return this.sent.flatMap((frame) => (frame.type === 'auth' ? frame.token : []))
    }
    channels() {
      return this.sent.flatMap((frame) => (frame.type === 'subscribe' ? frame.channels : []))
    }
  }
  let lines: Line[]
  let refused: Set<string>
  /** Calls need a token. */
  let isGuarded: boolean
  const fetch = async (url: URL | RequestInfo, init?: RequestInit) => {
    const isTime = String(url).endsWith('timestamp')
    const isRefused = isGuarded && !isTime && !new Headers(init?.headers).has('x-token')
    return new Response(
      JSON.stringify({
        meta: isRefused ? { success: 0, code: '100009', message: '' } : { success: 1, code: '100001', message: '' },
        data: isTime ? Math.floor(Date.now() / 1000) : [],
      }),
      { status: isRefused ? 500 : 200 },
    )
  }

  function connected(getToken: () => string): Connection {
    lines = []
    refused = new Set()
    isGuarded = false
    const openSocket = () => {
      lines.push(new Line())
      return lines.at(-1) as Line
    }
    const connection = connect({ baseUrl: 'http://a.example', getToken, fetch, openSocket })
    open.push(connection)
    return connection
  }

  test('the socket sends each fresh token and keeps its channels', async () => {
    const tokens: string[] = []
    const connection = connected(() => {
      tokens.push(jwt(600))
      return tokens.at(-1) as string
    })
    connection.realtime.watch('device/A1', () => {})
    await vi.advanceTimersByTimeAsync(25 * MINUTE_MS)
    expect(tokens.length).toBeGreaterThan(2)
    expect(lines).toHaveLength(1)
    expect(lines[0]?.tokens()).toEqual(tokens)
    expect(lines[0]?.channels()).toEqual(['device/A1'])
    expect(connection.$status.get()).toBe('live')
  })

  test('a refused socket starts again with the next token, once', async () => {
    const tokens: string[] = []
    const connection = connected(() => {
      tokens.push(jwt(600))
      refused.add(tokens[0] as string)
      return tokens.at(-1) as string
    })
    connection.realtime.watch('device/A1', () => {})
    await vi.advanceTimersByTimeAsync(1000)
    expect(lines).toHaveLength(2)
    expect(lines.flatMap((line) => line.tokens())).toEqual(tokens)
    expect(connection.$status.get()).toBe('live')
    expect(connection.$isExpired.get()).toBe(false)
  })

  test('the socket comes back by itself when the token request failed at the start or at a refresh', async () => {
    let isStuck = true
    const connection = connected(() => (isStuck ? (new Promise(() => {}) as never) : jwt(60)))
    connection.realtime.watch('device/A1', () => {})
    await vi.advanceTimersByTimeAsync(25_000)
    expect(connection.$problem.get()).toBe('token-timeout')
    isStuck = false
    await vi.advanceTimersByTimeAsync(MINUTE_MS)
    expect(connection.$status.get()).toBe('live')
    isStuck = true
    await vi.advanceTimersByTimeAsync(5 * MINUTE_MS)
    isStuck = false
    await vi.advanceTimersByTimeAsync(2 * MINUTE_MS)
    expect(connection.$problem.get()).toBeNull()
    expect(connection.$status.get()).toBe('live')
  })

  test('the socket ends with the token of the page: what it would bring is shown nowhere as live', async () => {
    let token: string | null = jwt(60)
    const asked: number[] = []
    const connection = connected(() => {
      asked.push(Date.now())
      return token as string
    })
    isGuarded = true
    connection.realtime.watch('device/A1', () => {})
    await vi.advanceTimersByTimeAsync(1000)
    token = null
    // The server takes a token for a minute more; the far end of the socket finds out later still.
    await vi.advanceTimersByTimeAsync(110_000)
    await connection.api.device.groups({})
    expect([connection.$status.get(), connection.$line.get()]).toEqual(['live', null])
    lines[0]?.say({ type: 'pong', server_time: Date.now() })
    await vi.advanceTimersByTimeAsync(11_000)
    const before = asked.length
    const heardAt = lines[0]?.spokeAt
    await Promise.allSettled([connection.api.device.groups({}), connection.api.session.whoAmI({})])
    expect(asked.length - before).toBeLessThan(2)
    expect(connection.$status.get()).toBe('expired')
    expect(connection.$line.get()?.state).toBe('expired')
    // The server names whole seconds.
    expect(Math.abs((connection.$line.get()?.as_of ?? 0) - (heardAt ?? 0))).toBeLessThan(SECOND_MS)
    token = jwt(600)
    await vi.advanceTimersByTimeAsync(2 * MINUTE_MS)
    expect([connection.$status.get(), connection.$line.get()]).toEqual(['live', null])
  })

  test('calls that were sent without a token, since the page has none, do not each ask it again', async () => {
    const asked: number[] = []
    const connection = connected(() => {
      asked.push(Date.now())
      return null as never
    })
    isGuarded = true
    const { api } = connection
    await Promise.allSettled([api.device.groups({}), api.session.whoAmI({}), api.device.counts({})])
    expect([asked.length, connection.$problem.get()]).toEqual([1, 'no-token'])
  })

  test('the socket comes back by itself when the page has a good token again', async () => {
    let token = jwt(600)
    const connection = connected(() => token)
    refused.add(token)
    connection.realtime.watch('device/A1', () => {})
    await vi.advanceTimersByTimeAsync(30_000)
    expect(connection.$isExpired.get()).toBe(true)
    expect(lines.flatMap((line) => line.tokens())).toEqual([token])
    token = jwt(600)
    await vi.advanceTimersByTimeAsync(MINUTE_MS)
    expect(connection.$status.get()).toBe('live')
    expect(connection.$isExpired.get()).toBe(false)
  })
})
