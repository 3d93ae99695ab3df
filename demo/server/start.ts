import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/catalogue/durations.ts'
import { LIMITS } from '../../core/catalogue/limits.ts'
import { LISTED_MS } from '../../core/contract/device-claim.ts'
import type { ForeignPage } from '../../core/contract/session.ts'
import { openAlarms } from './alarms/index.ts'
import { answersOf } from './answers.ts'
import { type Broker, type Downlink, NotSent, startBroker } from './broker/broker.ts'
import { credentials } from './broker/credentials.ts'
import { startExternalBroker } from './broker/external-broker.ts'
import { openCommands } from './control/index.ts'
import { watchStore } from './db/health.ts'
import { openDb } from './db/open.ts'
import { deleteListed, deleteUnseen } from './db/unregistered-rows.ts'
import { deleteDeregistered, openAwaited } from './device-end/index.ts'
import { deleteOldOffers, openDeviceImports, openDeviceLog, openShareEnds } from './devices/index.ts'
import { watchClock } from './diagnostics/clock.ts'
import type { Log } from './diagnostics/log.ts'
import { createMetrics } from './diagnostics/metrics.ts'
import { callerOfAny, eitherOf, openGuests, rootOf } from './embed/index.ts'
import { dropOldChanges } from './fleet/device-states.ts'
import type { FleetEvents } from './fleet/fleet.ts'
import { openFleet } from './fleet/open-fleet.ts'
import { openTelemetry } from './history/telemetry.ts'
import { browserKeys } from './http/browser-key.ts'
import { openHttp } from './http/http.ts'
import { createIngest } from './ingest/ingest.ts'
import { startJobs } from './jobs/jobs.ts'
import { acceptBeside, sharedPort } from './limits/accepting.ts'
import { openBudget } from './limits/limiter.ts'
import { openLoginGuard } from './limits/login-guard.ts'
import { openLoopAccounts } from './limits/loop-accounts.ts'
import { forwardedAddress } from './limits/network-of.ts'
import { openBudgets } from './limits/rates.ts'
import { openSharedTime } from './limits/shared-time.ts'
import { deleteOldDelivered, deleteOldMessages, openMessages, providersOf, unreadOf } from './messages/index.ts'
import { brandedMail, openBrands } from './organisation-settings/index.ts'
import {
  deleteOldSessions,
  demoSession,
  firstAdministratorToken,
  maySimulate,
  openSessions,
  openSignedRequests,
} from './people/index.ts'
import { openPush } from './push/index.ts'
import {
  dropBeyondQuotas,
  dropHistoryBeyondQuotas,
  dropOldRecords,
  requirePointRoom,
  setInstallationQuotas,
} from './quotas/index.ts'
import { openPlaces } from './realtime/places.ts'
import { openRealtime } from './realtime/realtime.ts'
import { seed } from './seed.ts'
import type { Settings } from './settings.ts'
import { openShares } from './share-links/index.ts'
import { brokerAddress, watchOutages } from './system/index.ts'
import { openSight, openVirtualDevices } from './virtual-devices/index.ts'

const DIST = fileURLToPath(new URL('../../dist', import.meta.url))
/** How late an escalation may be, and a message that was gathered. */
const PUSH_MS = 2000
/** How soon an import goes on that another server, or an earlier run, left. */
const IMPORTS_MS = 5000
/** How soon the log knows of an outage. */
const OUTAGES_MS = 5000
/** What one organisation may take of the event loop with all that its devices and pages send, its rules, sockets and virtual devices. */
const ORGANISATION_SHARE = 0.5
/** A device that nobody registers is forgotten so long after it was last seen. */
const UNREGISTERED_KEPT_MS = 30 * DAY_MS

export interface Running {
  /** Where HTTP answers: `http://127.0.0.1:8080`. */
  api: string
  console: string
  mqtt: string
  /** Lines for whoever started it, which nobody else may read: the one-time link of a first administrator. */
  notes: readonly string[]
  /** To be filled by whoever starts pages that embed elements: the help page names them. */
  foreignPages: ForeignPage[]
  /** A session for a program that comes with the demo, as a demo user; its token, or null when there is none. Nobody sits there to solve a puzzle. */
  sessionFor(user_name: string, agent: string): Promise<string | null>
  close(): Promise<void>
}

/** Starts the whole server. Rejects with an Error of one sentence when a port is taken or the store cannot be opened. */
export async function startServer(settings: Settings, log: Log): Promise<Running> {
  /** What is open, in the order in which it was opened: it closes the other way round. */
  const open: (() => unknown)[] = []
  const closing = <T extends { close(): unknown }>(part: T): T => {
    open.push(() => part.close())
    return part
  }
  const close = async () => {
    for (const end of open.splice(0).reverse())
      await (async () => end())().catch((error) => log.error('closing', error))
  }

  try {
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
    const guests = await openGuests(db)
    const shares = await openShares(db)
    const shareEnds = closing(openShareEnds({ db, regrouped: sessions.regrouped, report }))
    let broker: Broker | null = null
    const guard = openLoginGuard()
    const disconnect = (sn_code: string) => broker?.disconnect(sn_code)
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
    const foreignPages: ForeignPage[] = []

    const isExternal = settings.MQTT_URL !== ''
    const send: Downlink['publish'] = async (...message) => {
      if (!broker) throw new NotSent('the server is starting')
      await broker.publish(...message)
    }
    const whole = openLoopAccounts({ share: ORGANISATION_SHARE })
    const time = openSharedTime({ whole })
    const alarms = closing(await openAlarms({ db, fleet, metrics, telemetry, log: deviceLog, report, clock, time }))
    const commands = closing(await openCommands({ db, fleet, send, metrics, report }))
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
        alarms,
        commands,
        virtualDevices: (recording) =>
          openVirtualDevices({ ...recording, fleet, sight, telemetry, report, now: clock.now, time }),
        send,
        log: deviceLog,
        metrics,
        report,
        takesUnregistered: isExternal,
        provisioning,
        now: clock.now,
        newDevices,
        awaited,
        requirePointRoom,
        whole,
        rates: { ofDevice: settings.DEVICE_KB_A_SECOND * 1024, ofTenant: settings.ORGANISATION_KB_A_SECOND * 1024 },
      }),
    )

    const missing = async () => {
      const store = await checkStore()
      return { ...(store && { store }), ...(isExternal && (broker?.isAway() ?? true) && { broker: 'away' }) }
    }
    const ends = {
      onRevoked: sessions.onRevoked,
      onKeyChanged: eitherOf(guests.onChanged, shares.onChanged),
      onRegrouped: sessions.onRegrouped,
      onDeviceLeft: (listener: FleetEvents['left']) => fleet.on('left', listener),
    }
    sessions.onRegrouped(guests.regrouped)
    ends.onRevoked(commands.endSelections)
    ends.onKeyChanged(commands.endSelections)
    const http = openHttp({
      ...ends,
      whole,
      settings,
      dist: DIST,
      allowedBy: brands.allowedBy,
      nameOf: brands.nameOf,
      callerOf,
      budgets,
      browsers,
      signed: openSignedRequests({ db, sessions }),
      missing,
      metrics: async () => ({ mime: metrics.registry.contentType, text: await metrics.registry.metrics() }),
      onCall: ({ route, code, tookMs }) => metrics.calls.observe({ route, code }, tookMs / 1000),
      onDefect: log.error,
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
        foreignPages,
        report,
        messages,
        push,
        brands,
        budgets,
        browsers,
        broker: () => brokerAddress(settings, broker?.port),
        disconnect,
      }),
    })
    closing(http)
    const hub = closing(
      openRealtime({
        fleet,
        now: clock.now,
        whole,
        callerOf,
        places: openPlaces(settings.RATE_FACTOR, (request) => forwardedAddress(request, settings.TRUST_PROXY)),
        budgets,
        ...ends,
        unread: (users) => db.system((q) => unreadOf(q, users)),
        report,
        count: {
          sockets: (change) => metrics.sockets.inc(change),
          refused: (reason) => metrics.socketRefused.inc({ reason }),
          frames: (count) => metrics.frames.inc(count),
        },
      }),
    )
    hub.attach(http.server)

    // HTTP before MQTT: whoever waits for readiness must not find devices without a console.
    await sharedPort({ port: settings.PORT, host: settings.HOST })
      .then((port) => http.listen(port))
      .catch((error) => refusePort(error, 'PORT', settings.PORT))
    open.push(await acceptBeside(http.server))
    broker = closing(
      isExternal
        ? await startExternalBroker({
            url: settings.MQTT_URL,
            uplink,
            report,
            warn: log.warn,
            hurry: () => telemetry.hurry(),
          })
        : await startBroker({
            host: settings.MQTT_HOST,
            port: settings.MQTT_PORT,
            isBehindProxy: settings.MQTT_PROXY_PROTOCOL,
            check: credentials(db, {
              provisioning,
              newDevices,
              awaited,
              disconnect,
            }),
            fleet,
            uplink,
            metrics,
            report,
            whole,
          }).catch((error) => refusePort(error, 'MQTT_PORT', settings.MQTT_PORT)),
    )

    closing(
      startJobs(
        [
          { name: 'history', everyMs: MINUTE_MS, run: (closing) => telemetry.compact(clock.now(), closing) },
          {
            name: 'unregistered devices',
            everyMs: HOUR_MS,
            run: () =>
              db.system(async (q) => {
                await deleteUnseen(q, Date.now() - UNREGISTERED_KEPT_MS)
                await deleteListed(q, Date.now() - LISTED_MS)
              }, 'reports'),
          },
          {
            name: 'device offers',
            everyMs: HOUR_MS,
            run: () => db.system((q) => deleteOldOffers(q, Date.now()), 'reports'),
          },
          {
            name: 'deregistered devices',
            everyMs: HOUR_MS,
            run: (closing) => deleteDeregistered(db, Date.now(), closing),
          },
          { name: 'device imports', everyMs: IMPORTS_MS, run: async () => imports.resume() },
          { name: 'sessions', everyMs: HOUR_MS, run: () => deleteOldSessions(db, Date.now()) },
          {
            name: 'device states',
            everyMs: HOUR_MS,
            run: () => db.system((q) => dropOldChanges(q, Date.now() - LIMITS.historyDays * DAY_MS), 'reports'),
          },
          { name: 'quotas', everyMs: 10 * MINUTE_MS, run: () => dropBeyondQuotas(db) },
          { name: 'history quotas', everyMs: 10 * MINUTE_MS, run: (closing) => dropHistoryBeyondQuotas(db, closing) },
          {
            name: 'messages',
            everyMs: HOUR_MS,
            run: (closing) => deleteOldDelivered(db, Date.now(), closing),
          },
          {
            name: 'records',
            everyMs: 10 * MINUTE_MS,
            run: () => db.system((q) => dropOldRecords(q, Date.now()), 'reports'),
          },
          {
            name: 'notices',
            everyMs: HOUR_MS,
            run: (closing) => deleteOldMessages(db, Date.now(), closing),
          },
          { name: 'virtual devices', everyMs: MINUTE_MS, run: () => sight.renew() },
          { name: 'outages', everyMs: OUTAGES_MS, run: watchOutages({ db, missing, log }) },
          { name: 'alarm push', everyMs: PUSH_MS, run: async () => push.begin() },
          { name: 'statistics', everyMs: MINUTE_MS, run: () => db.analyze() },
          { name: 'store', everyMs: 30 * MINUTE_MS, run: () => db.maintain() },
        ],
        (name, error) => log.error(`job ${name}`, error),
      ),
    )

    const { port } = http.server.address() as AddressInfo
    const api = `http://${reachable(settings.HOST)}:${port}`
    return {
      api,
      console: `${api}${settings.BASE_PATH}/`,
      mqtt: settings.MQTT_URL || `mqtt://${reachable(settings.MQTT_HOST)}:${broker.port}`,
      notes:
        firstToken === null
          ? []
          : [firstNote(`${settings.PUBLIC_URL || api}${settings.BASE_PATH}/first#${firstToken}`)],
      foreignPages,
      sessionFor: (user_name, agent) => demoSession(db, sessions, user_name, agent),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

const firstNote = (link: string) =>
  `There is no administrator yet: open this link within 7 days to make the first one. It works once, until the next start.\n  ${link}`

/** An address of every network is reached on this machine by the loopback. */
const reachable = (host: string) => (host === '0.0.0.0' ? '127.0.0.1' : host)

function refusePort(error: NodeJS.ErrnoException, name: 'PORT' | 'MQTT_PORT', port: number): never {
  if (error.code === 'EADDRINUSE')
    throw new Error(`Port ${port} is taken: end the program that holds it, or set ${name} to another.`)
  if (error.code === 'EACCES')
    throw new Error(`Port ${port} needs rights that this user does not have: set ${name} to one above 1023.`)
  throw error
}
