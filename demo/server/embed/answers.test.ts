import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { embed } from '../../../core/contract/embed.ts'
import { makeKey, PORTAL } from '../../../tests/server/guests.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { embedKeyOf, secretOf } from './guest-token.ts'

const PATH = '/yun/embed/key'
const KEY = { origins: [PORTAL], actions: ['read'], resources: { all: true } }

let server: TestServer
let aheadMs = 0
beforeAll(async () => {
  server = await openTestServer({}, () => Date.now() + aheadMs)
})
afterEach(() => {
  aheadMs = 0
})
afterAll(() => server.close())

const admin = (method: string, input: object, path = PATH) => server.call('admin', method, path, input)
const named = async (key_id: string) =>
  (await admin('GET', { page_size: 100 })).data.rows.find((row: { key_id: string }) => row.key_id === key_id)
const fieldOf = async (overrides: object) => {
  const { meta, data } = await admin('POST', { name: `n${Math.random()}`, ...KEY, ...overrides })
  return meta.code === '100006' ? data.fields[0].field : meta.code
}

describe('a key', () => {
  test('a key has its secret in the answer that creates it, and nowhere later', async () => {
    const { key_id, embed_key } = await makeKey(server, 'admin', { name: '门户', resources: { devices: ['TS0001'] } })
    expect(embed_key).toMatch(/^sgk_[\w-]{16}\.1\.[\w-]{43}$/)
    const secret = embed_key.split('.')[2] as string
    const listed = await named(key_id)
    expect(listed).toEqual({
      key_id,
      name: '门户',
      origins: [PORTAL],
      actions: ['read', 'write', 'confirm'],
      state: 'active',
      resources: { devices: ['TS0001'] },
      without_origin: false,
      expires_time: null,
      previous_until_time: null,
      created_userName: 'admin',
      created_time: expect.any(Number),
    })
    const stored = await server.db.system((q) => q.selectFrom('embed_key').selectAll().execute())
    expect(JSON.stringify([stored, listed])).not.toContain(secret)
  })

  test('a key cannot be read, changed or revoked by another tenant', async () => {
    const { key_id } = await makeKey(server, 'admin')
    const rival = (method: string, path = PATH) => server.call('rival', method, path, { ...KEY, name: 'mine', key_id })
    expect((await server.call('rival', 'GET', PATH)).data).toEqual({ rows: [], total: 0 })
    for (const reply of [await rival('PUT'), await rival('DELETE'), await rival('POST', `${PATH}/rotate`)])
      expect(reply.meta.code).toBe('100002')
    expect(await named(key_id)).toMatchObject({ state: 'active' })
  })

  test('a key is created and changed by administrators only, also where a role can read keys', async () => {
    await server.db.system((q) =>
      q
        .updateTable('role')
        .set({ permissions: ['P00000', 'P83000'] })
        .where('role_name', '=', '二级管理员')
        .execute(),
    )
    const { key_id } = await makeKey(server, 'admin')
    const manager = (method: string, path = PATH) =>
      server.call('manager', method, path, { ...KEY, name: 'mine', key_id })
    const list = await server.call('manager', 'GET', PATH)
    expect(list.data.rows).toContainEqual(expect.objectContaining({ key_id }))
    const tries = [
      await manager('POST'),
      await manager('PUT'),
      await manager('DELETE'),
      await manager('POST', `${PATH}/rotate`),
    ]
    for (const { meta } of tries) expect(meta.code).toBe('100015')
  })

  test('a rotated key has a new secret and an end of the old one', async () => {
    const { key_id, embed_key } = await makeKey(server, 'admin')
    const before = Date.now()
    const { data } = await admin('POST', { key_id, grace_s: 60 }, `${PATH}/rotate`)
    expect(data.embed_key).toMatch(new RegExp(`^${key_id}\\.2\\.`))
    expect(data.embed_key.split('.')[2]).not.toBe(embed_key.split('.')[2])
    expect(data.previous_until_time).toBeGreaterThanOrEqual(before + 60_000)
    aheadMs = 61_000
    expect(await named(key_id)).toMatchObject({ previous_until_time: null })
  })

  test('a key is in the audit with its changes, and without its secret', async () => {
    const { key_id, name, embed_key } = await makeKey(server, 'admin')
    await admin('POST', { key_id, grace_s: 0 }, `${PATH}/rotate`)
    await admin('DELETE', { key_id })
    const { data } = await server.call('admin', 'GET', '/user/audit', { search: name })
    const lines = data.rows as { action: string; detail: Record<string, unknown> }[]
    expect(lines.map(({ action }) => action)).toEqual(['key-revoke', 'key-rotate', 'key-create'])
    expect(lines[1]?.detail).toEqual({ secret_version: { before: 1, after: 2 } })
    expect(JSON.stringify(lines)).not.toContain(embed_key.split('.')[2])
  })

  test('a revoked key stays in the list and cannot be changed', async () => {
    const { key_id, name } = await makeKey(server, 'admin')
    expect((await admin('DELETE', { key_id })).data.state).toBe('revoked')
    expect(await named(key_id)).toMatchObject({ state: 'revoked' })
    const tries = [await admin('DELETE', { key_id }), await admin('PUT', { ...KEY, name, key_id })]
    for (const { meta } of [...tries, await admin('POST', { key_id }, `${PATH}/rotate`)])
      expect(meta.code).toBe('100002')
    expect(await makeKey(server, 'admin', { name })).toMatchObject({ name })
  })

  test('an expired key says so, and is valid again with a later end', async () => {
    const { key_id, name } = await makeKey(server, 'admin', { expires_time: Date.now() + 60_000 })
    aheadMs = 60_000
    expect(await named(key_id)).toMatchObject({ state: 'expired' })
    const { data } = await admin('PUT', { ...KEY, name, key_id, expires_time: Date.now() + 120_000 })
    expect(data.state).toBe('active')
  })
})

describe('what is wrong with a key', () => {
  test.each([
    'null',
    '*',
    'https://portal.example//',
    'https://portal.example/page',
    'https://*.example',
    'portal.example',
    'HTTPS://portal.example',
    'https://portal.example:443',
    'javascript://x',
    'file://',
    'https://user@portal.example',
    '',
  ])('the text %j is no origin', async (origin) => {
    expect(await fieldOf({ origins: [PORTAL, origin] })).toBe('origins.1')
  })

  test('a slash at the end of an origin, as browsers show it, is taken off', async () => {
    const { key_id } = await makeKey(server, 'admin', { origins: [`${PORTAL}/`] })
    expect(await named(key_id)).toMatchObject({ origins: [PORTAL] })
  })

  test.each(['http://localhost:3000', 'http://intranet', 'https://portal.example', 'https://xn--fiq228c.example:8443'])(
    '%s is an origin',
    async (origin) => {
      expect(await fieldOf({ origins: [origin] })).toBe('100001')
    },
  )

  test.each([
    ['origins', { origins: [] }],
    ['name', { name: '' }],
    ['name', { name: 'x'.repeat(33) }],
    ['name', { name: 'a\u202eb' }],
    ['actions', { actions: [] }],
    ['actions.0', { actions: ['administrate'] }],
    ['resources', { resources: {} }],
    ['resources', { resources: { devices: [], groups: [] } }],
    ['resources.devices.1', { resources: { devices: ['TS0001', 'NONE'] } }],
    ['resources.devices.0', { resources: { devices: ['RV0001'] } }],
    ['resources.groups.0', { resources: { groups: [999_999] } }],
    ['expires_time', { expires_time: 1 }],
  ])('a key with invalid %s is refused: %j', async (field, overrides) => {
    expect(await fieldOf(overrides)).toBe(field)
  })

  test('a key for a group of another tenant is refused', async () => {
    const { data } = await server.call('rival', 'GET', '/yun/dev/group')
    expect(await fieldOf({ resources: { groups: [data[0].group_id] } })).toBe('resources.groups.0')
  })

  test('a key with the name of another key, in any case, is refused', async () => {
    await makeKey(server, 'admin', { name: 'Portal' })
    expect(await fieldOf({ name: 'PORTAL' })).toBe('name')
  })

  test('a grace period of more than a day is refused', async () => {
    const { key_id } = await makeKey(server, 'admin')
    const { data } = await admin('POST', { key_id, grace_s: 86_401 }, `${PATH}/rotate`)
    expect(data.fields[0].field).toBe('grace_s')
  })

  test('a tenant cannot have more keys than its limit', async () => {
    const { tenant_id } = await server.db.system((q) =>
      q.selectFrom('app_user').select('tenant_id').where('user_name', '=', 'rival').executeTakeFirstOrThrow(),
    )
    const row = { ...KEY, tenant_id, without_origin: false, created_time: 1, created_userName: 'x' } as const
    await server.db.system((q) =>
      q
        .insertInto('embed_key')
        .values(
          [...Array(100).keys()].map((n) => ({
            ...row,
            actions: ['read' as const],
            resources: '{"all":true}',
            key_id: `sgk_${String(n).padStart(16, '0')}`,
            name: `key ${n}`,
          })),
        )
        .execute(),
    )
    expect((await server.call('rival', 'POST', PATH, { ...KEY, name: 'one more' })).meta.code).toBe('100019')
  })
})

test('a secret depends on the server, the key and the version alone, and reveals none of them', () => {
  const root = Buffer.alloc(32, 7)
  const version = { key_id: 'sgk_aaaaaaaaaaaaaaaa', version: 1 }
  expect(embedKeyOf(root, version)).toBe(embedKeyOf(Buffer.alloc(32, 7), version))
  const others = [
    embedKeyOf(Buffer.alloc(32, 8), version),
    embedKeyOf(root, { ...version, version: 2 }),
    embedKeyOf(root, { ...version, key_id: 'sgk_aaaaaaaaaaaaaaab' }),
  ]
  const secrets = [embedKeyOf(root, version), ...others].map((key) => key.split('.')[2])
  expect(new Set(secrets).size).toBe(4)
  expect(secretOf(root, 'sgk_aaaaaaaaaaaaaaaa.1')).toHaveLength(43)
})

test('every call that changes keys needs the right to embed', () => {
  for (const { needs } of Object.values(embed)) expect(needs).toEqual(['P83000'])
})
