import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { CommandMessage, topics, type Value } from '../../../core/contract/telemetry.ts'
import { makeDevice, openTestSide, type TestSide } from '../../../tests/server/devices.ts'
import { startEmbedded, type TestStore } from '../../../tests/server/stores.ts'
import { NotSent } from '../broker/broker.ts'
import type { Db } from '../db/db.ts'
import { openDb } from '../db/open.ts'
import { openCommands } from './commands.ts'

/** Waits for what a busy machine may take long to do. */
const until = (check: () => unknown) => vi.waitFor(check)

let store: TestStore
let db: Db
let side: TestSide
let count = 0

beforeAll(async () => {
  store = await startEmbedded()
  db = await openDb(store.place)
  side = await openTestSide(db, { commandTimeoutMs: 700 })
})

afterAll(async () => {
  expect(side.errors).toEqual([])
  await side.close()
  await db.close()
  await store.stop()
})

/** A device that is connected and hands over the commands that it gets. */
async function newDevice(): Promise<{ sn: string; client: MqttClient; got: CommandMessage[] }> {
  const sn = `C${++count}`
  await makeDevice(db, sn, {
    points: [
      { key: 'setpoint', data_type: 'number', access: 'rw', write_min: 0, write_max: 100 },
      { key: 'mode', data_type: 'enum', access: 'rw', enum_text: { 1: { zh: '自动', en: 'auto' } } },
      { key: 'level', data_type: 'number' },
      { key: 'start', data_type: 'boolean', access: 'rw', two_step: true },
    ],
  })
  await side.fleet.reload(sn)
  const client = await side.connect(sn)
  const got: CommandMessage[] = []
  client.on('message', (_topic, payload) => got.push(CommandMessage.parse(JSON.parse(payload.toString()))))
  await client.subscribeAsync(topics.command(sn))
  return { sn, client, got }
}

const write = (
  sn: string,
  key: string,
  value: Value,
  more: { confirm?: string; user_id?: number; user_name?: string } = {},
) =>
  side.commands.write({
    device: side.device(sn),
    point: side.point(sn, key),
    value,
    user_id: 7,
    user_name: 'admin',
    ...more,
  })

const reply = (client: MqttClient, sn: string, id: string, status: string, reason?: string) =>
  client.publishAsync(topics.reply(sn, id), JSON.stringify({ status, reason }), { qos: 1 })

const steps = async (id: string) => side.commands.steps(1, id)

test('a write goes to the device, and each step is published and recorded', async () => {
  const { sn, client, got } = await newDevice()
  const statuses: string[] = []
  const stop = side.fleet.on('command', (event) => void (event.sn_code === sn && statuses.push(event.status)))
  const { id, status } = await write(sn, 'setpoint', 40)
  expect(status).toBe('sent')
  await until(() => expect(got).toMatchObject([{ id, key: 'setpoint', value: 40 }]))
  const [{ ts, expires }] = got as [CommandMessage]
  expect(expires - ts).toBe(700)
  expect(Math.abs(Date.now() - ts)).toBeLessThan(60_000)
  expect(side.point(sn, 'setpoint').value).toBe(null)
  await reply(client, sn, id, 'acknowledged')
  expect(await steps(id)).toMatchObject({ status: 'acknowledged', end_time: null })
  await reply(client, sn, id, 'done')
  stop()
  expect(statuses).toEqual(['sent', 'acknowledged', 'done'])
  expect(await steps(id)).toMatchObject({
    id,
    sn_code: sn,
    key: 'setpoint',
    old_value: null,
    value: 40,
    user_name: 'admin',
    status: 'done',
    reason: null,
    ack_time: expect.any(Number),
    end_time: expect.any(Number),
  })
  expect(side.point(sn, 'setpoint').value).toBe(null)
  expect(await side.commands.steps(2, id)).toBe(null)
})

test('a device that fails a write gives the reason', async () => {
  const { sn, client, got } = await newDevice()
  const { id } = await write(sn, 'mode', 1)
  await until(() => expect(got).toHaveLength(1))
  await reply(client, sn, id, 'failed', 'valve stuck')
  expect(await steps(id)).toMatchObject({ status: 'failed', reason: 'valve stuck' })
})

test('a write without an answer times out, and a later answer is refused', async () => {
  const { sn, client } = await newDevice()
  const { id } = await write(sn, 'setpoint', 40)
  await until(async () => expect(await steps(id)).toMatchObject({ status: 'timeout' }))
  const before = await side.refused('reply')
  await reply(client, sn, id, 'done')
  expect(await side.refused('reply')).toBe(before + 1)
  expect(await steps(id)).toMatchObject({ status: 'timeout' })
})

test('a device can answer its own commands only', async () => {
  const [one, two] = [await newDevice(), await newDevice()]
  const { id } = await write(one.sn, 'setpoint', 40)
  await reply(two.client, two.sn, id, 'done')
  expect(await steps(id)).toMatchObject({ status: 'sent' })
})

test('a point has one write at a time', async () => {
  const { sn, client } = await newDevice()
  const { id } = await write(sn, 'setpoint', 40)
  await expect(write(sn, 'setpoint', 41)).rejects.toMatchObject({ code: '100027' })
  await write(sn, 'mode', 1)
  await reply(client, sn, id, 'done')
  await write(sn, 'setpoint', 41)
})

test.each([
  ['level', 1, '110539'],
  ['setpoint', 101, '100006'],
  ['setpoint', -1, '100006'],
  ['setpoint', '40', '100006'],
  ['setpoint', null, '100006'],
  ['setpoint', Number.POSITIVE_INFINITY, '100006'],
  ['mode', 2, '100006'],
])('writing %s with %s is refused with %s', async (key, value, code) => {
  const { sn, got } = await newDevice()
  await expect(write(sn, key, value)).rejects.toMatchObject({ code })
  expect(got).toEqual([])
})

test('a two-step point is selected first, and written once the same user confirms the same value', async () => {
  const { sn, client, got } = await newDevice()
  const { id: confirm, status } = await write(sn, 'start', true)
  expect(status).toBe('selected')
  expect(await steps(confirm)).toBe(null)
  await expect(write(sn, 'start', true, { confirm, user_id: 8 })).rejects.toMatchObject({ code: '100006' })
  await expect(write(sn, 'start', false, { confirm })).rejects.toMatchObject({ code: '100006' })
  const sent = await write(sn, 'start', true, { confirm })
  expect(sent).toEqual({ id: expect.any(String), status: 'sent' })
  await until(() => expect(got).toMatchObject([{ id: sent.id, key: 'start', value: true }]))
  await expect(write(sn, 'start', true)).rejects.toMatchObject({ code: '100027' })
  await reply(client, sn, sent.id, 'done')
  await expect(write(sn, 'start', true, { confirm })).rejects.toMatchObject({ fields: [{ field: 'confirm' }] })
  expect(await steps(sent.id)).toMatchObject({ status: 'done', value: true })
})

test('a selected write is not sent to a device that went offline', async () => {
  const { sn, client } = await newDevice()
  const { id: confirm } = await write(sn, 'start', true)
  await client.endAsync()
  await until(() => expect(side.device(sn).dev_state).toBe(2))
  await expect(write(sn, 'start', true, { confirm })).rejects.toMatchObject({ code: '100002' })
})

test('a device that is offline is not written to', async () => {
  const { sn, client } = await newDevice()
  await client.endAsync()
  await until(() => expect(side.device(sn).dev_state).toBe(2))
  await expect(write(sn, 'setpoint', 40)).rejects.toMatchObject({ code: '100002', fields: [{ field: 'sn_code' }] })
})

test('a point is free after the time-out while the store is down, and its record is updated later', async () => {
  const { sn } = await newDevice()
  let isAway = false
  const flaky: Db = {
    ...db,
    tenant: (tenant_id, work, priority) =>
      isAway ? Promise.reject(new Error('the store is away')) : db.tenant(tenant_id, work, priority),
  }
  const errors: unknown[] = []
  const { fleet, metrics } = side
  const report = (error: unknown) => void errors.push(error)
  const commands = await openCommands({ db: flaky, fleet, metrics, report, send: async () => {}, timeoutMs: 100 })
  try {
    const input = { device: side.device(sn), point: side.point(sn, 'setpoint'), user_id: 7, user_name: 'admin' }
    const { id } = await commands.write({ ...input, value: 1 })
    isAway = true
    await until(() => expect(errors.length).toBeGreaterThan(0))
    isAway = false
    const next = await commands.write({ ...input, value: 2 })
    expect(next.status).toBe('sent')
    await expect(commands.write({ ...input, value: 3 })).rejects.toMatchObject({ code: '100027' })
    await until(async () => expect(await steps(id)).toMatchObject({ status: 'timeout' }))
    await until(async () => expect(await steps(next.id)).toMatchObject({ status: 'timeout' }))
  } finally {
    commands.close()
  }
})

test('a write interrupted by a restart has timed out', async () => {
  const { sn } = await newDevice()
  const { id } = await write(sn, 'setpoint', 40)
  const next = await openTestSide(db)
  expect(await next.commands.steps(1, id)).toMatchObject({ status: 'timeout', end_time: expect.any(Number) })
  await next.close()
})

test('a device that does not acknowledge a command loses its connection and the command', async () => {
  const { sn } = await newDevice()
  const strict = await openTestSide(db, { receiptMs: 200 })
  try {
    const got: string[] = []
    const stalled = await strict.connect(sn)
    // Nothing is acknowledged before this calls back.
    stalled.handleMessage = (packet) => void got.push(String(packet.payload))
    await stalled.subscribeAsync(topics.command(sn), { qos: 1 })
    const ended = new Promise<void>((resolve) => stalled.once('close', () => resolve()))
    await strict.commands.write({
      device: strict.device(sn),
      point: strict.point(sn, 'setpoint'),
      value: 40,
      user_id: 7,
      user_name: 'admin',
    })
    await ended
    expect(got).toHaveLength(1)
    await until(async () =>
      expect(await strict.logOf(sn)).toContainEqual({ kind: 'disconnected', reason: 'does not acknowledge' }),
    )
    const back = await strict.connect(sn)
    const late: string[] = []
    back.on('message', (_topic, payload) => late.push(payload.toString()))
    await back.subscribeAsync(topics.command(sn), { qos: 1 })
    await strict.broker.publish(topics.command(sn), 'next')
    await until(() => expect(late).toEqual(['next']))
  } finally {
    await strict.close()
  }
})

test('a write that expired before it was sent is not sent', async () => {
  const { sn, client } = await newDevice()
  const texts: string[] = []
  client.removeAllListeners('message')
  client.on('message', (_topic, payload) => texts.push(payload.toString()))
  await side.broker.publish(topics.command(sn), 'over', 0)
  await side.broker.publish(topics.command(sn), 'in time', 60_000)
  await until(() => expect(texts).toEqual(['in time']))
})

test('a write whose sending is uncertain is answered, and its record says that nobody answered', async () => {
  const { sn } = await newDevice()
  const { fleet, metrics } = side
  const input = { device: side.device(sn), point: side.point(sn, 'setpoint'), user_id: 7, user_name: 'admin' }
  const errors: unknown[] = []
  const open = (send: () => Promise<void>) =>
    openCommands({ db, fleet, metrics, report: (error) => void errors.push(error), send, timeoutMs: 300 })
  const hanging = await open(() => new Promise(() => {}))
  const { id } = await hanging.write({ ...input, value: 1 })
  await until(async () => expect(await steps(id)).toMatchObject({ status: 'timeout', reason: null }))
  hanging.close()

  const lost = await open(() => Promise.reject(new Error('the connection was lost')))
  const unknown = await lost.write({ ...input, value: 2 })
  expect(unknown.status).toBe('sent')
  await until(async () => expect(await steps(unknown.id)).toMatchObject({ status: 'timeout', reason: null }))
  lost.close()
  expect(errors).toEqual([new Error('the connection was lost')])

  const away = await open(() => Promise.reject(new NotSent('away')))
  const { id: refused, status } = await away.write({ ...input, value: 3 })
  expect(status).toBe('failed')
  expect(await steps(refused)).toMatchObject({ status: 'failed', reason: 'not sent' })
  away.close()
})

test('a selection stays the same user’s whatever name the user takes meanwhile', async () => {
  const { sn } = await newDevice()
  const { id } = await write(sn, 'start', true, { user_name: 'Li Wei (li)' })
  expect(await write(sn, 'start', true, { confirm: id, user_name: 'Wang Wei (li)' })).toMatchObject({ status: 'sent' })
})
