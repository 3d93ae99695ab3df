import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '../../../core/catalogue/durations.ts'
import { demoIds } from '../../../tests/server/people.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { granted } from '../../../tests/server/shown-screens.ts'

let server: TestServer
let ids: Awaited<ReturnType<typeof demoIds>>
beforeAll(async () => {
  server = await openTestServer()
  ids = await demoIds(server)
})
afterAll(async () => {
  expect(server.defects).toEqual([])
  await server.close()
})

type Call = (method: string, path: string, input?: object) => ReturnType<TestServer['call']>
const as =
  (user: string): Call =>
  (method, path, input) =>
    server.call(user, method, path, input)
const admin = as('admin')
const rival = as('rival')
const codeOf = async (reply: ReturnType<Call>) => (await reply).meta.code
const offer = (sn_code: string, more: object = { user_name: 'rival' }) =>
  granted(admin('POST', '/dev/transfer', { sn_code, ...more }))
const offers = async (call: Call, of: string, search: string) =>
  (await call('GET', '/dev/transfer', { of, search })).data.rows
const offerOf = async (call: Call, sn_code: string) => (await offers(call, 'received', sn_code))[0]
const accept = (call: Call, offer_id: number) => call('PUT', '/dev/transfer', { offer_id })

let made = 0
/** A device of the administrator's with so many hours of history. */
async function recorded(hours: number): Promise<string> {
  const sn_code = `GIVEN${++made}`
  await granted(admin('POST', '/dev', { sn_code, dev_alias: sn_code, password: 'secret-1' }))
  await granted(
    admin('POST', '/dev/points', { sn_code, points: [{ key: 'level', name: 'Level', data_type: 'number' }] }),
  )
  const point_id = server.fleet.get(sn_code)?.points.get('level')?.point_id as number
  const t0 = Date.now() - (Date.now() % HOUR_MS) - hours * HOUR_MS
  const samples = Array.from({ length: hours }, (_, n) => ({
    point_id,
    data_time: t0 + n * HOUR_MS,
    value: n,
    quality: 0 as const,
  }))
  await server.telemetry.load(samples)
  return sn_code
}
const sizeOf = async (tenant_id: number) => {
  const { rows } = await server.db.system((q) =>
    sql<{ quota: string; bytes: number }>`select quota, sum(bytes)::bigint as bytes from history_size
      where tenant_id = ${tenant_id} group by quota`.execute(q),
  )
  const of = (quota: string) => rows.find((row) => row.quota === quota)?.bytes ?? 0
  return { history_bytes: of('history_bytes'), rollup_bytes: of('rollup_bytes') }
}

test('an offer says how much history comes along from another organisation, and of none else', async () => {
  const sn_code = await recorded(30)
  const before = await sizeOf(1)
  await offer(sn_code, { user_name: 'rival', with_history: true })
  const { offer_id, history_bytes } = await offerOf(rival, sn_code)
  expect((await offers(admin, 'made', sn_code))[0]).toMatchObject({ with_history: true, history_bytes: null })
  expect(await codeOf(accept(rival, offer_id))).toBe('100001')
  const after = await sizeOf(1)
  const moved = before.history_bytes + before.rollup_bytes - after.history_bytes - after.rollup_bytes
  expect(moved).toBeGreaterThan(0)
  expect(history_bytes).toBe(moved)
  const bare = await recorded(3)
  await offer(bare)
  expect(await offerOf(rival, bare)).toMatchObject({ with_history: false, history_bytes: null })
  await offer(bare, { user_id: ids.user('manager') })
  expect(await offerOf(as('manager'), bare)).toMatchObject({ with_history: true, history_bytes: null })
})

test.each(['history_bytes', 'rollup_bytes'] as const)(
  'a device whose %s would drive out what the new organisation has recorded is not accepted with it',
  async (quota) => {
    const sn_code = await recorded(30)
    await offer(sn_code, { user_name: 'rival', with_history: true })
    const { offer_id } = await offerOf(rival, sn_code)
    const { tenant_id } = (await server.sessions.callerOf(await server.tokenOf('rival'))) ?? { tenant_id: 0 }
    const own = (await sizeOf(tenant_id))[quota]
    const mayKeep = (bytes: number) =>
      server.db.system((q) =>
        sql`insert into user_quota (tenant_id, user_id, quota, limit_value)
          select tenant_id, user_id, ${quota}, ${bytes} from app_user where user_name = 'rival'
          on conflict (tenant_id, user_id, quota) do update set limit_value = excluded.limit_value`.execute(q),
      )
    await mayKeep(own + 1000)
    const { meta, data } = await accept(rival, offer_id)
    expect([meta.code, data.fields[0].field]).toEqual(['100019', 'offer_id'])
    expect(await codeOf(admin('GET', '/dev/basic', { sn_code }))).toBe('100001')
    expect((await sizeOf(tenant_id))[quota]).toBe(own)
    await mayKeep(own + 1_000_000)
    expect(await codeOf(accept(rival, offer_id))).toBe('100001')
    await mayKeep(0)
    const bare = await recorded(3)
    await offer(bare)
    expect(await codeOf(accept(rival, (await offerOf(rival, bare)).offer_id))).toBe('100001')
    await server.db.system((q) => q.deleteFrom('user_quota').where('quota', '=', quota).execute())
  },
)
