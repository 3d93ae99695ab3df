import { randomUUID } from 'node:crypto'
import {
  generate,
  type IConnackPacket,
  type IConnectPacket,
  type IPubackPacket,
  type IPubrecPacket,
  type Packet,
  parser,
} from 'mqtt-packet'
import { PACKET_BYTES } from './length-guard.ts'
import { upTopic } from './rights.ts'

/** The protocol level of a CONNECT: 4 is MQTT 3.1.1, 5 is MQTT 5; null while too few bytes are there to tell. */
export function protocolLevel(head: Buffer): number | null {
  let at = 1
  while (at < head.length && at < 4 && (head[at] as number) & 0x80) at++
  const nameAt = at + 1
  if (head.length < nameAt + 2) return null
  const levelAt = nameAt + 2 + head.readUInt16BE(nameAt)
  // No protocol's name is longer than "MQIsdp"; what claims so is told by the broker's own parser.
  if (levelAt > nameAt + 8) return 0
  return head[levelAt] ?? null
}

/** MQTT 5, table 3-1, for the return codes of MQTT 3.1.1. */
const CONNACK_REASON = [0x00, 0x84, 0x85, 0x88, 0x86, 0x87] as const
const NOT_AUTHORIZED = 0x87
const DISCONNECT_WITH_WILL = 0x04

/**
 * Lets a client of MQTT 5 talk to aedes, which knows 3.1.1 only, by rewriting packets. What 3.1.1 cannot say is not
 * offered in CONNACK: no topic aliases, no shared subscriptions, no sessions that outlive the connection. User properties
 * are dropped. Nor can 3.1.1 refuse a message: one with a topic that its device may not publish to, which the broker drops
 * and logs, is refused to the device here. `toBroker` and `toDevice` take the rewritten bytes, `end` ends the connection.
 */
export function translator(toBroker: (bytes: Buffer) => void, toDevice: (bytes: Buffer) => void, end: () => void) {
  const fromDevice = parser()
  const fromBroker = parser({ protocolVersion: 4 })
  const unsubscribed = new Map<number, number>()
  let sn_code = ''
  /** Messages of QoS 1 and 2 that the broker drops for their topics. */
  const misplaced = new Set<number>()
  /** Of those with QoS 2, which end for the device with the refusal, what the broker still has to say. */
  const released = new Set<number>()
  let assignedClientIdentifier: string | undefined

  const connect = (packet: IConnectPacket): Packet => {
    sn_code = packet.username ?? ''
    if (!packet.clientId) {
      assignedClientIdentifier = randomUUID()
      packet.clientId = assignedClientIdentifier
    }
    const { properties: _, will, ...rest } = packet
    const { properties: __, ...plainWill } = will ?? { topic: '', payload: '' }
    return { ...rest, protocolVersion: 4, clean: true, ...(will && { will: plainWill }) } as IConnectPacket
  }

  fromDevice.on('packet', (packet) => {
    if (packet.cmd === 'auth') return end()
    if (packet.cmd === 'disconnect' && packet.reasonCode === DISCONNECT_WITH_WILL) return end()
    // An alias instead of a topic was not offered.
    if (packet.cmd === 'publish' && packet.topic === '') return end()
    if (packet.cmd === 'publish' && packet.qos > 0 && !upTopic(sn_code, packet.topic))
      misplaced.add(packet.messageId ?? 0)
    if (packet.cmd === 'unsubscribe') unsubscribed.set(packet.messageId ?? 0, packet.unsubscriptions.length)
    toBroker(generate(packet.cmd === 'connect' ? connect(packet) : packet, { protocolVersion: 4 }))
  })
  fromDevice.on('error', end)

  const connack = ({ returnCode = 0, sessionPresent }: IConnackPacket): Packet => ({
    cmd: 'connack',
    sessionPresent,
    reasonCode: CONNACK_REASON[returnCode] ?? NOT_AUTHORIZED,
    properties: {
      sessionExpiryInterval: 0,
      maximumPacketSize: PACKET_BYTES.later,
      sharedSubscriptionAvailable: false,
      subscriptionIdentifiersAvailable: false,
      ...(assignedClientIdentifier && { assignedClientIdentifier }),
    },
  })

  const refused = (packet: IPubackPacket | IPubrecPacket): Packet => {
    const messageId = packet.messageId ?? 0
    if (packet.cmd === 'pubrec') {
      released.add(messageId)
      toBroker(generate({ cmd: 'pubrel', messageId }, { protocolVersion: 4 }))
    }
    return { ...packet, reasonCode: NOT_AUTHORIZED }
  }

  const rewritten = (packet: Packet): Packet => {
    if (packet.cmd === 'connack') return connack(packet)
    if (packet.cmd === 'suback') {
      const granted = packet.granted.map((code) => (code === 0x80 ? NOT_AUTHORIZED : code))
      return { ...packet, granted: granted as number[] }
    }
    if (packet.cmd === 'unsuback') {
      const count = unsubscribed.get(packet.messageId ?? 0) ?? 1
      unsubscribed.delete(packet.messageId ?? 0)
      return { ...packet, granted: new Array(count).fill(0) }
    }
    const isReceipt = packet.cmd === 'puback' || packet.cmd === 'pubrec'
    if (isReceipt && misplaced.delete(packet.messageId ?? 0)) return refused(packet)
    if (isReceipt || packet.cmd === 'pubrel' || packet.cmd === 'pubcomp') {
      return { ...packet, reasonCode: 0 }
    }
    return packet
  }
  fromBroker.on('packet', (packet) => {
    if (packet.cmd === 'pubcomp' && released.delete(packet.messageId ?? 0)) return
    toDevice(generate(rewritten(packet), { protocolVersion: 5 }))
  })
  fromBroker.on('error', end)

  return {
    fromDevice: (bytes: Buffer): void => void fromDevice.parse(bytes),
    fromBroker: (bytes: Buffer): void => void fromBroker.parse(bytes),
  }
}
