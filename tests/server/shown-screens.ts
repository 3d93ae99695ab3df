import { makeRole, makeUser } from './people.ts'
import type { Reply, TestServer } from './server.ts'

/** Everything that templates and screens ask for. */
export const DESIGNING = ['P00000', 'P24000', 'P30000', 'P40000', 'P41000', 'P41600', 'P42000', 'P43000', 'P44000']

/** A call that has to be granted; returns the answer's data. */
export const granted = async (reply: Promise<Reply>) => {
  const { meta, data } = await reply
  if (meta.success !== 1) throw new Error(`refused with ${meta.code} ${JSON.stringify(data)}`)
  return data
}

/** A sub-user who may do all that templates and screens ask for, by a role that carries these rights too. */
export async function makeDesigner(server: TestServer, rights: object = {}, overrides: object = {}) {
  const { role_id } = await makeRole(server, { permissions: DESIGNING, ...rights })
  const user = await makeUser(server, { role_ids: [role_id], ...overrides })
  return { ...user, role_id }
}

let made = 0
export const POINTS = [
  { key: 'flow', name: '流量', name_en: 'Flow', data_type: 'number', unit: 'm³/h', decimals: 1 },
  { key: 'valve', name: '阀门', data_type: 'boolean', access: 'rw' },
]
export const RULE = {
  key: 'flow',
  alarm_name: '流量过高',
  alarm_name_en: 'Flow too high',
  alarm_level: 3,
  condition: 'above',
  threshold: 90,
  dead_band: 2,
}

/** A template that `by` made; its id. */
export async function makeTemplate(server: TestServer, overrides: object = {}, by = 'admin'): Promise<number> {
  // Names stand in the order in which they were made, however many were before.
  const module_name = `模板${String(++made).padStart(5, '0')}`
  const { template_id } = await granted(server.call(by, 'POST', '/yun/module', { module_name, ...overrides }))
  return template_id
}

export const controlOf = (control_id: string, overrides: object = {}) => ({
  control_id,
  kind: 'shape',
  version: 1,
  x: 10,
  y: 10,
  width: 100,
  height: 50,
  ...overrides,
})

export const documentOf = (controls: object[] = [], overrides: object = {}) => ({
  version: 1,
  width: 1120,
  height: 630,
  controls,
  ...overrides,
})

/** A screen that `by` adds. */
export const makeScreen = (server: TestServer, template_id: number, overrides: object = {}, by = 'admin') =>
  granted(server.call(by, 'POST', '/yun/module/view', { template_id, screen_name: `画面${++made}`, ...overrides }))

/** A device of the demo tenant, bound to a template; its SN. */
export async function makeDevice(server: TestServer, overrides: object = {}, by = 'admin'): Promise<string> {
  const sn_code = `SC${++made}`
  const device = { sn_code, dev_alias: `设备${made}`, password: 'device-1' }
  await granted(server.call(by, 'POST', '/dev', { ...device, ...overrides }))
  return sn_code
}

/** A PNG of one pixel. */
export const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
export const OTHER_PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
