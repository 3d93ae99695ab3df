import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { MINUTE_MS } from '../../core/catalogue/durations.ts'
import { type Alarms, openAlarms } from '../../demo/server/alarms/alarms.ts'
import { answersOf } from '../../demo/server/answers.ts'
import { type CheckCredentials, credentials } from '../../demo/server/broker/credentials.ts'
import { type Commands, openCommands } from '../../demo/server/control/commands.ts'
import { openDashboardsOfGuests } from '../../demo/server/dashboards/guest-dashboards.ts'
import type { Db } from '../../demo/server/db/db.ts'
import { databaseIn } from '../../demo/server/db/embedded.ts'
import { openDb } from '../../demo/server/db/open.ts'
import { openAwaited } from '../../demo/server/device-end/index.ts'
import { type DeviceImports, openDeviceImports } from '../../demo/server/devices/import/imports.ts'
import { openShareEnds } from '../../demo/server/devices/share-ends.ts'
import { createMetrics } from '../../demo/server/diagnostics/metrics.ts'
import { callerOfAny, eitherOf, type Guests, openGuests, rootOf } from '../../demo/server/embed/guests.ts'
import type { Fleet, FleetEvents } from '../../demo/server/fleet/fleet.ts'
import { openFleet } from '../../demo/server/fleet/open-fleet.ts'
import { openTelemetry, type Telemetry } from '../../demo/server/history/telemetry.ts'
import { browserKeys } from '../../demo/server/http/browser-key.ts'
import { openHttp } from '../../demo/server/http/http.ts'
import { mapsFolder } from '../../demo/server/http/map-files.ts'
import { openBudget } from '../../demo/server/limits/limiter.ts'
import { openLoginGuard } from '../../demo/server/limits/login-guard.ts'
import type { Owner } from '../../demo/server/limits/loop-accounts.ts'
import { type Budgets, openBudgets } from '../../demo/server/limits/rates.ts'
import { openMessages } from '../../demo/server/messages/outgoing.ts'
import { providersOf } from '../../demo/server/messages/providers.ts'
import { openBrands } from '../../demo/server/organisation-settings/index.ts'
import { openSessions, type Sessions } from '../../demo/server/people/sessions.ts'
import { openSignedRequests } from '../../demo/server/people/signed-requests.ts'
import { maySimulate } from '../../demo/server/people/simulating.ts'
import { openPush, type Push } from '../../demo/server/push/push.ts'
import { seed } from '../../demo/server/seed.ts'
import { readSettings } from '../../demo/server/settings.ts'
import { openShares, type Shares } from '../../demo/server/share-links/shares.ts'
import { brokerAddress } from '../../demo/server/system/broker-address.ts'
import { copyMigrated } from './migrated-database.ts'
import { copySeeded } from './seeded-database.ts'

export interface TestServer {
  app: FastifyInstance
  db: Db
  fleet: Fleet
  telemetry: Telemetry
  alarms: Alarms
  commands: Commands
  sessions: Sessions
  guests: Guests
  shares: Shares
  push: Push
  imports: DeviceImports
  budgets: Budgets
  /** What was sent to devices. */
  sent: { topic: string; payload: string }[]
  /** SNs of devices whose connections were ended. */
  disconnected: string[]
  defects: unknown[]
  /** Lines of the server's log. */
  logged: string[]
  /** Folder that stands for the built front end. */
  dist: string
  /** A session of a demo user, signed in once. */
  tokenOf(user_name: string): Promise<string>
  /** Calls as a demo user (null: without a token); JSON for POST and PUT. */
  call(
    user_name: string | null,
    method: string,
    path: string,
    input?: object,
    headers?: Record<string, string>,
  ): Promise<Reply>
  /** Organisations that have had their time of the event loop. */
  spent: Set<Owner>
  close(): Promise<void>
}

export interface Reply {
  status: number
  headers: Record<string, unknown>
  meta: { success: number; code: string; message: string }
  // biome-ignore lint/suspicious/noExplicitAny: a test says itself what it expects
  data: any
}

/**
 * The server's HTTP over the embedded store in a new folder, with the demo tenants and without MQTT and a port. A part of
 * the product's rates (`rateFactor`) is used up with as small a part of the calls.
 */
export async function openTestServer(
  env: Record<string, string> = {},
  now: () => number = Date.now,
  rateFactor?: number,
): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'sightglass-http-'))
  const dist = join(folder, 'dist')
  const settings = readSettings({
    DATA_DIR: join(folder, 'data'),
    LOGIN_CHECK: 'off',
    RATE_FACTOR: '1000',
    DEMO_LANGUAGE: 'zh',
    ...env,
  })
  const isNew = !settings.DATABASE_URL && !existsSync(join(settings.DATA_DIR, databaseIn))
  if (isNew) await (settings.DEMO && settings.DEMO_LANGUAGE === 'zh' ? copySeeded : copyMigrated)(settings.DATA_DIR)
  const db = await openDb({ dataDir: settings.DATA_DIR, databaseUrl: settings.DATABASE_URL || undefined })
  await seed(db, settings)
  const defects: unknown[] = []
  const logged: string[] = []
  const sent: TestServer['sent'] = []
  const disconnected: string[] = []
  const report = (error: unknown) => defects.push(error)
  const metrics = createMetrics()
  const telemetry = await openTelemetry(db, { log: { info: report } })
  const fleet = await openFleet(db, report, telemetry.newest())
  const alarms = await openAlarms({ db, fleet, metrics, telemetry, log: { write: () => {} }, report })
  const send = async (topic: string, payload: string) => void sent.push({ topic, payload })
  const commands = await openCommands({ db, fleet, send, metrics, report })
  const sessions = openSessions(db, now)
  const guests = await openGuests(db, now, openDashboardsOfGuests(db, now))
  const shares = await openShares(db, now)
  const shareEnds = openShareEnds({ db, regrouped: sessions.regrouped, report, now })
  const guard = openLoginGuard(now)
  const disconnect = (sn_code: string) => void disconnected.push(sn_code)
  const { regrouped } = sessions
  const root = await rootOf(db, 'import_root')
  const imports = openDeviceImports({
    db,
    fleet,
    settings,
    guard,
    root,
    disconnect,
    regrouped,
    report,
    maySimulate: (by, user) => maySimulate(db, by, user),
    now,
  })
  const budgets = openBudgets(rateFactor ?? settings.RATE_FACTOR, now)
  const browsers = browserKeys(await rootOf(db, 'browser_root'))
  const providers = providersOf(settings)
  const log = { info: (line: string) => logged.push(line), error: (_message: string, error: unknown) => report(error) }
  const messages = await openMessages({
    db,
    now,
    providers,
    log,
  })
  const brands = openBrands({ db, hosts: settings.SIGN_IN_HOSTS, now })
  const push = openPush({ db, fleet, settings, providers, log, now })
  const ends = {
    onRevoked: sessions.onRevoked,
    onKeyChanged: eitherOf(guests.onChanged, shares.onChanged),
    onRegrouped: sessions.onRegrouped,
    onDeviceLeft: (listener: FleetEvents['left']) => fleet.on('left', listener),
  }
  sessions.onRegrouped(guests.regrouped)
  ends.onRevoked(commands.endSelections)
  ends.onKeyChanged(commands.endSelections)
  const spent = new Set<Owner>()
  const app = openHttp({
    ...ends,
    whole: { leftOf: (owner) => (spent.has(owner) ? 0 : 1), waitOf: () => 1, charge: () => {}, charged: 0 },
    settings,
    dist,
    maps: mapsFolder(settings),
    allowedBy: brands.allowedBy,
    nameOf: brands.nameOf,
    budgets,
    browsers,
    callerOf: callerOfAny(sessions, guests, shares),
    signed: openSignedRequests({ db, sessions }, now),
    missing: async () => ({}),
    metrics: async () => ({ mime: metrics.registry.contentType, text: await metrics.registry.metrics() }),
    onCall: ({ route, code, tookMs }) => metrics.calls.observe({ route, code }, tookMs / 1000),
    onDefect: (_message, error) => report(error),
    answers: answersOf({
      settings,
      db,
      fleet,
      telemetry,
      alarms,
      commands,
      sessions,
      guests,
      shares,
      shareEnds,
      imports,
      guard,
      messages,
      push,
      brands,
      report,
      now,
      budgets,
      browsers,
      foreignPages: [],
      broker: () => brokerAddress(settings, settings.MQTT_PORT),
      disconnect,
    }),
  })
  const tokens = new Map<string, string>()

  const call: TestServer['call'] = async (user_name, method, path, input, headers = {}) => {
    const token = user_name === null ? {} : { 'x-token': await tokenOf(user_name) }
    const isQuery = method === 'GET' || method === 'DELETE'
    const response = await app.inject({
      method: method as 'GET',
      url: path,
      ...(isQuery ? { query: texts(input ?? {}) } : { payload: input ?? {} }),
      headers: { ...token, ...headers },
    })
    return { status: response.statusCode, headers: response.headers, ...response.json() }
  }

  async function tokenOf(user_name: string): Promise<string> {
    const known = tokens.get(user_name)
    if (known) return known
    const { data } = await call(null, 'POST', '/yun/v2/user/login', { user_name, password: 'demo1234' })
    tokens.set(user_name, data.token)
    return data.token
  }

  return {
    spent,
    app,
    db,
    fleet,
    telemetry,
    alarms,
    commands,
    sessions,
    guests,
    shares,
    push,
    imports,
    budgets,
    sent,
    disconnected,
    defects,
    logged,
    dist,
    tokenOf,
    call,
    async close() {
      await app.close()
      await imports.close()
      shareEnds.close()
      await push.close()
      await messages.close()
      commands.close()
      await alarms.close()
      await fleet.close()
      await telemetry.close()
      await db.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const texts = (input: object) =>
  Object.fromEntries(
    Object.entries(input).map(([key, value]) => [key, Array.isArray(value) ? value.join(',') : `${value}`]),
  )

/** Who a device is, as the broker of a server with this store asks. */
export const credentialsOf = (
  { db, fleet, alarms, sessions, disconnected }: TestServer,
  { provisioning = 'open' }: { provisioning?: 'open' | 'list' } = {},
): CheckCredentials => {
  // Its clock stands: on a slow machine none comes back meanwhile.
  const newDevices = openBudget({ most: 10, perMs: MINUTE_MS }, () => 0)
  return credentials(db, {
    provisioning,
    newDevices,
    awaited: openAwaited({ db, fleet, alarms, regrouped: sessions.regrouped, provisioning, newDevices }),
    disconnect: (sn_code) => void disconnected.push(sn_code),
  })
}
