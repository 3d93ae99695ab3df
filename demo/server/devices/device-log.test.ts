import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDevice } from '../../../tests/server/devices.ts'
import { startEmbedded, type TestStore } from '../../../tests/server/stores.ts'
import type { Db } from '../db/db.ts'
import { openDb } from '../db/open.ts'
import { LINES_KEPT, openDeviceLog } from './device-log.ts'

let store: TestStore
let db: Db
let count = 0

beforeAll(async () => {
  store = await startEmbedded()
  db = await openDb(store.place)
})

afterAll(async () => {
  await db.close()
  await store.stop()
})

async function newDevice() {
  const sn_code = `L${++count}`
  await makeDevice(db, sn_code)
  return db.system((q) =>
    q.selectFrom('device').select(['tenant_id', 'device_id']).where('sn_code', '=', sn_code).executeTakeFirstOrThrow(),
  )
}

const fail = (error: unknown) => {
  throw error
}

const linesOf = ({ device_id }: { device_id: number }) =>
  db.system((q) =>
    q
      .selectFrom('device_log')
      .select(['kind', 'detail', 'log_time'])
      .where('device_id', '=', device_id)
      .orderBy('log_id')
      .execute(),
  )

test('equal log lines within a minute become one line with a count, and other lines stay', async () => {
  const device = await newDevice()
  let clock = 1_000_000
  const log = openDeviceLog(db, fail, () => clock)
  for (let n = 0; n < 50; n++) log.write(device, 'refused', { reason: 'type', key: `k${n}` })
  log.write(device, 'refused', { reason: 'future' })
  clock += 61_000
  log.write(device, 'connected', {})
  await log.close()
  expect((await linesOf(device)).map(({ detail }) => detail)).toEqual([
    { reason: 'type', key: 'k0' },
    { reason: 'future' },
    {},
    { reason: 'type', key: 'k49', count: 49 },
  ])
})

test('a device writes at most 60 log lines a minute, and goes on in the next one', async () => {
  const device = await newDevice()
  let clock = 1_000_000
  const log = openDeviceLog(db, fail, () => clock)
  const say = () => log.say(device, { log_time: clock, level: 'info', text: 'x' })
  expect([...Array(70)].filter(say)).toHaveLength(60)
  await log.close()
  clock += 61_000
  const next = openDeviceLog(db, fail, () => clock)
  expect(next.say(device, { log_time: clock, level: 'info', text: 'y' })).toBe(true)
  await next.close()
  expect(await linesOf(device)).toHaveLength(61)
})

test('devices of an organisation write at most 6,000 log lines a minute together, also where they come at once, and another organisation’s write theirs', async () => {
  const clock = 1_000_000
  const log = openDeviceLog(db, fail, () => clock)
  const text = '行'.repeat(500)
  const { tenant_id, device_id } = await newDevice()
  const say = (of: number, tenant: number) =>
    log.say({ tenant_id: tenant, device_id: of }, { log_time: clock, level: 'info', text })
  const mine = { tenant_id, device_id }
  expect([...Array(60)].filter(() => say(device_id, tenant_id))).toHaveLength(60)
  // Of devices that are gone: their lines count, and are not kept.
  const said = [...Array(6000)].filter((_, at) => say(1e9 + at, tenant_id))
  expect(said).toHaveLength(6000 - 60)
  expect(say(2e9, tenant_id + 1)).toBe(true)
  await log.close()
  expect(await linesOf(mine)).toHaveLength(60)
})

test('a device log keeps the newest lines', async () => {
  const device = await newDevice()
  let clock = 0
  const log = openDeviceLog(db, fail, () => clock)
  const total = LINES_KEPT + LINES_KEPT / 10
  for (let n = 0; n < total; n++) {
    clock = n
    log.write(device, 'refused', { reason: `reason ${n}` })
    // What waits is bounded, so it is written in parts.
    if (n === total / 2) await expect.poll(async () => (await linesOf(device)).length).toBe(total / 2 + 1)
  }
  await log.close()
  const lines = await linesOf(device)
  expect(lines).toHaveLength(LINES_KEPT)
  expect(lines.at(-1)?.detail).toEqual({ reason: `reason ${total - 1}` })
})

test('log lines of a device deleted meanwhile are left out, and the lines of others are written', async () => {
  const [gone, stays] = [await newDevice(), await newDevice()]
  const log = openDeviceLog(db, fail)
  await db.system((q) => q.deleteFrom('device').where('device_id', '=', gone.device_id).execute())
  log.write(gone, 'connected', {})
  log.write(stays, 'connected', {})
  await log.close()
  expect([await linesOf(gone), await linesOf(stays)]).toMatchObject([[], [{ kind: 'connected' }]])
})

test('characters that SQL cannot store are replaced, wherever a device sends them', async () => {
  const device = await newDevice()
  const log = openDeviceLog(db, fail)
  log.write(device, 'refused', { reason: 'topic', topic: 'evil\0', cut: '\ud83d', nested: { id: ['\udc00'] } })
  await log.close()
  expect(await linesOf(device)).toMatchObject([
    { detail: { reason: 'topic', topic: 'evil\ufffd', cut: '\ufffd', nested: { id: ['\ufffd'] } } },
  ])
})

test('a log line that the database refuses is dropped, and the other lines are written', async () => {
  const [bad, good] = [await newDevice(), await newDevice()]
  const errors: unknown[] = []
  const log = openDeviceLog(db, (error) => errors.push(error))
  log.write(good, 'connected', {})
  log.say(bad, { log_time: Number.NaN, level: 'info', text: 'x' })
  log.write(good, 'disconnected', {})
  await log.close()
  expect((await linesOf(good)).map(({ kind }) => kind)).toEqual(['connected', 'disconnected'])
  expect(await linesOf(bad)).toEqual([])
  expect(errors).toHaveLength(1)
})

test('log lines are written once, also where old ones cannot be deleted', async () => {
  const device = await newDevice()
  const errors: unknown[] = []
  const busy: Db = {
    ...db,
    system: (work, priority) =>
      priority === 'reports' ? Promise.reject(new Error('busy')) : db.system(work, priority),
  }
  const log = openDeviceLog(busy, (error) => errors.push(error))
  for (let n = 0; n < LINES_KEPT / 10; n++) log.write(device, 'refused', { reason: `reason ${n}` })
  await expect.poll(() => errors.length).toBe(1)
  await log.close()
  expect(errors).toHaveLength(1)
  expect(await linesOf(device)).toHaveLength(LINES_KEPT / 10)
})
