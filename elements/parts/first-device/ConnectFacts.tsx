import type { BrokerAddress } from '../../../core/contract/device.ts'
import { words } from '../../../core/text/words.ts'
import { useConnection, useSheet, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { Copied } from '../Copied.tsx'
import { Facts } from '../Facts.tsx'
import { useCall } from '../use-call.ts'
import sheet from './first-device.css?sheet'
import { text } from './text.ts'

const MESSAGE = '{"values":{"temperature":21.5}}'

/** What a device does before it can be registered: a message to be sent once, with all that it needs. */
export function ConnectFacts({ sn_code, password = '' }: { sn_code: string; password?: string }) {
  useSheet(sheet)
  const t = useText(text)
  const { api, baseUrl } = useConnection()
  const broker = useCall(api.device.broker, {})
  const { retry } = useText(words)
  if (broker.failure)
    return (
      <p className="row">
        <span role="alert">{t.brokerUnknown}</span>
        <Button onPress={broker.reload}>{retry}</Button>
      </p>
    )
  if (!broker.data) return <Skeleton rows={5} />
  const { scheme, port, is_local } = broker.data
  const host = broker.data.host ?? new URL(baseUrl).hostname
  const sn = sn_code.trim() || 'SN'
  const topic = `v1/devices/${sn}/telemetry`
  const option = CLIENT_OPTION[scheme]
  const command = `mosquitto_pub -h ${host} -p ${port}${option} -u ${sn} -P '${password || t.devicePassword}' -q 1 -t ${topic} -m '${MESSAGE}'`
  return (
    <div className="connect-facts stack">
      <Facts
        facts={[
          [t.mqttHost, <code key="host">{host}</code>],
          [t.mqttPort, <code key="port">{port}</code>],
          [t.mqttKind, KINDS[scheme]],
          [t.mqttUser, <code key="user">{sn}</code>],
          [t.mqttPassword, password === '' ? t.ownPassword : <code key="password">{password}</code>],
          [t.mqttTopic, <code key="topic">{topic}</code>],
          [t.mqttMessage, <code key="message">{MESSAGE}</code>],
        ]}
      />
      {is_local && <p className="hint">{t.connectLocal}</p>}
      {option !== null && <Copied label={t.connectCommand} value={command} lines={4} />}
    </div>
  )
}

const KINDS: Readonly<Record<BrokerAddress['scheme'], string>> = {
  mqtt: 'MQTT',
  mqtts: 'MQTT + TLS',
  ws: 'MQTT + WebSocket',
  wss: 'MQTT + WebSocket + TLS',
}
/** Of the command; null where its program cannot connect so. */
const CLIENT_OPTION: Readonly<Record<BrokerAddress['scheme'], string | null>> = {
  mqtt: '',
  mqtts: ' --tls-use-os-certs',
  ws: null,
  wss: null,
}
