import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeDevice, openTestSide, passwordOf, type TestSide } from '../../../tests/server/devices.ts'
import { demoIds } from '../../../tests/server/people.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { type Caller, NOBODY } from '../http/caller.ts'
import { passwordAnswers } from './password.ts'

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

/** The password of a device whose connection is a real one. */
async function renew(sn_code: string): Promise<string> {
  const { db } = server
  const { user } = await demoIds(server)
  const caller: Caller = { ...NOBODY, tenant_id: 1, user_id: user('admin'), may_see: 'all', may_write: 'all' }
  const { fleet, broker } = side
  const answers = passwordAnswers({ db, fleet, disconnect: (sn) => broker.disconnect(sn) })
  return (await answers.renewPassword({ sn_code }, caller)).password
}

const report = { values: { level: 1 } }
const send = (client: MqttClient, sn_code: string) =>
  client.publishAsync(`v1/devices/${sn_code}/telemetry`, JSON.stringify(report), { qos: 1 })
const closed = (client: MqttClient) => new Promise<void>((resolve) => client.once('close', resolve))

async function make(sn_code: string): Promise<void> {
  await makeDevice(server.db, sn_code, { points: [{ key: 'level', data_type: 'number' }] })
  await side.fleet.reload(sn_code)
}

test('a device is disconnected when it gets a new password, and comes back with the new one alone', async () => {
  await make('LIVE1')
  const before = await side.connect('LIVE1')
  await send(before, 'LIVE1')
  const [, password] = await Promise.all([closed(before), renew('LIVE1')])
  expect(before.connected).toBe(false)
  await expect(side.connect('LIVE1', { password: passwordOf('LIVE1') })).rejects.toMatchObject({ code: 4 })
  const after = await side.connect('LIVE1', { password })
  await send(after, 'LIVE1')
  expect(after.connected).toBe(true)
  await vi.waitFor(async () =>
    expect(await side.logOf('LIVE1')).toContainEqual(expect.objectContaining({ reason: 'sign_in_password' })),
  )
})

test('every connection of a device ends with its password, and those of others stay', async () => {
  for (const sn of ['LIVE2', 'LIVE3']) await make(sn)
  const first = await side.connect('LIVE2')
  const second = await side.connect('live2', { password: passwordOf('LIVE2') })
  const other = await side.connect('LIVE3')
  await Promise.all([closed(first), closed(second), renew('LIVE2')])
  await send(other, 'LIVE3')
  expect(other.connected).toBe(true)
})

test('one of two new passwords at once is refused, and the one that is shown is taken', async () => {
  await make('LIVE7')
  const answers = await Promise.allSettled([renew('LIVE7'), renew('LIVE7')])
  const shown = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  expect(shown).toHaveLength(1)
  expect(answers).toContainEqual({ status: 'rejected', reason: expect.objectContaining({ code: '100027' }) })
  expect((await side.connect('LIVE7', { password: shown[0] as string })).connected).toBe(true)
})
