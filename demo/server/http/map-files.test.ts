import { mkdir, mkdtemp, readdir, readlink, rm, symlink, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type InjectOptions } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { ApiError } from '../../../core/contract/api-error.ts'
import { allowOrigins } from './cors.ts'
import { mapFilesOf, mountMapFiles, PART_BYTES } from './map-files.ts'

async function served() {
  const folder = await mkdtemp(join(tmpdir(), 'sightglass-maps-'))
  const app = Fastify()
  onTestFinished(async () => {
    await app.close()
    await rm(folder, { recursive: true })
  })
  const maps = join(folder, 'maps')
  await mkdir(maps)
  await writeFile(join(maps, 'land.pmtiles'), '0123456789')
  allowOrigins(app, [])
  app.setErrorHandler((error, _request, reply) => reply.code(error instanceof ApiError ? error.status : 500).send(''))
  mountMapFiles(app, maps)
  const get = (url: string, headers: object = {}, method: InjectOptions['method'] = 'GET') =>
    app.inject({ method, url, headers: { ...headers } })
  const part = (range: string, more: object = {}) => get('/maps/land.pmtiles', { range, ...more })
  return { app, folder, maps, get, part }
}

test('a map of the folder is served whole and by parts', async () => {
  const { get, part } = await served()
  const whole = await get('/maps/land.pmtiles')
  expect([whole.statusCode, whole.body]).toEqual([200, '0123456789'])
  expect(whole.headers).toMatchObject({ 'accept-ranges': 'bytes', 'content-length': '10', 'cache-control': 'no-cache' })
  const middle = await part('bytes=2-4')
  expect([middle.statusCode, middle.body]).toEqual([206, '234'])
  expect(middle.headers).toMatchObject({ 'content-range': 'bytes 2-4/10', 'content-length': '3' })
  expect((await part('bytes=-2')).body).toBe('89')
  const beyond = await part('bytes=10-')
  expect([beyond.statusCode, beyond.headers['content-range'], beyond.body]).toEqual([416, 'bytes */10', ''])
})

test('an empty map file is served, and has no parts', async () => {
  const { maps, get } = await served()
  await writeFile(join(maps, 'none.pmtiles'), '')
  const whole = await get('/maps/none.pmtiles')
  expect([whole.statusCode, whole.headers['content-length'], whole.body]).toEqual([200, '0', ''])
  expect((await get('/maps/none.pmtiles', { range: 'bytes=0-9' })).statusCode).toBe(416)
})

test('a part of a map has the strong etag of its file, and is sent while the file is the same', async () => {
  const { maps, get, part } = await served()
  const etag = String((await part('bytes=0-1')).headers.etag)
  expect(etag).toMatch(/^"[^"]+"$/)
  expect((await part('bytes=2-4', { 'if-range': etag })).statusCode).toBe(206)
  const [unchanged, listed] = [
    await part('bytes=2-4', { 'if-none-match': etag }),
    await part('bytes=2-4', { 'if-none-match': `"older", W/${etag}` }),
  ]
  for (const { statusCode, body, headers } of [unchanged, listed])
    expect([statusCode, body, headers.etag]).toEqual([304, '', etag])
  await writeFile(join(maps, 'land.pmtiles'), 'abcdefghij')
  await utimes(join(maps, 'land.pmtiles'), 1, 1)
  expect((await part('bytes=2-4', { 'if-range': etag })).body).toBe('abcdefghij')
  const anew = await part('bytes=2-4', { 'if-none-match': etag })
  expect([anew.statusCode, anew.body]).toEqual([206, 'cde'])
  expect((await get('/maps/land.pmtiles')).headers.etag).not.toBe(etag)
})

test('a part of a map is no longer than a reply may be, however much of it is requested', async () => {
  const { maps, part } = await served()
  const size = PART_BYTES + 100
  await truncate(join(maps, 'land.pmtiles'), size)
  const { statusCode, headers, rawPayload } = await part('bytes=0-')
  expect([statusCode, headers['content-range']]).toEqual([206, `bytes 0-${PART_BYTES - 1}/${size}`])
  expect(rawPayload.length).toBe(PART_BYTES)
})

test('HEAD of a map says how large it is and sends nothing of it', async () => {
  const { get } = await served()
  const { statusCode, headers, body } = await get('/maps/land.pmtiles', {}, 'HEAD')
  expect([statusCode, headers['content-length'], body]).toEqual([200, '10', ''])
})

test.runIf(process.platform === 'linux')('a map that nobody reads on is closed', async () => {
  const { app, maps } = await served()
  const path = join(maps, 'land.pmtiles')
  await truncate(path, 4 * PART_BYTES)
  const url = await app.listen({ port: 0 })
  const isOpen = async () => {
    const open = await Promise.all(
      (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
    )
    return open.includes(path)
  }
  const gone = new AbortController()
  await fetch(`${url}/maps/land.pmtiles`, { signal: gone.signal })
  expect(await isOpen()).toBe(true)
  gone.abort()
  await expect.poll(isOpen).toBe(false)
})

test('pages of every origin read a map and its etag', async () => {
  const { get } = await served()
  const { headers } = await get('/maps/land.pmtiles', { origin: 'https://portal.example' })
  expect(headers).toMatchObject({
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-expose-headers': 'ETag, Content-Range, Accept-Ranges',
  })
})

test.each([
  '..%2Fsecret.pmtiles',
  '%2e%2e/secret.pmtiles',
  '..%5Csecret.pmtiles',
  'sub/land.pmtiles',
  'sub%2Fland.pmtiles',
  '.hidden.pmtiles',
  '.pmtiles',
  'land.pmtiles%00',
  'land.pmtiles.bak',
  'notes.txt',
  'folder.pmtiles',
  'missing.pmtiles',
  'out.pmtiles',
  'in.pmtiles',
  `${'a'.repeat(200)}.pmtiles`,
  '',
])('/maps/%s is no map', async (name) => {
  const { folder, maps, get } = await served()
  for (const path of [
    'secret.pmtiles',
    'maps/.hidden.pmtiles',
    'maps/.pmtiles',
    'maps/land.pmtiles.bak',
    'maps/notes.txt',
  ])
    await writeFile(join(folder, path), 'not for pages')
  await mkdir(join(maps, 'sub'))
  await mkdir(join(maps, 'folder.pmtiles'))
  await writeFile(join(maps, 'sub/land.pmtiles'), 'not for pages')
  await symlink(join(folder, 'secret.pmtiles'), join(maps, 'out.pmtiles'))
  await symlink(join(maps, 'land.pmtiles'), join(maps, 'in.pmtiles'))
  const { statusCode, body } = await get(`/maps/${name}`)
  expect(statusCode).toBeGreaterThanOrEqual(400)
  expect(statusCode).toBeLessThan(500)
  expect(body).not.toContain('not for pages')
})

test('a map with a name of its country is served', async () => {
  const { maps, get } = await served()
  await writeFile(join(maps, '中国-2026.pmtiles'), 'map')
  expect((await get(`/maps/${encodeURIComponent('中国-2026')}.pmtiles?v=2`)).body).toBe('map')
})

test('a server without a folder of maps has none', async () => {
  const { folder, maps, get } = await served()
  await rm(maps, { recursive: true })
  expect((await get('/maps/land.pmtiles')).statusCode).toBe(404)
  await writeFile(join(folder, 'maps'), '')
  expect((await get('/maps/land.pmtiles')).statusCode).toBe(404)
})

test('maps are listed by name: files of the folder alone that are served', async () => {
  const { folder, maps } = await served()
  for (const name of ['Ägypten.pmtiles', '.hidden.pmtiles', 'notes.txt', 'atlas.pmtiles'])
    await writeFile(join(maps, name), '0')
  await mkdir(join(maps, 'folder.pmtiles'))
  await symlink(join(maps, 'notes.txt'), join(maps, 'link.pmtiles'))
  expect(await mapFilesOf(maps)).toEqual(['atlas.pmtiles', 'land.pmtiles', 'Ägypten.pmtiles'])
  expect(await mapFilesOf(join(folder, 'none'))).toEqual([])
})
