import { createServer } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { ApiRefusal, signIn } from './api.ts'
import { plantDevices, plantKinds } from './catalogue.ts'
import { plantDashboards } from './dashboards/index.ts'
import { parseOptions } from './options.ts'
import { prepareWorlds, provision, simulated, uploadHistories } from './prepare.ts'
import { hasHistory, newestValues } from './provision.ts'
import { plantScreens } from './screens/index.ts'

const SEED = 7
const ENGLISH = new Map(
  plantScreens('zh').map(({ screen_name }, n) => [screen_name, plantScreens('en')[n]?.screen_name]),
)
const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

type Row = Record<string, unknown>

/** A server that stores what it receives, in the shapes of the contract; pages hold one row so that paging shows. */
async function startServer(port = 0) {
  const templates: Row[] = []
  const groups: Row[] = []
  const devices: Row[] = []
  const screens: Row[] = []
  const dashboards: Row[] = []
  const published: unknown[] = []
  const loaded = new Map<string, { key: string; times: number[]; values: unknown[] }[]>()
  const calls: string[] = []
  const page = (rows: Row[], n: unknown) => ({ rows: rows.slice(Number(n) - 1, Number(n)), total: rows.length })
  const seriesOf = (sn_code: unknown) => loaded.get(String(sn_code)) ?? []

  const answers: Record<string, (input: Row) => unknown> = {
    'POST /yun/v2/user/login': ({ user_name, password }) =>
      user_name === 'admin' && password === 'demo1234' ? { token: 'T' } : '110001',
    'GET /yun/module': ({ page: n }) => page(templates, n),
    'POST /yun/module': (input) => {
      templates.push({ ...input, template_id: templates.length + 1 })
      return { template_id: templates.length }
    },
    'GET /yun/dev/group': () => groups,
    'POST /yun/dev/group': (input) => {
      groups.push({ ...input, group_id: groups.length + 1 })
      return { group_id: groups.length }
    },
    'GET /dev': ({ page: n }) => page(devices, n),
    'POST /dev': (input) => {
      if (input.sn_code === 'GW0002') return '110534'
      devices.push(input)
      return { sn_code: input.sn_code }
    },
    'GET /yun/module/view': ({ template_id }) => screens.filter((row) => row.template_id === Number(template_id)),
    'POST /yun/module/view': (input) => {
      screens.push({ ...input, screen_id: screens.length + 1, revision: 1, published_revision: null })
      return screens.at(-1)
    },
    'PUT /yun/module/view': ({ screen_id, ...changed }) =>
      Object.assign(screens.find((row) => row.screen_id === screen_id) ?? {}, changed),
    'POST /yun/module/publish': ({ template_id }) => {
      published.push(template_id)
      for (const row of screens) if (row.template_id === template_id) row.published_revision = row.revision
      return {}
    },
    'GET /yun/dashboard': () => dashboards,
    'POST /yun/dashboard': (input) => dashboards[dashboards.push(input) - 1],
    'GET /hDev': ({ sn_code, key }) => ({ rows: seriesOf(sn_code).some((s) => s.key === key) ? [[1]] : [] }),
    'GET /rDev': ({ sn_code }) => ({
      values: seriesOf(sn_code).map(({ key, values }) => ({ key, value: values.at(-1) })),
    }),
    'POST /yun/dev/his/data/batch': ({ sn_code, series }) => {
      loaded.set(String(sn_code), [...seriesOf(sn_code), ...(series as never[])])
      return { loaded: 0 }
    },
  }
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost')
    let text = ''
    for await (const chunk of request) text += chunk
    const call = `${request.method} ${url.pathname}`
    calls.push(call)
    const isKnown = call.endsWith('/login') || request.headers['x-token'] === 'T'
    const input = text ? JSON.parse(text) : Object.fromEntries(url.searchParams)
    const answer = isKnown ? answers[call]?.(input) : '100009'
    const refused = typeof answer === 'string'
    const meta = { success: refused ? 0 : 1, code: refused ? answer : '100001', message: refused ? 'no' : 'ok' }
    response.end(JSON.stringify({ meta, data: refused ? null : answer }))
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  closing.push(() => server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    base: `http://127.0.0.1:${address.port}`,
    port: address.port,
    templates,
    groups,
    devices,
    screens,
    dashboards,
    published,
    loaded,
    calls,
  }
}

function optionsFor(base: string, ...more: string[]) {
  const options = parseOptions(['--api', base, '--history', '1', ...more])
  if (options === 'help') throw new Error('no options')
  return options
}

test('a new tenant gets templates, groups and devices of the plant, each once', async () => {
  const server = await startServer()
  const api = await signIn(server.base, { user_name: 'admin', password: 'demo1234' }, () => {})
  const devices = plantDevices(30, SEED)
  await provision(api, devices)
  const names = server.templates.map(({ module_name }) => module_name)
  expect(names).toEqual([...plantKinds.map((k) => k.module_name.zh), '全厂总览'])
  expect(new Set(server.groups.map(({ group_name }) => group_name)).size).toBe(server.groups.length)
  expect(server.devices.map(({ sn_code }) => sn_code).sort()).toEqual(
    devices.flatMap(({ sn_code }) => (sn_code === 'GW0002' ? [] : [sn_code])).sort(),
  )
  expect(server.devices.find(({ sn_code }) => sn_code === 'TR0001')).toMatchObject({
    password: 'device-TR0001',
    report_interval_s: 5,
    template_id: expect.any(Number),
    group_id: expect.any(Number),
  })

  server.calls.length = 0
  await provision(api, devices)
  // GW0002 is not in this tenant's list, so it is tried again.
  expect(server.calls.filter((call) => call.startsWith('POST'))).toEqual(['POST /dev'])
})

test('an organisation whose groups are named in English gets English names, and no name in two languages', async () => {
  const server = await startServer()
  const api = await signIn(server.base, { user_name: 'admin', password: 'demo1234' }, () => {})
  await api.call('POST', '/yun/dev/group', { group_name: 'Waterworks' })
  await provision(api, plantDevices(13, SEED))
  const { templates, groups, devices, screens } = server
  const named = [
    ...templates.map(({ module_name }) => module_name),
    ...groups.map(({ group_name }) => group_name),
    ...devices.flatMap(({ dev_alias, site_name, site_address, deployment_address, contact_name }) => [
      dev_alias,
      site_name,
      site_address,
      deployment_address,
      contact_name,
    ]),
  ]
  expect(named.filter((name) => typeof name !== 'string' || /\p{Script=Han}/u.test(name))).toEqual([])
  expect(JSON.stringify([screens, server.dashboards])).not.toMatch(/\p{Script=Han}/u)
  expect(devices[0]).toMatchObject({ sn_code: 'WW0001', dev_alias: 'East pump station', group_id: 1 })
  expect(new Set(groups.map(({ group_name }) => group_name)).size).toBe(groups.length)
})

test('templates get their screens, each created and published once', async () => {
  const server = await startServer()
  const api = await signIn(server.base, { user_name: 'admin', password: 'demo1234' }, () => {})
  const devices = plantDevices(12, SEED)
  await provision(api, devices)
  expect(server.screens.map(({ screen_name }) => screen_name)).toEqual(plantScreens('zh').map((one) => one.screen_name))
  expect(server.published).toHaveLength(new Set(server.screens.map(({ template_id }) => template_id)).size)
  const starts = server.screens.filter(({ is_start }) => is_start)
  expect(starts).toHaveLength(plantScreens('zh').filter(({ isStart }) => isStart).length)
  const overview = server.templates.find(({ module_name }) => module_name === '全厂总览')
  expect(overview).toMatchObject({ module_type: 'nonstandard' })

  server.calls.length = 0
  await provision(api, devices)
  expect(server.calls.filter((call) => !call.startsWith('GET') && call !== 'POST /dev')).toEqual([])
})

test('the organisation gets its dashboards, each once, and none of devices that are not there', async () => {
  const server = await startServer()
  const api = await signIn(server.base, { user_name: 'admin', password: 'demo1234' }, () => {})
  const names = () => server.dashboards.map(({ dashboard_name }) => dashboard_name)
  await provision(api, plantDevices(1, SEED))
  expect(names()).toEqual(['泵站运行'])
  expect(server.dashboards[0]?.template_id).toBe(server.templates[0]?.template_id)
  await provision(api, plantDevices(12, SEED))
  expect(names().sort()).toEqual(plantDashboards.map(({ name }) => name.zh).sort())
  await provision(api, plantDevices(12, SEED))
  expect(names()).toHaveLength(plantDashboards.length)
})

test('an organisation that changed its language, or was named in both at once, gets nothing a second time', async () => {
  const server = await startServer()
  const api = await signIn(server.base, { user_name: 'admin', password: 'demo1234' }, () => {})
  const devices = plantDevices(12, SEED)
  await provision(api, devices)
  const [group] = server.groups
  const again = async () => {
    server.calls.length = 0
    await provision(api, devices)
    return server.calls.filter((call) => !call.startsWith('GET') && call !== 'POST /dev')
  }
  for (const one of server.groups)
    one.group_name = plantKinds.find((kind) => kind.group.zh === one.group_name)?.group.en ?? one.group_name
  expect(await again()).toEqual([])
  for (const row of server.screens) row.screen_name = `${row.screen_name} ${ENGLISH.get(String(row.screen_name))}`
  expect(await again()).toEqual([])
  expect(group?.group_name).toBe('Waterworks')
})

test('a group that somebody named in the other language does not change that of the plant', async () => {
  const server = await startServer()
  const api = await signIn(server.base, { user_name: 'admin', password: 'demo1234' }, () => {})
  await provision(api, plantDevices(12, SEED))
  await api.call('POST', '/yun/dev/group', { group_name: 'Solar' })
  expect(await provision(api, plantDevices(12, SEED))).toBe('zh')
})

test('an edited screen is kept, and an unpublished change is not published by the plant', async () => {
  const server = await startServer()
  const api = await signIn(server.base, { user_name: 'admin', password: 'demo1234' }, () => {})
  const devices = plantDevices(12, SEED)
  await provision(api, devices)
  const [drawn] = server.screens.splice(0, server.screens.length, ...server.screens.filter((_, n) => n !== 2))
  const [totals] = server.screens
  if (!drawn || !totals) throw new Error('no screens')
  Object.assign(totals, { document: 'of a user', revision: 2 })
  server.published.length = 0

  await provision(api, devices)
  expect(totals.document).toBe('of a user')
  expect(server.screens).toHaveLength(plantScreens('zh').length)
  expect(server.published).toEqual([])
})

test('a plant of one station has the screens of that station, and no overview', async () => {
  const server = await startServer()
  const api = await signIn(server.base, { user_name: 'admin', password: 'demo1234' }, () => {})
  await provision(api, plantDevices(1, SEED))
  expect(server.templates.map(({ module_name }) => module_name)).toEqual(['供水泵站'])
  expect(server.published).toEqual([1])
})

test('history is loaded once; later starts take counters and settings from the server', async () => {
  const server = await startServer()
  const api = await signIn(server.base, { user_name: 'admin', password: 'demo1234' }, () => {})
  const devices = plantDevices(2, SEED)
  const options = optionsFor(server.base, '--devices', '2')

  const first = await prepareWorlds(options, api, devices)
  expect(first.histories.map(({ sn_code }) => sn_code)).toEqual(['WW0001', 'WW0002'])
  const samples = await uploadHistories(api, first.histories, () => {})
  const kept = [...server.loaded.values()].flat().reduce((sum, { times }) => sum + times.length, 0)
  expect(kept).toBe(samples)
  expect(samples).toBeGreaterThan(24 * 60 * 20)

  const valve = server.loaded.get('WW0002')?.find(({ key }) => key === 'valve_position')
  valve?.values.push(33)
  const second = await prepareWorlds(options, api, devices)
  expect(second.histories).toEqual([])
  expect(simulated(second.worlds)[1]?.state).toMatchObject({ valve_position: 33 })
  const total = (await newestValues(api, 'WW0001')).flow_total
  expect(simulated(second.worlds)[0]?.state).toMatchObject({ flow_total: total })
})

test('an interrupted history load counts as missing', async () => {
  const server = await startServer()
  const api = await signIn(server.base, { user_name: 'admin', password: 'demo1234' }, () => {})
  const [station] = plantDevices(1, SEED)
  if (!station) throw new Error('no station')
  const { histories } = await prepareWorlds(optionsFor(server.base, '--devices', '1'), api, [station])
  const half = histories.map((h) => ({ ...h, series: h.series.slice(0, 5) }))
  await uploadHistories(api, half, () => {})
  expect(await hasHistory(api, 'WW0001', station.kind, 0, Date.now())).toBe(false)
  await uploadHistories(api, histories, () => {})
  expect(await hasHistory(api, 'WW0001', station.kind, 0, Date.now())).toBe(true)
})

test('a wrong password is refused; a server that is not ready yet is waited for', async () => {
  const { base, port } = await startServer()
  await expect(signIn(base, { user_name: 'admin', password: 'wrong' }, () => {})).rejects.toThrow(ApiRefusal)

  const late = createServer()
  await new Promise<void>((done) => late.listen(0, '127.0.0.1', done))
  const address = late.address()
  await new Promise((done) => late.close(done))
  if (address === null || typeof address === 'string') throw new Error('no port')
  expect(address.port).not.toBe(port)
  const said: string[] = []
  const api = await signIn(
    `http://127.0.0.1:${address.port}`,
    { user_name: 'admin', password: 'demo1234' },
    (sentence) => {
      said.push(sentence)
      void startServer(address.port)
    },
  )
  expect(await api.call('GET', '/yun/dev/group', {})).toEqual([])
  expect(said).toEqual([expect.stringMatching(/cannot be reached \(.*ECONNREFUSED.*\); the plant keeps trying\.$/)])
})

test.each([
  [['--devices', '0'], '--devices must be a number from 1 to 20000, not "0".'],
  [['--rate', 'fast'], '--rate must be a number from 0.01 to 100, not "fast".'],
  [['--seed', ''], '--seed must be a number'],
  [['--colour', 'red'], "Unknown option '--colour'"],
])('the plant setting %j is refused in one sentence', (args, sentence) => {
  expect(() => parseOptions(args)).toThrow(sentence)
})
