import { createRequire } from 'node:module'
import type { UMetric } from 'sparkplug-payload/lib/sparkplugbpayload.js'
import type * as Proto from 'sparkplug-payload/lib/sparkplugPayloadProto.js'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeDevice, openTestSide, passwordOf, type TestSide } from '../../../../tests/server/devices.ts'
import { codec, EdgeNode, metric } from '../../../../tests/server/edge-node.ts'
import { startEmbedded, type TestStore } from '../../../../tests/server/stores.ts'
import type { Db } from '../../db/db.ts'
import { openDb } from '../../db/open.ts'
import { qualityOf } from '../../fleet/fleet.ts'
import { openSenders } from '../senders.ts'
import { createSparkplug } from './sparkplug.ts'

const load = createRequire(import.meta.url)
const { Payload } = (load('sparkplug-payload/lib/sparkplugPayloadProto.js') as typeof Proto).org.eclipse.tahu.protobuf

/** Waits for what a busy machine may take long to do. */
const until = (check: () => unknown) => vi.waitFor(check)

let store: TestStore
let db: Db
let side: TestSide
let count = 0

beforeAll(async () => {
  store = await startEmbedded()
  db = await openDb(store.place)
  side = await openTestSide(db)
})

afterAll(async () => {
  expect(side.errors).toEqual([])
  await side.close()
  await db.close()
  await store.stop()
})

async function newDevice(
  overrides: { tenant_id?: number; behind?: string; awaited_time?: number } = {},
): Promise<string> {
  const sn = `S${++count}`
  await makeDevice(db, sn, overrides)
  await side.fleet.reload(sn)
  return sn
}

test('a birth certificate creates points of its types, data by name and by alias follow', async () => {
  const sn = await newDevice()
  const node = await EdgeNode.connect(sn, side)
  await node.say('NBIRTH', [
    metric('bdSeq', 'UInt64', 0),
    metric('Node Control/Rebirth', 'Boolean', false),
    metric('temperature', 'Float', 21.1, { alias: 1 }),
    metric('depth', 'Int16', -5, { alias: 2 }),
    metric('total', 'Int64', 9_000_000_000, { alias: 3 }),
    metric('running', 'Boolean', true),
    metric('door state', 'String', 'open'),
  ])
  const points = [...side.device(sn).points.values()].map(({ key, data_type, value }) => [key, data_type, value])
  expect(points).toEqual([
    ['temperature', 'number', 21.1],
    ['depth', 'number', -5],
    ['total', 'number', 9_000_000_000],
    ['running', 'boolean', true],
    ['door_state', 'string', 'open'],
  ])
  await node.say('NDATA', [{ alias: 1, type: 'Float', value: 22.5 }, metric('running', 'Boolean', false)] as UMetric[])
  expect(side.point(sn, 'temperature').value).toBe(22.5)
  expect(side.point(sn, 'running').value).toBe(false)
  // Sparkplug 3.0 asks data messages to leave out the types that the birth declared.
  const metrics = [
    { alias: 2, intValue: 2 ** 32 - 7 },
    { alias: 1, floatValue: 23.25 },
  ]
  const untyped = Buffer.from(Payload.encode({ timestamp: Date.now(), seq: node.seq++, metrics }).finish())
  await node.client.publishAsync(`spBv1.0/plant/NDATA/${sn}`, untyped, { qos: 1 })
  expect(side.point(sn, 'depth').value).toBe(-7)
  expect(side.point(sn, 'temperature').value).toBe(23.25)
  expect(node.rebirths).toEqual([])
})

test('nulls are bad, and quality codes are what they mean', async () => {
  const sn = await newDevice()
  const node = await EdgeNode.connect(sn, side)
  const quality = (value: number) => ({ properties: { Quality: { type: 'Int32' as const, value } } })
  await node.say('NBIRTH', [
    metric('a', 'Double', 1),
    metric('b', 'Double', 2),
    metric('c', 'Double', 3),
    metric('d', 'Double', 4),
  ])
  await node.say('NDATA', [
    metric('a', 'Double', null),
    metric('b', 'Double', 5, quality(0)),
    metric('c', 'Double', 6, quality(192)),
    metric('d', 'Double', 7, quality(500)),
  ])
  const seen = ['a', 'b', 'c', 'd'].map((key) => [side.point(sn, key).value, side.point(sn, key).quality])
  expect(seen).toEqual([
    [null, 'bad'],
    [5, 'bad'],
    [6, 'good'],
    [7, 'uncertain'],
  ])
})

test('metrics with times of their own are readings of those times', async () => {
  const sn = await newDevice()
  await db.system(async (q) => {
    const { device_id } = side.device(sn)
    await q
      .insertInto('point')
      .values({ tenant_id: 1, device_id, key: 'level', name: 'level', data_type: 'number' })
      .execute()
  })
  await side.fleet.reload(sn)
  const node = await EdgeNode.connect(sn, side)
  const now = Date.now()
  await node.say('NBIRTH', [metric('level', 'Double', 3, { timestamp: now })])
  await node.say('NDATA', [
    metric('level', 'Double', 2, { timestamp: now - 1000, isHistorical: true }),
    metric('level', 'Double', 1, { timestamp: now - 2000, isHistorical: true }),
  ])
  expect(await side.history(sn, 'level')).toEqual([
    [now - 2000, 1],
    [now - 1000, 2],
    [now, 3],
  ])
  expect(side.point(sn, 'level').value).toBe(3)
})

test('devices behind a node live by their births and deaths', async () => {
  const gateway = await newDevice()
  const meter = await newDevice({ behind: gateway })
  const node = await EdgeNode.connect(gateway, side)
  await node.say('NBIRTH', [metric('load', 'Double', 1)])
  await node.say('DBIRTH', [metric('power', 'Double', 7, { alias: 9 })], meter)
  expect(side.point(meter, 'power').value).toBe(7)
  expect(side.device(meter)).toMatchObject({ dev_state: 1, connected: false })
  await node.say('DDEATH', [], meter)
  expect(side.device(meter).dev_state).toBe(2)
  await node.say('DBIRTH', [metric('power', 'Double', 8, { alias: 9 })], meter)
  expect(side.device(meter).dev_state).toBe(1)
  node.client.stream.destroy()
  await until(() => expect(side.device(meter).dev_state).toBe(2))
  expect(side.device(gateway).dev_state).toBe(2)
  expect(qualityOf(side.point(meter, 'power'), side.device(meter), Date.now())).toBe('stale')
})

test('a gap in seq, an unknown alias and data without a birth ask for a rebirth', async () => {
  const sn = await newDevice()
  const node = await EdgeNode.connect(sn, side)
  await node.say('NDATA', [metric('a', 'Double', 1)])
  await until(() => expect(node.rebirths).toHaveLength(1))
  await node.say('NBIRTH', [metric('a', 'Double', 1)])
  node.seq += 3
  await node.say('NDATA', [metric('a', 'Double', 2)])
  await until(() => expect(node.rebirths).toHaveLength(2))
  expect(side.point(sn, 'a').value).toBe(2)
  const before = await side.refused('sparkplug')
  await node.say('NDATA', [{ alias: 77, type: 'Double', value: 3 } as UMetric])
  expect(await side.refused('sparkplug')).toBe(before + 1)
})

test('a node speaks neither for another node nor for another tenant’s device', async () => {
  const [sn, other, foreign] = [await newDevice(), await newDevice(), await newDevice({ tenant_id: 2 })]
  const node = await EdgeNode.connect(sn, side)
  await node.say('NBIRTH', [])
  const before = await side.refused('topic')
  await node.say('DBIRTH', [metric('x', 'Double', 1)], foreign)
  const death = Buffer.from(codec?.encodePayload({ timestamp: Date.now(), metrics: [] }) as Uint8Array)
  await node.client.publishAsync(`spBv1.0/plant/NDEATH/${other}`, death, { qos: 1 })
  await node.client.publishAsync(`spBv1.0/plant/NBIRTH/${other}`, death, { qos: 1 })
  expect(await side.refused('topic')).toBe(before + 3)
  expect(side.device(foreign).points.size).toBe(0)
  const unannounced = await newDevice()
  await node.say('DDATA', [metric('x', 'Double', 1)], unannounced)
  expect(side.device(unannounced).points.size).toBe(0)
})

test('a node that dies takes no device along that somebody else registered since', async () => {
  const sn = await newDevice()
  const node = await EdgeNode.connect(sn, side)
  await node.say('NBIRTH', [])
  await node.say('DBIRTH', [metric('power', 'Double', 1)], 'LATER1')
  await makeDevice(db, 'LATER1', { tenant_id: 2 })
  await side.fleet.reload('LATER1')
  await side.connect('LATER1')
  await until(() => expect(side.device('LATER1').dev_state).toBe(1))
  await node.say('NDEATH', [])
  await until(() => expect(side.device(sn).is_dead).toBe(true))
  expect(side.device('LATER1')).toMatchObject({ is_dead: false, dev_state: 1 })
})

test('a node speaks for no device that it did not announce before it was registered, nor for one that signed in itself', async () => {
  const [gateway, other, sensor] = [await newDevice(), await newDevice(), await newDevice()]
  const meter = await newDevice({ behind: gateway })
  const intruder = await EdgeNode.connect(other, side)
  await intruder.say('NBIRTH', [])
  const before = await side.refused('topic')
  for (const sn of [sensor, meter])
    for (const type of ['DBIRTH', 'DDATA', 'DDEATH']) await intruder.say(type, [metric('x', 'Double', 1)], sn)
  expect(await side.refused('topic')).toBe(before + 6)
  for (const sn of [sensor, meter]) expect(side.device(sn)).toMatchObject({ is_dead: false, points: new Map() })

  const node = await EdgeNode.connect(gateway, side)
  await node.say('NBIRTH', [])
  await node.say('DBIRTH', [metric('power', 'Double', 1)], meter)
  expect(side.point(meter, 'power').value).toBe(1)
  await side.connect(meter)
  await until(() => expect(side.device(meter)).toMatchObject({ connected: true, behind: null }))
  await node.say('DDATA', [metric('power', 'Double', 2)], meter)
  expect(side.point(meter, 'power').value).toBe(1)
  expect(await side.refused('topic')).toBe(before + 7)
  // Also after a restart.
  await until(async () => {
    const { behind } = await db.system((q) =>
      q.selectFrom('device').select('behind').where('sn_code', '=', meter).executeTakeFirstOrThrow(),
    )
    expect(behind).toBe(null)
  })
})

test('a node that says goodbye without a death is dead with the devices behind it, and its births are forgotten', async () => {
  const gateway = await newDevice()
  const meter = await newDevice({ behind: gateway })
  const node = await EdgeNode.connect(gateway, side)
  await node.say('NBIRTH', [])
  await node.say('DBIRTH', [metric('power', 'Double', 1, { alias: 9 })], meter)
  await node.client.endAsync()
  await until(() => expect(side.device(meter).is_dead).toBe(true))
  const again = await EdgeNode.connect(gateway, side)
  const before = await side.refused('sparkplug')
  await again.say('DDATA', [{ alias: 9, type: 'Double', value: 3 } as UMetric], meter)
  expect(await side.refused('sparkplug')).toBe(before + 1)
})

test('an unregistered node announces no devices, a registered one many', async () => {
  const announce = async (sn: string) => {
    const node = await EdgeNode.connect(sn, side)
    const before = await side.refused('sparkplug')
    await node.say('NBIRTH', [])
    for (const n of [1, 2, 3]) await node.say('DBIRTH', [metric('a', 'Double', n)], `${sn}B${n}`)
    return (await side.refused('sparkplug')) - before
  }
  expect(await announce('HEAP1')).toBe(3)
  expect(await announce(await newDevice())).toBe(0)
})

test('a node brings as many unknown devices a minute as a network may, and the rest when they report again', async () => {
  let time = 0
  const other = await openTestSide(db, { now: () => time })
  try {
    const sn = await newDevice()
    await other.fleet.reload(sn)
    const node = await EdgeNode.connect(sn, other)
    await node.say('NBIRTH', [])
    const kept = async () =>
      (
        await db.system((q) =>
          q.selectFrom('unregistered_device').select('sn_code').where('sn_code', 'like', 'MANY%').execute(),
        )
      ).length
    const announce = async () => {
      for (let n = 0; n < 25; n++) await node.say('DBIRTH', [metric('a', 'Double', n)], `MANY${n}`)
    }
    await announce()
    await until(async () => expect(await kept()).toBe(10))
    await announce()
    time += 60_000
    await announce()
    await until(async () => expect(await kept()).toBe(20))
  } finally {
    await other.close()
  }
})

test('an unknown device behind a node is kept as unregistered with the node’s password', async () => {
  const sn = await newDevice()
  const node = await EdgeNode.connect(sn, side)
  await node.say('NBIRTH', [])
  await node.say('DBIRTH', [metric('power', 'Double', 1)], 'METER9')
  await until(async () => {
    const { reported, password_hash, behind } = await db.system((q) =>
      q.selectFrom('unregistered_device').selectAll().where('sn_code', '=', 'METER9').executeTakeFirstOrThrow(),
    )
    expect(reported).toEqual({ power: 'number' })
    expect(behind).toBe(sn)
    const own = await db.system((q) =>
      q.selectFrom('device').select('password_hash').where('sn_code', '=', sn).executeTakeFirstOrThrow(),
    )
    expect(password_hash).toBe(own.password_hash)
  })
  // It signs in itself, and the node speaks for it no more.
  await side.connect('METER9', { password: passwordOf(sn) })
  const { behind } = await db.system((q) =>
    q.selectFrom('unregistered_device').select('behind').where('sn_code', '=', 'METER9').executeTakeFirstOrThrow(),
  )
  expect(behind).toBe(null)
})

test('a node says nothing of an unregistered device that signed in itself, nor of one behind another node', async () => {
  const [gateway, other] = [await newDevice(), await newDevice({ tenant_id: 2 })]
  const reported = async (sn: string) => {
    const row = await db.system((q) =>
      q
        .selectFrom('unregistered_device')
        .select(['behind', 'reported', 'last_seen_time'])
        .where('sn_code', '=', sn)
        .executeTakeFirst(),
    )
    return row && { behind: row.behind, keys: Object.keys(row.reported as object) }
  }
  const pump = await side.connect('WAITS1')
  await pump.publishAsync('v1/devices/WAITS1/telemetry', '{"values":{"flow":1}}', { qos: 1 })
  const node = await EdgeNode.connect(gateway, side)
  await node.say('NBIRTH', [])
  await node.say('DBIRTH', [metric('power', 'Double', 1)], 'WAITS2')
  await until(async () => {
    expect(await reported('WAITS1')).toEqual({ behind: null, keys: ['flow'] })
    expect(await reported('WAITS2')).toEqual({ behind: gateway, keys: ['power'] })
  })
  const intruder = await EdgeNode.connect(other, side)
  await intruder.say('NBIRTH', [])
  for (const sn of ['WAITS1', 'WAITS2', 'WAITS3']) await intruder.say('DBIRTH', [metric('made_up', 'Double', 1)], sn)
  await pump.publishAsync('v1/devices/WAITS1/telemetry', '{"values":{"level":1}}', { qos: 1 })
  await node.say('DDATA', [metric('energy', 'Double', 1)], 'WAITS2')
  await until(async () => {
    expect(await reported('WAITS1')).toEqual({ behind: null, keys: ['flow', 'level'] })
    expect(await reported('WAITS2')).toEqual({ behind: gateway, keys: ['power', 'energy'] })
    expect(await reported('WAITS3')).toEqual({ behind: other, keys: ['made_up'] })
  })
})

test('bytes that are no payload are refused, whatever they are', async () => {
  const sn = await newDevice()
  const node = await EdgeNode.connect(sn, side)
  await node.say('NBIRTH', [metric('a', 'Double', 1)])
  const before = await side.refused('sparkplug')
  const right = codec?.encodePayload({
    timestamp: Date.now(),
    metrics: [metric('a', 'Double', 2)],
    seq: 1,
  }) as Uint8Array
  const broken = [Buffer.from('{"a":1}'), Buffer.from(right.subarray(0, right.length - 3)), Buffer.alloc(1000, 0xff)]
  for (const bytes of broken) await node.client.publishAsync(`spBv1.0/plant/NDATA/${sn}`, bytes, { qos: 1 })
  expect(await side.refused('sparkplug')).toBe(before + 3)
  await node.say('NDATA', [metric('a', 'Double', 3)])
  expect(side.point(sn, 'a').value).toBe(3)
})

test('a node is heard also where nodes of another organisation fill the room for births; one of these is dead, and its log says why', async () => {
  const taken: string[] = []
  const asked: string[] = []
  const refused: string[][] = []
  const senders = openSenders(side.fleet)
  const sparkplug = createSparkplug({
    fleet: side.fleet,
    senders,
    send: async (topic) => void asked.push(topic),
    takeFrom: async ({ sn_code }) => void taken.push(sn_code),
    drop: async () => {},
    announced: async () => false,
    refuse: (sn_code, reason) => void refused.push([sn_code, reason]),
    now: Date.now,
  })
  const say = (type: string, sn: string, metrics: UMetric[], device = '') => {
    const payload = codec?.encodePayload({ timestamp: Date.now(), metrics }) as Uint8Array
    const topic = `spBv1.0/plant/${type}/${sn}${device && `/${device}`}`
    return sparkplug.take(senders.of(sn, undefined), { topic, payload, received: Date.now(), subject: undefined })
  }
  const large = [metric('text', 'String', 'x'.repeat(262_000))]
  const first = await newDevice()
  const meter = await newDevice({ behind: first })
  for (let sn = first; refused.length === 0; sn = await newDevice()) {
    await say('NBIRTH', sn, large)
    for (let n = 1; n < 31; n++) await say('DBIRTH', sn, large, n === 1 && sn === first ? meter : `${sn}B${n}`)
  }
  refused.length = 0

  const other = await newDevice({ tenant_id: 2 })
  await say('NBIRTH', other, [metric('level', 'Double', 1, { alias: 1 }), ...large])
  taken.length = 0
  await say('NDATA', other, [{ alias: 1, type: 'Double', value: 2 } as UMetric])
  expect(taken).toEqual([other])
  expect(refused).toEqual([[first, 'too_many_births']])
  expect([side.device(first).is_dead, side.device(meter).is_dead]).toEqual([true, true])
  expect(asked).toEqual([])
  await say('NDATA', first, [metric('text', 'String', 'y')])
  expect(asked).toEqual([`spBv1.0/plant/NCMD/${first}`])
  expect(taken).toEqual([other, first])
  sparkplug.close()
})
