import type { IncomingMessage } from 'node:http'

/**
 * What limits by network address count by: an IPv4 address, or the first 64 bits of an IPv6 one, which one subscriber has
 * whole (RFC 6177). An IPv4 address in IPv6's form counts as what it is.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!address.includes(':')) return address
  const [bare = ''] = address.toLowerCase().split('%')
  const [head = [], tail] = bare.split('::').map((half) => half.split(':').filter(Boolean))
  const zeros = tail ? Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0') : []
  const groups = [...head, ...zeros, ...(tail ?? [])].slice(0, 4)
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`
}

/**
 * The first 48 bits of a network as `networkOf` writes it: a site, which may have 65,536 of them (RFC 6177). Null for one of
 * IPv4.
 */
export function siteOf(network: string): string | null {
  const [, site] = /^(\w+:\w+:\w+):\w+::\/64$/.exec(network) ?? []
  return site === undefined ? null : `${site}::/48`
}

/** Where a request comes from: `trusted` proxies stand before the server, and each has added its own client's address. */
export function forwardedAddress({ headers, socket }: IncomingMessage, trusted: number): string {
  const said = String(headers['x-forwarded-for'] ?? '')
  const chain = [...said.split(',').map((one) => one.trim()), socket.remoteAddress ?? ''].filter(Boolean)
  return chain[Math.max(0, chain.length - 1 - trusted)] ?? ''
}
