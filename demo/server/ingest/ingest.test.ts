import { sql } from 'kysely'
import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { HOUR_MS } from '../../../core/catalogue/durations.ts'
import { topics } from '../../../core/contract/telemetry.ts'
import { makeDevice, openTestSide, passwordOf, type TestSide } from '../../../tests/server/devices.ts'
import { stores, type TestStore } from '../../../tests/server/stores.ts'
import type { Db } from '../db/db.ts'
import { openDb } from '../db/open.ts'

/** Waits for what a busy machine may take long to do. */
const until = (check: () => unknown) => vi.waitFor(check)

let store: TestStore
let db: Db
let side: TestSide
let count = 0

describe.each(stores)('on $name', ({ start }) => {
  beforeAll(async () => {
    store = await start()
    db = await openDb(store.place)
    side = await openTestSide(db)
  })

  afterAll(async () => {
    expect(side.errors).toEqual([])
    await side.close()
    await db.close()
    await store.stop()
  })

  /** A registered device with a number, a boolean, a text and an enum. */
  async function newDevice(tenant_id = 1): Promise<string> {
    const sn = `T${++count}`
    await makeDevice(db, sn, {
      tenant_id,
      points: [
        { key: 'level', data_type: 'number' },
        { key: 'running', data_type: 'boolean' },
        { key: 'note', data_type: 'string' },
        { key: 'mode', data_type: 'enum' },
      ],
    })
    await side.fleet.reload(sn)
    return sn
  }

  const telemetry = (values: Record<string, unknown>, ts?: number) => JSON.stringify({ ts, values })

  test('a reading is live at once, and history when it is acknowledged', async () => {
    const sn = await newDevice()
    const changes: string[][] = []
    const stop = side.fleet.on('values', (device, keys) => void (device.sn_code === sn && changes.push([...keys])))
    const client = await side.connect(sn)
    const time = Date.now() - 1000
    await client.publishAsync(
      topics.telemetry(sn),
      telemetry({ level: 2.5, running: true, note: 'ok', mode: 1 }, time),
      {
        qos: 1,
      },
    )
    stop()
    expect(await side.history(sn, 'level')).toEqual([[time, 2.5]])
    expect(await side.history(sn, 'running')).toEqual([[time, 1]])
    expect(await side.history(sn, 'note')).toEqual([[time, 'ok']])
    expect(changes).toEqual([['level', 'running', 'note', 'mode']])
    expect(side.point(sn, 'running')).toMatchObject({ value: true, quality: 'good', data_time: time })
    expect(side.device(sn)).toMatchObject({ dev_state: 1, connected: true })
  })

  test('QoS 1 is acknowledged after the commit and not before', async () => {
    let commit = () => {}
    const committed = new Promise<void>((resolve) => {
      commit = resolve
    })
    const sn = await newDevice()
    const slow = await openTestSide(db, { append: (samples, store) => committed.then(() => store.append(samples)) })
    try {
      const client = await slow.connect(sn)
      let isAcknowledged = false
      const acknowledged = client.publishAsync(topics.telemetry(sn), telemetry({ level: 1 }), { qos: 1 }).then(() => {
        isAcknowledged = true
      })
      await until(() => expect(slow.point(sn, 'level').value).toBe(1))
      // A round trip on the same connection: an acknowledgement would have come before its answer.
      await client.subscribeAsync(topics.command(sn))
      expect(isAcknowledged).toBe(false)
      commit()
      await acknowledged
      const { rows } = await db.system((q) => sql`select 1 from tlm_journal`.execute(q))
      expect(rows.length).toBeGreaterThan(0)
    } finally {
      await slow.close()
    }
  })

  test('a flooding device does not keep the others waiting', async () => {
    const [flooding, quiet] = [await newDevice(), await newDevice()]
    const [flooder, neighbour] = [await side.connect(flooding), await side.connect(quiet)]
    const filler = Object.fromEntries([...Array(50).keys()].map((n) => [`unknown key ${n}`, 'x'.repeat(100)]))
    let acknowledged = 0
    const flood = [...Array(500).keys()].map(async (n) => {
      await flooder.publishAsync(topics.telemetry(flooding), telemetry({ level: n, ...filler }), { qos: 1 })
      acknowledged++
    })
    await until(() => expect(acknowledged).toBeGreaterThan(0))
    for (let n = 0; n < 3; n++)
      await neighbour.publishAsync(topics.telemetry(quiet), telemetry({ level: n }), { qos: 1 })
    expect(acknowledged).toBeLessThan(500)
    await Promise.all(flood)
  })

  test('a device that sends faster than the store commits is held back, and loses nothing', async () => {
    let commit = () => {}
    const committed = new Promise<void>((resolve) => {
      commit = resolve
    })
    const sn = await newDevice()
    let waiting = 0
    const slow = await openTestSide(db, {
      append: async () => {
        waiting++
        await committed
      },
    })
    try {
      const client = await slow.connect(sn)
      const filler = Object.fromEntries([...Array(100).keys()].map((n) => [`unknown key ${n}`, 'x'.repeat(1000)]))
      const sent = [...Array(20).keys()].map((n) =>
        client.publishAsync(topics.telemetry(sn), telemetry({ level: n, ...filler }), { qos: 1 }),
      )
      await until(() => expect(waiting).toBeGreaterThanOrEqual(3))
      const neighbour = await slow.connect(await newDevice())
      await neighbour.subscribeAsync(`v1/devices/${neighbour.options.username}/command`)
      // 256 KB and what one read brings; all of it would be 2 MB.
      expect(waiting).toBeLessThan(8)
      commit()
      await Promise.all(sent)
      expect(waiting).toBe(20)
    } finally {
      await slow.close()
    }
  })

  test('what the store does not take is not acknowledged', async () => {
    const sn = await newDevice()
    const broken = await openTestSide(db, { append: () => Promise.reject(new Error('no store')) })
    try {
      const client = await broken.connect(sn)
      let isAcknowledged = false
      client.publish(topics.telemetry(sn), telemetry({ level: 1 }), { qos: 1 }, (error) => {
        isAcknowledged = !error
      })
      await until(() => expect(client.connected).toBe(false))
      expect(isAcknowledged).toBe(false)
      expect(await broken.refused('store')).toBe(1)
    } finally {
      await broken.close()
    }
  })

  test('stored readings, late ones and duplicates make one right history, and the newest stays newest', async () => {
    const sn = await newDevice()
    const client = await side.connect(sn)
    const now = Date.now()
    const publish = (message: unknown) => client.publishAsync(topics.telemetry(sn), JSON.stringify(message), { qos: 1 })
    await publish({ ts: now - 1000, values: { level: 5 } })
    await publish([
      { ts: now - 3000, values: { level: 3 } },
      { ts: now - 4000, values: { level: 2 } },
    ])
    await publish({ ts: now - 1000, values: { level: 5 } })
    await publish({ ts: now - 3000, values: { level: 3.5 } })
    expect(await side.history(sn, 'level')).toEqual([
      [now - 4000, 2],
      [now - 3000, 3.5],
      [now - 1000, 5],
    ])
    expect(side.point(sn, 'level')).toMatchObject({ value: 5, data_time: now - 1000 })
  })

  test('a value of the wrong type is refused, its neighbours are kept', async () => {
    const sn = await newDevice()
    const client = await side.connect(sn)
    const before = await side.refused('type')
    await client.publishAsync(topics.telemetry(sn), telemetry({ level: '7', running: 1, note: 5, mode: 2 }), { qos: 1 })
    expect(side.point(sn, 'level').value).toBe(null)
    expect(side.point(sn, 'mode').value).toBe(2)
    expect((await side.refused('type')) - before).toBe(3)
    await until(async () => expect(await side.logOf(sn)).toContainEqual(expect.objectContaining({ reason: 'type' })))
  })

  test('a point that is sent values of a wrong type in many readings of a message is refused once', async () => {
    const sn = await newDevice()
    const client = await side.connect(sn)
    const before = await side.refused('type')
    const readings = [...Array(100).keys()].map((n) => ({ ts: Date.now() - n, values: { level: {}, running: [] } }))
    await client.publishAsync(topics.telemetry(sn), JSON.stringify(readings), { qos: 1 })
    expect(await side.refused('type')).toBe(before + 2)
  })

  test('null and numbers beyond every double are no value, of bad quality', async () => {
    const sn = await newDevice()
    const client = await side.connect(sn)
    await client.publishAsync(topics.telemetry(sn), '{"values":{"level":1e999,"note":null}}', { qos: 1 })
    expect(side.point(sn, 'level')).toMatchObject({ value: null, quality: 'bad' })
    expect(side.point(sn, 'note')).toMatchObject({ value: null, quality: 'bad' })
  })

  test.each([
    ['not_json', '{"values":{"level":NaN}}'],
    ['not_json', 'level=7'],
    ['not_the_schema', '[1,2,3]'],
    ['too_many_keys', telemetry(Object.fromEntries([...Array(1001).keys()].map((n) => [`k${n}`, n])))],
    ['too_large', telemetry(Object.fromEntries([...Array(100_000).keys()].map((n) => [`k${n}`, n]))).slice(0, 300_000)],
    ['future', telemetry({ level: 7 }, Date.now() + HOUR_MS)],
    ['past', telemetry({ level: 7 }, 1_700_000_000)],
    ['key', telemetry({ 'a b': 7 })],
  ])('%s: refused, counted, logged, and the next message is taken', async (reason, payload) => {
    const sn = await newDevice()
    const client = await side.connect(sn)
    const before = await side.refused(reason)
    await client.publishAsync(topics.telemetry(sn), payload, { qos: 1 })
    await client.publishAsync(topics.telemetry(sn), telemetry({ level: 8 }), { qos: 1 })
    expect(await side.refused(reason)).toBe(before + 1)
    expect(await side.history(sn, 'level')).toMatchObject([[expect.any(Number), 8]])
    await until(async () =>
      expect(await side.logOf(sn)).toContainEqual(expect.objectContaining({ kind: 'refused', reason })),
    )
  })

  test('a flooding device writes one line a minute, with a count', async () => {
    const sn = await newDevice()
    const client = await side.connect(sn)
    await Promise.all([...Array(200)].map(() => client.publishAsync(topics.telemetry(sn), 'flood', { qos: 1 })))
    await until(async () => expect((await side.logOf(sn)).map(({ kind }) => kind)).toEqual(['connected', 'refused']))
  })

  test('a packet of 10 MB ends its connection before it is gathered, and nobody else’s', async () => {
    const [sn, other] = [await newDevice(), await newDevice()]
    const [client, neighbour] = [await side.connect(sn), await side.connect(other)]
    const before = await side.refused('too_large')
    client.publish(topics.telemetry(sn), Buffer.alloc(10_000_000, 'x'))
    await until(() => expect(client.connected).toBe(false))
    expect(await side.refused('too_large')).toBe(before + 1)
    await neighbour.publishAsync(topics.telemetry(other), telemetry({ level: 1 }), { qos: 1 })
    await until(async () => {
      expect(await side.logOf(sn)).toContainEqual({ kind: 'disconnected', reason: 'message too large' })
    })
  })

  test('a device neither writes nor reads under the SN of another', async () => {
    const [sn, other] = [await newDevice(), await newDevice()]
    const [client, victim] = [await side.connect(sn), await side.connect(other)]
    const before = await side.refused('topic')
    await client.publishAsync(topics.telemetry(other), telemetry({ level: 666 }), { qos: 1 })
    expect(side.point(other, 'level').value).toBe(null)
    expect(await side.refused('topic')).toBe(before + 1)
    const [granted] = await client.subscribeAsync(topics.command(other)).catch((error) => [{ qos: error.code ?? 128 }])
    expect(granted?.qos).toBe(128)
    await client.publishAsync(topics.telemetry(sn), telemetry({ level: 1 }), { qos: 1 })
    expect(side.point(sn, 'level').value).toBe(1)
    expect(victim.connected).toBe(true)
  })

  test('another device’s client id does not end its connection', async () => {
    const [sn, other] = [await newDevice(), await newDevice()]
    const victim = await side.connect(other, { clientId: 'pump' })
    await side.connect(sn, { clientId: 'pump' })
    await victim.publishAsync(topics.telemetry(other), telemetry({ level: 1 }), { qos: 1 })
    expect(victim.connected).toBe(true)
  })

  test('a wrong password is refused as such, and is in the device’s log', async () => {
    const sn = await newDevice()
    await expect(side.connect(sn, { password: 'wrong' })).rejects.toMatchObject({ code: 4 })
    await expect(side.connect(sn, { username: `${sn}'--` })).rejects.toMatchObject({ code: 4 })
    await expect(mqtt.connectAsync(side.url, { reconnectPeriod: 0 }, false)).rejects.toMatchObject({ code: 4 })
    await until(async () =>
      expect(await side.logOf(sn)).toContainEqual(expect.objectContaining({ reason: 'sign_in_password' })),
    )
    expect(side.device(sn).connected).toBe(false)
  })

  test('after ten wrong passwords in a minute even the right one is not looked at', async () => {
    const sn = await newDevice()
    for (let n = 0; n < 10; n++) await expect(side.connect(sn, { password: `guess${n}` })).rejects.toThrow()
    await expect(side.connect(sn)).rejects.toMatchObject({ code: 4 })
  })

  test('an unknown SN is kept as unregistered with its password and the keys that it reports', async () => {
    const unregistered = await side.connect('NEW1')
    await unregistered.publishAsync(topics.telemetry('NEW1'), telemetry({ level: 1, note: 'x' }), { qos: 1 })
    await expect(side.connect('new1', { password: 'other' })).rejects.toMatchObject({ code: 4 })
    await until(async () => {
      const row = await db.system((q) =>
        q.selectFrom('unregistered_device').selectAll().where('sn_code', '=', 'NEW1').executeTakeFirstOrThrow(),
      )
      expect(row.reported).toEqual({ level: 'number', note: 'string' })
      expect(row.password_hash).toMatch(/^\$argon2id/)
    })
  })

  test('a device that is registered while it is connected is online at once', async () => {
    const unregistered = await side.connect('NEW2', { password: passwordOf('NEW2') })
    const { password_hash } = await db.system((q) =>
      q
        .selectFrom('unregistered_device')
        .select('password_hash')
        .where('sn_code', '=', 'NEW2')
        .executeTakeFirstOrThrow(),
    )
    await makeDevice(db, 'NEW2', { points: [{ key: 'level', data_type: 'number' }] })
    await db.system((q) => q.updateTable('device').set({ password_hash }).where('sn_code', '=', 'NEW2').execute())
    await side.fleet.reload('NEW2')
    expect(side.device('NEW2')).toMatchObject({ connected: true, dev_state: 1 })
    await unregistered.publishAsync(topics.telemetry('NEW2'), telemetry({ level: 4 }), { qos: 1 })
    expect(await side.history('NEW2', 'level')).toHaveLength(1)
  })

  test('PROVISIONING=list refuses who is not imported', async () => {
    const sn = await newDevice()
    const closed = await openTestSide(db, { provisioning: 'list' })
    try {
      await expect(closed.connect('NOBODY')).rejects.toMatchObject({ code: 4 })
      await closed.connect(sn)
    } finally {
      await closed.close()
    }
  })

  test('a key that the device has no point for is offered with its latest value and without history', async () => {
    const sn = await newDevice()
    const client = await side.connect(sn)
    const publish = (flow: number) =>
      client.publishAsync(topics.telemetry(sn), telemetry({ flow, level: 1 }), { qos: 1 })
    await publish(12)
    expect(side.point(sn, 'flow')).toMatchObject({ is_added: false, data_type: 'number', value: 12 })
    expect(await side.history(sn, 'flow')).toEqual([])
    await db.system((q) =>
      q.updateTable('point').set({ is_added: true }).where('point_id', '=', side.point(sn, 'flow').point_id).execute(),
    )
    await side.fleet.reload(sn)
    expect(side.point(sn, 'flow')).toMatchObject({ is_added: true, value: 12 })
    await publish(13)
    expect(await side.history(sn, 'flow')).toHaveLength(1)
  })

  test('a device has at most 1,000 points', async () => {
    const sn = await newDevice()
    const client = await side.connect(sn)
    const before = await side.refused('too_many_points')
    const many = (from: number, to: number) =>
      telemetry(Object.fromEntries([...Array(to - from).keys()].map((n) => [`k${from + n}`, n])))
    await client.publishAsync(topics.telemetry(sn), many(0, 900), { qos: 1 })
    await client.publishAsync(topics.telemetry(sn), many(900, 1100), { qos: 1 })
    expect(side.device(sn).points.size).toBe(1000)
    expect(await side.refused('too_many_points')).toBe(before + 1)
  })

  test('a device that goes silent is stale and offline after three intervals, one that leaves is logged', async () => {
    const sn = `T${++count}`
    await makeDevice(db, sn, { report_interval_s: 1, points: [{ key: 'level', data_type: 'number' }] })
    await side.fleet.reload(sn)
    const states: number[] = []
    const stop = side.fleet.on('state', (device) => void (device.sn_code === sn && states.push(device.dev_state)))
    const client = await side.connect(sn)
    await client.publishAsync(topics.telemetry(sn), telemetry({ level: 1 }), { qos: 1 })
    await client.endAsync()
    await until(() => expect(states.at(-1)).toBe(2))
    stop()
    expect(await side.logOf(sn)).toContainEqual({ kind: 'disconnected', reason: 'by the device' })
  })

  test('a device’s own lines stand in its log, also with signs that SQL cannot keep', async () => {
    const sn = await newDevice()
    const client = await side.connect(sn)
    await client.publishAsync(topics.log(sn), JSON.stringify({ level: 'warning', text: 'filter \0 \ud800 dirty' }), {
      qos: 1,
    })
    await client.publishAsync(topics.telemetry(sn), telemetry({ note: 'a\0b' }), { qos: 1 })
    expect(await side.history(sn, 'note')).toMatchObject([[expect.any(Number), 'a\ufffdb']])
    await until(async () =>
      expect(await side.logOf(sn)).toContainEqual({
        kind: 'message',
        level: 'warning',
        text: 'filter \ufffd \ufffd dirty',
      }),
    )
  })

  test('values, states and reports are those of before after a restart', async () => {
    const sn = await newDevice()
    const first = await openTestSide(db)
    const client = await first.connect(sn)
    await client.publishAsync(topics.telemetry(sn), telemetry({ level: 42, running: false, note: 'x' }), { qos: 1 })
    const before = { ...first.point(sn, 'level') }
    const seq = first.device(sn).seq
    await first.close()
    const second = await openTestSide(db)
    expect(second.point(sn, 'level')).toEqual({ ...before, arrival_time: null })
    expect(second.point(sn, 'running').value).toBe(false)
    expect(second.device(sn).report_time).toBeGreaterThan(0)
    expect(second.device(sn).seq).toBeGreaterThan(seq)
    await second.close()
  })
})
