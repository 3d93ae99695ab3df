import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { allCalls } from './openapi.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const LOGIN = '/yun/v2/user/login'
const NOTHING = [
  '/yun/v2/user/login',
  '/yun/v2/user/login/experience',
  '/yun/login/check',
  '/yun/login/check/:check_code',
  '/yun/login/puzzle',
  '/yun/login/puzzle/solve',
  '/register/sms/num',
  '/user/register',
  '/user/first',
  '/user/sms/num',
  '/sms/checked',
  '/user/pwd/reset',
  '/yun/individuation',
  '/yun/individuation/picture',
  '/yun/sys/info/timestamp',
  '/yun/shared/module',
  '/yun/shared/dashboard',
]

const calls = allCalls().map(({ domain, name, endpoint }) => ({ call: `${domain}.${name}`, ...endpoint }))
const needingSession = calls.filter(({ needs }) => needs !== 'public')
/** An input that is of the schema's shape, for a device of somebody else. */
const RULE = { key: 'temperature', alarm_name: 'hot', alarm_level: 4, condition: 'above', threshold: 90 }
const OTHERS: Record<string, object> = {
  'device.detail': { sn_code: 'RV0001' },
  'device.renewPassword': { sn_code: 'RV0001' },
  'device.edit': { sn_code: 'RV0001', dev_alias: 'mine now' },
  'deviceEnd.deregister': { sn_code: 'RV0001' },
  'deviceShare.list': { of: 'given', sn_code: 'RV0001' },
  'deviceShare.share': { sn_code: 'RV0001', user_ids: [1] },
  'deviceShare.recycle': { sn_code: 'RV0001', user_ids: [1] },
  'deviceShare.leave': { sn_code: 'RV0001' },
  'deviceTransfer.list': { of: 'received' },
  'deviceTransfer.offer': { sn_code: 'RV0001', user_name: 'admin' },
  'deviceTransfer.accept': { offer_id: 1 },
  'deviceTransfer.end': { offer_id: 1 },
  'deviceEnd.restore': { device_id: 2 },
  'device.addPoints': { sn_code: 'RV0001', points: [{ key: 'a', name: 'a', data_type: 'number' }] },
  'device.takeTemplatePoint': { sn_code: 'RV0001', key: 'temperature' },
  'devicePoint.list': { sn_code: 'RV0001' },
  'devicePoint.edit': { sn_code: 'RV0001', key: 'temperature', name: 'mine now' },
  'devicePicture.read': { sn_code: 'RV0001' },
  'devicePicture.set': { sn_code: 'RV0001', file: { name: 'a.png', content: 'eA==' } },
  'devicePicture.remove': { sn_code: 'RV0001' },
  'device.log': { sn_code: 'RV0001' },
  'device.states': { sn_code: 'RV0001', start: 0, end: 1 },
  'device.readings': { sn_code: 'RV0001' },
  'device.track': { sn_code: 'RV0001', start: 0, end: 1 },
  'dashboard.ofDevice': { sn_code: 'RV0001' },
  'live.device': { sn_code: 'RV0001' },
  'live.trend': { sn_code: 'RV0001', key: 'temperature', end: 1, width: 60 },
  'history.curve': { sn_code: 'RV0001', key: 'temperature', start: 0, end: 1 },
  'history.rows': { sn_code: 'RV0001', keys: ['temperature'], start: 0, end: 1 },
  'history.export': { sn_code: 'RV0001', keys: ['temperature'], start: 0, end: 1 },
  'history.load': { sn_code: 'RV0001', series: [{ key: 'temperature', times: [1], values: [1] }] },
  'control.write': { sn_code: 'RV0001', key: 'setpoint', value: 1 },
  'control.records': { sn_code: 'RV0001' },
  'alarm.open': { sn_code: 'RV0001' },
  'alarm.history': { sn_code: 'RV0001' },
  'alarm.feed': { sn_code: 'RV0001' },
  'alarm.counts': { sn_code: 'RV0001' },
  'alarm.holds': { sn_code: 'RV0001' },
  'alarm.hold': { sn_code: 'RV0001', rule_id: '1', reason: 'x', minutes: 5 },
  'alarm.release': { sn_code: 'RV0001', rule_id: '1' },
  'alarm.exportHistory': { sn_code: 'RV0001' },
  'alarmRecord.perTime': { sn_code: 'RV0001', start: 0, end: 1, step: 'hour' },
  'alarmRecord.marks': { sn_code: 'RV0001' },
  'alarmRules.list': { sn_code: 'RV0001' },
  'alarmRules.save': { sn_code: 'RV0001', rules: [] },
  'alarmRules.dryRun': { sn_code: 'RV0001', rules: [RULE], start: 0, end: 1 },
  'alarmRules.export': { sn_code: 'RV0001' },
  'alarmRules.read': { sn_code: 'RV0001', file: { name: 'rules.csv', content: 'eA==' } },
  'alarmMeasure.measure': { sn_code: 'RV0001', start: 0, end: 1 },
  'shiftLog.list': { sn_code: 'RV0001' },
  'shiftLog.open': { sn_code: 'RV0001' },
  'shiftLog.create': { sn_code: 'RV0001', kind: 'note', body: 'x' },
  'shiftLog.export': { sn_code: 'RV0001' },
  'log.list': { sn_code: 'RV0001', kind: 'operation' },
  'log.export': { sn_code: 'RV0001', kind: 'operation' },
  'screen.show': { sn_code: 'RV0001' },
  'shareLink.create': { screen_id: 1, sn_code: 'RV0001', name: 'x' },
  'virtualDevice.detail': { sn_code: 'RV0001' },
  'virtualDevice.edit': { sn_code: 'RV0001', dev_alias: 'mine now' },
  'virtualDevice.remove': { sn_code: 'RV0001' },
}

describe('who may call', () => {
  test.each(['/login', '/yun/login', '/yun/user/login'])('%s signs in as the newest path does', async (path) => {
    const { meta, data } = await server.call(null, 'POST', path, { user_name: 'operator', password: 'demo1234' })
    expect(meta.code).toBe('100001')
    expect(await server.call(null, 'POST', '/logout', {}, { 'x-token': data.token })).toMatchObject({
      meta: { code: '100001' },
    })
  })

  test('the public calls are these', () => {
    expect(calls.filter(({ needs }) => needs === 'public').map(({ path }) => path)).toEqual(NOTHING)
  })

  test.each(needingSession)('$call is refused without a token', async ({ method, path }) => {
    expect(await server.call(null, method, path)).toMatchObject({
      status: 500,
      meta: { success: 0, code: '100009', message: '100009' },
    })
  })

  test.each(needingSession)('$call is refused with a wrong token', async ({ method, path }) => {
    for (const token of ['x', 'a'.repeat(43), '\u00e9', 'a'.repeat(1000)]) {
      const reply = await server.call(null, method, path, {}, { 'x-token': token })
      expect(reply).toMatchObject({ status: 500, meta: { success: 0, code: '100009' } })
    }
  })

  test.each(needingSession)('$call is refused when X-User or X-Tenant is somebody else', async ({ method, path }) => {
    for (const header of ['x-user', 'x-tenant']) {
      const headers = { [header]: '999' }
      expect(await server.call('admin', method, path, {}, headers)).toMatchObject({
        status: 500,
        meta: { code: '100009' },
      })
    }
  })

  test.each(needingSession.filter(({ needs }) => Array.isArray(needs)))(
    '$call is refused to a user without its right, before the input is looked at',
    async ({ method, path }) => {
      const bare = await server.sessions.create({
        ...(await server.db.system(addBareUser)),
        address: '127.0.0.1',
        agent: '',
      })
      expect(await server.call(null, method, path, {}, { 'x-token': bare })).toMatchObject({
        status: 200,
        meta: { success: 0, code: '100015' },
      })
    },
  )

  test.each(calls.filter(({ input }) => 'sn_code' in (input as unknown as { shape: object }).shape))(
    "$call answers for another tenant's device as for a missing one",
    async ({ call, method, path }) => {
      // What is the caller's own (saved ranges) or makes a device names no device of others.
      if (['device.create', 'device.register', 'history.savedRanges', 'history.saveRanges'].includes(call)) return
      const input = OTHERS[call]
      expect(input, `give the test an input for ${call}`).toBeDefined()
      const other = await server.call('admin', method, path, input)
      const missing = await server.call('admin', method, path, { ...input, sn_code: 'NONE' })
      expect(other.meta).toMatchObject({ success: 0, code: '110509' })
      expect({ ...other, headers: {} }).toEqual({ ...missing, headers: {} })
    },
  )
})

async function addBareUser(q: Parameters<Parameters<TestServer['db']['system']>[0]>[0]) {
  const { tenant_id } = await q.selectFrom('tenant').select('tenant_id').executeTakeFirstOrThrow()
  const user_name = `bare${Math.random()}`
  const user = { tenant_id, user_name, name: 'bare', user_type: 3, password_hash: '', created_time: 0 }
  return q.insertInto('app_user').values(user).returning(['tenant_id', 'user_id']).executeTakeFirstOrThrow()
}

describe('what is wrong with a request', () => {
  const inject = async (options: InjectOptions) => {
    const token = await server.tokenOf('admin')
    const response = await server.app.inject({ ...options, headers: { 'x-token': token, ...options.headers } })
    return { status: response.statusCode, ...response.json() }
  }
  const send = (payload: string, type = 'application/json', url = '/dev/controls') =>
    inject({ method: 'POST', url, payload, headers: { 'content-type': type } })

  test('an unknown path is 404 in the envelope', async () => {
    expect(await inject({ method: 'GET', url: '/dev/nothing' })).toMatchObject({ status: 404, meta: { success: 0 } })
  })

  test('a known path with another method is 405, and names the methods that there are', async () => {
    const reply = await server.app.inject({ method: 'DELETE', url: '/dev/basic?sn_code=TS0001' })
    expect(reply.json().meta.success).toBe(0)
    expect([reply.statusCode, reply.headers.allow]).toEqual([405, 'GET, PUT'])
  })

  test('an address that is none is refused in the envelope', async () => {
    expect(await inject({ method: 'GET', url: '/dev/%zz' })).toMatchObject({ meta: { success: 0, code: '100005' } })
  })

  test.each(['{', 'nonsense', '{"a":}', '[1', '{"__proto__":{"x":1}}'])('%s is no JSON to read', async (body) => {
    expect(await send(body)).toMatchObject({ status: 200, meta: { success: 0, code: '100005' } })
  })

  test.each(['null', '[]', '"text"', '1'])('a body that is %s is refused at its shape', async (body) => {
    expect(await send(body)).toMatchObject({ status: 200, meta: { success: 0, code: '100006' } })
  })

  test('a field that is called like something of every object is refused like any other', async () => {
    for (const name of ['toString', 'valueOf', 'hasOwnProperty'])
      expect(await send(JSON.stringify({ [name]: '\n' }))).toMatchObject({ meta: { success: 0, code: '100006' } })
  })

  test('a body of another kind is 415', async () => {
    expect(await send('<a/>', 'application/xml')).toMatchObject({ status: 415, meta: { success: 0 } })
  })

  test('a body above 1 MB is 413, and above 32 MB for files', async () => {
    const large = JSON.stringify({ sn_code: 'TS0001', text: 'x'.repeat(2 << 20) })
    expect(await send(large)).toMatchObject({ status: 413, meta: { success: 0, code: '100005' } })
    expect(await send(large, 'application/json', '/yun/module/points/batch')).toMatchObject({
      status: 200,
      meta: { code: '100006' },
    })
  })

  test('wrong fields are named in the language of the caller', async () => {
    const wrong = { sn_code: 'not an SN!', dev_alias: '', password: 'abc', report_interval_s: 'often' }
    const english = await server.call('admin', 'POST', '/dev', wrong, { 'accept-language': 'en-GB,zh;q=0.5' })
    expect(english.meta).toMatchObject({ code: '100006', message: 'A parameter is not valid: check what was entered' })
    expect(english.data.fields).toEqual([
      { field: 'dev_alias', message: 'needs at least 1 characters' },
      { field: 'report_interval_s', message: 'must be a number' },
      { field: 'sn_code', message: 'is not valid' },
      { field: 'password', message: 'needs at least 6 characters' },
    ])
    const chinese = await server.call('admin', 'POST', '/dev', { ...wrong, password: undefined })
    expect(chinese.data.fields).toContainEqual({ field: 'password', message: '不能为空' })
  })

  test.each([
    ['page', '0'],
    ['page', '999999999999'],
    ['page', 'x'],
    ['page_size', '1000'],
    ['sort', 'a;drop table device'],
    ['dev_state', '9'],
  ])('GET /dev with %s=%s is refused at that field', async (field, text) => {
    const { meta, data } = await server.call('admin', 'GET', '/dev', { [field]: text })
    expect(meta.code).toBe('100006')
    expect(data.fields[0].field).toMatch(new RegExp(`^${field}`))
  })

  test('a page beyond the end is empty', async () => {
    expect((await server.call('admin', 'GET', '/dev', { page: 100_000 })).data).toEqual({ rows: [], total: 1 })
  })

  test('text that no database keeps is refused, not a defect', async () => {
    const reply = await server.call('admin', 'POST', '/yun/dev/group', { group_name: 'a\0b' })
    expect(reply.meta).toMatchObject({ success: 0, code: '100006' })
  })

  test('a form says the same as JSON', async () => {
    const form = (payload: string) => send(payload, 'application/x-www-form-urlencoded', LOGIN)
    expect(await form('user_name=admin&password=demo1234')).toMatchObject({
      meta: { success: 1 },
      data: { name: '管理员' },
    })
    expect(await form('user_name=admin')).toMatchObject({
      meta: { code: '100006' },
      data: { fields: [{ field: 'password' }] },
    })
  })

  test('a form of more than 1,000 fields or 64 KB is 413, on every path', async () => {
    const form = (payload: string, url = LOGIN) => send(payload, 'application/x-www-form-urlencoded', url)
    const many = (count: number) => Array.from({ length: count }, () => 'a').join('&')
    const large = { status: 413, meta: { success: 0, code: '100005' } }
    for (const url of [LOGIN, '/dev/controls']) {
      expect(await form(many(1000), url)).toMatchObject({ status: 200, meta: { code: '100006' } })
      expect(await form(many(1001), url)).toMatchObject(large)
      expect(await form(`a=${'x'.repeat(64 << 10)}`, url)).toMatchObject(large)
    }
  })

  test('a field of a form that comes several times is a list', async () => {
    const form = (payload: string) =>
      inject({
        method: 'PUT',
        url: '/rAlarmDev/confirm',
        payload,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    expect(await form('alarm_ids=1&alarm_ids=2&__proto__=3')).toMatchObject({ meta: { success: 1 } })
    expect(await form('alarm_ids=1&alarm_ids=')).toMatchObject({ data: { fields: [{ field: 'alarm_ids.1' }] } })
  })

  test('the body for a path that there is not is not read', async () => {
    for (const type of ['application/json', 'application/x-www-form-urlencoded', 'application/xml'])
      expect(await send('{', type, '/dev/nothing')).toMatchObject({ status: 404, meta: { code: '100002' } })
  })

  test('a defect is reported to nobody but the log', async () => {
    const { answer, restore } = breakStore(server)
    const reply = await server.call('admin', 'GET', '/yun/module').finally(restore)
    expect(reply).toMatchObject({ status: 200, meta: { success: 0, code: '100003' }, data: {} })
    expect(JSON.stringify(reply)).not.toContain(answer)
    expect(server.defects.splice(0)).toMatchObject([{ message: answer }])
  })
})

/** Lets the store fail as one whose disk is gone. */
function breakStore({ db }: TestServer) {
  const tenant = db.tenant
  const answer = 'relation "template" lies on a broken disk'
  db.tenant = () => Promise.reject(new Error(answer))
  return {
    answer,
    restore: () => {
      db.tenant = tenant
    },
  }
}

describe('around the calls', () => {
  test('a page of another origin may call, without cookies', async () => {
    const preflight = await server.app.inject({
      method: 'OPTIONS',
      url: '/dev',
      headers: { origin: 'https://plant.example', 'access-control-request-method': 'GET' },
    })
    expect(preflight.statusCode).toBe(204)
    expect(preflight.headers['access-control-allow-origin']).toBe('*')
    expect(preflight.headers['access-control-allow-credentials']).toBeUndefined()
    for (const name of ['X-Token', 'X-User', 'X-Tenant', 'TS', 'TTL', 'SIG', 'PubKey', 'Version', 'RequestType'])
      expect(preflight.headers['access-control-allow-headers']).toContain(name)
    const refused = await server.call(null, 'GET', '/dev', {}, { origin: 'https://plant.example' })
    expect(refused.headers).toMatchObject({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' })
    expect(refused.headers['access-control-expose-headers']).toContain('Date')
  })

  test('the server reports that it is alive, that it is ready, and what it counts', async () => {
    const get = async (url: string) => (await server.app.inject({ url })).body
    expect(JSON.parse(await get('/healthz'))).toEqual({ status: 'ok' })
    expect(JSON.parse(await get('/readyz'))).toEqual({ status: 'ready' })
    await server.call('admin', 'GET', '/yun/userInfo')
    const counted = await get('/metrics')
    expect(counted).toMatch(/sightglass_call_seconds_count\{route="GET \/yun\/userInfo",code="100001"\} \d/)
    const [, took] =
      /sightglass_call_seconds_sum\{route="GET \/yun\/userInfo",code="100001"\} (\S+)/.exec(counted) ?? []
    expect(Number(took)).toBeGreaterThan(0)
  })

  test('a large reply travels compressed', async () => {
    const points = Array.from({ length: 300 }, (_, i) => ({ key: `k${i}`, name: `point ${i}`, data_type: 'number' }))
    await server.call('admin', 'POST', '/dev/points', { sn_code: 'TS0001', points })
    const response = await server.app.inject({
      url: '/dev/basic?sn_code=TS0001',
      headers: { 'x-token': await server.tokenOf('admin'), 'accept-encoding': 'gzip' },
    })
    expect(response.headers['content-encoding']).toBe('gzip')
    expect(response.rawPayload.length).toBeLessThan(8000)
  })
})

describe('the built front end', () => {
  const get = (url: string, headers = {}) => server.app.inject({ url, headers })
  beforeAll(async () => {
    const files = {
      'host/index.html': '<!doctype html><html><head><script type="module" src="../index.js"></script></head></html>',
      'host/index.js': 'import "../../elements/chunks/kit-a1b2c3d4.js"',
      'elements/sightglass.js': `export const text = "${'x'.repeat(5000)}"`,
      'elements/sg-push-settings.js': 'export * from "./chunks/kit-a1b2c3d4.js"',
      'elements/chunks/kit-a1b2c3d4.js': 'export {}',
      'elements/.secret': 'no',
      'outside.txt': 'no',
    }
    for (const [name, content] of Object.entries(files)) {
      await mkdir(join(server.dist, name, '..'), { recursive: true })
      await writeFile(join(server.dist, name), content)
    }
  })

  test('elements are for pages of every origin, as scripts', async () => {
    const asked = { 'accept-encoding': 'br, gzip' }
    const { headers, statusCode } = await get('/elements/sightglass.js', asked)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'content-encoding': 'br',
      'cache-control': 'no-cache',
    })
    expect(headers).not.toHaveProperty('access-control-expose-headers')
    const again = await get('/elements/sightglass.js', { ...asked, 'if-none-match': headers.etag })
    expect(again.statusCode).toBe(304)
  })

  test('only files that are named by their content are kept for ever', async () => {
    const kept = async (path: string) => (await get(path)).headers['cache-control']
    expect(await kept('/elements/chunks/kit-a1b2c3d4.js')).toContain('immutable')
    // A new version has the same name, which ends as a hash might.
    expect(await kept('/elements/sg-push-settings.js')).toBe('no-cache')
  })

  test.each([
    '/elements/../outside.txt',
    '/elements/..%2foutside.txt',
    '/elements/%2e%2e/outside.txt',
    '/elements/.secret',
    '/elements/a%00b',
    '/elements/',
    '/elements/gone.js',
  ])('%s is not there', async (url) => {
    const { statusCode, body } = await get(url)
    expect(statusCode).toBe(404)
    expect(JSON.parse(body).meta.success).toBe(0)
  })

  test('every path of the console shows its page, which knows its root, under a strict policy', async () => {
    for (const url of ['/console/', '/console/device/deviceDetail/TS0001', '/console/login?x=1']) {
      const { statusCode, headers, body } = await get(url)
      expect(statusCode).toBe(200)
      expect(body).toContain('<head><base href="/console/">')
      expect(headers['content-security-policy']).toContain("script-src 'self'")
      expect(headers['content-security-policy']).toContain("frame-ancestors 'self'")
    }
    expect((await get('/console/index.js')).headers['content-type']).toContain('text/javascript')
    expect((await get('/console/gone.js')).statusCode).toBe(404)
  })

  test('the root and the bare path lead to the console', async () => {
    expect((await get('/')).headers.location).toBe('/console/')
    expect((await get('/console')).headers.location).toBe('/console/')
  })
})
