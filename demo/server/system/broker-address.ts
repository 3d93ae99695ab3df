import type { BrokerAddress } from '../../../core/contract/device.ts'
import { isLoopback, type Settings } from '../settings.ts'

const PORTS: Readonly<Record<BrokerAddress['scheme'], number>> = { mqtt: 1883, mqtts: 8883, ws: 80, wss: 443 }

/** Where devices connect by what the settings say; `port` is the one that the embedded broker has. */
export function brokerAddress(
  { MQTT_PUBLIC_URL, MQTT_URL, MQTT_HOST, PUBLIC_URL }: Settings,
  port: number | null | undefined,
): BrokerAddress {
  const told = MQTT_PUBLIC_URL || MQTT_URL
  if (told === '') {
    const host = PUBLIC_URL === '' ? null : new URL(PUBLIC_URL).hostname
    const isLocal = isLoopback(MQTT_HOST)
    return { scheme: 'mqtt', host: isLocal ? MQTT_HOST : host, port: port ?? PORTS.mqtt, is_local: isLocal }
  }
  const { protocol, hostname, port: given } = new URL(told)
  const scheme = protocol.slice(0, -1) as BrokerAddress['scheme']
  return { scheme, host: hostname, port: given === '' ? PORTS[scheme] : Number(given), is_local: isLoopback(hostname) }
}
