import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestBroker, type TestBroker } from '../../../tests/server/broker.ts'
import { startEmbedded, type TestStore } from '../../../tests/server/stores.ts'
import { readSettings } from '../settings.ts'
import { type Running, startServer } from '../start.ts'

let store: TestStore
let broker: TestBroker
let server: Running
const lines: string[] = []

beforeAll(async () => {
  store = await startEmbedded()
  broker = await startTestBroker()
  const settings = readSettings({
    DATA_DIR: store.place.dataDir,
    MQTT_URL: broker.url,
    PORT: '0',
    DEMO: 'off',
  })
  const warn = (line: string) => void lines.push(line)
  server = await startServer(settings, { info() {}, warn, error: (message) => warn(message) })
})

afterAll(async () => {
  await server.close()
  await broker.stop()
  await store.stop()
})

const readiness = async (): Promise<[number, unknown]> => {
  const response = await fetch(`${server.api}/readyz`)
  return [response.status, await response.json()]
}

test('readiness says what is missing while the external broker is away, and comes back by itself', async () => {
  expect(await readiness()).toEqual([200, { status: 'ready' }])
  await broker.breakDown()
  await vi.waitFor(async () =>
    expect(await readiness()).toEqual([503, { status: 'not ready', missing: { broker: 'away' } }]),
  )
  await broker.restart()
  await vi.waitFor(async () => expect(await readiness()).toEqual([200, { status: 'ready' }]))
  expect(lines).toEqual([expect.stringContaining('is away'), expect.stringContaining('is back after')])
})
