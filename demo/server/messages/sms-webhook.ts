import type { MessageProvider } from '../messages.ts'

const PATIENCE_MS = 15_000

/**
 * SMS by the HTTP endpoint of a gateway: POST of `{phone, text}` as JSON, with `Authorization: Bearer token` where one is
 * set. Any 2xx is taken for delivered; a redirect is refused, the token must not go along.
 */
export function smsWebhook(url: string, token: string): MessageProvider {
  return {
    async send({ address, body }) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
        body: JSON.stringify({ phone: address, text: body }),
        redirect: 'error',
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      await response.body?.cancel()
      if (!response.ok) throw new Error(`the SMS gateway answered ${response.status}`)
    },
  }
}
