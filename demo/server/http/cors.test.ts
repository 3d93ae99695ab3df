import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { allowOrigins } from './cors.ts'

async function headersFor(origins: string[], origin: string) {
  const app = Fastify()
  allowOrigins(app, origins)
  app.get('/', async () => 'ok')
  const { headers } = await app.inject({ url: '/', headers: { origin } })
  return headers
}

test('only listed origins may call, when origins are listed', async () => {
  const origins = ['https://plant.example', 'http://10.0.0.2:3000']
  const allowed = await headersFor(origins, 'http://10.0.0.2:3000')
  expect(allowed).toMatchObject({ 'access-control-allow-origin': 'http://10.0.0.2:3000', vary: 'origin' })
  const other = await headersFor(origins, 'https://plant.example.evil.example')
  expect(other['access-control-allow-origin']).toBeUndefined()
  // A cache must not give the refusal of one origin to another.
  expect(other.vary).toBe('origin')
})

test('credentials are never allowed', async () => {
  expect((await headersFor(['*'], 'https://a.example'))['access-control-allow-credentials']).toBeUndefined()
})
