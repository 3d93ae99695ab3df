import mqtt, { type IPublishPacket, type ISubscriptionMap, type MqttClient } from 'mqtt'
import { type Broker, NotSent } from './broker.ts'
import { openExternalInbox } from './external-inbox.ts'
import { openPresence } from './presence.ts'
import { publishOnce } from './publish-once.ts'
import { EVERY_DEVICE, snOf, upTopic } from './rights.ts'
import type { Uplink } from './uplink.ts'

/** A link that breaks without a word is noticed after one and a half of these. */
const KEEP_ALIVE_S = 10
const CONNECT_MS = 10_000
const RECONNECT_MS = 1000
/** What is not stored by then is not acknowledged, and waits at the broker for the next start. */
const DRAIN_MS = 5000
const GOODBYE_MS = 1000

/**
 * Devices by way of a broker of the customer's (`MQTT_URL`, name and password in it). That broker knows the devices and
 * keeps each to its own topics; what arrives here is believed. The session is kept, so that what devices send while this
 * server restarts waits at the broker; messages of QoS 1 are acknowledged when they are stored.
 * A device is connected from its `status` message `online` until `offline`, its last will, or until the broker is away.
 * Resolves when subscribed. Rejects with one sentence, without what is secret in `url`, when the broker cannot be reached
 * or refuses us.
 */
export async function startExternalBroker(parts: {
  url: string
  uplink: Uplink
  report: (error: unknown) => void
  /** Something happened that an operator may want to know; holds no secret. */
  warn: (message: string) => void
  /** Readings shall become durable sooner: the broker may be waiting for their acknowledgement. */
  hurry: () => void
}): Promise<Broker> {
  const { url, uplink, report, warn, hurry } = parts
  const presence = openPresence(uplink)
  const client = mqtt.connect(url, {
    clientId: 'sightglass',
    clean: false,
    protocolVersion: 4,
    keepalive: KEEP_ALIVE_S,
    connectTimeout: CONNECT_MS,
    reconnectPeriod: RECONNECT_MS,
    resubscribe: false,
  })
  // Before anything can arrive: what waits at the broker comes with the connection, not with the subscription.
  const inbox = openExternalInbox({ client, hurry, arrive: (packet) => arrive(packet) })

  const arrive = ({ topic, payload, retain }: IPublishPacket): (() => Promise<void>) => {
    const [space, , , node] = topic.split('/')
    const sn_code = space === 'spBv1.0' ? (node ?? '') : (snOf(topic) ?? '')
    const up = upTopic(sn_code, topic)
    if (!up) {
      // Commands of our own come back, since they are below v1/devices/ too.
      const isDown = /\/command$|\/(NCMD|DCMD)\//.test(topic)
      if (!isDown) uplink.refuse(sn_code, 'topic', { topic: topic.slice(0, 200) })
      return async () => {}
    }
    const bytes = Buffer.from(payload)
    if (up.kind === 'status') presence.status(sn_code, bytes.toString(), retain)
    else presence.heard(sn_code)
    return uplink.receive({ sn_code, password_salt: undefined, topic, up, payload: bytes })
  }

  client.on('error', (error) => {
    // While it is away each try fails, which is said already.
    if (client.connected) report(error)
  })
  await connected(client).catch(async (error) => {
    await client.endAsync(true)
    throw notReached(error, url)
  })
  const broker = brokerOf(url)
  if (!(await subscribe(client))) {
    await client.endAsync(true)
    throw new Error(`The MQTT broker does not allow subscribing to ${EVERY_DEVICE.join(' and ')}.`)
  }

  let lostTime: number | null = null
  client.on('close', () => {
    if (lostTime !== null || client.disconnecting) return
    lostTime = Date.now()
    presence.lost()
    warn(`${broker} is away: what devices send waits there, or is lost.`)
  })
  client.on('connect', () => {
    const awayS = Math.round((Date.now() - (lostTime ?? Date.now())) / 1000)
    lostTime = null
    warn(`${broker} is back after ${awayS} s.`)
    // Also where the broker kept our session: it hands out what it retained to those alone who subscribe.
    subscribe(client).then((isAllowed) => {
      if (!isAllowed) report(new Error(`${broker} does not allow subscribing any more.`))
    }, report)
  })

  return {
    port: null,
    publish: async (topic, payload, withinMs) => {
      if (!client.connected) throw new NotSent(`${broker} is away`)
      await publishOnce(client, topic, Buffer.from(payload), withinMs ?? CONNECT_MS)
    },
    // Who may connect is that broker's business.
    disconnect: () => {},
    isAway: () => !client.connected,
    close: async () => {
      await inbox.drain(client.connected ? DRAIN_MS : 0)
      // A broker that has stopped answering never takes our goodbye.
      const patience = setTimeout(() => client.stream.destroy(), GOODBYE_MS)
      await Promise.race([
        client.endAsync(!client.connected),
        new Promise<void>((resolve) => client.once('close', () => resolve())),
      ])
      clearTimeout(patience)
    },
  }
}

function connected(client: MqttClient): Promise<void> {
  return new Promise((resolve, reject) => {
    client.once('connect', () => resolve())
    client.once('error', reject)
    client.once('close', () => reject(new Error('it ended the connection')))
  })
}

/** Also what is subscribed already. Whether all of it was allowed. */
async function subscribe(client: MqttClient): Promise<boolean> {
  const filters = Object.fromEntries(EVERY_DEVICE.map((filter) => [filter, { qos: 1 as const }]))
  const granted = await client.subscribeAsync({ resubscribe: true, ...filters } as unknown as ISubscriptionMap)
  return !granted.some(({ qos }) => qos === 128)
}

/** Without name and password. */
function brokerOf(url: string): string {
  const { protocol, host } = new URL(url)
  return `The MQTT broker ${protocol}//${host} of MQTT_URL`
}

/** Return codes of CONNACK for who may not connect, in MQTT 3.1.1. */
const NOT_LET_IN = [2, 4, 5]

function notReached(error: Error & { code?: string | number }, url: string): Error {
  const broker = brokerOf(url)
  if (NOT_LET_IN.includes(error.code as number))
    return new Error(`${broker} refuses us: mend the name and password in MQTT_URL.`, { cause: error })
  const code = typeof error.code === 'string' ? ` (${error.code})` : ''
  return new Error(
    `${broker} cannot be reached${code}: start it, mend MQTT_URL, or unset it to use the embedded broker.`,
    { cause: error },
  )
}
