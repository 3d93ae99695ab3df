import mqtt, { type MqttClient } from 'mqtt'
import { topics } from '../../core/contract/telemetry.ts'

/** Full jitter between tries: many devices that lose a broker together do not come back together. */
const RETRY_MS = { first: 1000, most: 20_000 }
/** A broker that has not acknowledged this many messages is too slow for more. */
const MOST_UNACKNOWLEDGED = 16

export interface LinkEvents {
  onUp(): void
  onCommand(message: Buffer): void
  /** The connection could not be made or was refused; it is tried again. */
  onTrouble(reason: string): void
}

/** A device's own MQTT connection, under its SN and password. */
export interface DeviceLink {
  connect(): void
  /** Up, and the broker keeps up. */
  isReady(): boolean
  publish(topic: string, message: object | string, retain?: boolean): void
  /** The connection breaks without a goodbye, so that the broker publishes the will; it stays broken until `connect`. */
  drop(): void
  /** Says offline and closes. */
  end(): Promise<void>
}

export function deviceLink(url: string, sn_code: string, password: string, events: LinkEvents): DeviceLink {
  let isWanted = false
  let tries = 0
  let unacknowledged = 0
  let timer: NodeJS.Timeout | undefined
  const status = topics.status(sn_code)
  const client: MqttClient = mqtt.connect(url, {
    username: sn_code,
    password,
    clientId: sn_code,
    manualConnect: true,
    // mqtt.js would retry at a fixed beat.
    reconnectPeriod: 0,
    keepalive: 30,
    connectTimeout: 15_000,
    resubscribe: false,
    will: { topic: status, payload: Buffer.from('offline'), qos: 1, retain: true },
  })

  function retry() {
    clearTimeout(timer)
    const most = Math.min(RETRY_MS.most, RETRY_MS.first * 2 ** tries++)
    timer = setTimeout(() => isWanted && client.reconnect(), most * (0.2 + 0.8 * Math.random()))
  }

  client.on('connect', () => {
    // Let in after all, when it was being ended: nothing can be sent any more.
    if (!isWanted) return
    tries = 0
    client.subscribe(topics.command(sn_code), { qos: 1 })
    publish(status, 'online', true)
    events.onUp()
  })
  client.on('message', (_topic, message) => events.onCommand(message))
  client.on('error', (error) => events.onTrouble(reasonOf(error)))
  client.on('close', () => isWanted && retry())

  function publish(topic: string, message: object | string, retain = false) {
    unacknowledged++
    const text = typeof message === 'string' ? message : JSON.stringify(message)
    client.publish(topic, text, { qos: 1, retain }, () => {
      unacknowledged--
    })
  }

  return {
    connect() {
      isWanted = true
      if (tries === 0 && !client.connected) client.connect()
    },
    isReady: () => client.connected && unacknowledged < MOST_UNACKNOWLEDGED,
    publish,
    drop() {
      isWanted = false
      tries = 0
      clearTimeout(timer)
      client.stream?.destroy()
    },
    async end() {
      isWanted = false
      clearTimeout(timer)
      if (client.connected) await client.publishAsync(status, 'offline', { qos: 1, retain: true })
      await client.endAsync()
    },
  }
}

function reasonOf(error: Error & { code?: unknown }): string {
  // Node gives several tries at one name as an AggregateError without a message of its own.
  return error.message || String(error.code ?? error.name)
}
