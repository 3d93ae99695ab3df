import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'

/** The networks that are nobody's on the internet: this machine, the plant's own, and the cloud's metadata services. */
const PRIVATE_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  // Azure's metadata service, at a public address.
  '168.63.129.16/32',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
] as const

const numberOf = (address: string): number =>
  address.split('.').reduce((number, part) => number * 256 + Number(part), 0)

const isPrivateV4 = (address: string): boolean =>
  PRIVATE_V4.some((range) => {
    const [network = '', bits] = range.split('/')
    const size = 2 ** (32 - Number(bits))
    return Math.floor(numberOf(address) / size) === Math.floor(numberOf(network) / size)
  })

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  const [bare = ''] = address.split('%')
  // Its last 32 bits may be written as an IPv4 address.
  const hex = bare.replace(/^(.*:)(\d+\.\d+\.\d+\.\d+)$/, (_address, before: string, v4: string) => {
    const number = numberOf(v4)
    return `${before}${Math.floor(number / 65_536).toString(16)}:${(number % 65_536).toString(16)}`
  })
  const [head = [], tail] = hex.split('::').map((half) => half.split(':').filter(Boolean))
  const zeros = tail ? Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0') : []
  return [...head, ...zeros, ...(tail ?? [])].map((group) => Number.parseInt(group, 16))
}

function isPrivateV6(address: string): boolean {
  const groups = groupsOf(address)
  const [first = 0] = groups
  const v4 = (high: number, low: number) => `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`
  const startsWith = (...start: number[]) => start.every((group, i) => groups[i] === group)
  const isMapped = startsWith(0, 0, 0, 0, 0, 0xffff) || startsWith(0x64, 0xff9b, 0, 0, 0, 0)
  if (isMapped) return isPrivateV4(v4(groups[6] ?? 0, groups[7] ?? 0))
  // 6to4 carries an IPv4 address.
  if (first === 0x2002) return isPrivateV4(v4(groups[1] ?? 0, groups[2] ?? 0))
  // 2000::/3 is all that is assigned; of it, documentation and Teredo lead nowhere.
  const isGlobal = first >> 13 === 1 && !startsWith(0x2001, 0xdb8) && !startsWith(0x2001, 0)
  return !isGlobal
}

/** This machine, by whatever address: what listens here is meant for those who reach it themselves. */
const isOwn = (address: string): boolean =>
  Object.values(networkInterfaces()).some((all) => all?.some((own) => own.address === address))

/** Whether an IP address is not of the public internet, or this machine's. What is no address counts as private. */
export function isPrivateAddress(address: string): boolean {
  const version = isIP(address)
  if (isOwn(address)) return true
  if (version === 4) return isPrivateV4(address)
  return version === 6 ? isPrivateV6(address) : true
}
