const PUBLISH_QOS_1 = 0x32
/** Type and QoS, without the marks of a repetition and of what was kept. */
const TYPE_AND_QOS = 0xf6

/** The numbers of the QoS 1 messages in what the broker writes, which are whole packets of MQTT 3.1.1. */
export function numberedIn(bytes: Buffer): number[] {
  const found: number[] = []
  for (let at = 0; at + 1 < bytes.length; ) {
    const type = bytes.readUInt8(at++)
    let length = 0
    for (let shift = 0, more = true; more && at < bytes.length; shift += 7) {
      const byte = bytes.readUInt8(at++)
      length += (byte & 0x7f) << shift
      more = byte > 0x7f
    }
    if ((type & TYPE_AND_QOS) === PUBLISH_QOS_1 && at + 2 <= bytes.length) {
      const number = at + 2 + bytes.readUInt16BE(at)
      if (number + 2 <= bytes.length) found.push(bytes.readUInt16BE(number))
    }
    at += length
  }
  return found
}
