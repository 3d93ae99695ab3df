import type { MqttClient, Packet } from 'mqtt'
import { downQos } from './down-qos.ts'

/**
 * Publishes on this connection alone: mqtt.js would send what is not acknowledged again on the next one, however late that
 * is. Rejects when the broker has not acknowledged it within `withinMs`, or the connection is lost; whether it went out is
 * not known then.
 */
export function publishOnce(client: MqttClient, topic: string, payload: Buffer, withinMs: number): Promise<void> {
  let messageId: number | undefined
  const remember = (packet: Packet) => {
    if (packet.cmd === 'publish' && packet.payload === payload) messageId = packet.messageId
  }
  return new Promise<void>((resolve, reject) => {
    const end = (error?: Error | null) => {
      clearTimeout(timer)
      client.off('packetsend', remember)
      client.off('close', onLost)
      if (error) reject(error)
      else resolve()
    }
    const giveUp = (reason: string) => () => {
      end(new Error(reason))
      if (messageId !== undefined) client.removeOutgoingMessage(messageId)
    }
    const onLost = giveUp('the connection to the MQTT broker was lost before it acknowledged a message')
    const timer = setTimeout(giveUp('the MQTT broker did not acknowledge a message in time'), withinMs)
    client.on('packetsend', remember)
    client.once('close', onLost)
    client.publish(topic, payload, { qos: downQos(topic) }, end)
  })
}
