/** What a packet may declare as its length: before the broker knows the device, and after. */
export const PACKET_BYTES = { first: 8192, later: 327_680 } as const

/**
 * Reads MQTT's packet lengths as bytes pass, so that a packet that declares too much ends the connection before it is
 * gathered in memory. Call `take` with each chunk; it answers `false` once, at the declared length that is too large.
 */
export function lengthGuard(): {
  take(chunk: Buffer): boolean
  /** Whether the rest of a packet is still to come. */
  isAmid(): boolean
  /** Bytes that the packet under way still has. */
  left(): number
} {
  let isFirst = true
  /** Bytes of the body still to pass; null while a header is read. */
  let left: number | null = null
  let declared = 0
  let factor = 0

  return {
    isAmid: () => left !== null || factor > 0,
    left: () => left ?? 0,
    take(chunk) {
      let at = 0
      while (at < chunk.length) {
        if (left !== null) {
          const step = Math.min(left, chunk.length - at)
          at += step
          left -= step
          if (left === 0) left = null
          continue
        }
        const byte = chunk[at++] as number
        if (factor === 0) {
          // The packet's type; its length follows, seven bits a byte, four bytes at most.
          declared = 0
          factor = 1
          continue
        }
        declared += (byte & 0x7f) * factor
        factor *= 128
        if (byte & 0x80 && factor < 128 ** 4) continue
        if (declared > (isFirst ? PACKET_BYTES.first : PACKET_BYTES.later)) return false
        isFirst = false
        factor = 0
        if (declared > 0) left = declared
      }
      return true
    },
  }
}
