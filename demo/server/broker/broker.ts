import type { EventEmitter } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Aedes, type AuthErrorCode, type Client, type ConnectPacket, type PublishPacket } from 'aedes'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { StatusMessage, topics } from '../../../core/contract/telemetry.ts'
import type { Metrics } from '../diagnostics/metrics.ts'
import { acceptBeside, sharedPort } from '../limits/accepting.ts'
import type { LoopAccounts, Owner } from '../limits/loop-accounts.ts'
import { openRooms, type Rooms } from '../limits/rooms.ts'
import { openSharedTime, type SharedTime } from '../limits/shared-time.ts'
import { Clients } from './clients.ts'
import type { CheckCredentials } from './credentials.ts'
import { createDeviceServer } from './device-server.ts'
import type { DeviceStream } from './device-stream.ts'
import { downQos } from './down-qos.ts'
import { IN_FLIGHT } from './mqtt5.ts'
import { maySubscribe, upTopic } from './rights.ts'
import { openSignIn, REFUSED } from './sign-in.ts'
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

/** Time for packets that one organisation, or all unregistered devices, may take at once. */
const PACKETS_AT_ONCE_MS = 400
/**
 * Bytes of messages that are on their way, from all devices of one organisation: its connections are not read beyond that, and
 * what they send waits at the devices. Fifty of the largest messages, some of which may come over slow lines.
 */
const ROOM_BYTES = 16_777_216
/** A device needs a filter or two. */
const SUBSCRIPTIONS_A_CONNECTION = 100
const CONNECT_MS = 10_000
/** The largest packet over a line of 6 KB a second. */
const PACKET_MS = 60_000
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

interface ConnectionParts extends Pick<BrokerParts, 'uplink' | 'metrics'> {
  clients: Clients
  isAdmitted: (client: Client) => boolean
}

/** Reports to the server which devices came and went, and why. */
function followConnections(broker: Aedes, { clients, uplink, metrics, isAdmitted }: ConnectionParts): void {
  broker.on('client', (client) => {
    const sn = clients.snOf(client)
    if (client.closed || !isAdmitted(client)) return
    ;(client.conn as DeviceStream).signedIn(clients.of(client).owner, sn)
    clients.add(client)
    metrics.connects.inc()
    metrics.connections.inc()
    uplink.arrived(sn, { address: (client.conn as DeviceStream).remoteAddress ?? '', client_id: client.id })
  })
  broker.on('clientDisconnect', (client) => {
    if (!clients.delete(client)) return
    metrics.connections.dec()
    // An internal of aedes: whether the device said goodbye.
    const saidGoodbye = (client as { _disconnected?: boolean })._disconnected === true
    const { sn_code, reason = saidGoodbye ? 'by the device' : 'connection lost', owner } = clients.of(client)
    uplink.left(sn_code, reason, owner)
  })
  broker.on('keepaliveTimeout', (client) => {
    clients.of(client).reason = 'keep-alive timeout'
  })
  broker.on('clientError', (client, error) => {
    clients.of(client).reason ??= error.message.slice(0, 200)
  })
  // Refused sign-ins are counted above; broken protocols end with their connection.
  broker.on('connectionError', () => {})
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
  const clients = new Clients()
  const signIn = openSignIn({ clients, check, uplink, metrics, now })

  /** Whether the SN's device, where somebody registered it meanwhile, is the one whose password the client brought. */
  const isItsDevice = (client: Client): boolean => {
    const { sn_code, password_salt } = clients.of(client)
    const device = fleet.get(sn_code)
    return !device || device.password_salt === password_salt
  }
  /** The same; ends the connection of one that is not. */
  const isAdmitted = (client: Client | null): boolean => {
    if (!client || isItsDevice(client)) return true
    clients.of(client).reason = 'signed in with another password'
    // Not within the work that asks.
    setImmediate(() => client.closed || client.close())
    return false
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
      clients.of(client).client_id = packet.clientId || ''
      // One that nobody else has until the device is signed in: the broker ends or forgets what goes by the same one.
      packet.clientId = ''
      packet.clean = true
      if (packet.will && !upTopic(sn, packet.will.topic)) {
        clients.of(client).wrongWill = packet.will.topic
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
      const sn = clients.snOf(client)
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
      const password_salt = client && clients.of(client).password_salt
      const message = { sn_code: sn, password_salt, topic: packet.topic, up: topic, payload }
      const taken = uplink.receive(message)().finally(isDone)
      // Kept by aedes until PUBREL, which a device may never send.
      if (!forwarded.has(packet)) packet.payload = NOTHING
      taken.catch(() => isAdmitted(client))
      if (packet.qos > 0) return void taken.then(() => done(null), done)
      done(null)
    },
    authorizeSubscribe: (client, subscription, done) => {
      const sn = clients.snOf(client)
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

  followConnections(broker, { clients, uplink, metrics, isAdmitted })
  const sockets = createDeviceServer({
    clients,
    uplink,
    metrics,
    report,
    isBehindProxy,
    receiptMs,
    packetMs,
    time,
    rooms,
    now,
    handle: broker.handle,
  })
  const { server } = sockets
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
    disconnect: (sn_code) => clients.disconnect(sn_code),
    isAway: () => false,
    close: async () => {
      closeOthers()
      const isClosed = new Promise((resolve) => server.close(resolve))
      await new Promise<void>((resolve) => broker.close(resolve))
      time.close()
      sockets.close()
      await isClosed
    },
  }
}
