import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeRole, makeUser } from '../../../tests/server/people.ts'
import { control, documentOf, makeScreen, publish, uniqueName } from '../../../tests/server/screens.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const admin = async (method: string, path: string, input: object) =>
  (await server.call('admin', method, path, input)).data
const bound = (...expressions: readonly string[]) =>
  documentOf(expressions.map((expression, i) => control(`c${i}`, { bindings: { value: { expression } } })))

test('a link shows no points that a colleague who does not see their devices drew into its screen, until somebody who does publishes it', async () => {
  const { template_id } = await admin('POST', '/yun/module', {
    module_name: uniqueName('总览'),
    module_type: 'nonstandard',
  })
  const screen_id = await makeScreen(server, bound('TS0001.temperature'), { template_id })
  await publish(server, template_id)
  const { share } = await admin('POST', '/yun/components/share', { screen_id, name: 'x' })
  const shown = async () => {
    const { devices } = (await server.call(null, 'POST', '/yun/shared/module', { share })).data
    return devices.flatMap(({ sn_code, points }: { sn_code: string; points: { key: string }[] }) =>
      points.map(({ key }) => `${sn_code}.${key}`),
    )
  }
  expect(await shown()).toEqual(['TS0001.temperature'])

  const { group_id } = await admin('POST', '/yun/dev/group', { group_name: uniqueName('污水') })
  await admin('POST', '/dev', { sn_code: 'WW0001', password: 'device-WW0001', dev_alias: '污水', group_id })
  const points = [{ key: 'flow', name: '流量', data_type: 'number', access: 'r' }]
  await admin('POST', '/dev/points', { sn_code: 'WW0001', points })
  const { role_id } = await makeRole(server, {
    permissions: ['P00000', 'P40000', 'P41000', 'P41600'],
    template_rights: [{ template_id, may_write: true }],
    device_rights: [{ group_id, may_write: false }],
  })
  const { user_name } = await makeUser(server, { role_ids: [role_id] })
  const drawer = async (method: string, path: string, input: object) => {
    const { meta, data } = await server.call(user_name, method, path, input)
    expect(meta.code).toBe('100001')
    return data
  }
  const document = bound('TS0001.temperature', 'TS0001.setpoint', 'WW0001.flow')
  const { revision } = (await admin('GET', '/yun/module/view', { template_id }))[0]
  await drawer('PUT', '/yun/module/view/document', { screen_id, revision, document, editor_id: 'editor1234' })
  await drawer('POST', '/yun/module/publish', { template_id, is_published: true })
  // Visitors hold what they may read for a second.
  await vi.waitFor(async () => expect(await shown()).toEqual(['TS0001.temperature', 'WW0001.flow']), {
    timeout: 10_000,
  })
  await publish(server, template_id)
  await vi.waitFor(
    async () => expect(await shown()).toEqual(['TS0001.temperature', 'TS0001.setpoint', 'WW0001.flow']),
    { timeout: 10_000 },
  )
})
