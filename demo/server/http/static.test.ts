import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { mountStatic } from './static.ts'

vi.mock('node:fs/promises', async (original) => {
  const files = await original<typeof import('node:fs/promises')>()
  return { ...files, readFile: vi.fn(files.readFile) }
})

const POLICY = 'p'.repeat(22)

async function served(basePath: string) {
  const dist = await mkdtemp(join(tmpdir(), 'sightglass-dist-'))
  onTestFinished(() => rm(dist, { recursive: true }))
  await mkdir(join(dist, 'host'))
  await mkdir(join(dist, 'elements'))
  await writeFile(join(dist, 'host/index.html'), '<HEAD>')
  await writeFile(join(dist, 'elements/a.js'), 'first')
  const app = Fastify()
  mountStatic(app, {
    dist,
    basePath,
    allowed: { media: ['https://cameras.example'], frames: ['https://wiki.example'], tiles: [], mapFiles: [] },
    allowedBy: async (id) =>
      id === POLICY ? { media: ['https://own.example'], frames: [], tiles: [], mapFiles: [] } : null,
  })
  return { app, dist }
}

test('a console some folders down finds the elements beside it, and pages find them at the root', async () => {
  const { app } = await served('/tools/console')
  for (const url of ['/elements/a.js', '/tools/elements/a.js']) expect((await app.inject(url)).body).toBe('first')
  expect((await app.inject('/tools/console/device/list')).body).toBe('<head><base href="/tools/console/">')
  expect((await app.inject('/')).headers.location).toBe('/tools/console/')
})

test('an assistant finds what it has to know at the root', async () => {
  const { app, dist } = await served('/console')
  expect((await app.inject('/llms.txt')).statusCode).toBe(404)
  await writeFile(join(dist, 'elements/llms.txt'), '# Sightglass')
  expect((await app.inject('/llms.txt')).body).toBe('# Sightglass')
})

test('many who ask at once for a file share one reading of it', async () => {
  const { app, dist } = await served('/console')
  const ask = () => app.inject({ url: '/elements/a.js', headers: { 'accept-encoding': 'gzip' } })
  const replies = await Promise.all(Array.from({ length: 50 }, ask))
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(vi.mocked(readFile).mock.calls.filter(([path]) => path === join(dist, 'elements/a.js'))).toHaveLength(1)
})

test('a file that a new build replaced is read again', async () => {
  const { app, dist } = await served('/console')
  const before = await app.inject('/elements/a.js')
  await writeFile(join(dist, 'elements/a.js'), 'second')
  const after = await app.inject({ url: '/elements/a.js', headers: { 'if-none-match': before.headers.etag as string } })
  expect(after.body).toBe('second')
})

test('what the build compressed is sent as it is, until its file is written anew', async () => {
  const { app, dist } = await served('/console')
  await writeFile(join(dist, 'elements/a.js.br'), brotliCompressSync('first'.padEnd(9, '!')))
  const request = { url: '/elements/a.js', headers: { 'accept-encoding': 'gzip, br' } }
  const sent = async () => {
    const { headers, rawPayload } = await app.inject(request)
    expect(headers['content-encoding']).toBe('br')
    return brotliDecompressSync(rawPayload).toString()
  }
  expect(await sent()).toBe('first!!!!')
  await writeFile(join(dist, 'elements/a.js'), 'second')
  const later = new Date(Date.now() + 1000)
  await utimes(join(dist, 'elements/a.js'), later, later)
  expect(await sent()).toBe('second')
})

test("a worker of an element may load what the element's own folder holds", async () => {
  const { headers } = await (await served('/console')).app.inject('/elements/a.js')
  expect(headers['content-security-policy']).toContain("default-src 'self'")
})

test('the console shows media and pages of the hosts that are allowed, each in its own place', async () => {
  const { app } = await served('/console')
  for (const url of ['/console/', '/console/share-cfg', '/console/share-db']) {
    const policy = String((await app.inject(url)).headers['content-security-policy'])
    const directives = policy.split('; ')
    const allows = (host: string) => directives.filter((one) => one.includes(host)).map((one) => one.split(' ')[0])
    expect(allows('https://cameras.example')).toEqual(['connect-src', 'media-src', 'img-src'])
    expect(allows('https://wiki.example')).toEqual(['frame-src'])
    expect(directives).toContain("connect-src 'self' https://cameras.example")
  }
})

test('a page shows the hosts of the organisation that its cookie names, and is another page for browsers that keep it', async () => {
  const { app } = await served('/console')
  const page = (cookie?: string, etag?: string) =>
    app.inject({ url: '/console/', headers: { ...(cookie && { cookie }), ...(etag && { 'if-none-match': etag }) } })
  const [plain, own] = [await page(), await page(`a=1; sg-hosts=${POLICY}`)]
  expect(plain.headers['content-security-policy']).not.toContain('own.example')
  expect(own.headers['content-security-policy']).toContain(
    "media-src 'self' blob: https://cameras.example https://own.example;",
  )
  expect(own.headers.vary).toContain('cookie')
  expect([plain.body, own.body]).toEqual([
    '<head><base href="/console/">',
    `<head><base data-hosts="${POLICY}" href="/console/">`,
  ])
  expect((await page(`sg-hosts=${POLICY}`, String(plain.headers.etag))).statusCode).toBe(200)
  expect((await page(`sg-hosts=${POLICY}`, String(own.headers.etag))).statusCode).toBe(304)
})

test.each(['sg-hosts=', 'sg-hosts=x', `sg-hosts=${'q'.repeat(22)}`, `xsg-hosts=${POLICY}`, `sg-hosts=${POLICY}x`])(
  'a page of the cookie %s shows the hosts of every organisation alone',
  async (cookie) => {
    const { app } = await served('/console')
    const { headers, body } = await app.inject({ url: '/console/', headers: { cookie } })
    expect(headers['content-security-policy']).not.toContain('own.example')
    expect(body).toBe('<head><base href="/console/">')
  },
)

test('a file is served by parts, to who has none or one of the same file, and what is beyond it is refused', async () => {
  const { app, dist } = await served('/console')
  await writeFile(join(dist, 'elements/land.pmtiles'), '0123456789')
  const part = (range: string, more: object = {}) =>
    app.inject({ url: '/elements/land.pmtiles', headers: { range, ...more } })
  const whole = await app.inject('/elements/land.pmtiles')
  expect([whole.statusCode, whole.headers['accept-ranges']]).toEqual([200, 'bytes'])
  const etag = String(whole.headers.etag)
  expect(etag).toMatch(/^"[^"]+"$/)
  const middle = await part('bytes=2-4')
  expect([middle.statusCode, middle.body, middle.headers['content-range']]).toEqual([206, '234', 'bytes 2-4/10'])
  expect([middle.headers['content-length'], middle.headers.etag]).toEqual(['3', etag])
  expect((await part('bytes=-2')).body).toBe('89')
  expect((await part('bytes=0-1,4-5')).statusCode).toBe(200)
  const beyond = await part('bytes=10-')
  expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, 'bytes */10'])
  expect((await part('bytes=2-4', { 'if-range': etag })).statusCode).toBe(206)
  expect((await part('bytes=2-4', { 'if-range': '"older"' })).body).toBe('0123456789')
  expect((await part('bytes=2-4', { 'if-none-match': etag })).statusCode).toBe(304)
})

test('a compressed file has another etag than the file itself, whose parts are never compressed', async () => {
  const { app } = await served('/console')
  const headers = { 'accept-encoding': 'br' }
  const small = await app.inject({ url: '/elements/a.js', headers })
  const plain = await app.inject('/elements/a.js')
  expect(small.headers['content-encoding']).toBe('br')
  expect(small.headers.etag).not.toBe(plain.headers.etag)
  const part = await app.inject({ url: '/elements/a.js', headers: { ...headers, range: 'bytes=0-1' } })
  expect([part.statusCode, part.body, part.headers['content-encoding']]).toEqual([206, 'fi', undefined])
  const again = { ...headers, 'if-none-match': String(small.headers.etag) }
  expect((await app.inject({ url: '/elements/a.js', headers: again })).statusCode).toBe(304)
})

test('the pages of share links are found below the console, and by no search engine', async () => {
  const { app } = await served('/console')
  for (const page of ['share-cfg', 'share-db']) {
    expect((await app.inject(`/${page}`)).headers.location).toBe(`/console/${page}`)
    const { headers } = await app.inject(`/console/${page}`)
    expect(headers['x-robots-tag']).toBe('noindex')
  }
})
