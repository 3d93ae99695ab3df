import { afterEach, describe, expect, test, vi } from 'vitest'
import { ConnectionError } from '../contract/api-error.ts'
import { createTransport, resolveBelow } from './transport.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const NAUGHTY = [
  '/dev/map?cam=http://evil.example/x',
  '//evil.example/dev',
  '/\\evil.example/dev',
  'http://evil.example/dev',
  '/dev//evil.example',
  '/dev?x=//evil.example#y',
  '@evil.example/',
  '/dev\t//evil.example',
  '/%2e%2e/%2e%2e/etc',
]

describe('a path never leaves the base', () => {
  test.each(NAUGHTY)('the path %j never leaves the base address', (path) => {
    for (const base of ['http://console.example:8080', 'https://console.example/sg']) {
      let url: URL
      try {
        url = resolveBelow(new URL(base), path)
      } catch (error) {
        expect(error).toBeInstanceOf(TypeError)
        continue
      }
      expect(url.origin).toBe(new URL(base).origin)
      expect(url.pathname.startsWith(new URL(base).pathname)).toBe(true)
    }
  })

  test('a path that climbs out of the base folder is refused', () => {
    expect(() => resolveBelow(new URL('https://console.example/sg'), '/../admin')).toThrow(TypeError)
  })

  test('a URL in the query is requested from the console and takes the token nowhere else', async () => {
    const requests: string[] = []
    const transport = createTransport('http://console.example:8080', async (url) => {
      requests.push(String(url))
      return new Response('{}')
    })
    await transport({
      method: 'GET',
      path: '/dev/map?cam=http://evil.example/x',
      headers: { 'X-Token': 't' },
      reply: 'text',
    })
    expect(requests).toEqual(['http://console.example:8080/dev/map?cam=http://evil.example/x'])
  })
})

test('no cookie of the page is sent, whatever it is called', async () => {
  vi.stubGlobal('document', { cookie: 'undefined=theirs; session=theirs' })
  let sent: RequestInit | undefined
  const transport = createTransport('http://console.example', async (_url, init) => {
    sent = init
    return new Response('{}')
  })
  await transport({ method: 'POST', path: '/dev', headers: { 'X-Token': 't' }, body: { a: 1 }, reply: 'text' })
  expect(sent).toMatchObject({ credentials: 'omit', method: 'POST', body: '{"a":1}' })
  expect(sent?.headers).toEqual({ 'content-type': 'application/json', 'X-Token': 't' })
})

describe('a call that gets no reply', () => {
  const hanging: typeof fetch = (_url, init) =>
    new Promise((_resolve, reject) => {
      const signal = init?.signal ?? AbortSignal.abort()
      const stop = () => reject(signal.reason)
      if (signal.aborted) stop()
      signal.addEventListener('abort', stop)
    })
  const request = { method: 'GET', path: '/dev', headers: {}, reply: 'text' } as const

  test('a call without a reply ends after 90 seconds', async () => {
    vi.useFakeTimers()
    const call = createTransport('http://a.example', hanging)(request).catch((error) => error)
    await vi.advanceTimersByTimeAsync(89_999)
    await vi.advanceTimersByTimeAsync(1)
    expect(await call).toEqual(new ConnectionError('timeout'))
    expect((await call).reason).toBe('timeout')
  })

  test('a call ends when its caller aborts it', async () => {
    const abort = new AbortController()
    const call = createTransport(
      'http://a.example',
      hanging,
    )({ ...request, signal: abort.signal }).catch((error) => error)
    abort.abort()
    expect((await call).reason).toBe('aborted')
  })

  test('a call is reported as offline when the network refuses it', async () => {
    const transport = createTransport('http://a.example', () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(transport(request)).rejects.toMatchObject({ reason: 'offline' })
  })

  test('a call is reported as offline when the line breaks within the body', async () => {
    vi.useFakeTimers()
    const stalled: typeof fetch = async (_url, init) =>
      new Response(
        new ReadableStream({
          start: (body) => init?.signal?.addEventListener('abort', () => body.error(init.signal?.reason)),
        }),
      )
    const call = createTransport('http://a.example', stalled)(request).catch((error) => error)
    await vi.advanceTimersByTimeAsync(90_000)
    expect((await call).reason).toBe('timeout')
  })

  test('a call is offline when its answer is truncated', async () => {
    const cut: typeof fetch = async () =>
      new Response(
        new ReadableStream({
          start(body) {
            body.enqueue(new TextEncoder().encode('{"a"'))
            body.error(new TypeError('network error'))
          },
        }),
      )
    await expect(createTransport('http://a.example', cut)(request)).rejects.toMatchObject({ reason: 'offline' })
  })
})
