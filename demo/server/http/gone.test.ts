import { once } from 'node:events'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { openTestServer } from '../../../tests/server/server.ts'
import { goneOf } from './gone.ts'
import { NoRoomForReply } from './held-answers.ts'

test('a caller is gone once he hangs up, and not by reading his answer', async () => {
  const app = Fastify()
  const signals: AbortSignal[] = []
  app.post('/', async (_request, reply) => {
    const signal = goneOf(reply.raw)
    signals.push(signal)
    if (signals.length === 1) return 'at once'
    await once(signal, 'abort')
    return 'to nobody'
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const send = (signal?: AbortSignal) =>
    fetch(url, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' }, signal: signal ?? null })

  expect(await (await send()).text()).toBe('at once')
  const hangUp = new AbortController()
  const second = send(hangUp.signal)
  await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual([false, false])
  hangUp.abort()
  await expect(second).rejects.toThrow()
  await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual([false, true])
  await app.close()
})

test('a call that was done and has no room for its answer ends without one, as if the line were lost', async () => {
  const server = await openTestServer()
  server.app.post('/done', async () => {
    throw new NoRoomForReply()
  })
  const url = await server.app.listen({ port: 0, host: '127.0.0.1' })
  await expect(fetch(`${url}/done`, { method: 'POST' })).rejects.toThrow('fetch failed')
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  await server.close()
})
