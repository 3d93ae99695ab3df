import type { Endpoint } from '../contract/endpoint.ts'
import type { TransportReply } from './transport.ts'

function fileName(headers: Headers): string {
  const named = /filename\*=UTF-8''([^;]+)/.exec(headers.get('content-disposition') ?? '')?.[1]
  return named ? decodeURIComponent(named) : 'export'
}

/** The file of a reply; null when the server refused, with the refusal read into `reply.body`. */
export function fileOf({ output }: Endpoint, reply: TransportReply): unknown {
  const mime = reply.headers.get('content-type') ?? ''
  const content = new Uint8Array(reply.body as ArrayBuffer)
  if (!mime.startsWith('application/json')) return output.parse({ name: fileName(reply.headers), mime, content })
  reply.body = JSON.parse(new TextDecoder().decode(content))
  return null
}
