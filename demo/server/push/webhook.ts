import { createHmac } from 'node:crypto'
import { ask, dropped, hostOf, OutgoingError, type OutgoingRules } from '../outgoing/ask.ts'
import { isListed } from '../outgoing/private-hosts.ts'

const PATIENCE_MS = 10_000
/** An answer's status says all; one that goes on is broken off. */
const ANSWER_BYTES = 64 * 1024

export interface WebhookRequest {
  tenant_id: number
  url: string
  secret: string
  body: string
  /** The same at every try. */
  delivery_id: string
  /** What may be called on a private network, and by http, as `isListed` compares it. */
  privateHosts: readonly string[]
  now: number
}

/**
 * The signature of a body: hex HMAC-SHA256 over the seconds of the `Sightglass-Timestamp` header, a full stop and the body
 * as it was sent. A receiver computes it anew, compares, and refuses a timestamp that is minutes old.
 */
export const signatureOf = (secret: string, seconds: number, body: string): string =>
  createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')

/** What a webhook's address may name: any host by https, by http only what the server's operator lists. */
export const isAllowedAddress = (url: URL, privateHosts: readonly string[]): boolean =>
  url.protocol === 'https:' || isListed(url, privateHosts)

/** POSTs an event. Resolves with the status of a 2xx; rejects with an OutgoingError, a redirect included. */
export async function postWebhook({
  tenant_id,
  url,
  secret,
  body,
  delivery_id,
  privateHosts,
  now,
}: WebhookRequest): Promise<number> {
  const address = new URL(url)
  if (!isAllowedAddress(address, privateHosts)) throw new OutgoingError('http is only for hosts that are listed')
  const rules: OutgoingRules = {
    hosts: [hostOf(address)],
    privateHosts,
    holder: tenant_id,
    ms: PATIENCE_MS,
    bytes: ANSWER_BYTES,
  }
  const seconds = Math.floor(now / 1000)
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'sightglass-delivery': delivery_id,
    'sightglass-timestamp': String(seconds),
    'sightglass-signature': `sha256=${signatureOf(secret, seconds, body)}`,
  }
  const takes = (status: number) => status >= 200 && status < 300
  const reply = await ask(address, { method: 'POST', headers, body, takes }, rules)
  dropped(reply, rules.bytes)
  return reply.statusCode
}
