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

export type Resolve = (host: string) => Promise<readonly { address: string; family: number }[]>

const resolveAll: Resolve = (host) => lookup(host, { all: true })

export const hostOf = (url: URL): string => url.hostname.toLowerCase().replace(/^\[|\]$/g, '')

interface Asked {
  method: 'GET' | 'POST'
  headers: Readonly<Record<string, string>>
  body?: string
  /** Whether an answer of this status is one. */
  takes: (status: number) => boolean
}

/**
 * Asks by the rules: the name is resolved once, every address of it is judged, and the connection is made to the one that
 * was judged. A redirect is no answer. Resolves with the answer's text; rejects with an OutgoingError.
 */
export async function ask(url: URL, asked: Asked, rules: OutgoingRules, resolve = resolveAll) {
  const host = hostOf(url)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  if (!isWeb || url.username !== '' || !rules.hosts.includes(host))
    throw new OutgoingError('the address is not allowed')
  return send(url, asked, await allowedAddress(host, rules, resolve), rules)
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

function send(url: URL, { method, headers, body, takes }: Asked, address: string, { ms, bytes }: OutgoingRules) {
  const family = isIP(address)
  // Whatever the name leads to by now: the connection goes where was judged.
  const pinned: LookupFunction = (_host, options, done) =>
    options.all ? done(null, [{ address, family }]) : done(null, address, family)
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = request(
      url,
      {
        method,
        lookup: pinned,
        agent: false,
        signal: AbortSignal.timeout(ms),
        headers: { 'user-agent': 'Sightglass', 'accept-encoding': 'identity', ...headers },
      },
      (reply) => {
        const { statusCode: status = 0 } = reply
        if (!takes(status)) {
          reply.destroy()
          return reject(new OutgoingError(`the answer was ${status}`, status))
        }
        const parts: Buffer[] = []
        let taken = 0
        reply.on('data', (part: Buffer) => {
          taken += part.length
          if (taken > bytes) {
            reply.destroy()
            reject(new OutgoingError('the answer is too large', status))
          } else parts.push(part)
        })
        reply.on('end', () => resolve({ status, text: Buffer.concat(parts).toString('utf8') }))
        reply.on('error', () => reject(new OutgoingError('the answer broke off', status)))
      },
    )
    sent.on('error', () => reject(new OutgoingError('nothing was answered')))
    sent.end(body)
  })
}
