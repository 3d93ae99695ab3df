import type { EventEmitter } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { Aedes, type AuthErrorCode, type Client, type ConnectPacket, type PublishPacket } from 'aedes'
import { MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import { StatusMessage, topics } from '../../../core/contract/telemetry.ts'
import { isSameSn } from '../../../core/rules/sn.ts'
import type { Metrics } from '../diagnostics/metrics.ts'
import { acceptBeside, sharedPort } from '../limits/accepting.ts'
import { openBudget } from '../limits/limiter.ts'
import type { LoopAccounts, Owner } from '../limits/loop-accounts.ts'
import { networkOf } from '../limits/network-of.ts'
import { openNewcomers } from '../limits/newcomers.ts'
import { openRooms, type Rooms } from '../limits/rooms.ts'
import { openSharedTime, type SharedTime } from '../limits/shared-time.ts'
import type { CheckCredentials } from './credentials.ts'
import { DeviceStream, type StreamFault } from './device-stream.ts'
import { downQos } from './down-qos.ts'
import { IN_FLIGHT } from './mqtt5.ts'
import { maySubscribe, upTopic } from './rights.ts'
import { openSignInLimits } from './sign-in-limits.ts'
import type { Uplink } from './uplink.ts'

/** The way to the devices, whichever broker carries it. */
export interface Downlink {
  /**
   * QoS of `downQos`, not retained. Resolves when the broker has taken it, not when the device has it. What is not on its
   * way within `withinMs` is not sent any more. Rejects with NotSent where nothing has left; after any other error nobody
   * knows.
   */
  publish(topic: string, payload: string | Uint8Array, withinMs?: number): Promise<void>
}

/** Nothing has left this server, nor will it. */
export class NotSent extends Error {}

export interface Broker extends Downlink {
  /** Null for an external one. */
  port: number | null
  /** Ends a device's connections, after it was deleted or got another password. */
  disconnect(sn_code: string): void
  /** No device can be reached; the broker is tried again by itself. */
  isAway(): boolean
  close(): Promise<void>
}

export interface BrokerParts {
  host: string
  /** 0 takes a free one. */
  port: number
  check: CheckCredentials
  /** The registered devices. */
  fleet: { get(sn_code: string): { password_salt: string | null } | undefined }
  uplink: Uplink
  metrics: Metrics
  report: (error: unknown) => void
  /** Every connection begins with a header of the PROXY protocol, which carries the device's address. */
  isBehindProxy?: boolean
  now?: () => number
  /** A device acknowledges a command within this, or its connection ends. */
  receiptMs?: number
  /** A packet of a device has come whole within this, or its connection ends. */
  packetMs?: number
  time?: SharedTime
  whole?: LoopAccounts | undefined
  rooms?: Rooms<Owner>
}

/** Beside its own client, an integrator may try the device's topics with tools of his own. */
const CONNECTIONS_A_DEVICE = 8
const MAX_CONNECTIONS = 50_000
/** Before they are signed in; a thousand devices in all may wait for their passwords to be verified. */
const NEWCOMERS = { mostOfNetwork: 500, most: 10_000, graceMs: 2000 } as const
/** Time for packets that one organisation, or all unregistered devices, may take at once. */
const PACKETS_AT_ONCE_MS = 400
/**
 * Bytes of messages that are on their way, from all devices of one organisation: its connections are not read beyond that, and
 * what they send waits at the devices. Fifty of the largest messages, some of which may come over slow lines.
 */
const ROOM_BYTES = 16_777_216
/** Devices that nobody registered share the time of one organisation. */
const UNREGISTERED: Owner = 'unregistered'
/** A device needs a filter or two. */
const SUBSCRIPTIONS_A_CONNECTION = 100
/** Defects of ours that devices' bytes bring to light are logged, but not as often as anybody wants. */
const DEFECTS_LOGGED = { most: 10, perMs: MINUTE_MS } as const
const CONNECT_MS = 10_000
/** The largest packet over a line of 6 KB a second. */
const PACKET_MS = 60_000
const TCP_KEEP_ALIVE_MS = 60_000
// MQTT 3.1.1, table 3.1.
const REFUSED = { unavailable: 3, password: 4 } as const

/** What goes by itself: the device may try again. */
const TEMPORARY = ['busy', 'too_many_new', 'full']

const NOTHING = Buffer.alloc(0)

type Done = (error?: Error | null) => void

/** What devices publish is for the server: nothing is handed on to other clients but what `forwarded` holds. */
function forwardOnly(broker: Aedes, forwarded: WeakSet<object>): void {
  // Its declared type leaves out the client, which aedes' own handlers pass.
  type Publish = (packet: PublishPacket, client: Client | Done | null, done?: Done) => void
  const publish = broker.publish.bind(broker) as Publish
  const publishOwn: Publish = (packet, client, done) => {
    const isFromDevice = typeof client === 'object' && client !== null
    if (isFromDevice && !forwarded.has(packet)) done?.()
    else publish(packet, client, done)
  }
  broker.publish = publishOwn as Aedes['publish']
}

/** aedes handles packets as its parser finds them, in an event of the stream's that nobody guards. */
function guardParser(client: Client, stream: DeviceStream): void {
  const { _parser: parser } = client as Client & { _parser: { parse(bytes: Buffer): number } }
  const parse = parser.parse.bind(parser)
  parser.parse = (bytes) => {
    stream.guarded(() => void parse(bytes))
    return 0
  }
}

/**
 * The embedded MQTT broker, for devices only, of MQTT 3.1.1 and 5. A device signs in with its SN and password, publishes and subscribes below
 * its own SN. What it publishes elsewhere is dropped, counted and logged, and the connection is kept: MQTT 3.1.1 has no
 * other refusal of a message, and a wrongly set up device must not lose its right messages too. QoS 1 and 2 are
 * acknowledged when `uplink` has committed; when the store is away the connection ends, and the device sends again.
 * Sessions do not outlive connections: a command is over after 10 s, so nothing is kept for who is away, and who does
 * not acknowledge one in time is disconnected.
 * Rejects when the port is taken.
 */
export async function startBroker(parts: BrokerParts): Promise<Broker> {
  const { host, port, check, fleet, uplink, metrics, report, isBehindProxy = false, now } = parts
  const { receiptMs = LIMITS.commandTimeoutMs * LIMITS.commandReceipt, packetMs = PACKET_MS } = parts
  const {
    time = openSharedTime({ atOnceMs: PACKETS_AT_ONCE_MS, whole: parts.whole }),
    rooms = openRooms<Owner>(ROOM_BYTES),
  } = parts
  const defectsLogged = openBudget(DEFECTS_LOGGED)
  const reportDefect = (error: unknown) => {
    if (defectsLogged.take('') === 0) report(error)
  }
  const sns = new WeakMap<Client, string>()
  const owners = new WeakMap<Client, Owner>()
  /** Of the passwords that clients signed in with. */
  const salts = new WeakMap<Client, string | null>()
  /** That clients ask for; those without one are not there. */
  const clientIds = new WeakMap<Client, string>()
  const open = new Map<string, Set<Client>>()
  const reasons = new WeakMap<Client, string>()
  /** Topics of last wills that were taken off, until it is known whose they are. */
  const wrongWills = new WeakMap<Client, string>()
  const limits = openSignInLimits(now)
  const snOf = (client: Client | null): string => (client && sns.get(client)) ?? ''

  /** Whether the SN's device, where somebody registered it meanwhile, is the one whose password the client brought. */
  const isItsDevice = (client: Client): boolean => {
    const device = fleet.get(snOf(client))
    return !device || device.password_salt === salts.get(client)
  }
  /** The same; ends the connection of one that is not. */
  const isAdmitted = (client: Client | null): boolean => {
    if (!client || isItsDevice(client)) return true
    reasons.set(client, 'signed in with another password')
    // Not within the work that asks.
    setImmediate(() => client.closed || client.close())
    return false
  }

  const refuseConnect = (code: AuthErrorCode, reason: string) => {
    metrics.authFailures.inc({ reason })
    return Object.assign(new Error(reason), { returnCode: code })
  }

  const signIn = async (client: Client, username: string, password: Buffer): Promise<void> => {
    const address = (client.conn as DeviceStream).remoteAddress ?? ''
    const entry = await limits
      .check(
        { sn_code: username, address, client_id: clientIds.get(client) ?? '' },
        () => check(username, password, address),
        (found) => (!('refused' in found) ? 'right' : found.refused === 'password' ? 'wrong' : 'void'),
      )
      .catch((error) => {
        throw error instanceof ApiError ? refuseConnect(REFUSED.password, 'too_many') : error
      })
    if ('refused' in entry) {
      const { refused } = entry
      uplink.signInRefused(username, refused, address)
      throw refuseConnect(TEMPORARY.includes(refused) ? REFUSED.unavailable : REFUSED.password, refused)
    }
    if ((open.get(entry.sn_code)?.size ?? 0) >= CONNECTIONS_A_DEVICE) {
      throw refuseConnect(REFUSED.unavailable, 'too_many_connections')
    }
    sns.set(client, entry.sn_code)
    owners.set(client, entry.tenant_id ?? UNREGISTERED)
    salts.set(client, entry.password_salt)
    const id = clientIds.get(client)
    // The devices' own choice: without the SN one device could end another's connection.
    if (id !== undefined) client.id = `${username}/${id}`
    const topic = wrongWills.get(client)
    if (topic !== undefined) uplink.refuse(entry.sn_code, 'topic', { topic: topic.slice(0, 200) })
  }

  const forwarded = new WeakSet<object>()
  /** Until when payloads may be sent to devices, where that ends. */
  const deadlines = new WeakMap<Buffer, number>()
  const broker = new Aedes({
    connectTimeout: CONNECT_MS,
    drainTimeout: 10_000,
    maxTopicLevels: 10,
    maxInflightInbound: IN_FLIGHT,
    preConnect: (client, packet: ConnectPacket, done) => {
      const sn = packet.username ?? ''
      if (packet.clientId) clientIds.set(client, packet.clientId)
      // One that nobody else has until the device is signed in: the broker ends or forgets what goes by the same one.
      packet.clientId = ''
      packet.clean = true
      if (packet.will && !upTopic(sn, packet.will.topic)) {
        wrongWills.set(client, packet.will.topic)
        delete packet.will
      }
      done(null, true)
    },
    authenticate: (client, username, password, done) => {
      signIn(client, username ?? '', password ?? Buffer.alloc(0)).then(
        () => done(null, true),
        (error: Error & { returnCode?: AuthErrorCode }) => {
          if (error.returnCode === undefined) report(error)
          done(Object.assign(error, { returnCode: error.returnCode ?? REFUSED.unavailable }), false)
        },
      )
    },
    authorizePublish: (client, packet, done) => {
      const sn = snOf(client)
      const topic = upTopic(sn, packet.topic)
      const payload = packet.payload as Buffer
      const isDone = (client?.conn as DeviceStream | undefined)?.pending(payload.length)
      if (!isAdmitted(client)) {
        isDone?.()
        return done(new Error('not its device'))
      }
      if (!topic) {
        uplink.refuse(sn, 'topic', { topic: packet.topic.slice(0, 200) })
        isDone?.()
        return done(null)
      }
      if (topic.mayRetain && StatusMessage.safeParse(payload.toString()).success) {
        // In one spelling: what is retained is kept for each of them.
        packet.topic = topics.status(sn)
        forwarded.add(packet)
      } else packet.retain = false
      const taken = uplink.take(sn, packet.topic, topic, payload).finally(isDone)
      // Kept by aedes until PUBREL, which a device may never send.
      if (!forwarded.has(packet)) packet.payload = NOTHING
      if (packet.qos > 0) return void taken.then(() => done(null), done)
      taken.catch(() => {})
      done(null)
    },
    authorizeSubscribe: (client, subscription, done) => {
      const sn = snOf(client)
      const { subscriptions } = client as Client & { subscriptions: object }
      if (!isAdmitted(client)) return done(null, null)
      const hasRoom =
        subscription.topic in subscriptions || Object.keys(subscriptions).length < SUBSCRIPTIONS_A_CONNECTION
      if (hasRoom && maySubscribe(sn, subscription.topic)) return done(null, subscription)
      uplink.refuse(sn, 'subscription', { topic: subscription.topic.slice(0, 200) })
      done(null, null)
    },
    authorizeForward: (client, packet) => {
      const isOver = (deadlines.get(packet.payload as Buffer) ?? Number.POSITIVE_INFINITY) <= performance.now()
      return !isOver && isAdmitted(client) && (client.conn as DeviceStream).mayBeSent() ? packet : null
    },
  })
  // Not among its declared events; unheard it would end the server.
  ;(broker as EventEmitter).on('error', report)
  forwardOnly(broker, forwarded)
  await broker.listen()

  broker.on('client', (client) => {
    const sn = snOf(client)
    if (client.closed || !isAdmitted(client)) return
    ;(client.conn as DeviceStream).signedIn(owners.get(client) ?? UNREGISTERED, sn)
    const clients = open.get(sn) ?? new Set()
    open.set(sn, clients.add(client))
    metrics.connects.inc()
    metrics.connections.inc()
    uplink.arrived(sn, { address: (client.conn as DeviceStream).remoteAddress ?? '', client_id: client.id })
  })
  broker.on('clientDisconnect', (client) => {
    const sn = snOf(client)
    const clients = open.get(sn)
    if (!clients?.delete(client)) return
    if (clients.size === 0) open.delete(sn)
    metrics.connections.dec()
    // An internal of aedes: whether the device said goodbye.
    const saidGoodbye = (client as { _disconnected?: boolean })._disconnected === true
    uplink.left(sn, reasons.get(client) ?? (saidGoodbye ? 'by the device' : 'connection lost'))
  })
  broker.on('keepaliveTimeout', (client) => void reasons.set(client, 'keep-alive timeout'))
  broker.on('clientError', (client, error) => {
    if (!reasons.has(client)) reasons.set(client, error.message.slice(0, 200))
  })
  // Refused sign-ins are counted above; broken protocols end with their connection.
  broker.on('connectionError', () => {})

  const newcomers = openNewcomers(NEWCOMERS, now)
  const sockets = new Set<Socket>()
  const server = createServer(
    { noDelay: true, keepAlive: true, keepAliveInitialDelay: TCP_KEEP_ALIVE_MS },
    (socket) => {
      if (sockets.size >= MAX_CONNECTIONS) return void socket.destroy()
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
      const onFault = (fault: StreamFault) => {
        // No packet is wrong: the line stands still, or the device does.
        if (fault === 'does not acknowledge') return void reasons.set(client, fault)
        const isTooLarge = fault === 'too_large'
        reasons.set(client, isTooLarge ? 'message too large' : 'protocol')
        uplink.refuse(snOf(client), isTooLarge ? 'too_large' : 'protocol', isTooLarge ? {} : { why: fault })
      }
      const mayEnter = (address: string) => {
        const newcomer = newcomers.enter(networkOf(address), () => socket.destroy())
        if (!newcomer) metrics.authFailures.inc({ reason: 'too_many_waiting' })
        return newcomer
      }
      const stream = new DeviceStream(socket, {
        onFault,
        mayEnter,
        isBehindProxy,
        receiptMs,
        packetMs,
        time,
        rooms,
        report: reportDefect,
      })
      const client = broker.handle(stream)
      guardParser(client, stream)
    },
  )
  const shared = await sharedPort({ port, host })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(shared, resolve)
  })
  const closeOthers = await acceptBeside(server)
  server.on('error', report)

  return {
    port: (server.address() as AddressInfo).port,
    publish: (topic, text, withinMs) =>
      new Promise((resolve, reject) => {
        const shared = { cmd: 'publish', retain: false, dup: false } as const
        const payload = Buffer.from(text)
        if (withinMs !== undefined) deadlines.set(payload, performance.now() + withinMs)
        const packet = { ...shared, topic, payload, qos: downQos(topic) }
        broker.publish(packet, (error) => (error ? reject(error) : resolve()))
      }),
    disconnect: (sn_code) => {
      for (const [sn, clients] of open) {
        if (!isSameSn(sn, sn_code)) continue
        for (const client of [...clients]) client.close()
      }
    },
    isAway: () => false,
    close: async () => {
      closeOthers()
      const isClosed = new Promise((resolve) => server.close(resolve))
      await new Promise<void>((resolve) => broker.close(resolve))
      time.close()
      for (const socket of sockets) socket.destroy()
      await isClosed
    },
  }
}
