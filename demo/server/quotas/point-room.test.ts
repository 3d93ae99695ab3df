import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { QUOTAS, type Quota } from '../../../core/catalogue/quotas.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import { makeDevice as insertDevice } from '../../../tests/server/devices.ts'
import { demoIds, refusalOf } from '../../../tests/server/people.ts'
import { uniqueName } from '../../../tests/server/screens.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { granted, makeDevice, makeTemplate } from '../../../tests/server/shown-screens.ts'
import { stores, type TestStore } from '../../../tests/server/stores.ts'
import type { Db } from '../db/db.ts'
import { openDb } from '../db/open.ts'
import type { Schema } from '../db/schema.ts'
import type { LiveDevice } from '../fleet/fleet.ts'
import { ALL_POINTS, POINTS_OF_EACH, pointsInMemory, requirePointRoom } from './point-room.ts'
import { dropBeyondQuotas } from './quotas.ts'

describe('points of an organisation', () => {
  let server: TestServer
  let admin: number
  beforeAll(async () => {
    server = await openTestServer()
    admin = (await demoIds(server)).user('admin')
  })
  afterAll(async () => {
    expect(server.defects).toEqual([])
    await server.close()
  })

  const set = (limit: number | null) =>
    granted(server.call('admin', 'PUT', '/user/quota', { user_id: admin, quotas: [{ quota: 'points', limit }] }))
  const shown = async () =>
    (await granted(server.call('admin', 'GET', '/user/quota', { user_id: admin }))).find(
      ({ quota }: { quota: Quota }) => quota === 'points',
    )
  const point = (key: string) => ({ key, name: key, data_type: 'number' })
  const points = (...keys: string[]) => keys.map(point)
  const add = (sn_code: string, ...keys: string[]) =>
    server.call('admin', 'POST', '/dev/points', { sn_code, points: points(...keys) })
  const bind = (template_id: number, sn_codes: string[]) =>
    server.call('admin', 'PUT', '/yun/module/binding', { template_id, sn_codes })
  const virtual = (source: string, ...keys: string[]) =>
    server.call('admin', 'POST', '/yun/dev/fictitious', {
      dev_alias: uniqueName('虚拟'),
      points: points(...keys).map((one) => ({ ...one, formula: `${source}.a * 2` })),
    })

  test('points of an organisation are counted as they come and go, and shown among its limits', async () => {
    const { used, limit } = await shown()
    expect(limit).toBe(QUOTAS.points.fallback)
    const sn_code = await makeDevice(server)
    await granted(add(sn_code, 'a', 'b'))
    await granted(add(sn_code, 'b', 'c'))
    expect((await shown()).used).toBe(used + 3)
    const made = await granted(virtual(sn_code, 'a', 'b'))
    expect((await shown()).used).toBe(used + 5)
    await granted(server.call('admin', 'DELETE', '/yun/dev/fictitious', { sn_code: made.sn_code }))
    expect((await shown()).used).toBe(used + 3)
  })

  test('points of an organisation that would be too many are refused, wherever they come from', async () => {
    const sn_code = await makeDevice(server)
    const other = await makeDevice(server)
    const large = await makeTemplate(server, { points: points('a', 'b', 'c') })
    const small = await makeTemplate(server, { points: points('a') })
    await granted(bind(small, [other]))
    const { used } = await shown()
    await set(used + 2)
    const refused = { meta: expect.objectContaining({ code: '100019' }) }
    expect(await add(sn_code, 'a', 'b', 'c')).toMatchObject(refused)
    expect(refusalOf(await bind(large, [sn_code]))).toBe('100019 template_id')
    expect(server.fleet.get(sn_code)?.template_id).toBe(null)
    const edit = { template_id: small, points: points('a', 'b', 'c', 'd') }
    expect(refusalOf(await server.call('admin', 'PUT', '/yun/module', edit))).toBe('100019 points')
    const device = { sn_code: 'POINTROOM', dev_alias: 'POINTROOM', password: 'device-1', template_id: large }
    expect(refusalOf(await server.call('admin', 'POST', '/dev', device))).toBe('100019 template_id')
    expect(refusalOf(await virtual(other, 'a', 'b', 'c'))).toBe('100019 points')
    expect((await shown()).used).toBe(used)
    await granted(add(sn_code, 'a', 'b'))
    expect(await add(sn_code, 'c')).toMatchObject(refused)
    // What it has already may be changed, also where there is less room than it takes.
    await set(1)
    await granted(add(sn_code, 'a'))
    await granted(server.call('admin', 'PUT', '/yun/module', { template_id: small, points: points('a') }))
    await set(null)
    await granted(bind(large, [sn_code]))
    expect((await shown()).used).toBe(used + 3)
  })

  test('points of all organisations that the server has no memory for are refused, and the error says so', async () => {
    const sn_code = await makeDevice(server)
    const { rows } = await server.db.system((q) => sql<{ all: number }>`select points_of_all() as all`.execute(q))
    const all = rows[0]?.all as number
    const setMost = (most: number) =>
      server.db.system((q) =>
        sql`insert into installation_quota (quota, most) values (${ALL_POINTS}, ${most})
          on conflict (quota) do update set most = excluded.most`.execute(q),
      )
    const { tenant_id } = server.fleet.get(sn_code) as LiveDevice
    const count = (more: number) =>
      server.db.system((q) =>
        sql`update point_count set points = points + ${more} where tenant_id = ${tenant_id}`.execute(q),
      )
    await setMost(all + 1 + POINTS_OF_EACH)
    await count(POINTS_OF_EACH)
    const reply = await add(sn_code, 'a', 'b')
    expect(refusalOf(reply)).toBe('100019 points')
    expect(JSON.stringify(reply)).toContain(String(all + 1 + POINTS_OF_EACH))
    const template = await makeTemplate(server, { points: points('a', 'b') })
    expect(refusalOf(await bind(template, [sn_code]))).toBe('100019 template_id')
    // Few are taken whatever the others have.
    await count(-POINTS_OF_EACH)
    await setMost(all)
    await granted(add(sn_code, 'c'))
    await setMost(pointsInMemory())
    await granted(bind(template, [sn_code]))
  })

  test('an organisation that is not the first has no more points than it leaves to others, beyond its first', async () => {
    const { rows } = await server.db.system((q) =>
      sql<{
        rival: number
        others: number
      }>`select tenant_id as rival, points_of_all() - points - enum_bytes / 256 as others
        from point_count where tenant_id = (select tenant_id from app_user where user_name = 'rival')`.execute(q),
    )
    const { rival, others } = rows[0] as { rival: number; others: number }
    const setMost = (most: number) =>
      server.db.system((q) => sql`update installation_quota set most = ${most} where quota = ${ALL_POINTS}`.execute(q))
    const setPoints = (points: number, enum_bytes = 0) =>
      server.db.system((q) =>
        sql`update point_count set points = ${points}, enum_bytes = ${enum_bytes} where tenant_id = ${rival}`.execute(
          q,
        ),
      )
    const room = () =>
      server.db
        .tenant(rival, async (q) => {
          await sql`insert into point (tenant_id, device_id, key, name, data_type)
            select tenant_id, device_id, ${uniqueName('k')}, 'n', 'number' from device limit 1`.execute(q)
          await requirePointRoom(q, rival)
          return 'made'
        })
        .catch((error) => (error instanceof ApiError ? error.code : error))
    await setMost(others + 40_000)
    await setPoints(19_999)
    expect(await room()).toBe('made')
    expect(await room()).toBe('100019')
    // Words of enums take memory too: 256 bytes as much as a point.
    await setPoints(9_999, 10_000 * 256)
    expect(await room()).toBe('made')
    expect(await room()).toBe('100019')
    await setMost(others)
    await setPoints(POINTS_OF_EACH - 1)
    expect(await room()).toBe('made')
    expect(await room()).toBe('100019')
    await setMost(pointsInMemory())
  })

  test('a server with 2 GB of heap takes a million points of all organisations', () => {
    expect(pointsInMemory(2 * 1024 ** 3)).toBe(1_000_000)
    expect(pointsInMemory()).toBeGreaterThanOrEqual(100_000)
  })

  test('administrators have a message when the points of their organisation are nearly too many', async () => {
    const { used } = await shown()
    await set(used)
    await dropBeyondQuotas(server.db)
    await set(null)
    const { rows } = await server.db.system((q) =>
      sql<{ user_id: number }>`select user_id from system_message
        where kind = 'quota-near' and params ->> 'quota' = 'points'`.execute(q),
    )
    expect(rows).toEqual([{ user_id: admin }])
  })
})

describe.each(stores)('on $name', ({ start }) => {
  let store: TestStore
  let db: Db
  beforeAll(async () => {
    store = await start()
    db = await openDb(store.place)
    for (const sn_code of ['ONE', 'TWO', 'THREE']) await insertDevice(db, sn_code)
    await db.system((q) =>
      sql`insert into installation_quota (quota, most) values ('points', 25)
        on conflict (quota) do update set most = 25`.execute(q),
    )
  })
  afterAll(async () => {
    await db.close()
    await store.stop()
  })

  const insert = (q: Kysely<Schema>, sn_code: string, from: number) =>
    sql`insert into point (tenant_id, device_id, key, name, data_type)
      select tenant_id, device_id, 'k' || n, 'n', 'number' from device, generate_series(${from}::int, ${from + 9}::int) n
        where sn_code = ${sn_code} on conflict do nothing`.execute(q)

  test('devices that get points at once succeed as far as there is room for them', async () => {
    const made = await Promise.all(
      ['ONE', 'TWO', 'THREE'].map((sn_code) =>
        db
          .tenant(1, async (q) => {
            await insert(q, sn_code, 0)
            await requirePointRoom(q, 1)
            return 'made'
          })
          .catch((error) => (error instanceof ApiError ? error.code : error)),
      ),
    )
    expect(made.toSorted()).toEqual(['100019', 'made', 'made'])
    const counted = () =>
      db.system(async (q) => {
        const { rows } = await sql<{ counted: number; points: number }>`
          select (select points from point_count where tenant_id = 1) as counted,
            (select count(*) from point where tenant_id = 1) as points`.execute(q)
        return rows[0]
      })
    expect(await counted()).toEqual({ counted: 20, points: 20 })
    await db.tenant(1, (q) => insert(q, 'ONE', 5))
    await db.tenant(1, (q) => insert(q, 'TWO', 5))
    await db.tenant(1, (q) => sql`delete from device where sn_code = 'TWO'`.execute(q))
    const { counted: after, points } = (await counted()) ?? {}
    expect(after).toBe(points)
  })
})
