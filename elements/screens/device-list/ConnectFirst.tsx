import { useConnection, useText } from '../../define/index.ts'
import { Copied } from '../../parts/Copied.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { text } from './text.ts'

/** The port of the server's own broker, where its settings name no other. */
const MQTT_PORT = 1883
const MESSAGE = '{"values":{"temperature":21.5}}'

/** What a device does before it can be registered: a message to be sent once, with all that it needs. */
export function ConnectFirst({ sn_code }: { sn_code: string }) {
  const t = useText(text)
  const { hostname } = new URL(useConnection().baseUrl)
  const sn = sn_code.trim() || 'SN'
  const topic = `v1/devices/${sn}/telemetry`
  const command = `mosquitto_pub -h ${hostname} -p ${MQTT_PORT} -u ${sn} -P '${t.devicePassword}' -q 1 -t ${topic} -m '${MESSAGE}'`
  return (
    <details className="device-connect">
      <summary>{t.connectFirst}</summary>
      <Facts
        facts={[
          [t.mqttHost, <code key="host">{`${hostname}:${MQTT_PORT}`}</code>],
          [t.mqttUser, <code key="user">{sn}</code>],
          [t.mqttPassword, t.devicePassword],
          [t.mqttTopic, <code key="topic">{topic}</code>],
          [t.mqttMessage, <code key="message">{MESSAGE}</code>],
        ]}
      />
      <p className="hint">{t.connectPort}</p>
      <Copied label={t.connectCommand} value={command} lines={4} />
    </details>
  )
}
