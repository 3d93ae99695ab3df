import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Why something that came from outside was not taken. Each is a label at /metrics and a word in the device's log. */
export type RefusalReason =
  | 'not_json'
  | 'not_the_schema'
  | 'too_large'
  | 'too_many_keys'
  | 'too_many_points'
  | 'key'
  | 'type'
  | 'future'
  | 'too_fast'
  | 'past'
  | 'topic'
  | 'too_much'
  | 'too_much_text'
  | 'subscription'
  | 'protocol'
  | 'sparkplug'
  | 'reply'
  | 'too_many_lines'
  | 'too_many_alarms'
  | 'too_many_births'
  | 'unregistered'
  | 'other_device'
  | 'virtual'
  | 'store'

/** What the server counts, with the text for `/metrics`. One of these a server: tests run several side by side. */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'sightglass_' })
  const registers = [registry]
  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Counter({ name: `sightglass_${name}`, help, labelNames: [...labelNames], registers })
  return {
    registry,
    messages: counter('device_messages_total', 'Messages from devices by kind.', ['kind']),
    values: counter('device_values_total', 'Values taken from devices.'),
    refused: counter('device_refused_total', 'Messages, values and alarms of devices that were refused.', ['reason']),
    slowed: counter('device_slowed_total', 'Messages of devices that waited for their turn.'),
    connects: counter('mqtt_connects_total', 'Devices that connected to the embedded broker.'),
    authFailures: counter('mqtt_auth_failures_total', 'Connections refused by the embedded broker.', ['reason']),
    connections: new Gauge({ name: 'sightglass_mqtt_connections', help: 'Open MQTT connections.', registers }),
    commands: counter('commands_total', 'Steps of writes to devices.', ['status']),
    alarms: counter('alarm_events_total', 'Alarms produced, recovered and confirmed.', ['event']),
    alarmEvaluations: counter('alarm_evaluations_total', 'Values that alarm rules evaluated.'),
    socketRefused: counter('socket_refused_total', 'Sockets, frames and channels that were refused.', ['reason']),
    frames: counter('socket_frames_total', 'Frames sent to browsers.'),
    calls: new Histogram({
      name: 'sightglass_call_seconds',
      help: 'Calls of the API by route and code of the answer.',
      labelNames: ['route', 'code'],
      buckets: [0.005, 0.025, 0.1, 0.5, 2.5, 10],
      registers,
    }),
    clockSteps: counter('clock_steps_total', 'How often the clock of the server was set by a second or more.', [
      'direction',
    ]),
    sockets: new Gauge({ name: 'sightglass_sockets', help: 'Open realtime sockets.', registers }),
    commitSeconds: new Histogram({
      name: 'sightglass_commit_seconds',
      help: 'From a message of a device to its durable commit.',
      buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
  }
}
export type Metrics = ReturnType<typeof createMetrics>
