import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPrivateAddress } from './addresses.ts'
import { type Address, addressesByDns, addressesByHost, inTurn, type Resolve } from './names.ts'
import { isListed } from './private-hosts.ts'

/** Where the server may ask something of others, and how much it waits and takes. */
export interface OutgoingRules {
  /** Host names, in lower case; nothing else is called. */
  hosts: readonly string[]
  /** What may be on a private network, as `isListed` compares it. */
  privateHosts: readonly string[]
  /** Whose lookups of names take turns with those of others: an organisation, or the server itself. */
  holder: number | 'server'
  /** From the beginning until the answer begins. */
  ms: number
  bytes: number
}

/** Answers such as 103 Early Hints before the one that counts. */
const INTERIM_MOST = 3

/** No usable answer came. Reveals no address and no key. */
export class OutgoingError extends Error {
  /** HTTP status, where an answer came. */
  readonly status: number | null
  constructor(message: string, status: number | null = null) {
    super(message)
    this.status = status
  }
}

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
export async function ask(url: URL, request: RequestOptions, rules: OutgoingRules, resolve?: Resolve) {
  const host = hostOf(url)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  if (!isWeb || url.username !== '' || !rules.hosts.includes(host))
    throw new OutgoingError('the address is not allowed')
  const signal = AbortSignal.timeout(rules.ms)
  return send(url, request, await allowedAddresses(url, rules, signal, resolve), signal)
}

/** Its addresses, of which none is private where that is not allowed. */
async function allowedAddresses(
  url: URL,
  { privateHosts, holder }: OutgoingRules,
  signal: AbortSignal,
  resolve?: Resolve,
): Promise<Address[]> {
  const host = hostOf(url)
  const family = isIP(host)
  const mayBePrivate = isListed(url, privateHosts)
  // What the operator lists may stand in the hosts file; nobody else's names are to take threads of this process.
  const byName = resolve ?? (mayBePrivate ? addressesByHost : addressesByDns)
  const found = family ? [{ address: host, family }] : await inTurn(holder, byName, host, signal).catch(() => [])
  // One answer to all: who may name hosts is not to find out by it which of them a private network has.
  if (found.length === 0 || (!mayBePrivate && found.some(({ address }) => isPrivateAddress(address))))
    throw new OutgoingError(
      'no such host on the internet: mend the address, or have its host and port listed in PRIVATE_HOSTS',
    )
  return found
}

function send(url: URL, { method, headers, body, takes }: RequestOptions, addresses: Address[], signal: AbortSignal) {
  const [first] = addresses
  // Whatever the name resolves to by now: the connection goes to a checked address.
  const pinned: LookupFunction = (_host, options, done) =>
    options.all ? done(null, addresses) : done(null, first?.address ?? '', first?.family)
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise<IncomingMessage & { statusCode: number }>((resolve, reject) => {
    const sent = request(
      url,
      {
        method,
        lookup: pinned,
        agent: false,
        signal,
        headers: { 'user-agent': 'Sightglass', 'accept-encoding': 'identity', ...headers },
      },
      (reply) => {
        const { statusCode = 0 } = reply
        if (takes(statusCode)) return resolve(Object.assign(reply, { statusCode }))
        reply.destroy()
        reject(new OutgoingError(`the answer was ${statusCode}`, statusCode))
      },
    )
    let interim = 0
    // Each is read on the event loop, and nothing else bounds how many come.
    sent.on('information', () => {
      interim += 1
      if (interim > INTERIM_MOST) sent.destroy(new Error('too many interim answers'))
    })
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
