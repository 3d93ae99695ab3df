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
