import { MINUTE_MS } from '../../core/catalogue/durations.ts'
import { openAlarms } from './alarms/index.ts'
import { type Broker, type Downlink, NotSent } from './broker/broker.ts'
import { openCommands } from './control/index.ts'
import { openDashboardsOfGuests } from './dashboards/index.ts'
import { watchStore } from './db/health.ts'
import { openDb } from './db/open.ts'
import { openAwaited } from './device-end/index.ts'
import { openDeviceImports, openDeviceLog, openShareEnds } from './devices/index.ts'
import { watchClock } from './diagnostics/clock.ts'
import type { Log } from './diagnostics/log.ts'
import { createMetrics } from './diagnostics/metrics.ts'
import { callerOfAny, openGuests, rootOf } from './embed/index.ts'
import { openFleet } from './fleet/open-fleet.ts'
import { openTelemetry } from './history/telemetry.ts'
import { browserKeys } from './http/browser-key.ts'
import type { Missing } from './http/missing.ts'
import { createIngest } from './ingest/ingest.ts'
import { openBudget } from './limits/limiter.ts'
import { openLoginGuard } from './limits/login-guard.ts'
import { openLoopAccounts } from './limits/loop-accounts.ts'
import { openBudgets } from './limits/rates.ts'
import { openSharedTime } from './limits/shared-time.ts'
import { openMessages, providersOf } from './messages/index.ts'
import { brandedMail, openBrands } from './organisation-settings/index.ts'
import { firstAdministratorToken, maySimulate, openSessions } from './people/index.ts'
import { openPush } from './push/index.ts'
import { requirePointRoom, setInstallationQuotas } from './quotas/index.ts'
import { seed } from './seed.ts'
import type { Settings } from './settings.ts'
import { openShares } from './share-links/index.ts'
import { openSight, openVirtualDevices } from './virtual-devices/index.ts'

/** What one organisation may take of the event loop with all that its devices and pages send, its rules, sockets and virtual devices. */
const ORGANISATION_SHARE = 0.5

/** The broker, which starts when all that devices reach is there; until then nothing can be sent to them. */
export class LateBroker {
  current: Broker | null = null

  publish: Downlink['publish'] = async (...message) => {
    if (!this.current) throw new NotSent('the server is starting')
    await this.current.publish(...message)
  }

  disconnect = (sn_code: string): void => this.current?.disconnect(sn_code)
}

export type Parts = Awaited<ReturnType<typeof openParts>>

/** Hands a part on, which is closed when the server is. */
export type Closing = <T extends { close(): unknown }>(part: T) => T

/** Opens what the server consists of, down from the store; nothing of it is reached from outside yet. */
export async function openParts(settings: Settings, log: Log, closing: Closing) {
  const report = (error: unknown) => log.error('background work', error)
  const store = closing(await openDb({ dataDir: settings.DATA_DIR, databaseUrl: settings.DATABASE_URL || undefined }))
  const { db, check: checkStore } = watchStore(store)
  await seed(db, settings)
  await db.system((q) => setInstallationQuotas(q, settings.QUOTA_FACTOR))
  const firstToken = settings.DEMO ? null : await firstAdministratorToken(db)
  const metrics = createMetrics()
  const clock = watchClock()
  clock.onStep((ms) => {
    metrics.clockSteps.inc({ direction: ms < 0 ? 'back' : 'forward' })
    log.info(`the clock of this server was set ${ms < 0 ? 'back' : 'forward'} by ${Math.abs(ms) / 1000} s`)
  })
  const telemetry = closing(await openTelemetry(db, { log, now: clock.now }))
  const fleet = closing(await openFleet(db, report, telemetry.newest(), clock))
  const deviceLog = closing(openDeviceLog(db, report))
  const sessions = openSessions(db)
  const guests = await openGuests(db, Date.now, openDashboardsOfGuests(db))
  const shares = await openShares(db)
  const shareEnds = closing(openShareEnds({ db, regrouped: sessions.regrouped, report }))
  const broker = new LateBroker()
  const guard = openLoginGuard()
  const { disconnect } = broker
  const { regrouped } = sessions
  const root = await rootOf(db, 'import_root')
  const imports = closing(
    openDeviceImports({
      db,
      fleet,
      settings,
      guard,
      root,
      disconnect,
      regrouped,
      report,
      maySimulate: (by, user) => maySimulate(db, by, user),
    }),
  )
  const callerOf = callerOfAny(sessions, guests, shares)
  const budgets = openBudgets(settings.RATE_FACTOR)
  const browsers = browserKeys(await rootOf(db, 'browser_root'))
  const brands = openBrands({ db, hosts: settings.SIGN_IN_HOSTS })
  const providers = brandedMail(providersOf(settings), brands)
  const messages = closing(await openMessages({ db, log, providers }))
  const push = closing(openPush({ db, fleet, settings, providers, log }))

  const whole = openLoopAccounts({ share: ORGANISATION_SHARE })
  const time = openSharedTime({ whole })
  const alarms = closing(await openAlarms({ db, fleet, metrics, telemetry, log: deviceLog, report, clock, time }))
  const commands = closing(await openCommands({ db, fleet, send: broker.publish, metrics, report }))
  const sight = await openSight({ db, fleet })
  sessions.onRightsChanged((tenant_id) => void sight.renew(tenant_id).catch(report))
  const newDevices = openBudget({ most: settings.NEW_DEVICES_A_MINUTE, perMs: MINUTE_MS })
  const { PROVISIONING: provisioning } = settings
  const awaited = openAwaited({ db, fleet, alarms, regrouped, provisioning, newDevices })
  const uplink = closing(
    createIngest({
      db,
      fleet,
      append: telemetry.append.bind(telemetry),
      isFull: telemetry.isFull.bind(telemetry),
      alarms,
      commands,
      virtualDevices: (recording) =>
        openVirtualDevices({ ...recording, fleet, sight, telemetry, report, now: clock.now, time }),
      send: broker.publish,
      log: deviceLog,
      metrics,
      report,
      takesUnregistered: settings.MQTT_URL !== '',
      provisioning,
      now: clock.now,
      newDevices,
      awaited,
      requirePointRoom,
      whole,
      rates: { ofDevice: settings.DEVICE_KB_A_SECOND * 1024, ofTenant: settings.ORGANISATION_KB_A_SECOND * 1024 },
    }),
  )

  const missing = async (): Promise<Missing> => {
    const store = await checkStore()
    const isBrokerAway = settings.MQTT_URL !== '' && (broker.current?.isAway() ?? true)
    return { ...(store && { store }), ...(isBrokerAway && { broker: 'away' }) }
  }

  return {
    report,
    db,
    missing,
    firstToken,
    metrics,
    clock,
    telemetry,
    fleet,
    sessions,
    guests,
    shares,
    shareEnds,
    broker,
    disconnect,
    guard,
    regrouped,
    imports,
    callerOf,
    budgets,
    browsers,
    brands,
    messages,
    push,
    whole,
    alarms,
    commands,
    sight,
    newDevices,
    awaited,
    uplink,
  }
}
