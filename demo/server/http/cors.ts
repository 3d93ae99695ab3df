import type { FastifyInstance } from 'fastify'
import { DAY_S } from '../../../core/catalogue/durations.ts'

const ALLOWED_HEADERS = [
  'Accept-Language',
  'Content-Type',
  'X-Token',
  'X-User',
  'X-Tenant',
  'X-Browser',
  'TS',
  'TTL',
  'SIG',
  'PubKey',
  'Version',
  'RequestType',
  'Range',
].join(', ')

/**
 * Lets pages of other origins call. Credentials are never allowed: a token is sent by the page that holds it, in a
 * header, so that a foreign page gains nothing from a browser that is signed in.
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  const isOpen = origins.includes('*')
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    if (!isOpen) reply.header('vary', 'origin')
    if (isOpen) reply.header('access-control-allow-origin', '*')
    else if (origin && origins.includes(origin)) reply.header('access-control-allow-origin', origin)
    reply.header('access-control-expose-headers', 'Date, Content-Disposition, Retry-After')
    if (request.method !== 'OPTIONS' || !request.headers['access-control-request-method']) return
    return reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, DELETE',
        'access-control-allow-headers': ALLOWED_HEADERS,
        'access-control-max-age': String(DAY_S),
      })
      .send()
  })
}
