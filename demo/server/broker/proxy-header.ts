import { isIP } from 'node:net'

/** The header that a load balancer or a TLS terminator puts before a connection's own bytes. */
export interface ProxyHeader {
  /** Of the device; null for a check of the balancer's own. */
  address: string | null
  /** Bytes of the header. */
  length: number
}

const SIGNATURE = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1')
const V1_START = Buffer.from('PROXY ')
// The specification's worst case of version 1; version 2 holds certificates' names at most, and could claim 64 KB.
const V1_BYTES = 107
const V2_BYTES = 4096

const startsAs = (bytes: Buffer, wanted: Buffer): boolean => {
  const length = Math.min(bytes.length, wanted.length)
  return bytes.subarray(0, length).equals(wanted.subarray(0, length))
}

function readText(bytes: Buffer): ProxyHeader | 'more' | 'wrong' {
  const end = bytes.subarray(0, V1_BYTES).indexOf('\r\n')
  if (end < 0) return bytes.length < V1_BYTES ? 'more' : 'wrong'
  const [, family, address = ''] = bytes.toString('latin1', 0, end).split(' ')
  const length = end + 2
  if (family === 'UNKNOWN') return { address: null, length }
  const version = family === 'TCP4' ? 4 : family === 'TCP6' ? 6 : -1
  return isIP(address) === version ? { address, length } : 'wrong'
}

function readBinary(bytes: Buffer): ProxyHeader | 'more' | 'wrong' {
  if (bytes.length < 16) return 'more'
  const command = bytes[12] as number
  const length = 16 + bytes.readUInt16BE(14)
  if (command >> 4 !== 2 || (command & 15) > 1 || length > V2_BYTES) return 'wrong'
  if (bytes.length < length) return 'more'
  const family = (bytes[13] as number) >> 4
  if ((command & 15) === 0 || family === 0) return { address: null, length }
  if (family === 1 && length >= 16 + 12) return { address: bytes.subarray(16, 20).join('.'), length }
  if (family !== 2 || length < 16 + 36) return 'wrong'
  const groups = [...Array(8).keys()].map((n) => bytes.readUInt16BE(16 + 2 * n).toString(16))
  return { address: groups.join(':'), length }
}

/**
 * Reads the header of the PROXY protocol, version 1 or 2, at the beginning of a connection. `more`: it goes on in the
 * next bytes; `wrong`: there is none.
 */
export function readProxyHeader(bytes: Buffer): ProxyHeader | 'more' | 'wrong' {
  if (startsAs(bytes, SIGNATURE)) return readBinary(bytes)
  return startsAs(bytes, V1_START) ? readText(bytes) : 'wrong'
}
