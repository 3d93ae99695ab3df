import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { OPERATOR } from '../../../tests/server/alarms.ts'
import { makeDevice, openTestSide, type TestSide } from '../../../tests/server/devices.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { deviceEndAnswers } from './device-end.ts'

let server: TestServer
let side: TestSide
beforeAll(async () => {
  server = await openTestServer()
  side = await openTestSide(server.db)
})
afterAll(async () => {
  expect([...server.defects, ...side.errors]).toEqual([])
  await side.close()
  await server.close()
})

const owner = { ...OPERATOR, user_type: 1, roles: ['P30200'] }
const answers = () => {
  const { fleet, broker, alarms } = side
  return deviceEndAnswers({
    db: server.db,
    fleet,
    alarms,
    disconnect: (sn) => broker.disconnect(sn),
    sessions: server.sessions,
  })
}
const send = (client: MqttClient, sn_code: string, value: number) =>
  client.publishAsync(`v1/devices/${sn_code}/telemetry`, JSON.stringify({ values: { level: value } }), { qos: 1 })
const closed = (client: MqttClient) => new Promise<void>((resolve) => client.once('close', resolve))

async function make(sn_code: string): Promise<void> {
  const points = [{ key: 'level', data_type: 'number' as const }]
  const rules = [{ key: 'level', alarm_name: 'high', alarm_level: 4, condition: 'above' as const, threshold: 5 }]
  await makeDevice(server.db, sn_code, { points, rules })
  await side.fleet.reload(sn_code)
}
const openAlarms = (device_id: number) =>
  server.db.system((q) =>
    q
      .selectFrom('alarm')
      .select('alarm_id')
      .where('device_id', '=', device_id)
      .where((on) => on.or([on('recover_time', 'is', null), on('confirm_time', 'is', null)]))
      .execute(),
  )

test('a device that is deregistered is cut off at once, and is nobody’s when it comes back', async () => {
  await make('CUT1')
  const before = await side.connect('CUT1')
  await send(before, 'CUT1', 1)
  const [, { device_id }] = await Promise.all([closed(before), answers().deregister({ sn_code: 'CUT1' }, owner)])
  expect(side.fleet.get('CUT1')).toBeUndefined()
  const stranger = await side.connect('CUT1')
  await send(stranger, 'CUT1', 2)
  const [, restored] = await Promise.all([closed(stranger), answers().restore({ device_id }, owner)])
  expect(restored).toEqual({ sn_code: 'CUT1' })
  const again = await side.connect('CUT1')
  await send(again, 'CUT1', 3)
  await vi.waitFor(() => expect(side.point('CUT1', 'level').value).toBe(3))
  expect((await side.history('CUT1', 'level')).map(([, value]) => value)).toEqual([1, 3])
})

test('what a device says while it is deregistered leaves neither an alarm nor a value behind', async () => {
  for (let round = 0; round < 3; round++) {
    const sn = `CUT2${round}`
    await make(sn)
    const client = await side.connect(sn)
    const { device_id } = side.device(sn)
    for (let i = 0; i < 20; i++) void send(client, sn, i % 2 ? 9 : 1).catch(() => {})
    await answers().deregister({ sn_code: sn }, owner)
    await client.endAsync(true)
    expect(side.fleet.get(sn)).toBeUndefined()
    expect(await openAlarms(device_id)).toEqual([])
    await answers().restore({ device_id }, owner)
    expect(side.device(sn)).toMatchObject({ open_alarms: 0, alarm_level: 0 })
  }
})

test('a silence of a device that is deregistered raises no alarm', async () => {
  await makeDevice(server.db, 'CUT3', {
    points: [{ key: 'level', data_type: 'number' }],
    rules: [{ key: 'level', alarm_name: 'silent', alarm_level: 4, condition: 'no_data', no_data_s: 0.4 }],
  })
  await side.fleet.reload('CUT3')
  const client = await side.connect('CUT3')
  await send(client, 'CUT3', 1)
  const { device_id } = side.device('CUT3')
  await answers().deregister({ sn_code: 'CUT3' }, owner)
  // A device beside it that falls silent later has its alarm: the time of the other one has passed.
  await makeDevice(server.db, 'CUT4', {
    points: [{ key: 'level', data_type: 'number' }],
    rules: [{ key: 'level', alarm_name: 'silent', alarm_level: 4, condition: 'no_data', no_data_s: 0.8 }],
  })
  await side.fleet.reload('CUT4')
  await send(await side.connect('CUT4'), 'CUT4', 1)
  await vi.waitFor(() => expect(side.device('CUT4').open_alarms).toBe(1), { timeout: 10_000 })
  const { rows } = await server.db.system(async (q) => ({
    rows: await q.selectFrom('alarm').select('alarm_id').where('device_id', '=', device_id).execute(),
  }))
  expect(rows).toEqual([])
})
