import { once } from 'node:events'
import Fastify from 'fastify'
import { chromium } from 'playwright'
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

test('a call that was done and has no room for its answer ends amid it, so that its caller knows, and its browser does not repeat it', async () => {
  const server = await openTestServer()
  let calls = 0
  server.app.post('/done', async () => {
    calls += 1
    throw new NoRoomForReply()
  })
  const url = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const browser = await chromium.launch({ executablePath: process.env.CHROME_PATH, args: ['--no-sandbox'] })
  const page = await browser.newPage({ bypassCSP: true })
  await page.goto(`${url}/healthz`)
  const heard = await page.evaluate(async () => {
    const reply = await fetch('/done', { method: 'POST' })
    return reply.text().catch((error) => String(error))
  })
  expect(heard).toContain('TypeError')
  expect(calls).toBe(1)
  expect(await page.evaluate(async () => (await fetch('/healthz')).status)).toBe(200)
  await browser.close()
  await server.close()
})
