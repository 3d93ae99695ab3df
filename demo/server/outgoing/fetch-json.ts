import { lookup } from 'node:dns/promises'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPrivateAddress } from './addresses.ts'

/** Where the server may ask something of others, and how much it waits and takes. */
export interface OutgoingRules {
  /** Host names, in lower case; nothing else is asked. */
  hosts: readonly string[]
  /** Of those, the ones that may be on a private network. */
  privateHosts: readonly string[]
  ms: number
  bytes: number
}

/** Nothing came that can be used. Tells no address and no key. */
export class OutgoingError extends Error {
  /** HTTP status, where an answer came. */
  readonly status: number | null
  constructor(message: string, status: number | null = null) {
    super(message)
    this.status = status
  }
}

type Resolve = (host: string) => Promise<readonly { address: string; family: number }[]>

const resolveAll: Resolve = (host) => lookup(host, { all: true })

/**
 * JSON from an address, by the rules: its name is resolved once, every address of it is judged, and the connection is made
 * to the one that was judged. A redirect is no answer. Rejects with an OutgoingError.
 */
export async function fetchJson(url: URL, rules: OutgoingRules, resolve: Resolve = resolveAll): Promise<unknown> {
  const host = url.hostname.toLowerCase().replace(/^\[|\]$/g, '')
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  if (!isWeb || url.username !== '' || !rules.hosts.includes(host))
    throw new OutgoingError('the address is not allowed')
  const address = await allowedAddress(host, rules, resolve)
  const text = await get(url, address, rules)
  try {
    return JSON.parse(text)
  } catch {
    throw new OutgoingError('the answer is no JSON')
  }
}

async function allowedAddress(host: string, { privateHosts }: OutgoingRules, resolve: Resolve): Promise<string> {
  const found = isIP(host)
    ? [{ address: host }]
    : await resolve(host).catch(() => {
        throw new OutgoingError('the host is not known')
      })
  const mayBePrivate = privateHosts.includes(host)
  const [first] = found
  if (!first || (!mayBePrivate && found.some(({ address }) => isPrivateAddress(address))))
    throw new OutgoingError('the host is on a private network')
  return first.address
}

function get(url: URL, address: string, { ms, bytes }: OutgoingRules): Promise<string> {
  const family = isIP(address)
  // Whatever the name leads to by now: the connection goes where was judged.
  const pinned: LookupFunction = (_host, options, done) =>
    options.all ? done(null, [{ address, family }]) : done(null, address, family)
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        lookup: pinned,
        agent: false,
        signal: AbortSignal.timeout(ms),
        headers: { accept: 'application/json', 'user-agent': 'Sightglass', 'accept-encoding': 'identity' },
      },
      (reply) => {
        const { statusCode = 0 } = reply
        if (statusCode !== 200) {
          reply.destroy()
          return reject(new OutgoingError(`the answer was ${statusCode}`, statusCode))
        }
        const parts: Buffer[] = []
        let taken = 0
        reply.on('data', (part: Buffer) => {
          taken += part.length
          if (taken > bytes) {
            reply.destroy()
            reject(new OutgoingError('the answer is too large'))
          } else parts.push(part)
        })
        reply.on('end', () => resolve(Buffer.concat(parts).toString('utf8')))
        reply.on('error', () => reject(new OutgoingError('the answer broke off')))
      },
    )
    sent.on('error', () => reject(new OutgoingError('nothing was answered')))
    sent.end()
  })
}
