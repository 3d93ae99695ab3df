import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../../core/catalogue/durations.ts'
import type { KeptSettings, OrganisationSettings } from '../../../core/contract/organisation-settings.ts'
import { png } from '../../../tests/server/files.ts'
import { auditOf } from '../../../tests/server/people.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'

let server: TestServer
let now = Date.now()
beforeAll(async () => {
  server = await openTestServer({ SIGN_IN_HOSTS: 'plant.example=1,other.example=2' }, () => now)
})
afterAll(async () => {
  expect(server.defects).toEqual([])
  await server.close()
})
beforeEach(async () => {
  now += 1000
  await server.db.system((q) => q.deleteFrom('organisation_setting').execute())
})

const OWN = '/yun/individuation'
const read = async (who = 'admin'): Promise<KeptSettings> => (await server.call(who, 'GET', `${OWN}/settings`)).data
const save = async (part: Partial<OrganisationSettings>, version?: number, who = 'admin') => {
  const kept = await read(who)
  const settings = { ...kept.settings, ...part }
  return server.call(who, 'PUT', OWN, { ...settings, version: version ?? kept.version })
}
const fieldOf = ({ data }: { data: { fields?: { field: string; message: string }[] } }) => data.fields?.[0]
const upload = (kind: string, content: Uint8Array | string, who = 'admin') =>
  server.call(who, 'POST', `${OWN}/picture/batch`, {
    kind,
    file: { name: 'a', content: Buffer.from(content).toString('base64') },
  })
const shown = async (host: string) => (await server.call(null, 'GET', OWN, {}, { host })).data
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><script>alert(1)</script><path d="M0 0h8v8z"/></svg>'

describe('the settings of an organisation', () => {
  test('settings are read as they were saved, with who saved them and when', async () => {
    const before = await read()
    expect(before).toMatchObject({ version: 0, changed_time: null, sign_in_hosts: ['plant.example'] })
    const { meta, data } = await save({ product_name: ' 水务监控 ', palette: 'green', week_start: 'sunday' })
    expect(meta.code).toBe('100001')
    expect(data).toMatchObject({
      settings: { product_name: '水务监控', palette: 'green', week_start: 'sunday' },
      version: 1,
      changed_time: now,
    })
    expect(data.changed_by).toContain('admin')
    expect(await read()).toEqual(data)
    expect((await read('rival')).settings.product_name).toBe('')
  })

  test('a save that somebody came before is refused with who that was and when, and changes nothing', async () => {
    await save({ product_name: 'first' })
    const late = await save({ product_name: 'second' }, 0)
    expect(late.meta.code).toBe('100027')
    expect(fieldOf(late)).toMatchObject({ field: 'version', message: expect.stringContaining('admin') })
    expect((await read()).settings.product_name).toBe('first')
  })

  test('one of two saves at the same time is refused', async () => {
    const codes = (await Promise.all([save({ title: 'a' }, 0), save({ title: 'b' }, 0)])).map(({ meta }) => meta.code)
    expect(codes.sort()).toEqual(['100001', '100027'])
  })

  test('the audit has what was changed, before and after', async () => {
    await save({ product_name: 'one' })
    await save({ product_name: 'two', accent: '#0b5cb8' })
    const [line] = await auditOf(server, { action: ['organisation-settings'] })
    expect(line?.detail).toEqual({
      product_name: { before: 'one', after: 'two' },
      accent: { before: null, after: '#0b5cb8' },
    })
  })

  test('a time zone and a first day of the week that were saved are those of every call at once', async () => {
    const moved: unknown[] = []
    server.fleet.on('rules', (devices) => moved.push(devices))
    await save({ timezone: 'Europe/Berlin', week_start: 'saturday' })
    const { data } = await server.call('operator', 'GET', '/yun/v2/timezone')
    expect(data).toEqual({ timezone: 'Europe/Berlin', week_start: 'saturday' })
    expect(moved).toHaveLength(1)
    const weeks = { start: now - 20 * DAY_MS, end: now, bucket: 'week' }
    const { data: measured } = await server.call('admin', 'GET', '/rAlarmDev/measures', weeks)
    expect(measured.timezone).toBe('Europe/Berlin')
    const begins = new Intl.DateTimeFormat('en', {
      timeZone: 'Europe/Berlin',
      weekday: 'short',
      hour: 'numeric',
      hourCycle: 'h23',
    })
    expect(begins.format(measured.series[0].start_time)).toBe('Sat, 00')
    await save({ timezone: 'Asia/Shanghai', week_start: 'monday' })
  })

  test.each<[string, Partial<OrganisationSettings> | Record<string, unknown>]>([
    ['product_name', { product_name: 'x'.repeat(31) }],
    ['accent', { accent: 'red' }],
    ['accent', { accent: '#FFF' }],
    ['accent', { accent: '#000000;color:red' }],
    ['timezone', { timezone: '+08:00' }],
    ['week_start', { week_start: 'friday' }],
    ['own_colours', { own_colours: Array(11).fill('#000000') }],
    ['media_hosts.0', { media_hosts: ['http://cameras.example'] }],
    ['media_hosts.0', { media_hosts: ['https://*.example'] }],
    ['media_hosts.0', { media_hosts: ['https://*'] }],
    ['media_hosts.0', { media_hosts: ['https:'] }],
    ['media_hosts.0', { media_hosts: ['https://cameras.example/'] }],
    ['frame_hosts.0', { frame_hosts: ["https://wiki.example; script-src 'unsafe-inline'"] }],
    ['frame_hosts.0', { frame_hosts: ['https://wiki.example\r\nx: y'] }],
    ['frame_hosts.0', { frame_hosts: ['https://user@wiki.example'] }],
    ['frame_hosts.0', { frame_hosts: ['https://Wiki.example'] }],
    ['frame_hosts', { frame_hosts: Array.from({ length: 21 }, (_, n) => `https://w${n}.example`) }],
    ['accent', { accent: '#ffff00' }],
    ['own_colours', { palette: 'own', own_colours: ['#000000'] }],
    ['own_colours.1', { palette: 'own', own_colours: ['#000000', ...Array(9).fill('#eeeeee')] }],
    ['own_colours.1', { palette: 'own', own_colours: Array(10).fill('#000000') }],
    ['logo', { logo: 'A'.repeat(22) }],
    ['logo', { logo: '../../../x' }],
    ['map_url', { map_kind: 'raster', map_url: 'http://tiles.example/{z}/{x}/{y}.png', map_attribution: '© us' }],
    [
      'map_url',
      { map_kind: 'raster', map_url: 'https://t.example/{z}/{x}/{y}; script-src *', map_attribution: '© us' },
    ],
    ['map_attribution', { map_kind: 'raster', map_url: 'https://tiles.example/{z}/{x}/{y}.png', map_attribution: ' ' }],
  ])('a save is refused at %s where it is %j', async (field, part) => {
    const refused = await save(part as Partial<OrganisationSettings>)
    expect(refused.meta.success).toBe(0)
    expect(fieldOf(refused)?.field).toBe(field)
    expect((await read()).version).toBe(0)
  })
})

describe('pictures of an organisation', () => {
  test('a picture is uploaded, named by a save, and read by everybody who has its id, and kept by browsers', async () => {
    const { data } = await upload('logo', png())
    expect(data).toMatchObject({ mime: 'image/png', width: expect.any(Number) })
    expect((await save({ logo: data.picture_id })).meta.code).toBe('100001')
    const url = `${OWN}/picture?picture_id=${data.picture_id}`
    const reply = await server.app.inject({ method: 'GET', url })
    expect(reply.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': expect.stringContaining('immutable'),
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
    expect(Buffer.from(reply.rawPayload)).toEqual(Buffer.from(png()))
    expect(
      (await server.app.inject({ method: 'GET', url: `${OWN}/picture?picture_id=${'B'.repeat(22)}` })).statusCode,
    ).toBe(404)
  })

  test('an SVG is written anew without what runs', async () => {
    const { data } = await upload('favicon', SVG)
    expect(data.mime).toBe('image/svg+xml')
    const { payload } = await server.app.inject({ method: 'GET', url: `${OWN}/picture?picture_id=${data.picture_id}` })
    expect(payload).toContain('<path')
    expect(payload).not.toContain('script')
  })

  test('a picture of another organisation, or of another kind, is not taken', async () => {
    const theirs = await upload('logo', png(), 'rival')
    expect(fieldOf(await save({ logo: theirs.data.picture_id }))?.field).toBe('logo')
    const background = await upload('background', png())
    expect(fieldOf(await save({ logo: background.data.picture_id }))?.field).toBe('logo')
  })

  const large = (bytes: number) => Buffer.concat([Buffer.from(png()), Buffer.alloc(bytes)])
  test.each([
    ['logo', large(100 * 1024), '100 KB'],
    ['background', large(2 * 1024 * 1024), '2 MB'],
    ['background', Buffer.from(SVG), 'PNG'],
    ['logo', Buffer.from('GIF89a\x08\0\x08\0\0\0\0;'), 'GIF'],
    ['favicon', Buffer.from('not a picture'), 'PNG'],
  ])('a %s that does not fit is refused at the file', async (kind, content, said) => {
    const refused = await upload(kind, content)
    expect(refused.meta.code).toBe('201801')
    expect(fieldOf(refused)).toMatchObject({ field: 'file', message: expect.stringContaining(said) })
  })

  test('a background of 1.9 MB is taken', async () => {
    expect((await upload('background', large(1_900_000))).meta.code).toBe('100001')
  })

  test('pictures that no save names do not gather, and one that a save names stays', async () => {
    const { data: named } = await upload('logo', png())
    await save({ logo: named.picture_id })
    for (let count = 0; count < 12; count++) await upload('logo', png())
    const kept = await server.db.tenant(1, (q) => q.selectFrom('organisation_picture').select('picture_id').execute())
    expect(kept.length).toBeLessThanOrEqual(9)
    expect(kept.map(({ picture_id }) => picture_id)).toContain(named.picture_id)
  })
})

describe('the sign-in page of a host', () => {
  test('a host shows the public part of the organisation that it is given to, and no other field', async () => {
    await save({ product_name: '水务', media_hosts: ['https://cameras.example'], timezone: 'Asia/Shanghai' })
    const brand = await shown('plant.example:8443')
    expect(brand.product_name).toBe('水务')
    expect(Object.keys(brand).sort()).toEqual([
      'accent',
      'background',
      'favicon',
      'footer',
      'language',
      'logo',
      'logo_dark',
      'product_name',
      'sign_in_text',
      'theme',
      'title',
    ])
    expect(JSON.stringify(brand)).not.toContain('cameras')
    await save({ product_name: '水务二' })
    expect((await shown('PLANT.example')).product_name).toBe('水务二')
  })

  test('an unknown host, and one of an organisation that set nothing, show the product', async () => {
    await save({ product_name: '水务' })
    expect(await shown('unknown.example')).toEqual(await shown('other.example'))
    expect((await shown('unknown.example')).product_name).toBe('')
  })

  test('an organisation that was closed shows nothing any more', async () => {
    await save({ product_name: '水务' }, undefined, 'rival')
    expect((await shown('other.example')).product_name).toBe('水务')
    await server.db.system((q) =>
      q.updateTable('tenant').set({ closed_time: now }).where('tenant_id', '=', 2).execute(),
    )
    now += 61_000
    expect((await shown('other.example')).product_name).toBe('')
    await server.db.system((q) =>
      q.updateTable('tenant').set({ closed_time: null }).where('tenant_id', '=', 2).execute(),
    )
  })
})

test('who is signed in reads the look of the own organisation, without its hosts and without who saved it', async () => {
  await save({ product_name: '水务', media_hosts: ['https://cameras.example'] })
  const { data } = await server.call('operator', 'GET', `${OWN}/own`)
  expect(data).toMatchObject({ product_name: '水务', policy: expect.stringMatching(/^[\w-]{22}$/) })
  expect(JSON.stringify(data)).not.toContain('cameras')
  expect((await server.call('operator', 'GET', `${OWN}/settings`)).meta.code).toBe('100015')
  await save({ media_hosts: [] })
  expect((await server.call('operator', 'GET', `${OWN}/own`)).data.policy).toBeNull()
})

test('the pages of an organisation may show the hosts that it allows, and those of others may not', async () => {
  await mkdir(join(server.dist, 'host'), { recursive: true })
  await writeFile(join(server.dist, 'host/index.html'), '<head>')
  await save({ media_hosts: ['https://cameras.example'], frame_hosts: ['https://wiki.example:8443'] })
  const { policy } = (await server.call('operator', 'GET', `${OWN}/own`)).data
  const policyOf = async (cookie: string) => {
    const { headers } = await server.app.inject({ url: '/console/', headers: { cookie } })
    return String(headers['content-security-policy'])
  }
  expect(await policyOf(`sg-hosts=${policy}`)).toContain("frame-src 'self' https://wiki.example:8443")
  expect(await policyOf('')).not.toContain('example')
  await save({ media_hosts: [], frame_hosts: [] })
  expect(await policyOf(`sg-hosts=${policy}`)).not.toContain('example')
})

test('the host of the tiles of its maps is in the policy of an organisation’s pages, and in it only while it is set', async () => {
  await mkdir(join(server.dist, 'host'), { recursive: true })
  await writeFile(join(server.dist, 'host/index.html'), '<head>')
  const tiles = {
    map_url: 'https://tiles.example:8443/{z}/{x}/{y}.png',
    map_attribution: '© us',
    map_approval: 'GS(2024)1',
  }
  await save({ ...tiles, map_kind: 'raster' })
  const { data } = await server.call('operator', 'GET', `${OWN}/own`)
  expect(data).toMatchObject({ ...tiles, map_kind: 'raster', map_crs: 'wgs84' })
  const policyOf = async (policy: string) => {
    const { headers } = await server.app.inject({ url: '/console/', headers: { cookie: `sg-hosts=${policy}` } })
    return String(headers['content-security-policy'])
  }
  expect(await policyOf(data.policy)).toContain("img-src 'self' data: blob: https://tiles.example:8443;")
  expect((await policyOf(data.policy)).match(/tiles\.example/g)).toHaveLength(1)
  await save({ ...tiles, map_kind: 'outline' })
  expect((await server.call('operator', 'GET', `${OWN}/own`)).data.policy).toBeNull()
  expect(await policyOf(data.policy)).not.toContain('tiles')
  for (const [map_kind, map_url] of [
    ['vector', 'https://tiles.example:8443/{z}/{x}/{y}.pbf'],
    ['pmtiles', 'https://tiles.example:8443/china.pmtiles'],
  ] as const) {
    await save({ map_kind, map_url, map_attribution: '© us' })
    const { data: fetched } = await server.call('admin', 'GET', '/yun/individuation/own')
    expect(await policyOf(fetched.policy)).toContain("connect-src 'self' https://tiles.example:8443;")
    expect((await policyOf(fetched.policy)).match(/tiles\.example/g)).toHaveLength(1)
  }
  await save({ map_kind: 'raster', map_url: '/tiles/{z}/{x}/{y}.png', map_attribution: '© us' })
  expect((await server.call('operator', 'GET', `${OWN}/own`)).data.policy).toBeNull()
})

test('a workbook has the name of the organisation at the head of its printed pages', async () => {
  await save({ product_name: '滨江水务' })
  const body = async () => {
    const url = '/hAlarmDev/export?format=xlsx'
    const { rawPayload } = await server.app.inject({ url, headers: { 'x-token': await server.tokenOf('admin') } })
    return strFromU8(unzipSync(rawPayload)['xl/worksheets/sheet1.xml'] as Uint8Array)
  }
  expect(await body()).toContain('<oddHeader>&amp;L滨江水务</oddHeader>')
})
