import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connectAsync, type MqttClient } from 'mqtt'
import { test as base, expect, type Page } from 'playwright/test'
import { plantDevices } from '../../demo/plant/catalogue.ts'
import { databaseIn } from '../../demo/server/db/embedded.ts'
import { copyMigrated } from '../server/migrated-database.ts'
import { ownPort } from '../server/ports.ts'

const SERVER = fileURLToPath(new URL('../../demo/server/main.ts', import.meta.url))

/** The server as a program of its own, with its store in a folder that goes with it. */
export class System {
  api = ''
  console = ''
  mqtt = ''
  /** The folder of its database. */
  readonly store = mkdtempSync(join(tmpdir(), 'sightglass-journey-'))
  readonly #env: Record<string, string>
  #child: ChildProcess | null = null
  /** What the server has said so far, as its operator reads it. */
  log = ''

  constructor(env: Record<string, string>) {
    this.#env = env
  }

  async start(): Promise<void> {
    // As a first start makes it, once for all journeys: that takes 8 s.
    if (!existsSync(join(this.store, databaseIn))) await copyMigrated(this.store)
    const child = spawn(process.execPath, [SERVER], {
      env: {
        ...process.env,
        PORT: new URL(this.api || `http://any:${await ownPort()}`).port,
        MQTT_PORT: new URL(this.mqtt || `http://any:${await ownPort()}`).port,
        DATA_DIR: this.store,
        LOGIN_CHECK: 'off',
        RATE_FACTOR: '10',
        PORTAL_PORT: '0',
        DEMO_LANGUAGE: 'zh',
        // They count what they have made themselves.
        DEMO_ALARMS: 'off',
        ...this.#env,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.#child = child
    let said = ''
    for await (const part of child.stdout.iterator({ destroyOnReturn: false })) {
      said += part
      const [, console_, mqtt] = /console (\S+) · MQTT (\S+)/.exec(said) ?? []
      if (!console_ || !mqtt) continue
      this.console = console_
      this.api = new URL(console_).origin
      this.mqtt = mqtt
      child.stdout.on('data', (more) => {
        this.log += more
      })
      return
    }
    throw new Error(`The server ended before it was ready: ${said}`)
  }

  /** `SIGTERM` as an operator would, `SIGKILL` as a power cut would. Resolves with the exit status. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    const child = this.#child
    if (!child || child.exitCode !== null) return child?.exitCode ?? null
    const ended = once(child, 'exit')
    child.kill(signal)
    const [status] = await ended
    return status
  }

  async remove(): Promise<void> {
    await this.stop()
    rmSync(this.store, { recursive: true, force: true, maxRetries: 5 })
  }

  /** Signs in as a program does and calls the API. */
  async call<T>(user_name: string, path: string, init: { method?: string; body?: unknown } = {}): Promise<T> {
    const send = async (where: string, method: string, body: unknown, token = '') => {
      const reply = await fetch(this.api + where, {
        method,
        headers: { 'content-type': 'application/json', 'x-token': token },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const { meta, data } = await reply.json()
      if (meta.success !== 1)
        throw new Error(`${method} ${where}: ${meta.code} ${meta.message} ${JSON.stringify(data)}`)
      return data
    }
    const { token } = await send('/yun/v2/user/login', 'POST', { user_name, password: 'demo1234' })
    return send(path, init.method ?? 'GET', init.body, token)
  }

  /** An integrator's own device. */
  device(sn_code: string): Promise<MqttClient> {
    return connectAsync(this.mqtt, { username: sn_code, password: `device-${sn_code}`, reconnectPeriod: 200 })
  }
}

export const send = (client: MqttClient, values: Record<string, unknown>, ts?: number) =>
  client.publishAsync(
    `v1/devices/${client.options.username}/telemetry`,
    JSON.stringify({ ...(ts && { ts }), values }),
    {
      qos: 1,
    },
  )

/** A screen of the test stand's template. */
export async function standScreen(system: System, screen_name: string, document: object) {
  const { rows } = await system.call<{ rows: { template_id: number; module_name: string }[] }>(
    'admin',
    '/yun/module?page_size=100',
  )
  const template_id = rows.find(({ module_name }) => module_name === '测试台')?.template_id as number
  const body = { template_id, screen_name, document }
  const { screen_id } = await system.call<{ screen_id: number }>('admin', '/yun/module/view', { method: 'POST', body })
  return { template_id, screen_id }
}

/** The same, shown on the test stand. */
export async function publishedScreen(system: System, screen_name: string, document: object) {
  const made = await standScreen(system, screen_name, document)
  const body = { template_id: made.template_id, is_published: true }
  await system.call('admin', '/yun/module/publish', { method: 'POST', body })
  return made
}

/** Of pages that repeat each other one in so many; all with TESTS=all, as `npm run verify` sets it. */
export const oneIn = <T>(many: number, pages: readonly T[]): T[] =>
  pages.filter((_, at) => process.env.TESTS === 'all' || at % many === 0)

/** Everything the page complained about: a journey ends with none. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
  page.on('console', (message) => {
    // The browser itself reports each failed request; what the product does about it is what journeys look at.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text())
  })
  return complaints
}

export async function signIn(page: Page, system: System, user_name: string, path = ''): Promise<void> {
  await page.goto(system.console + path)
  await page.getByRole('textbox').first().fill(user_name)
  await page.locator('input[type=password]').fill('demo1234')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('navigation').first()).toBeVisible()
}

/** One server with its demo plant for all journeys that leave it as it was. */
export const test = base.extend<{ complaints: string[] }, { system: System }>({
  system: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the fixture's needs from the pattern
    async ({}, use) => {
      const system = new System({ DEMO: 'on', DEMO_HISTORY_DAYS: '1' })
      await system.start()
      // The plant enters its devices while the server is there already.
      const devices = () => system.call<{ rows: { sn_code: string }[] }>('admin', '/dev?page_size=100')
      await expect
        .poll(async () => (await devices()).rows.map(({ sn_code }) => sn_code))
        .toEqual(expect.arrayContaining(plantDevices(12, 1).map(({ sn_code }) => sn_code)))
      await use(system)
      await system.remove()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  complaints: async ({ page }, use) => {
    const complaints = complaintsOf(page)
    await use(complaints)
    expect(complaints).toEqual([])
  },
})
export { expect }
