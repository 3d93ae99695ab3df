import { connectAsync } from 'mqtt'

/** The demo's test stand, which no simulator drives. */
const STAND = { username: 'TS0001', password: 'device-TS0001' }

/**
 * Lets the test stand report one of its points once and fall silent: what is shown stale has to have been fresh, and
 * what is shown empty is a point that never had a value.
 */
export async function reportOnce(mqtt_url: string): Promise<void> {
  const stand = await connectAsync(mqtt_url, { ...STAND, connectTimeout: 5000, reconnectPeriod: 0 })
  const telemetry = JSON.stringify({ values: { temperature: 21.5 } })
  await stand.publishAsync(`v1/devices/${STAND.username}/telemetry`, telemetry, { qos: 1 })
  await stand.endAsync()
}
