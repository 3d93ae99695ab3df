import { lookup } from 'node:dns/promises'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPrivateAddress } from './addresses.ts'
import { isListed } from './private-hosts.ts'

/** Where the server may ask something of others, and how much it waits and takes. */
export interface OutgoingRules {
  /** Host names, in lower case; nothing else is called. */
  hosts: readonly string[]
  /** What may be on a private network, as `isListed` compares it. */
  privateHosts: readonly string[]
  ms: number
  bytes: number
}

/** No usable answer came. Reveals no address and no key. */
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

interface RequestOptions {
  method: 'GET' | 'POST'
  headers: Readonly<Record<string, string>>
  body?: string
  /** Whether an answer of this status is one. */
  takes: (status: number) => boolean
}

/**
 * Asks by the rules: the name is resolved once, every address of it is checked, and the connection is made to one that
 * was checked. A redirect is no answer. Resolves with the answer, of which nothing is read yet: it is for `textOf`, or
 * `dropped`. Rejects with an OutgoingError.
 */
export async function ask(url: URL, request: RequestOptions, rules: OutgoingRules, resolve = resolveAll) {
  const host = hostOf(url)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  if (!isWeb || url.username !== '' || !rules.hosts.includes(host))
    throw new OutgoingError('the address is not allowed')
  return send(url, request, await allowedAddress(url, rules, resolve), rules)
}

async function allowedAddress(url: URL, { privateHosts }: OutgoingRules, resolve: Resolve): Promise<string> {
  const host = hostOf(url)
  const found = isIP(host) ? [{ address: host }] : await resolve(host).catch(() => [])
  const mayBePrivate = isListed(url, privateHosts)
  const [first] = found
  // One answer to both: who may name hosts is not to find out by it which of them a private network has.
  if (!first || (!mayBePrivate && found.some(({ address }) => isPrivateAddress(address))))
    throw new OutgoingError(
      'no such host on the internet: mend the address, or have its host and port listed in PRIVATE_HOSTS',
    )
  return first.address
}

function send(url: URL, { method, headers, body, takes }: RequestOptions, address: string, { ms }: OutgoingRules) {
  const family = isIP(address)
  // Whatever the name resolves to by now: the connection goes to the checked address.
  const pinned: LookupFunction = (_host, options, done) =>
    options.all ? done(null, [{ address, family }]) : done(null, address, family)
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise<IncomingMessage & { statusCode: number }>((resolve, reject) => {
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
        const { statusCode = 0 } = reply
        if (takes(statusCode)) return resolve(Object.assign(reply, { statusCode }))
        reply.destroy()
        reject(new OutgoingError(`the answer was ${statusCode}`, statusCode))
      },
    )
    sent.on('error', () => reject(new OutgoingError('nothing was answered')))
    sent.end(body)
  })
}

/** An answer's text; rejects with an OutgoingError where it is larger than so many bytes, or breaks off. */
export async function textOf(reply: IncomingMessage, bytes: number): Promise<string> {
  const { statusCode = null } = reply
  const parts: Buffer[] = []
  let taken = 0
  try {
    for await (const part of reply as AsyncIterable<Buffer>) {
      taken += part.length
      // Leaving the loop breaks the answer off.
      if (taken > bytes) break
      parts.push(part)
    }
  } catch {
    throw new OutgoingError('the answer broke off', statusCode)
  }
  if (taken > bytes) throw new OutgoingError('the answer is too large', statusCode)
  return Buffer.concat(parts).toString('utf8')
}

/** Lets an answer go whose status said all: what has come of it is dropped, and one that goes on is broken off. */
export function dropped(reply: IncomingMessage, bytes: number): void {
  textOf(reply, bytes).catch(() => {})
}
