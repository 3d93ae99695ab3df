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

  const client = await mqtt.connectAsync(url, {
    // A fixed id and a kept session: what devices send while this server restarts waits at the broker.
    clientId: 'sightglass',
    clean: false,
    reconnectPeriod: 1000,
    resubscribe: true,
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
