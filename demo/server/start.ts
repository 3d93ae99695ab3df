import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { ForeignPage } from '../../core/contract/session.ts'
import { answersOf } from './answers.ts'
import { type Broker, startBroker } from './broker/broker.ts'
import { credentials } from './broker/credentials.ts'
import { startExternalBroker } from './broker/external-broker.ts'
import type { Log } from './diagnostics/log.ts'
import { eitherOf } from './embed/index.ts'
import type { FleetEvents } from './fleet/fleet.ts'
import { openHttp } from './http/http.ts'
import { mapsFolder } from './http/map-files.ts'
import { startJobs } from './jobs/jobs.ts'
import { acceptBeside, sharedPort } from './limits/accepting.ts'
import { forwardedAddress } from './limits/network-of.ts'
import { unreadOf } from './messages/index.ts'
import { type Closing, openParts, type Parts } from './open-parts.ts'
import { demoSession, openSignedRequests } from './people/index.ts'
import { openPlaces } from './realtime/places.ts'
import { openRealtime } from './realtime/realtime.ts'
import type { Settings } from './settings.ts'
import { brokerAddress } from './system/index.ts'
import { timedJobs } from './timed-jobs.ts'

const DIST = fileURLToPath(new URL('../../dist', import.meta.url))

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
    const parts = await openParts(settings, log, closing)
    const foreignPages: ForeignPage[] = []
    const http = openPages(parts, { settings, log, foreignPages, closing })
    // HTTP before MQTT: whoever waits for readiness must not find devices without a console.
    await sharedPort({ port: settings.PORT, host: settings.HOST })
      .then((port) => http.listen(port))
      .catch((error) => refusePort(error, 'PORT', settings.PORT))
    open.push(await acceptBeside(http.server))
    const broker = closing(await startDevices(parts, settings, log))
    parts.broker.current = broker
    closing(startJobs(timedJobs(parts, log), (name, error) => log.error(`job ${name}`, error)))

    const { port } = http.server.address() as AddressInfo
    const api = `http://${reachable(settings.HOST)}:${port}`
    return {
      api,
      console: `${api}${settings.BASE_PATH}/`,
      mqtt: settings.MQTT_URL || `mqtt://${reachable(settings.MQTT_HOST)}:${broker.port}`,
      notes:
        parts.firstToken === null
          ? []
          : [firstNote(`${settings.PUBLIC_URL || api}${settings.BASE_PATH}/first#${parts.firstToken}`)],
      foreignPages,
      sessionFor: (user_name, agent) => demoSession(parts.db, parts.sessions, user_name, agent),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

interface PageParts {
  settings: Settings
  log: Log
  foreignPages: readonly ForeignPage[]
  closing: Closing
}

/** What pages reach: calls by HTTP, and sockets on the same port. */
function openPages(parts: Parts, { settings, log, foreignPages, closing }: PageParts): ReturnType<typeof openHttp> {
  const { db, fleet, sessions, guests, shares, commands, brands, callerOf, budgets, browsers } = parts
  const { whole, metrics, missing, clock, report } = parts
  const ends = {
    onRevoked: sessions.onRevoked,
    onKeyChanged: eitherOf(guests.onChanged, shares.onChanged),
    onRegrouped: sessions.onRegrouped,
    onDeviceLeft: (listener: FleetEvents['left']) => fleet.on('left', listener),
  }
  sessions.onRegrouped(guests.regrouped)
  ends.onRevoked(commands.endSelections)
  ends.onKeyChanged(commands.endSelections)
  const http = closing(
    openHttp({
      ...ends,
      whole,
      settings,
      dist: DIST,
      maps: mapsFolder(settings),
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
        ...parts,
        settings,
        foreignPages,
        broker: () => brokerAddress(settings, parts.broker.current?.port),
      }),
    }),
  )
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
  return http
}

/** What devices reach. */
async function startDevices(parts: Parts, settings: Settings, log: Log): Promise<Broker> {
  const { db, fleet, telemetry, uplink, metrics, whole, newDevices, awaited, disconnect, report } = parts
  if (settings.MQTT_URL !== '')
    return startExternalBroker({
      url: settings.MQTT_URL,
      uplink,
      report,
      warn: log.warn,
      hurry: () => telemetry.hurry(),
    })
  return startBroker({
    host: settings.MQTT_HOST,
    port: settings.MQTT_PORT,
    isBehindProxy: settings.MQTT_PROXY_PROTOCOL,
    check: credentials(db, {
      provisioning: settings.PROVISIONING,
      newDevices,
      awaited,
      disconnect,
    }),
    fleet,
    uplink,
    metrics,
    report,
    whole,
  }).catch((error) => refusePort(error, 'MQTT_PORT', settings.MQTT_PORT))
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
