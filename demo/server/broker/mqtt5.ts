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
import type { PacketFault } from './packet-faults.ts'
import { upTopic } from './rights.ts'

/** MQTT 5, table 3-1, for the return codes of MQTT 3.1.1. */
const CONNACK_REASON = [0x00, 0x84, 0x85, 0x88, 0x86, 0x87] as const
const NOT_AUTHORIZED = 0x87
const DISCONNECT_WITH_WILL = 0x04
/** Messages of QoS 1 and 2 that a device sends before it has their acknowledgements, as CONNACK announces. */
export const IN_FLIGHT = 1000

export interface TranslatorParts {
  toBroker(packet: Packet): void
  toDevice(bytes: Buffer): void
  /** Ends the connection; null: as the device wished. */
  end(fault: PacketFault | null): void
}

/**
 * Lets a client of MQTT 5 talk to aedes, which knows 3.1.1 only, by rewriting packets. What 3.1.1 cannot say is not
 * offered in CONNACK: no topic aliases, no shared subscriptions, no sessions that outlive the connection. User properties
 * are dropped. Nor can 3.1.1 refuse a message: one with a topic that its device may not publish to, which the broker drops
 * and logs, is refused to the device here. May throw at bytes and packets that nobody foresaw: its caller ends the
 * connection.
 */
export function translator({ toBroker, toDevice, end }: TranslatorParts) {
  const parserOfBroker = parser({ protocolVersion: 4 })
  /** How many filters each UNSUBSCRIBE in flight has. */
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
    const plain = { ...rest, protocolVersion: 4, clean: true, ...(will && { will: plainWill }) } as IConnectPacket
    // A password without a user name is nobody's, which 3.1.1 has no packet for.
    return rest.password === undefined ? plain : { ...plain, username: sn_code }
  }

  /** Takes a packet that was checked. */
  const fromDevice = (packet: Packet): void => {
    if (packet.cmd === 'disconnect' && packet.reasonCode === DISCONNECT_WITH_WILL) {
      end(null)
      return
    }
    if (packet.cmd === 'publish' && packet.qos > 0 && !upTopic(sn_code, packet.topic))
      misplaced.add(packet.messageId ?? 0)
    if (packet.cmd === 'unsubscribe') unsubscribed.set(packet.messageId ?? 0, packet.unsubscriptions.length)
    if (misplaced.size + released.size + unsubscribed.size > IN_FLIGHT) end('too many messages in flight')
    else toBroker(packet.cmd === 'connect' ? connect(packet) : packet)
  }

  const connack = ({ returnCode = 0, sessionPresent }: IConnackPacket): Packet => ({
    cmd: 'connack',
    sessionPresent,
    reasonCode: CONNACK_REASON[returnCode] ?? NOT_AUTHORIZED,
    properties: {
      sessionExpiryInterval: 0,
      receiveMaximum: IN_FLIGHT,
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
      toBroker({ cmd: 'pubrel', messageId })
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
  parserOfBroker.on('packet', (packet) => {
    if (packet.cmd === 'pubcomp' && released.delete(packet.messageId ?? 0)) return
    toDevice(generate(rewritten(packet), { protocolVersion: 5 }))
  })
  parserOfBroker.on('error', (error) => {
    throw error
  })

  return { fromDevice, fromBroker: (bytes: Buffer): void => void parserOfBroker.parse(bytes) }
}
