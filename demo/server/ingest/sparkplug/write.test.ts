import { createRequire } from 'node:module'
import type { UMetric } from 'sparkplug-payload/lib/sparkplugbpayload.js'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { DataType } from '../../../../core/contract/device.ts'
import type { Value } from '../../../../core/contract/telemetry.ts'
import { makeDevice, openTestSide, type TestSide } from '../../../../tests/server/devices.ts'
import { startEmbedded, type TestStore } from '../../../../tests/server/stores.ts'
import type { Db } from '../../db/db.ts'
import { openDb } from '../../db/open.ts'

const load = createRequire(import.meta.url)
const codec = (load('sparkplug-payload') as typeof import('sparkplug-payload')).get('spBv1.0')

/** Waits for what a busy machine may take long to do. */
const until = (check: () => unknown) => vi.waitFor(check)

let store: TestStore
let db: Db
let side: TestSide
let count = 0

beforeAll(async () => {
  store = await startEmbedded()
  db = await openDb(store.place)
  side = await openTestSide(db, { commandTimeoutMs: 3000 })
})

afterAll(async () => {
  expect(side.errors).toEqual([])
  await side.close()
  await db.close()
  await store.stop()
})

async function newDevice(points: Record<string, DataType> = {}, behind: string | null = null): Promise<string> {
  const sn = `W${++count}`
  const writable = Object.entries(points).map(([key, data_type]) => ({ key, data_type, access: 'rw' as const }))
  await makeDevice(db, sn, { points: writable, behind })
  await side.fleet.reload(sn)
  return sn
}

/** An edge node that hands over the commands that it gets, read by sparkplug-payload. */
async function newNode(sn: string) {
  let seq = 0
  const client = await side.connect(sn)
  const got: { topic: string; qos: number; seq: unknown; metrics: Omit<UMetric, 'timestamp'>[] }[] = []
  client.on('message', (topic, bytes, { qos }) => {
    const payload = codec?.decodePayload(bytes)
    const metrics = (payload?.metrics ?? []).map(({ timestamp: _, alias, ...metric }) =>
      alias === undefined ? metric : { ...metric, alias: Number(alias) },
    )
    got.push({ topic, qos, seq: payload?.seq, metrics })
  })
  const granted = await client.subscribeAsync([`spBv1.0/plant/NCMD/${sn}`, `spBv1.0/plant/DCMD/${sn}/+`], { qos: 1 })
  expect(granted.map(({ qos }) => qos)).toEqual([1, 1])
  const say = async (type: string, metrics: UMetric[], device?: string) => {
    if (type === 'NBIRTH') seq = 0
    const message = codec?.encodePayload({ timestamp: Date.now(), metrics, seq }) as Uint8Array
    seq = (seq + 1) % 256
    const topic = `spBv1.0/plant/${type}/${sn}${device ? `/${device}` : ''}`
    await client.publishAsync(topic, Buffer.from(message), { qos: 1 })
  }
  return { sn, client, got, say }
}

const write = (sn: string, key: string, value: Value) =>
  side.commands.write({ device: side.device(sn), point: side.point(sn, key), value, user_id: 7, user_name: 'admin' })

const statusOf = async (id: string) => (await side.commands.steps(1, id))?.status

test('a write to a node is an NCMD, and done once the node reports the value', async () => {
  const node = await newNode(await newDevice({ speed_set: 'number' }))
  await node.say('NBIRTH', [{ name: 'speed set', type: 'Int16', value: 3 }])
  const statuses: string[] = []
  const stop = side.fleet.on('command', (event) => void (event.sn_code === node.sn && statuses.push(event.status)))
  const { id, status } = await write(node.sn, 'speed_set', -5)
  expect(status).toBe('sent')
  await until(() =>
    expect(node.got).toEqual([
      {
        topic: `spBv1.0/plant/NCMD/${node.sn}`,
        qos: 0,
        seq: undefined,
        metrics: [{ name: 'speed set', type: 'Int16', value: -5 }],
      },
    ]),
  )
  await node.say('NDATA', [{ name: 'speed set', type: 'Int16', value: 4 }])
  expect(await statusOf(id)).toBe('sent')
  await node.say('NDATA', [{ name: 'speed set', type: 'Int16', value: -5 }])
  await until(async () => expect(await statusOf(id)).toBe('done'))
  stop()
  expect(statuses).toEqual(['sent', 'done'])
  expect(await side.commands.steps(1, id)).toMatchObject({ old_value: 3, value: -5, ack_time: null })
})

test('a write to a device behind a node is a DCMD by the alias and the spelling of its birth', async () => {
  const node = await newNode(await newDevice())
  const meter = await newDevice({ limit: 'number' }, node.sn)
  await node.say('NBIRTH', [])
  await node.say('DBIRTH', [{ name: 'limit', type: 'Float', value: 1, alias: 9 }], meter.toLowerCase())
  const { id } = await write(meter, 'limit', Math.PI)
  const topic = `spBv1.0/plant/DCMD/${node.sn}/${meter.toLowerCase()}`
  await until(() => expect(node.got).toMatchObject([{ topic }]))
  const value = Math.fround(Math.PI)
  expect(node.got[0]?.metrics).toEqual([{ alias: 9, type: 'Float', value }])
  await node.say('DDATA', [{ alias: 9, type: 'Float', value }], meter)
  await until(async () => expect(await statusOf(id)).toBe('done'))
})

test('a value that the device never reports times out', async () => {
  const node = await newNode(await newDevice({ running: 'boolean' }))
  await node.say('NBIRTH', [{ name: 'running', type: 'Boolean', value: false }])
  const { id } = await write(node.sn, 'running', true)
  await node.say('NDATA', [{ name: 'running', type: 'Boolean', value: false }])
  await until(async () => expect(await statusOf(id)).toBe('timeout'))
})

test.each<[UMetric['type'], DataType, Value]>([
  ['Int16', 'number', 40.5],
  ['UInt8', 'number', 256],
  ['UInt32', 'number', -1],
  ['Int8', 'number', -129],
  ['Float', 'number', 1e39],
  ['UInt16', 'boolean', true],
])('a metric of %s, a %s to the console, is not written with %s', async (type, data_type, value) => {
  const node = await newNode(await newDevice({ level: data_type }))
  await node.say('NBIRTH', [{ name: 'level', type, value: 1 }])
  await expect(write(node.sn, 'level', value)).rejects.toMatchObject({ code: '100006', fields: [{ field: 'value' }] })
  expect(node.got).toEqual([])
})

test.each<[UMetric['type'], DataType, Value]>([
  ['Int32', 'number', -2_147_483_648],
  ['UInt32', 'number', 4_294_967_295],
  ['Int64', 'number', -9_000_000_000],
  ['Double', 'number', 0.1],
  ['String', 'string', '阀门'],
])('a metric of %s, a %s to the console, comes back as the written %s', async (type, data_type, value) => {
  const node = await newNode(await newDevice({ level: data_type }))
  await node.say('NBIRTH', [{ name: 'level', type, value: data_type === 'string' ? '' : 1 }])
  const { id } = await write(node.sn, 'level', value)
  await until(() => expect(node.got).toHaveLength(1))
  await node.say('NDATA', [{ name: 'level', type, value }])
  await until(async () => expect(await statusOf(id)).toBe('done'))
})
