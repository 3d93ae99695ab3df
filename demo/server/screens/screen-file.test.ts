import { strToU8, unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { gltf, png, svg, triangle } from '../../../tests/server/files.ts'
import {
  control,
  documentOf,
  fileOf,
  makeResource,
  makeScreen,
  templateOf,
  uniqueName,
} from '../../../tests/server/screens.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { countingStatements } from '../../../tests/server/statements.ts'
import type { Caller } from '../http/caller.ts'
import { screenFileAnswers } from './screen-file.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const exported = async (screen_id: number, user = 'admin') =>
  server.app.inject({
    method: 'GET',
    url: '/yun/module/view/export',
    query: { screen_id: `${screen_id}` },
    headers: { 'x-token': await server.tokenOf(user) },
  })
const imported = (bytes: Buffer | Uint8Array, more: object = {}, user = 'admin') =>
  server.call(user, 'POST', '/yun/module/view/import/batch', {
    template_id: templateOf(server),
    screen_name: uniqueName('导入'),
    file: fileOf('x.sgscreen', Buffer.from(bytes)),
    ...more,
  })
const documentIn = async (screen_id: number, user = 'admin') =>
  (await server.call(user, 'GET', '/yun/module/view/document', { screen_id })).data.document
const resources = async (user = 'admin') =>
  (await server.call(user, 'GET', '/yun/resourcesInfo', { page_size: 100 })).data.rows as {
    resource_id: number
    resource_name: string
    tag: string
  }[]
const foreignTemplate = async () => {
  const input = { module_name: uniqueName('T'), module_type: 'nonstandard' }
  return (await server.call('rival', 'POST', '/yun/module', input)).data.template_id as number
}

async function richScreen() {
  const picture = await makeResource(server, { bytes: png(6, 6) })
  const symbol = await makeResource(server, { resource_type: 'symbol', bytes: svg('<path d="M0 0L9 9"/>') })
  const group = { width: 5, height: 5, controls: [control('in', { props: { src: `gallery/${symbol}` } })] }
  const groups = await makeResource(server, { resource_type: 'group', bytes: Buffer.from(JSON.stringify(group)) })
  const controls = [
    control('a', { kind: 'picture', props: { src: `gallery/${picture}` }, later: { kept: ['as', 'it', 'is'] } }),
    control('b', { kind: 'group', props: { symbol: `gallery/${groups}` } }),
    control('c', { props: { src: 'gallery/999999' } }),
  ]
  return { picture, symbol, groups, screen_id: await makeScreen(server, documentOf(controls)) }
}

describe('a screen as a file', () => {
  test('a screen file comes back in the same gallery without anything twice', async () => {
    const { screen_id, picture, groups } = await richScreen()
    const reply = await exported(screen_id)
    expect(reply.headers['content-disposition']).toMatch(/\.sgscreen$/)
    const before = (await resources()).length
    const { data } = await imported(reply.rawPayload)
    expect(data).toMatchObject({ variant: 'desktop', width: 400, height: 300, revision: 1 })
    const [a, b, c] = (await documentIn(data.screen_id)).controls
    expect(a).toMatchObject({ props: { src: `gallery/${picture}` }, later: { kept: ['as', 'it', 'is'] } })
    expect(b.props.symbol).toBe(`gallery/${groups}`)
    // What did not come along is nothing here, whatever has its number.
    expect(c.props.src).toBe('gallery/0')
    expect(await resources()).toHaveLength(before)
  })

  test('a screen file brings what it uses to another organisation, under numbers and names of its own', async () => {
    const { screen_id } = await richScreen()
    const template_id = await foreignTemplate()
    const { rawPayload } = await exported(screen_id)
    const before = await resources('rival')
    const { data } = await imported(rawPayload, { template_id }, 'rival')
    const brought = (await resources('rival')).filter(
      ({ resource_id }) => !before.some((row) => row.resource_id === resource_id),
    )
    expect(brought).toHaveLength(3)
    const text = JSON.stringify(await documentIn(data.screen_id, 'rival'))
    const named = [...text.matchAll(/gallery\/(\d+)/g)].map(([, id]) => Number(id))
    const ids = brought.map(({ resource_id }) => resource_id)
    expect(named.filter((id) => id !== 0).every((id) => ids.includes(id))).toBe(true)
    const group = brought.find(({ resource_id }) => resource_id === named[1])
    const { files } = (
      await server.call('rival', 'GET', '/yun/resourcesInfo/content', { resource_id: group?.resource_id })
    ).data
    const inner = Number(/gallery\/(\d+)/.exec(Buffer.from(files[0].content, 'base64').toString())?.[1])
    expect(ids).toContain(inner)
    const versions = (await server.call('rival', 'GET', '/yun/module/view/versions', { screen_id: data.screen_id }))
      .data
    expect(versions.map(({ kind }: { kind: string }) => kind)).toEqual(['imported'])
  })

  test('a screen file brings models with their parts', async () => {
    const input = {
      resource_type: 'model',
      resource_name: uniqueName('M'),
      files: [fileOf('a.gltf', gltf('a.bin')), fileOf('a.bin', triangle())],
    }
    const { resource_id } = (await server.call('admin', 'POST', '/yun/resourcesInfo/batch', input)).data
    const screen_id = await makeScreen(
      server,
      documentOf([control('m', { props: { model: `gallery/${resource_id}` } })]),
    )
    const template_id = await foreignTemplate()
    const { data, meta } = await imported((await exported(screen_id)).rawPayload, { template_id }, 'rival')
    expect(meta.code).toBe('100001')
    const [, id] = /gallery\/(\d+)/.exec(JSON.stringify(await documentIn(data.screen_id, 'rival'))) ?? []
    const { files } = (await server.call('rival', 'GET', '/yun/resourcesInfo/content', { resource_id: Number(id) }))
      .data
    expect(files.map(({ name }: { name: string }) => name)).toEqual(['a.gltf', 'a.bin'])
  })

  test('a screen file is not made of more than a file may hold', async () => {
    const { screen_id, picture } = await richScreen()
    const grow = (bytes: number) =>
      server.db.system((q) => q.updateTable('resource').set({ bytes }).where('resource_id', '=', picture).execute())
    await grow(LIMITS.screenFileBytes)
    const { meta, data } = (await exported(screen_id)).json()
    expect([meta.code, data.fields[0].message]).toEqual(['115002', '使用的图片和模型超过 100 MB，无法导出为一个文件'])
    await grow(png(6, 6).length)
    expect((await exported(screen_id)).headers['content-disposition']).toMatch(/\.sgscreen$/)
  })

  test('a screen file brings groups that are made of each other, however long their chain', async () => {
    const COUNT = 200
    const group = (n: number) =>
      JSON.stringify({
        width: 1,
        height: 1,
        controls: [control('in', { kind: 'group', props: { symbol: `gallery/${n + 1}` }, note: `${n}`.padEnd(2000) })],
      })
    const places = Array.from({ length: COUNT }, (_, n) => n)
    const contents = {
      format: 'sightglass-screen',
      version: 1,
      variant: 'desktop',
      resources: places.map((n) => ({
        resource_id: n + 1,
        resource_type: 'group',
        resource_name: `链${n}`,
        files: [{ name: 'group.json', path: `r/${n}` }],
      })),
    }
    const parts = places.map((n) => [`r/${n}`, strToU8(group(n + 1))] as const)
    const document = documentOf([control('a', { kind: 'group', props: { symbol: 'gallery/1' } })])
    const bytes = zipSync({
      'screen.json': strToU8(JSON.stringify(contents)),
      'document.json': strToU8(JSON.stringify(document)),
      ...Object.fromEntries(parts),
    })
    const template_id = await foreignTemplate()
    const { meta, data } = await imported(bytes, { template_id }, 'rival')
    expect(meta.code).toBe('100001')
    let text = JSON.stringify(await documentIn(data.screen_id, 'rival'))
    let length = 0
    for (; !text.includes('gallery/0'); length++) {
      const resource_id = Number(/gallery\/(\d+)/.exec(text)?.[1])
      const found = await server.call('rival', 'GET', '/yun/resourcesInfo/content', { resource_id })
      text = Buffer.from(found.data.files[0].content, 'base64').toString()
    }
    expect(length).toBe(COUNT)
  })

  test('a screen file belongs to the tenant', async () => {
    const { screen_id } = await richScreen()
    expect((await exported(screen_id, 'rival')).json().meta.code).toBe('115005')
    expect((await imported((await exported(screen_id)).rawPayload, {}, 'rival')).meta.code).toBe('115005')
  })
})

describe('a screen file of many symbols', () => {
  const files = (numbers: readonly number[], resource_name: string) => {
    const resources = numbers.map((n) => ({
      resource_id: n,
      resource_type: 'symbol',
      resource_name,
      files: [{ name: 'a.svg', path: `r/${n}` }],
    }))
    const contents = { format: 'sightglass-screen', version: 1, variant: 'desktop', resources }
    const parts = numbers.map((n) => [`r/${n}`, svg(`<rect width="${n}" height="7"/>`)] as const)
    return zipSync({
      'screen.json': strToU8(JSON.stringify(contents)),
      'document.json': strToU8(JSON.stringify(documentOf([]))),
      ...Object.fromEntries(parts),
    })
  }
  const places = (first: number, count: number) => Array.from({ length: count }, (_, n) => first + n)

  test('a screen file of many symbols costs the store no more statements than one of few, and counts as more calls', async () => {
    const caller = (await server.sessions.callerOf(await server.tokenOf('admin'))) as Caller
    const run = async (numbers: readonly number[]) => {
      const { db, count } = countingStatements(server.db)
      const spent: number[] = []
      const file = fileOf('x.sgscreen', Buffer.from(files(numbers, '多')))
      const input = { template_id: templateOf(server), screen_name: uniqueName('多'), file }
      const spend = (calls: number) => void spent.push(calls)
      await screenFileAnswers({ db }).imported(input, { ...caller, spend })
      return { statements: count(), spent }
    }
    const few = await run(places(1, 2))
    const many = await run(places(100, 120))
    expect(many.statements).toBe(few.statements)
    expect([few.spent, many.spent]).toEqual([
      [0, 0],
      [0, 30],
    ])
    expect((await run(places(100, 120))).spent).toEqual([0, 0])
  })

  const fileWith = (document: string) => {
    const contents = { format: 'sightglass-screen', version: 1, variant: 'desktop', resources: [] }
    return Buffer.from(
      zipSync({ 'screen.json': strToU8(JSON.stringify(contents)), 'document.json': strToU8(document) }),
    )
  }
  const documentWith = (later: string) => JSON.stringify(documentOf([])).replace(/}$/, `,"later":${later}}`)

  test('a screen file whose document has more names than the body of a call may have is refused', async () => {
    const names = (count: number) => documentWith(`{${Array(count).fill('"a":0')}}`)
    expect((await imported(fileWith(names(1000)))).meta.code).toBe('100001')
    expect((await imported(fileWith(names(400_000)))).meta.code).toBe('201801')
  })

  test('a screen file counts as many calls as its document would as the body of one', async () => {
    const caller = (await server.sessions.callerOf(await server.tokenOf('admin'))) as Caller
    const spent: number[] = []
    const file = fileOf('x.sgscreen', fileWith(documentWith(JSON.stringify('x'.repeat(1 << 20)))))
    const input = { template_id: templateOf(server), screen_name: uniqueName('长'), file }
    await screenFileAnswers(server).imported(input, { ...caller, spend: (calls) => spent.push(calls) })
    expect(spent).toEqual([16, 0])
  })

  test('a screen file of many symbols gives each of one name a name of its own, by the first free number', async () => {
    const template_id = await foreignTemplate()
    const named = async () => (await resources('rival')).map(({ resource_name }) => resource_name)
    const before = await named()
    const long = '很长的名字'.repeat(4)
    await imported(files(places(300, 2), long), { template_id }, 'rival')
    await imported(files(places(302, 2), long.toUpperCase()), { template_id }, 'rival')
    const cut = long.slice(0, -2)
    expect((await named()).filter((name) => !before.includes(name)).toSorted()).toEqual(
      [long, `${cut} 2`, `${cut} 3`, `${cut} 4`].toSorted(),
    )
  })
})

describe('a file that somebody made', () => {
  const contents = (more: object = {}) => ({
    format: 'sightglass-screen',
    version: 1,
    variant: 'desktop',
    resources: [],
    ...more,
  })
  const zip = (files: Record<string, string | Uint8Array>) =>
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([name, body]) => [name, typeof body === 'string' ? strToU8(body) : body]),
      ),
    )
  const made = (
    more: object = {},
    files: Record<string, string | Uint8Array> = {},
    document: unknown = documentOf([]),
  ) => zip({ 'screen.json': JSON.stringify(contents(more)), 'document.json': JSON.stringify(document), ...files })
  const refused = async (bytes: Uint8Array) => {
    const { meta, data } = await imported(bytes)
    return data?.fields?.[0] ? `${meta.code} ${data.fields[0].field} ${data.fields[0].message}` : meta.code
  }
  const resource = (path: string, resource_type = 'symbol') => ({
    resources: [{ resource_id: 1, resource_type, resource_name: '图', files: [{ name: 'x.svg', path }] }],
  })

  test('an edited screen file is checked as if everything in it had been uploaded', async () => {
    expect((await imported(made())).meta.code).toBe('100001')
    const dirty = made(
      resource('r'),
      { r: svg('<script>alert(1)</script><path d="M1 1"/>') },
      documentOf([control('a', { props: { src: 'gallery/1' } })]),
    )
    const { data } = await imported(dirty)
    const [, id] = /gallery\/(\d+)/.exec(JSON.stringify(await documentIn(data.screen_id))) ?? []
    const { files } = (await server.call('admin', 'GET', '/yun/resourcesInfo/content', { resource_id: Number(id) }))
      .data
    expect(Buffer.from(files[0].content, 'base64').toString()).not.toContain('script')
    expect(await refused(made(resource('r'), { r: '<!DOCTYPE svg [<!ENTITY a "a">]><svg/>' }))).toBe(
      '201801 file 图：SVG 的 DOCTYPE 不能定义实体：请另存为普通 SVG',
    )
    expect(await refused(made(resource('r', 'picture'), { r: svg('') }))).toMatch(/^201801 file 图：不是有效的 PNG/)
  })

  test('an edited screen file with another document, or without a part, is refused', async () => {
    expect(await refused(made(resource('missing')))).toBe('201801 file 不是画面文件')
    expect(await refused(made({ version: 2 }))).toBe('201801 file 不是画面文件')
    expect(await refused(zip({ 'document.json': '{}' }))).toBe('201801 file 不是画面文件')
    expect(await refused(made({}, {}, { version: 99, width: 100, height: 100, controls: [] }))).toMatch(
      /^201801 file\.version/,
    )
    expect(await refused(strToU8('not a zip'))).toBe('201801 file 不是画面文件')
    expect(await refused(new Uint8Array(1))).toBe('201801 file 不是画面文件')
  })

  test('an edited screen file that would fill the memory is refused, whatever it declares', async () => {
    const huge = made({}, { big: new Uint8Array(101 << 20) })
    expect(await refused(huge)).toBe('201801 file 不是画面文件')
    // The same, with a directory that declares one byte.
    const lying = Buffer.from(made({}, { big: new Uint8Array(5 << 20) }))
    const name = lying.lastIndexOf('big')
    lying.writeUInt32LE(1, name - 46 + 24)
    expect(await refused(lying)).toBe('201801 file 不是画面文件')
    expect(Object.keys(unzipSync(made())).sort()).toEqual(['document.json', 'screen.json'])
  })

  test('an edited screen file names each of its parts once: a few bytes do not fill the gallery again and again', async () => {
    const one = resource('r').resources[0] as object
    const again = { resources: [one, { ...one, resource_id: 2, resource_name: '又' }] }
    expect(await refused(made(again, { r: svg('') }))).toBe('201801 file 不是画面文件')
    const files = [
      { name: 'a.bin', path: 'r' },
      { name: 'b.bin', path: 'r' },
    ]
    const inside = { resources: [{ ...one, resource_type: 'model', files }] }
    expect(await refused(made(inside, { r: triangle() }))).toBe('201801 file 不是画面文件')
  })

  test('an edited screen file has no part that lies outside of it, whatever it is called', async () => {
    const id = 'x'
    for (const path of ['../../etc/passwd', '/etc/passwd', '__proto__', 'constructor', 'toString'])
      expect(await refused(made({ ...resource(path), id }))).toBe('201801 file 不是画面文件')
  })

  test('an edited screen file brings no name by which a merge would reach beyond the document', async () => {
    const reaching = (inner: string) =>
      zip({
        'screen.json': JSON.stringify(contents()),
        'document.json': `{"version":1,"width":100,"height":100,"controls":[{"control_id":"a","props":${inner}}]}`,
      })
    for (const inner of ['{"__proto__":{"isAdmin":true}}', '{"a":[{"constructor":{"prototype":{"x":1}}}]}'])
      expect(await refused(reaching(inner))).toMatch(/^201801 file /)
    expect((await imported(reaching('{"constructor":"名称","prototype":{}}'))).meta.code).toBe('100001')
    expect({}).not.toHaveProperty('isAdmin')
  })

  test('an edited screen file keeps nothing where the screen is not kept', async () => {
    const before = await resources()
    const screen_name = uniqueName('重名')
    const bytes = made(resource('r'), { r: svg('<path d="M5 5"/>') })
    await imported(made(), { screen_name })
    expect((await imported(bytes, { screen_name })).meta.code).toBe('115001')
    expect(await resources()).toEqual(before)
  })
})

test('none of these calls was a defect of the server', () => {
  expect(server.defects).toEqual([])
})
