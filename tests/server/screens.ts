import type { TestServer } from './server.ts'

/** A control of a kind with bindings; the rest is what every control has. */
export const control = (control_id: string, more: object = {}) => ({
  control_id,
  kind: 'value',
  version: 1,
  x: 0,
  y: 0,
  width: 10,
  height: 10,
  props: {},
  bindings: {},
  ...more,
})

export const documentOf = (controls: readonly object[], more: object = {}) => ({
  version: 1,
  width: 400,
  height: 300,
  controls,
  symbols: {},
  ...more,
})

let made = 0
export const uniqueName = (start: string) => `${start}${(made++).toString(36)}`

export const fileOf = (name: string, bytes: Buffer | string) => ({
  name,
  content: Buffer.from(bytes).toString('base64'),
})

async function done(server: TestServer, user: string, method: string, path: string, input: object) {
  const { meta, data } = await server.call(user, method, path, input)
  if (meta.success !== 1) throw new Error(`${method} ${path} was refused with ${meta.code}: ${JSON.stringify(data)}`)
  return data
}

/** The template of a demo device. */
export function templateOf({ fleet }: TestServer, sn_code = 'TS0001'): number {
  const template_id = fleet.get(sn_code)?.template_id
  if (!template_id) throw new Error(`${sn_code} has no template`)
  return template_id
}

/** A screen of a demo device's template; its id. */
export async function makeScreen(
  server: TestServer,
  document: object,
  { user = 'admin', template_id = templateOf(server) }: { user?: string; template_id?: number } = {},
): Promise<number> {
  const input = { template_id, screen_name: uniqueName('画面'), document }
  const { screen_id } = await done(server, user, 'POST', '/yun/module/view', input)
  return screen_id
}

export const publish = (server: TestServer, template_id = templateOf(server), is_published = true) =>
  done(server, 'admin', 'POST', '/yun/module/publish', { template_id, is_published })

/** A picture of the gallery; its id. */
export async function makeResource(
  server: TestServer,
  {
    user = 'admin',
    resource_type = 'picture',
    name = 'x.png',
    bytes,
  }: { user?: string; resource_type?: string; name?: string; bytes: Buffer },
): Promise<number> {
  const input = { resource_type, resource_name: uniqueName('资源'), files: [fileOf(name, bytes)] }
  const { resource_id } = await done(server, user, 'POST', '/yun/resourcesInfo/batch', input)
  return resource_id
}
