import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gltf, png, svg, triangle } from '../../../tests/server/files.ts'
import { makeKey, PORTAL, signed } from '../../../tests/server/guests.ts'
import { refusalOf } from '../../../tests/server/people.ts'
import {
  control,
  documentOf,
  fileOf,
  makeResource,
  makeScreen,
  publish,
  uniqueName,
} from '../../../tests/server/screens.ts'
import { openTestServer, type Reply, type TestServer } from '../../../tests/server/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const GALLERY = '/yun/resourcesInfo'
const call = (method: string, path: string, input: object = {}, user = 'admin') =>
  server.call(user, method, path, input)
const upload = (resource_type: string, files: object[], more: object = {}, user = 'admin') =>
  call('POST', `${GALLERY}/batch`, { resource_type, resource_name: uniqueName('R'), files, ...more }, user)
const content = (resource_id: number, user = 'admin') => call('GET', `${GALLERY}/content`, { resource_id }, user)
const refusal = ({ meta, data }: Reply) =>
  `${meta.code}${(data?.fields ?? []).map(({ field, message }: { field: string; message: string }) => ` ${field} ${message}`).join(',')}`
const listed = async (input: object = {}, user = 'admin') => {
  const { data } = await call('GET', GALLERY, { page_size: 100, ...input }, user)
  return data as { rows: { resource_id: number; is_own: boolean; resource_name: string }[]; total: number }
}

describe('the gallery', () => {
  test('the gallery stores a picture unchanged, with its format', async () => {
    const bytes = png(5, 4)
    const { data } = await upload('picture', [fileOf('泵.jpg', bytes)], { resource_name: ' 水泵 ' })
    expect(data).toMatchObject({ resource_name: '水泵', mime: 'image/png', width: 5, height: 4, bytes: bytes.length })
    expect(data).toMatchObject({
      is_own: true,
      user_name: 'admin',
      category_id: null,
      tag: expect.stringMatching(/.{20}/),
    })
    const { resource, files } = (await content(data.resource_id)).data
    expect(resource).toEqual(data)
    expect(files).toEqual([{ name: 'picture.png', mime: 'image/png', content: bytes.toString('base64') }])
  })

  test('the gallery stores a rebuilt symbol, and a model with its parts', async () => {
    const dirty = svg('<script>alert(1)</script><path d="M0 0" onclick="x()"/>')
    const symbol = (await upload('symbol', [fileOf('x.svg', dirty)])).data
    const [file] = (await content(symbol.resource_id)).data.files
    expect(Buffer.from(file.content, 'base64').toString()).not.toMatch(/script|onclick/)
    const parts = [fileOf('box.bin', triangle()), fileOf('box.gltf', gltf('box.bin'))]
    const model = (await upload('model', parts)).data
    const names = (await content(model.resource_id)).data.files.map(({ name }: { name: string }) => name)
    expect(names).toEqual(['box.gltf', 'box.bin'])
  })

  test('the gallery refuses a file of another format than it claims, at its field', async () => {
    const reply = await server.call(
      'admin',
      'POST',
      `${GALLERY}/batch`,
      { resource_type: 'picture', resource_name: 'x', files: [fileOf('x.png', svg(''))] },
      { 'accept-language': 'en' },
    )
    expect(refusal(reply)).toBe('201801 files.0 is no PNG, JPEG, GIF or WebP picture')
    expect(refusal(await upload('model', [fileOf('box.gltf', gltf('box.bin'))]))).toBe(
      '201801 files.0 box.gltf：缺少文件 box.bin',
    )
  })

  test('the gallery has each name once for each type', async () => {
    const resource_name = uniqueName('同名')
    await upload('picture', [fileOf('x', png())], { resource_name })
    expect(refusal(await upload('picture', [fileOf('x', png())], { resource_name }))).toBe(
      '114004 resource_name 资源名称已存在',
    )
    expect((await upload('symbol', [fileOf('x', svg(''))], { resource_name })).meta.success).toBe(1)
  })

  test('the gallery is searched by type, name and category', async () => {
    const { category_id } = (
      await call('POST', '/yun/resourcesClassify', { resource_type: 'picture', category_name: '泵' })
    ).data
    expect(
      refusal(await call('POST', '/yun/resourcesClassify', { resource_type: 'picture', category_name: '泵' })),
    ).toBe('114002 category_name 分类名称已存在')
    const { resource_id } = (await upload('picture', [fileOf('x', png())], { resource_name: 'Find ME', category_id }))
      .data
    for (const input of [{ category_id }, { search: 'find me' }, { search: 'FIND', resource_type: 'picture' }])
      expect((await listed(input)).rows.map((row) => row.resource_id)).toEqual([resource_id])
    expect((await listed({ search: 'find', resource_type: 'symbol' })).total).toBe(0)
    expect(refusal(await upload('symbol', [fileOf('x', svg(''))], { category_id }))).toMatch(/^100002 category_id/)
    const categories = async () => (await call('GET', '/yun/resourcesClassify', { resource_type: 'picture' })).data
    expect(await categories()).toContainEqual({
      category_id,
      resource_type: 'picture',
      category_name: '泵',
      resource_count: 1,
    })
    await call('DELETE', '/yun/resourcesClassify', { category_id })
    expect((await content(resource_id)).data.resource.category_id).toBe(null)
  })

  test('the gallery belongs to the tenant, and is changed by the uploader or an administrator', async () => {
    const manager = await makeResource(server, { user: 'manager', bytes: png(2, 2) })
    const admin = await makeResource(server, { bytes: png(2, 3) })
    const { rows } = await listed({}, 'manager')
    expect(rows.find((row) => row.resource_id === manager)?.is_own).toBe(true)
    expect(rows.find((row) => row.resource_id === admin)?.is_own).toBe(false)
    const rename = (resource_id: number, user: string) =>
      call('PUT', GALLERY, { resource_id, resource_name: uniqueName('N') }, user)
    expect((await rename(admin, 'manager')).meta.code).toBe('100015')
    expect((await call('DELETE', GALLERY, { resource_id: admin }, 'manager')).meta.code).toBe('100015')
    expect((await rename(manager, 'admin')).meta.success).toBe(1)
    expect((await call('DELETE', GALLERY, { resource_id: manager }, 'admin')).meta.success).toBe(1)
    expect((await rename(admin, 'rival')).meta.code).toBe('100002')
    expect((await content(admin, 'rival')).meta.code).toBe('100002')
  })

  test('the content of a group of controls can be replaced', async () => {
    const group = (width: number) => JSON.stringify({ width, height: 10, controls: [control('a')] })
    const { data } = await upload('group', [fileOf('g', group(20))])
    const files = [fileOf('g', group(30))]
    const changed = (await call('PUT', GALLERY, { resource_id: data.resource_id, files })).data
    expect(changed).toMatchObject({ width: 30, resource_name: data.resource_name })
    expect(changed.tag).not.toBe(data.tag)
    const picture = await makeResource(server, { bytes: png() })
    expect((await call('PUT', GALLERY, { resource_id: picture, files: [fileOf('x', png())] })).meta.code).toBe('100002')
  })
})

describe('what a user has of it', () => {
  const setQuota = async (quota: string, limit: number | null) => {
    const { rows } = (await call('GET', '/user', { page_size: 100 })).data
    const { user_id } = rows.find(({ user_name }: { user_name: string }) => user_name === 'manager')
    await call('PUT', '/user/quota', { user_id, quotas: [{ quota, limit }] })
  }

  test('the gallery use of a user is counted in bytes and limited', async () => {
    const before = (await call('GET', `${GALLERY}/quota`, {}, 'manager')).data
    const bytes = png(7, 7)
    await makeResource(server, { user: 'manager', bytes })
    expect((await call('GET', `${GALLERY}/quota`, {}, 'manager')).data.used).toBe(before.used + bytes.length)
    await setQuota('gallery_bytes', before.used + bytes.length + 10)
    expect((await upload('symbol', [fileOf('x', svg(''))], {}, 'manager')).meta.code).toBe('100019')
    await setQuota('gallery_bytes', null)
    await setQuota('template_image_bytes', before.used + bytes.length + 10)
    expect((await upload('picture', [fileOf('x', png())], {}, 'manager')).meta.code).toBe('100019')
    expect((await upload('symbol', [fileOf('x', svg(''))], {}, 'manager')).meta.success).toBe(1)
    await setQuota('template_image_bytes', null)
  })

  test('the galleries of all users of an organisation take no more space than its administrators allow', async () => {
    const { user_id, tenant_id } = await server.db.system((q) =>
      q
        .selectFrom('app_user')
        .select(['user_id', 'tenant_id'])
        .where('user_name', '=', 'admin')
        .executeTakeFirstOrThrow(),
    )
    const setMost = (limit: number | null) =>
      call('PUT', '/user/quota', { user_id, quotas: [{ quota: 'organisation_gallery_bytes', limit }] })
    const own = png(11, 11)
    await makeResource(server, { bytes: own })
    const all = await server.db.system((q) =>
      q.selectFrom('resource').select('bytes').where('tenant_id', '=', tenant_id).execute(),
    )
    await setMost(all.reduce((sum, { bytes }) => sum + Number(bytes), 0) + 10)
    expect(refusalOf(await upload('symbol', [fileOf('x', svg(''))], {}, 'manager'))).toBe('100019 files')
    await setMost(null)
    expect((await upload('symbol', [fileOf('x', svg(''))], {}, 'manager')).meta.success).toBe(1)
  })

  test('the gallery limit holds for parallel uploads', async () => {
    const { used } = (await call('GET', `${GALLERY}/quota`, {}, 'manager')).data
    const bytes = png(9, 9)
    await setQuota('gallery_bytes', used + bytes.length + 10)
    const replies = await Promise.all([1, 2, 3].map(() => upload('picture', [fileOf('x', bytes)], {}, 'manager')))
    expect(replies.map(({ meta }) => meta.code).sort()).toEqual(['100001', '100019', '100019'])
    await setQuota('gallery_bytes', null)
  })
})

describe('what a screen shows', () => {
  test('a gallery resource stays while a screen draws or publishes it, and can be deleted afterwards', async () => {
    const resource_id = await makeResource(server, { bytes: png(3, 3) })
    const picture = control('p', { kind: 'picture', props: { src: `gallery/${resource_id}` } })
    const screen_id = await makeScreen(server, documentOf([picture]))
    const remove = () => call('DELETE', GALLERY, { resource_id })
    expect(refusal(await remove())).toMatch(/^114007 screens 画面/)
    await publish(server)
    const save = { screen_id, revision: 1, document: documentOf([]), editor_id: 'editor-1' }
    await call('PUT', '/yun/module/view/document', save)
    expect((await remove()).meta.code).toBe('114007')
    await call('DELETE', '/yun/module/view', { screen_id })
    expect((await remove()).meta.success).toBe(1)
  })

  test('a gallery resource is not mistaken for another whose number begins alike', async () => {
    const resource_id = await makeResource(server, { bytes: png(3, 3) })
    const longer = control('p', { props: { src: `gallery/${resource_id}0`, other: `gallery/1${resource_id}` } })
    const screen_id = await makeScreen(server, documentOf([longer]))
    expect((await call('DELETE', GALLERY, { resource_id })).meta.success).toBe(1)
    await call('DELETE', '/yun/module/view', { screen_id })
  })

  test('a gallery resource stays while a group contains it', async () => {
    const resource_id = await makeResource(server, { bytes: png(3, 3) })
    const group = { width: 10, height: 10, controls: [control('p', { props: { src: `gallery/${resource_id}` } })] }
    const bytes = Buffer.from(JSON.stringify(group))
    await makeResource(server, { resource_type: 'group', bytes })
    expect(refusal(await call('DELETE', GALLERY, { resource_id }))).toMatch(/^114007 screens 资源/)
  })

  test('a guest is shown only the gallery resources of its screens', async () => {
    const shown = await makeResource(server, { bytes: png(3, 3) })
    const other = await makeResource(server, { bytes: png(3, 3) })
    const picture = control('p', { kind: 'picture', props: { src: `gallery/${shown}` } })
    await makeScreen(server, documentOf([picture]))
    await publish(server)
    const { embed_key } = await makeKey(server, 'admin')
    const get = (resource_id: number, devices: string[]) => {
      const token = signed(embed_key, { resources: { devices } })
      return server.call(null, 'GET', `${GALLERY}/content`, { resource_id }, { 'x-token': token, origin: PORTAL })
    }
    expect((await get(shown, ['TS0001'])).meta.code).toBe('100001')
    expect((await get(other, ['TS0001'])).meta.code).toBe('100002')
    expect((await get(shown, ['NONE1'])).meta.code).toBe('100002')
    const { meta } = await server.call(null, 'GET', GALLERY, {}, { 'x-token': signed(embed_key, {}), origin: PORTAL })
    expect(meta.code).toBe('100015')
  })
})

test('none of these calls was a defect of the server', () => {
  expect(server.defects).toEqual([])
})
