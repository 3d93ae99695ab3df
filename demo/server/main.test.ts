import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startEmbedded, type TestStore } from '../../tests/server/stores.ts'

const { PATH, NODE_COMPILE_CACHE } = process.env
const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))

let store: TestStore
const running: ChildProcess[] = []
beforeAll(async () => {
  store = await startEmbedded()
})
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  await store.stop()
})

/** The server as a person starts it: in a group of its own, as a terminal makes one for each command. */
function start(env: Record<string, string>, ...args: string[]) {
  const own = {
    PORT: '0',
    MQTT_PORT: '0',
    PORTAL_PORT: '0',
    DATA_DIR: store.place.dataDir,
    DEMO_DEVICES: '1',
    DEMO_HISTORY_DAYS: '1',
  }
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { PATH, NODE_COMPILE_CACHE, ...own, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  running.push(child)
  const said = { out: '', error: '' }
  child.stdout.on('data', (text) => {
    said.out += text
  })
  child.stderr.on('data', (text) => {
    said.error += text
  })
  return { child, said, closed: once(child, 'close'), ctrlC: () => process.kill(-(child.pid as number), 'SIGINT') }
}

const refusal = async (env: Record<string, string>, ...args: string[]) => {
  const { said, closed } = start({ DEMO: 'off', ...env }, ...args)
  expect(await closed).toEqual([1, null])
  expect(said.out).toBe('')
  return said.error
}

test('the history of the demo is announced once, and Ctrl-C ends server and plant silently', async () => {
  const first = start({})
  await vi.waitFor(() => expect(first.said.out).toContain('Demo history of 1 day is loaded.\n'))
  const printed = first.said.out
  first.ctrlC()
  expect(await first.closed).toEqual([0, null])
  expect(first.said).toEqual({ out: printed, error: '' })

  const second = start({})
  await vi.waitFor(async () => {
    const [, api] = /console (http:\/\/[^/]+)/.exec(second.said.out) ?? []
    const counted = await (await fetch(`${api}/metrics`)).text()
    expect(counted).toMatch(/^sightglass_mqtt_connections 1$/m)
  })
  second.ctrlC()
  expect(await second.closed).toEqual([0, null])
  expect(second.said.out).not.toContain('history')
  expect(second.said.error).toBe('')
})

test('the server goes on when nobody reads its output any more', async () => {
  const empty = await startEmbedded()
  const { child, said, closed, ctrlC } = start({ DATA_DIR: empty.place.dataDir })
  await vi.waitFor(() => expect(said.out).toMatch(/console http\S+ /))
  const [, api] = /console (http:\/\/[^/]+)/.exec(said.out) ?? []
  child.stdout.destroy()
  // The last of the history's calls is followed by a line that nobody takes.
  await vi.waitFor(async () => {
    const counted = await (await fetch(`${api}/metrics`)).text()
    expect(counted).toMatch(/call_seconds_count\{route="POST \/\S+\/batch",code="100001"\} /)
    expect(counted).toMatch(/^sightglass_mqtt_connections 1$/m)
  })
  expect((await fetch(`${api}/readyz`)).status).toBe(200)
  ctrlC()
  expect(await closed).toEqual([0, null])
  await empty.stop()
})

test('a defect that nobody caught ends the server in order, and is in its log', async () => {
  const defect = 'process.on("SIGUSR2",()=>{throw(Error("out-of-nowhere"))})'
  const preload = `--import=data:text/javascript,${encodeURIComponent(defect)}`
  const { child, said, closed } = start({ DEMO: 'off', NODE_OPTIONS: preload })
  await vi.waitFor(() => expect(said.out).toMatch(/console http\S+ /), 60_000)
  const lock = join(store.place.dataDir, 'lock')
  expect(existsSync(lock)).toBe(true)
  child.kill('SIGUSR2')
  expect(await closed).toEqual([1, null])
  expect(said.out + said.error).toMatch(/a defect, for which the server stops.*out-of-nowhere/s)
  // What ends at once leaves its lock.
  expect(existsSync(lock)).toBe(false)
})

test('an unknown argument is refused in one sentence', async () => {
  expect(await refusal({}, '--hlep')).toBe(
    '"--hlep" is not known here: settings are environment variables, which --help lists.\n',
  )
})

test('a misspelt setting is reported before the server starts', async () => {
  const file = join(store.place.dataDir, 'file')
  writeFileSync(file, '')
  expect(await refusal({ MQTT_PROT: '1', MQTT_PORT: '', DATA_DIR: file })).toBe(
    `MQTT_PROT is no setting: did you mean MQTT_PORT?\nThe data directory ${file} is a file: set DATA_DIR to a folder.\n`,
  )
})

test('an unreachable broker is reported in one sentence, and the server ends', async () => {
  const sentence = await refusal({ MQTT_URL: 'mqtt://plant:hunter2@127.0.0.1:9' })
  expect(sentence).toMatch(/^The MQTT broker mqtt:\/\/127\.0\.0\.1:9 of MQTT_URL cannot be reached[^\n]+\n$/)
})

test.each([
  ['an exception that nobody catches', 'throw new Error("a hidden defect")'],
  ['a rejection that nobody handles', 'Promise.reject(new Error("a hidden defect"))'],
])('%s is logged, and the server leaves in order with a code that says so', async (_what, statement) => {
  const preload = `data:text/javascript,${encodeURIComponent(`process.on("SIGUSR2",()=>{${statement}})`)}`
  const empty = await startEmbedded()
  const NODE_OPTIONS = `--import=${preload}`
  const { child, said, closed } = start({ DATA_DIR: empty.place.dataDir, DEMO: 'off', NODE_OPTIONS })
  await vi.waitFor(() => expect(said.out).toMatch(/console http\S+ /))
  child.kill('SIGUSR2')
  expect(await closed).toEqual([1, null])
  expect(said.error).toContain('a defect, for which the server stops')
  expect(said.error).toContain('a hidden defect')
  // Closed in order: the folder is free for the next one.
  const next = start({ DATA_DIR: empty.place.dataDir, DEMO: 'off' })
  await vi.waitFor(() => expect(next.said.out).toMatch(/console http\S+ /))
  next.ctrlC()
  expect(await next.closed).toEqual([0, null])
  await empty.stop()
})
