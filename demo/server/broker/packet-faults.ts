import type { IConnectPacket, Packet } from 'mqtt-packet'

/** Why a packet ends its connection; the words of the device's log. */
export type PacketFault =
  | 'not MQTT'
  | 'packet before CONNECT'
  | 'second CONNECT'
  | 'packet that only a server sends'
  | 'no message number'
  | 'no topic'
  | 'wildcard in a topic'
  | 'text too long'
  | 'no filters'
  | 'too many filters'
  | 'no user name'
  | 'no client id'
  | 'too many messages in flight'
  | 'enhanced authentication'

/** The longest topic of ours has about 210 bytes. */
const TEXT_BYTES = 1024
const FILTERS_A_PACKET = 100

const FROM_DEVICES: readonly (Packet['cmd'] | undefined)[] = [
  'connect',
  'publish',
  'puback',
  'pubrec',
  'pubrel',
  'pubcomp',
  'subscribe',
  'unsubscribe',
  'pingreq',
  'disconnect',
]
const NUMBERED: readonly (Packet['cmd'] | undefined)[] = [
  'puback',
  'pubrec',
  'pubrel',
  'pubcomp',
  'subscribe',
  'unsubscribe',
]

// Bytes that are no UTF-8 are read as three each, so a text can be longer than its packet said.
const isTooLong = (text: string | undefined): boolean => text !== undefined && Buffer.byteLength(text) > TEXT_BYTES

function connectFault({ username, password, clientId, clean, protocolVersion, will }: IConnectPacket) {
  // MQTT 5 allows it, and gets the broker's refusal in its own words.
  if (password !== undefined && username === undefined && protocolVersion !== 5) return 'no user name'
  if (!clientId && (protocolVersion === 3 || (protocolVersion === 4 && !clean))) return 'no client id'
  if (will && !will.topic) return 'no topic'
  return isTooLong(username) || isTooLong(clientId) || isTooLong(will?.topic) ? 'text too long' : null
}

function filtersFault(filters: readonly string[]): PacketFault | null {
  if (filters.length === 0) return 'no filters'
  if (filters.length > FILTERS_A_PACKET) return 'too many filters'
  if (filters.some((filter) => filter === '')) return 'no topic'
  return filters.some(isTooLong) ? 'text too long' : null
}

/**
 * Why a packet that the parser took goes no further, null when it may. The parser takes what no device may send, and the
 * generator throws at it or writes a packet that is cut off: nothing is generated that was not checked here.
 */
export function packetFault(packet: Packet, isFirst: boolean): PacketFault | null {
  if (!FROM_DEVICES.includes(packet.cmd))
    return packet.cmd === 'auth' ? 'enhanced authentication' : 'packet that only a server sends'
  if (isFirst !== (packet.cmd === 'connect')) return isFirst ? 'packet before CONNECT' : 'second CONNECT'
  if (packet.cmd === 'connect') return connectFault(packet)
  const isNumbered = NUMBERED.includes(packet.cmd) || (packet.cmd === 'publish' && packet.qos > 0)
  const { messageId = 0 } = packet
  // The parser says -1 where the number is missing.
  if (isNumbered && !(messageId >= 1 && messageId <= 65_535)) return 'no message number'
  if (packet.cmd === 'publish') {
    if (packet.topic === '') return 'no topic'
    if (/[#+]/.test(packet.topic)) return 'wildcard in a topic'
    return isTooLong(packet.topic) ? 'text too long' : null
  }
  if (packet.cmd === 'subscribe') return filtersFault(packet.subscriptions.map(({ topic }) => topic))
  return packet.cmd === 'unsubscribe' ? filtersFault(packet.unsubscriptions) : null
}
