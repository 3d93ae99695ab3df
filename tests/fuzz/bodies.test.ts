import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeKey, PORTAL, signed } from '../server/guests.ts'
import { openTestServer, type TestServer } from '../server/server.ts'
import { BODIES, type SizedBody } from './body-cases.ts'

const KB = 1 << 10
const MB = 1 << 20
const FORM_BYTES = 64 * KB

let server: TestServer
let tokens: Record<string, Record<string, string>>
beforeAll(async () => {
  server = await openTestServer()
  const { embed_key } = await makeKey(server, 'admin')
  tokens = {
    nobody: {},
    guest: { 'x-token': signed(embed_key, {}), origin: PORTAL },
    user: { 'x-token': await server.tokenOf('admin') },
  }
})
afterAll(() => server.close())

const KINDS = [
  { by: 'nobody', path: '/yun/v2/user/login', bytes: 16 * KB },
  { by: 'guest', path: '/yun/view/replay', bytes: 256 * KB },
  { by: 'user', path: '/dev/points', bytes: MB },
  { by: 'user', path: '/yun/module/view', bytes: 6 * MB },
  { by: 'user', path: '/yun/module/points/batch', bytes: 32 * MB },
  { by: 'nobody', path: '/no/such/path', bytes: MB },
]

async function send(by: string, url: string, { type, of }: SizedBody, bytes: number): Promise<string> {
  const headers = { ...tokens[by], 'content-type': type }
  const response = await server.app.inject({ method: 'POST', url, payload: of(bytes), headers })
  return `${response.statusCode} ${response.json().meta.code}`
}

const UNREADABLE = '200 100005'
const WRONG = '200 100006'
const TOO_LARGE = '413 100005'
const NOT_THERE = '404 100002'

/** 32 MB take their time: of those the ones that are hardest to read. */
const bodiesOf = (bytes: number) =>
  bytes <= 6 * MB ? BODIES : BODIES.filter(({ name }) => /^a (list|field)|^lists within/.test(name))

test.each(KINDS.flatMap((kind) => bodiesOf(kind.bytes).map((body) => ({ ...kind, name: body.name, body }))))(
  '$name as large as it may be is refused to $by at $path with what is wrong, and the server answers on',
  async ({ by, path, bytes, body }) => {
    const isForm = body.type.endsWith('urlencoded')
    const most = isForm ? Math.min(bytes, FORM_BYTES) : bytes
    const isThere = path !== '/no/such/path'
    expect(isThere ? [UNREADABLE, WRONG, TOO_LARGE] : [NOT_THERE]).toContain(await send(by, path, body, most))
    expect(await send(by, path, body, most + 64)).toBe(isThere ? TOO_LARGE : NOT_THERE)
    expect((await server.app.inject('/healthz')).json()).toEqual({ status: 'ok' })
    expect(server.defects).toEqual([])
  },
)
