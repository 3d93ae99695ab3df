import * as z from 'zod/mini'
import { isSessionOver } from '../catalogue/session-codes.ts'
import { ApiError, ConnectionError } from '../contract/api-error.ts'
import type { Contract, Domain } from '../contract/contract.ts'
import { type Calls, type Endpoint, Envelope, FieldError, type InputOf, type OutputOf } from '../contract/endpoint.ts'
import { toQuery } from '../contract/wire.ts'
import { DOMAINS } from './domains.ts'
import type { Transport, TransportReply } from './transport.ts'

export interface CallOptions {
  signal?: AbortSignal
  /** A failure is shown in a toast: for screens that have no place of their own for it. */
  raisesToast?: boolean
}

/** A call that changed something on the server. */
export interface Change {
  domain: Domain
}

type Call<E extends Endpoint> = (input: InputOf<E>, options?: CallOptions) => Promise<OutputOf<E>>

/** Every call of the contract as a function, by domain; the same function each time it is read. */
export type Client = {
  [D in keyof Contract]: { [K in keyof Contract[D]]: Contract[D][K] extends Endpoint ? Call<Contract[D][K]> : never }
}

export interface ClientOptions {
  transport: Transport
  /** Headers of the session; read for every call. `isPublic` calls go without. */
  headers(isPublic: boolean): Promise<Record<string, string>>
  lang(): string
  onRefused(code: string, domain: string, wait_s: number): void
  /** `raisesToast`: the caller shows nothing of it. */
  onUnreachable(reason: ConnectionError['reason'], raisesToast: boolean): void
  /** Calls of this page's origin are refused, whatever they ask for. */
  onForeign(): void
  /** The server took the token of a call. */
  onAccepted(): void
  /** A call changed something on the server. */
  onChanged(change: Change): void
  /** The server does not know the token (any more): HTTP 500 with 100009 or 50014. True: there is another to try with. */
  onExpired(token: string | null, refusal: ApiError): Promise<boolean>
  /** Every failure, whether a toast shows it or not. */
  onFailed?(error: unknown, domain: string): void
}

const RefusedData = z.object({
  fields: z._default(z.array(FieldError), []),
  fault: z._default(z.string(), ''),
  wait_s: z._default(z.int(), 0),
})
/** Of an embed key that does not know the page's origin. */
const FOREIGN = '110004'

function refusal({ status, body }: TransportReply): ApiError | null {
  const envelope = Envelope.safeParse(body)
  if (!envelope.success) throw new ConnectionError('unreadable')
  const { meta, data } = envelope.data
  if (meta.success === 1) return null
  const refused = RefusedData.safeParse(data)
  return ApiError.fromWire(meta.code, { ...(refused.success && refused.data), status })
}

async function endpointOf(domain: Domain, name: string): Promise<Endpoint> {
  const file: Partial<Record<Domain, Calls>> = await DOMAINS[domain]().catch(() => {
    throw new ConnectionError('offline')
  })
  const calls = file[domain] ?? {}
  const endpoint = Object.hasOwn(calls, name) ? calls[name] : undefined
  if (!endpoint) throw new TypeError(`No call ${domain}.${name}`)
  return endpoint
}

/** The typed client: a reply that breaks the contract is a defect; refusals are shown as part 7 of the specification says. */
export function createClient(options: ClientOptions): Client {
  const { transport, headers, lang, onRefused, onUnreachable, onForeign, onAccepted, onChanged, onExpired, onFailed } =
    options

  async function send(
    endpoint: Endpoint,
    input: unknown,
    signal: AbortSignal | undefined,
    isSecond = false,
  ): Promise<unknown> {
    const isQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE'
    const fields = (input ?? {}) as Record<string, unknown>
    const held = await headers(endpoint.needs === 'public')
    const reply = await transport({
      method: endpoint.method,
      path:
        endpoint.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(fields[name]))) +
        (isQuery ? toQuery(fields) : ''),
      headers: { 'accept-language': lang(), ...held },
      ...(!isQuery && { body: fields }),
      reply: endpoint.reply === 'file' ? 'arrayBuffer' : 'text',
      signal,
    })
    if (endpoint.reply === 'file') {
      const file = (await import('./file-reply.ts')).fileOf(endpoint, reply)
      if (file) return file
    }
    const refused = refusal(reply)
    if (refused && isSessionOver(refused.code) && endpoint.needs !== 'public') {
      if ((await onExpired(held['X-Token'] ?? null, refused)) && !isSecond) return send(endpoint, input, signal, true)
    } else if (refused?.code === FOREIGN) onForeign()
    else if (endpoint.needs !== 'public') onAccepted()
    if (refused) throw refused
    return endpoint.output.parse(Envelope.parse(reply.body).data)
  }

  async function call(domain: Domain, name: string, input: unknown, options: CallOptions = {}): Promise<unknown> {
    const { signal, raisesToast = false } = options
    try {
      const endpoint = await endpointOf(domain, name)
      if (domain === 'history' && endpoint.method === 'GET') await (await import('./pace.ts')).pace(signal)
      const output = await send(endpoint, input, signal)
      if (endpoint.method !== 'GET' && !endpoint.changesNothing) onChanged({ domain })
      return output
    } catch (error) {
      if (error instanceof ApiError) {
        if (!isSessionOver(error.code) && raisesToast) onRefused(error.code, domain, error.wait_s)
      } else if (error instanceof ConnectionError && error.reason !== 'aborted')
        onUnreachable(error.reason, raisesToast)
      onFailed?.(error, domain)
      throw error
    }
  }

  type AnyCall = (input: unknown, options?: CallOptions) => Promise<unknown>
  const callsOf = (domain: Domain) =>
    new Proxy<Record<string, AnyCall>>(Object.create(null), {
      get(made, name) {
        if (typeof name !== 'string') return undefined
        made[name] ??= (input, options) => call(domain, name, input, options)
        return made[name]
      },
    })
  return Object.fromEntries((Object.keys(DOMAINS) as Domain[]).map((domain) => [domain, callsOf(domain)])) as Client
}
