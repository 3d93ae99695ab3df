import { afterAll, beforeAll, expect, test } from 'vitest'
import { png } from '../../../tests/server/files.ts'
import { openGate } from '../../../tests/server/gate.ts'
import { makeRole, makeUser } from '../../../tests/server/people.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { sheetFile } from '../files/sheet-files.ts'
import type { LiveDevice } from '../fleet/fleet.ts'
import { type Caller, NOBODY } from '../http/caller.ts'
import { turnHolderOf } from '../http/caller-turns.ts'
import { turns as replays } from '../screens/replay.ts'
import { lockOwnDevice } from './find-device.ts'
import { longReads } from './history-turns.ts'

let server: TestServer
let editor: string
let held: number
let hidden: number
beforeAll(async () => {
  server = await openTestServer()
  const [a, b] = await Promise.all(
    ['held', 'hidden'].map((group_name) => admin('POST', '/yun/dev/group', { group_name })),
  )
  held = a.group_id
  hidden = b.group_id
  const permissions = [
    'P00000',
    'P30000',
    'P30200',
    'P30400',
    'P100000',
    'P41600',
    'P32000',
    'P40000',
    'P42000',
    'P70000',
    'P73000',
    'P73400',
  ]
  const { role_id } = await makeRole(server, { permissions, device_rights: [{ group_id: held, may_write: true }] })
  editor = (await makeUser(server, { role_ids: [role_id] })).user_name
})
afterAll(() => server.close())

async function admin(method: string, path: string, input: object) {
  const { meta, data } = await server.call('admin', method, path, input)
  expect(meta).toMatchObject({ code: '100001' })
  return data
}
const points = [{ key: 'flow', name: 'Flow', data_type: 'number' }]
/** Moves a device as another call does that is done first: the fleet is not told of it yet. */
const moveAway = (sn_code: string) =>
  server.db.system((q) => q.updateTable('device').set({ group_id: hidden }).where('sn_code', '=', sn_code).execute())
const idOf = async (user_name: string) => {
  const row = await server.db.system((q) =>
    q.selectFrom('app_user').select('user_id').where('user_name', '=', user_name).executeTakeFirstOrThrow(),
  )
  return row.user_id
}
const rowOf = (sn_code: string) =>
  server.db.system((q) => q.selectFrom('device').selectAll().where('sn_code', '=', sn_code).executeTakeFirstOrThrow())

test.each<[method: string, path: string, input: object]>([
  ['PUT', '/dev/basic', { dev_alias: 'Mine' }],
  ['PUT', '/dev/password', {}],
  ['PUT', '/dev/picture/batch', { file: { name: 'a.png', content: png().toString('base64') } }],
  ['DELETE', '/dev/picture', {}],
  ['POST', '/dev/points', { points }],
  ['PUT', '/dev/points', { key: 'flow', name: 'Mine' }],
  ['PUT', '/dev/points/template', { key: 'flow' }],
  ['POST', '/yun/dev/his/data/batch', { series: [{ key: 'flow', times: [1_700_000_000_000], values: [1] }] }],
  ['PUT', '/yun/alarmRules', { rules: [] }],
])(
  '%s %s does not change a device that was moved out of reach while the call was under way',
  async (method, path, input) => {
    const sn_code = `GONE${method}${path.length}`
    await admin('POST', '/dev', { sn_code, password: 'secret1', dev_alias: sn_code, group_id: held })
    await admin('POST', '/dev/points', { sn_code, points })
    await moveAway(sn_code)
    const before = await rowOf(sn_code)
    expect((await server.call(editor, method, path, { sn_code, ...input })).meta).toMatchObject({ code: '110509' })
    expect(await rowOf(sn_code)).toEqual(before)
  },
)

test('a device that was moved out of reach while it is bound to a template is refused and stays unbound', async () => {
  const sn_code = 'GONEBOUND'
  await admin('POST', '/dev', { sn_code, password: 'secret1', dev_alias: sn_code, group_id: held })
  await admin('POST', '/dev/points', { sn_code, points })
  await moveAway(sn_code)
  const { data } = await server.call(editor, 'PUT', '/yun/module/binding', { template_id: null, sn_codes: [sn_code] })
  expect(data).toEqual([{ id: sn_code, code: '110509' }])
})

test('a virtual device that was moved out of reach is neither changed nor deleted by a call that was under way then', async () => {
  await admin('POST', '/dev', { sn_code: 'GONESOURCE', password: 'secret1', dev_alias: 'Source', group_id: held })
  await admin('POST', '/dev/points', { sn_code: 'GONESOURCE', points })
  const formulas = [{ key: 'one', name: 'One', data_type: 'number', formula: 'GONESOURCE.flow * 2' }]
  const { sn_code } = await admin('POST', '/yun/dev/fictitious', { dev_alias: 'Sum', group_id: held, points: formulas })
  await moveAway(sn_code)
  const calls: [method: string, input: object][] = [
    ['PUT', { sn_code, dev_alias: 'Mine', group_id: held }],
    ['DELETE', { sn_code }],
  ]
  for (const [method, input] of calls)
    expect((await server.call(editor, method, '/yun/dev/fictitious', input)).meta).toMatchObject({ code: '110509' })
  expect(await rowOf(sn_code)).toMatchObject({ dev_alias: 'Sum', group_id: hidden })
})

test('a device whose group was moved out of reach is not changed by a call that was under way then', async () => {
  const below = await admin('POST', '/yun/dev/group', { group_name: 'below', parent_id: held })
  const sn_code = 'GONEGROUP'
  await admin('POST', '/dev', { sn_code, password: 'secret1', dev_alias: sn_code, group_id: below.group_id })
  const device = server.fleet.get(sn_code) as LiveDevice
  const user_id = await idOf(editor)
  const reach = [{ groups: new Set([held, below.group_id]), devices: new Set<string>() }]
  // As the call began.
  const caller = {
    tenant_id: device.tenant_id,
    user_id,
    guest: null,
    may_see: reach,
    may_write: reach,
  } as unknown as Caller
  const lock = () => server.db.tenant(device.tenant_id, (q) => lockOwnDevice(q, caller, device))
  expect(await lock()).toMatchObject({ sn_code })
  await admin('PUT', '/yun/dev/group', { group_id: below.group_id, parent_id: hidden })
  await expect(lock()).rejects.toMatchObject({ code: '110509' })
})

const register = (sn_code: string, group_id: number) =>
  admin('POST', '/dev', { sn_code, password: 'secret1', dev_alias: sn_code, group_id })

let made = 0
/** Each makes a device that the editor reaches, and gives what takes it out of reach. */
const LOSSES: Record<string, (sn_code: string) => Promise<() => Promise<unknown>>> = {
  'was moved to another group': async (sn_code) => {
    await register(sn_code, held)
    return () => admin('PUT', '/yun/dev/group/devices', { sn_codes: [sn_code], group_id: hidden })
  },
  'was deregistered': async (sn_code) => {
    await register(sn_code, held)
    return () => admin('DELETE', '/dev', { sn_code })
  },
  'is in a group that was moved': async (sn_code) => {
    const { group_id } = await admin('POST', '/yun/dev/group', { group_name: sn_code, parent_id: held })
    await register(sn_code, group_id)
    return () => admin('PUT', '/yun/dev/group', { group_id, parent_id: hidden })
  },
  'was shared until then': async (sn_code) => {
    await register(sn_code, hidden)
    const user_id = await idOf(editor)
    await admin('POST', '/dev/share', { sn_code, user_ids: [user_id], may_write: false, until_time: null })
    return () => admin('DELETE', '/dev/share', { sn_code, user_ids: [user_id] })
  },
}

const REFUSED = ['110509', {}]
test.each<[method: string, path: string, input: (sn_code: string) => object, none: unknown[]]>([
  ['GET', '/yun/dev/his/data', (sn_code) => ({ sn_code, keys: ['flow'] }), REFUSED],
  ['GET', '/yun/his/export', (sn_code) => ({ sn_code, keys: ['flow'], format: 'csv' }), REFUSED],
  ['POST', '/yun/view/replay', (sn_code) => ({ points: [{ sn_code, key: 'flow' }] }), ['100001', []]],
  ['GET', '/hAlarmDev/export', (sn_code) => ({ sn_code, format: 'csv' }), REFUSED],
])(
  '%s %s gives nothing of a device that left the reach of its caller while it waited for its turn',
  async (...call) => {
    const [method, path, inputOf, none] = call
    for (const [way, make] of Object.entries(LOSSES)) {
      made += 1
      const sn_code = `WAITS${made}`
      const leave = await make(sn_code)
      await admin('POST', '/dev/points', { sn_code, points })
      const device = server.fleet.get(sn_code)
      const point_id = device?.points.get('flow')?.point_id as number
      await server.telemetry.append([{ point_id, data_time: Date.now(), value: 7, quality: 0 }])
      const range = { start: Date.now() - 60_000, end: Date.now() + 60_000 }
      const gate = openGate()
      const other = { ...NOBODY, tenant_id: device?.tenant_id as number, user_id: 999_999 }
      const holder = turnHolderOf(other)
      const sheet = async () => ({ name: 'x', sheet: { name: 'x', heading: [], rows: [] } })
      const taken = [
        ...[longReads, replays].flatMap((turns) =>
          [0, 1, 2].map((at) => turns.run({ ...holder, principal: `${at}` }, () => gate.promise)),
        ),
        sheetFile(other, 'csv', () => gate.promise.then(sheet)),
      ]
      const reply = server.call(editor, method, path, { ...inputOf(sn_code), ...range })
      await leave()
      gate.resolve()
      await Promise.all(taken)
      const { meta, data } = await reply
      expect([way, meta.code, data]).toEqual([way, ...none])
    }
  },
)
