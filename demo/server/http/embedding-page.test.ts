import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { PROBLEMS } from '../../../core/catalogue/problems.ts'
import { mountDocs } from './docs-page.ts'
import { embeddingPage, mountEmbeddingPage } from './embedding-page.ts'
import { mountStatic } from './static.ts'

test.each(['zh', 'en'] as const)('every problem has its place in the docs (%s)', (language) => {
  const page = embeddingPage(language, 'https://console.example')
  for (const problem of Object.keys(PROBLEMS)) expect(page).toContain(`id="${problem}"`)
})

test('what a caller says of its host is text', () => {
  expect(embeddingPage('en', 'https://"><script>alert(1)</script>')).not.toContain('<script>')
})

test.each(['zh', 'en'] as const)('no link of the page is dead (%s)', async (language) => {
  const dist = await mkdtemp(join(tmpdir(), 'sightglass-docs-'))
  await mkdir(join(dist, 'elements'))
  await writeFile(join(dist, 'elements/llms.txt'), '# Sightglass')
  const app = Fastify()
  mountDocs(app, () => {})
  mountEmbeddingPage(app, () => {}, '')
  mountStatic(app, {
    dist,
    basePath: '/console',
    allowed: { media: [], frames: [], tiles: [], mapFiles: [] },
    allowedBy: async () => ({ media: [], frames: [], tiles: [], mapFiles: [] }),
  })
  const { body } = await app.inject(`/docs/embedding?lang=${language}`)
  const links = Array.from(body.matchAll(/ href="([^"]+)"/g), ([, address = '']) => address)
  expect(links).toContain('/llms.txt')
  for (const link of links) {
    if (link.startsWith('#')) expect(body).toContain(`id="${link.slice(1)}"`)
    else
      expect([link, (await app.inject(link.startsWith('?') ? `/docs/embedding${link}` : link)).statusCode]).toEqual([
        link,
        200,
      ])
  }
  await app.close()
  await rm(dist, { recursive: true })
})

test('the page names the server by its public address, whatever host a caller names, and is kept for nobody else', async () => {
  const app = Fastify()
  mountEmbeddingPage(app, () => {}, 'https://plant.example/scada/')
  const headers = { host: 'evil.example' }
  const { body, headers: answered } = await app.inject({ url: '/docs/embedding', headers })
  expect(body).toContain('https://plant.example/elements/sightglass.js')
  expect(body).not.toContain('evil.example')
  expect(answered).toMatchObject({ 'cache-control': 'no-store', vary: 'accept-language' })
  await app.close()
})
