import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '../../../core/catalogue/durations.ts'
import { png } from '../../../tests/server/files.ts'
import { control, documentOf, makeResource, makeScreen, publish, uniqueName } from '../../../tests/server/screens.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { RATES } from '../limits/rates.ts'

let server: TestServer
/** Stands still: what was used up stays so. */
const time = Date.now()
let screen_id = 0
let resource_id = 0
beforeAll(async () => {
  server = await openTestServer({ RATE_FACTOR: '1' }, () => time)
  const group = { width: 9, height: 9, controls: [control('a', { note: 'x'.repeat(10_000) })] }
  const bytes = Buffer.from(JSON.stringify(group))
  resource_id = await makeResource(server, { resource_type: 'group', name: 'g.json', bytes })
  const bindings = { value: { expression: 'temperature * 2' } }
  screen_id = await makeScreen(
    server,
    documentOf([control('a', { bindings, props: { src: `gallery/${resource_id}` } })]),
  )
  await publish(server)
})
afterAll(async () => {
  expect(server.defects).toEqual([])
  await server.close()
})

const call = (method: string, path: string, input: object = {}, user: string | null = 'admin') =>
  server.call(user, method, path, input)
const linked = async (overrides: object = {}) => {
  const input = { screen_id, sn_code: 'TS0001', name: uniqueName('链接'), ...overrides }
  const { data } = await call('POST', '/yun/components/share', input)
  return data as { link: { link_id: number }; share: string }
}
const opened = async (share: string) => (await call('POST', '/yun/shared/module', { share }, null)).data
const as = (token: string, method: string, path: string, input: object = {}) =>
  server.call(null, method, path, input, { 'x-token': token })

test('a visitor reads what the screen shows of the gallery as it was published, and nothing else of it', async () => {
  const content = (resource_id: number, by: string) => as(by, 'GET', '/yun/resourcesInfo/content', { resource_id })
  const named = { module_name: uniqueName('图库'), module_type: 'nonstandard' }
  const { template_id } = (await call('POST', '/yun/module', named)).data
  const [inside, hidden] = [
    await makeResource(server, { bytes: png(3) }),
    await makeResource(server, { bytes: png(4) }),
  ]
  const group = { width: 9, height: 9, controls: [control('in', { props: { src: `gallery/${inside}` } })] }
  const bytes = Buffer.from(JSON.stringify(group))
  const grouped = await makeResource(server, { resource_type: 'group', name: 'g.json', bytes })
  const document = documentOf([control('a', { kind: 'group', props: { symbol: `gallery/${grouped}` } })])
  const its = await makeScreen(server, document, { template_id })
  await publish(server, template_id)
  const { token } = await opened((await linked({ screen_id: its, sn_code: null })).share)
  const { data } = await content(inside, token)
  expect(data.files).toEqual([{ name: 'picture.png', mime: 'image/png', content: png(3).toString('base64') }])
  expect(data.resource).toMatchObject({ resource_id: inside, is_own: false })
  for (const other of [hidden, resource_id, 999_999]) expect((await content(other, token)).meta.code).toBe('100002')
  // What is drawn since is not shown yet.
  const save = { screen_id: its, revision: 1, editor_id: 'editor-0001' }
  const drawn = documentOf([control('a', { props: { src: `gallery/${hidden}` } })])
  await call('PUT', '/yun/module/view/document', { ...save, document: drawn })
  expect((await content(hidden, token)).meta.code).toBe('100002')
})

test('a visitor reads a bounded part of the gallery and of the history', async () => {
  const { link, share } = await linked()
  const { token } = await opened(share)
  const content = () => as(token, 'GET', '/yun/resourcesInfo/content', { resource_id })
  const replay = () =>
    as(token, 'POST', '/yun/view/replay', {
      start: 0,
      end: HOUR_MS,
      points: [{ sn_code: 'TS0001', key: 'temperature' }],
    })
  const visitor = `visitor ${link.link_id} 127.0.0.1`
  const { galleryOfGuest, replayOfGuest } = server.budgets
  expect([(await content()).meta.code, (await replay()).meta.code]).toEqual(['100001', '100001'])
  // As if the rest had been read.
  galleryOfGuest.take(visitor, RATES.galleryOfGuest.most - 15_000)
  replayOfGuest.take(visitor, RATES.replayOfGuest.most - 1)
  for (const refused of [await content(), await replay()]) {
    expect(refused.meta.code).toBe('100019')
    expect(refused.data.wait_s).toBeGreaterThan(0)
  }
})
