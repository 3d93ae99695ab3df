// The whole endpoint of `token-url`, with Node's own library only: PORT=3000 node token-endpoint.mjs
import { createServer } from 'node:http'
import { env } from 'node:process'
import { guestToken } from './guest-token.mjs'

// Who is signed in, by the cookie of your own sign-in. Here they stand in a variable; ask your portal's sessions instead.
const sessions = new Map(Object.entries(JSON.parse(env.SESSIONS ?? '{}')))
const userOf = ({ headers }) => sessions.get(/(?:^|; )session=([^;]+)/.exec(headers.cookie ?? '')?.[1])

const server = createServer((request, response) => {
  if (request.method !== 'POST' || request.url !== '/sightglass-token') return response.writeHead(404).end()
  const user = userOf(request)
  if (!user) return response.writeHead(401).end()
  const token = guestToken(env.SIGHTGLASS_EMBED_KEY, user, { devices: user.devices }, ['read'])
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  return response.end(JSON.stringify({ token }))
})
server.listen(Number(env.PORT ?? 3000), '127.0.0.1', () => console.log(`port ${server.address().port}`))
