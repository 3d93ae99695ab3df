import mqtt from 'mqtt'
import { downQos } from './broker/down-qos.ts'
import { EVERY_DEVICE, snOf, upTopic } from './broker/rights.ts'
import type { Broker } from './broker.ts'
import type { Uplink } from './ingest.ts'
import type { Metrics } from './metrics.ts'

/**
 * Devices by way of a broker of the customer's (`MQTT_URL`, name and password in it). That broker knows the devices and
 * keeps each to its own topics; what arrives here is believed. Messages are acknowledged on receipt, since mqtt.js
 * cannot hold many back: a crash of the server can lose up to 250 ms of readings that the broker believes delivered.
 * A device is connected from its `status` message `online` until `offline`, its last will. Resolves when subscribed.
 * Rejects with one sentence, without what is secret in `url`, when the broker cannot be reached or refuses us.
 */
export async function startExternalBroker(parts: {
  url: string
  uplink: Uplink
  metrics: Metrics
  report: (error: unknown) => void
}): Promise<Broker> {
  const { url, uplink, metrics, report } = parts
  const online = new Set<string>()

  const takeStatus = (sn_code: string, payload: Buffer) => {
    const status = payload.toString()
    if (status === 'online' && !online.has(sn_code)) {
      online.add(sn_code)
      uplink.arrived(sn_code, {})
    }
    if (status === 'offline' && online.delete(sn_code)) uplink.left(sn_code, 'by its status')
  }

  const connecting = mqtt.connectAsync(url, {
    // A fixed id and a kept session: what devices send while this server restarts waits at the broker.
    clientId: 'sightglass',
    clean: false,
    reconnectPeriod: 1000,
    resubscribe: true,
  })
  const client = await connecting.catch((error) => {
    throw notReached(error, url)
  })
  client.on('error', report)
  client.on('message', (topic, payload) => {
    const [space, , , node] = topic.split('/')
    const sn_code = space === 'spBv1.0' ? (node ?? '') : (snOf(topic) ?? '')
    const up = upTopic(sn_code, topic)
    if (!up) {
      // Commands of our own come back, since they are below v1/devices/ too.
      const isDown = /\/command$|\/(NCMD|DCMD)\//.test(topic)
      if (!isDown) uplink.refuse(sn_code, 'topic', { topic: topic.slice(0, 200) })
      return
    }
    if (up.kind === 'status') takeStatus(sn_code, payload)
    uplink.take(sn_code, topic, up, payload).catch(() => metrics.refused.inc({ reason: 'store' }))
  })
  const granted = await client.subscribeAsync([...EVERY_DEVICE], { qos: 1 })
  const isRefused = granted.some(({ qos }) => qos === 128)
  if (isRefused) {
    await client.endAsync(true)
    throw new Error(`The MQTT broker does not allow subscribing to ${EVERY_DEVICE.join(' and ')}.`)
  }
  return {
    port: null,
    publish: async (topic, payload) => {
      await client.publishAsync(topic, payload as Buffer, { qos: downQos(topic) })
    },
    // Who may connect is that broker's business.
    disconnect: () => {},
    close: () => client.endAsync(),
  }
}

/** Return codes of CONNACK for who may not connect, in MQTT 3.1.1. */
const NOT_LET_IN = [2, 4, 5]

function notReached(error: Error & { code?: string | number }, url: string): Error {
  // Without name and password.
  const { protocol, host } = new URL(url)
  const broker = `The MQTT broker ${protocol}//${host} of MQTT_URL`
  if (NOT_LET_IN.includes(error.code as number))
    return new Error(`${broker} refuses us: mend the name and password in MQTT_URL.`, { cause: error })
  const code = typeof error.code === 'string' ? ` (${error.code})` : ''
  return new Error(
    `${broker} cannot be reached${code}: start it, mend MQTT_URL, or unset it to use the embedded broker.`,
    { cause: error },
  )
}
