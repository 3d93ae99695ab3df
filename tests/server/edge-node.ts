import { createRequire } from 'node:module'
import type { MqttClient } from 'mqtt'
import type { UMetric, UPayload } from 'sparkplug-payload/lib/sparkplugbpayload.js'
import type { TestSide } from './devices.ts'

const load = createRequire(import.meta.url)
export const codec = (load('sparkplug-payload') as typeof import('sparkplug-payload')).get('spBv1.0')

export const metric = (
  name: string,
  type: UMetric['type'],
  value: UMetric['value'],
  more: Partial<UMetric> = {},
): UMetric => ({
  name,
  type,
  value,
  ...more,
})

/** An edge node as sparkplug-payload makes one: it counts `seq`. */
export class EdgeNode {
  seq = 0
  readonly rebirths: string[] = []
  readonly client: MqttClient
  readonly sn: string
  private constructor(client: MqttClient, sn: string) {
    this.client = client
    this.sn = sn
    client.on('message', (topic) => this.rebirths.push(topic))
  }
  static async connect(sn: string, to: TestSide): Promise<EdgeNode> {
    const death = codec?.encodePayload({ timestamp: Date.now(), metrics: [metric('bdSeq', 'UInt64', 0)] }) as Uint8Array
    const will = { topic: `spBv1.0/plant/NDEATH/${sn}`, payload: Buffer.from(death), qos: 1, retain: false } as const
    const node = new EdgeNode(await to.connect(sn, { will }), sn)
    await node.client.subscribeAsync(`spBv1.0/plant/NCMD/${sn}`)
    return node
  }
  async say(type: string, metrics: UMetric[], device?: string, payload: Partial<UPayload> = {}) {
    if (type === 'NBIRTH') this.seq = 0
    const message = codec?.encodePayload({ timestamp: Date.now(), metrics, seq: this.seq, ...payload }) as Uint8Array
    this.seq = (this.seq + 1) % 256
    const topic = `spBv1.0/plant/${type}/${this.sn}${device ? `/${device}` : ''}`
    await this.client.publishAsync(topic, Buffer.from(message), { qos: 1 })
  }
}
