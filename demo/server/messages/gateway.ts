import type { Carried, MessageProvider } from './outgoing.ts'

const PATIENCE_MS = 15_000

interface Gateway {
  /** As errors call it. */
  name: string
  url: string
  token: string
  /** What it takes of a message. */
  bodyOf(message: Carried): object
}

/**
 * A provider behind an HTTP endpoint: POST of JSON, with `Authorization: Bearer token` where one is set, and an
 * `Idempotency-Key` where a message may come again. Any 2xx is taken for delivered; a redirect is refused, the token must
 * not go along.
 */
const gateway = ({ name, url, token, bodyOf }: Gateway): MessageProvider => ({
  async send(message) {
    const { delivery_id } = message
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(delivery_id && { 'idempotency-key': delivery_id }),
      },
      body: JSON.stringify(bodyOf(message)),
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    }).catch((cause) => {
      throw new Error(`the ${name} did not answer`, { cause })
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`the ${name} answered ${response.status}`)
  },
})

/** Takes `{phone, text}`. */
export const smsGateway = (url: string, token: string): MessageProvider =>
  gateway({ name: 'SMS gateway', url, token, bodyOf: ({ address, body }) => ({ phone: address, text: body }) })

/** Takes `{openid, text}`. */
export const wechatGateway = (url: string, token: string): MessageProvider =>
  gateway({ name: 'WeChat gateway', url, token, bodyOf: ({ address, body }) => ({ openid: address, text: body }) })
