import { allCalls, type NamedCall } from '../../../demo/server/http/openapi.ts'
import type { TestServer } from '../server.ts'
import { textOf } from './marks.ts'

/** Calls of the contract by their names, like `device.list`. */
export const CALLS: ReadonlyMap<string, NamedCall> = new Map(
  allCalls().map((call) => [`${call.domain}.${call.name}`, call] as const),
)
export const nameOf = ({ domain, name }: NamedCall): string => `${domain}.${name}`

/** Who asks: by a token, from an address, from a page. Nobody has no token. */
export interface Asker {
  token: string | null
  address: string
  origin?: string
  /** What a browser calls itself. */
  agent?: string
}

export interface Heard {
  status: number
  code: string
  isDone: boolean
  // biome-ignore lint/suspicious/noExplicitAny: a test says itself what it expects
  data: any
  /** Everything that was said, headers and files too. */
  text: string
}

/** Calls by the contract's name. A file is heard as done, without `data`. */
export async function ask(
  { app }: Pick<TestServer, 'app'>,
  { token, address, origin, agent }: Asker,
  name: string,
  input: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Heard> {
  const call = CALLS.get(name)
  if (!call) throw new Error(`no call ${name}`)
  const { method, path } = call.endpoint
  const { check_code } = input
  const reply = await app.inject({
    method,
    url: path.replace(':check_code', String(check_code)),
    ...(method === 'GET' || method === 'DELETE' ? { query: texts(input) } : { payload: input }),
    headers: {
      ...(token !== null && { 'x-token': token }),
      ...(origin !== undefined && { origin }),
      ...(agent !== undefined && { 'user-agent': agent }),
      ...headers,
    },
    remoteAddress: address,
  })
  const text = textOf(reply.headers, reply.rawPayload)
  const isEnvelope = String(reply.headers['content-type']).startsWith('application/json')
  if (!isEnvelope) return { status: reply.statusCode, code: '100001', isDone: true, data: null, text }
  const { meta, data } = reply.json()
  return { status: reply.statusCode, code: meta.code, isDone: meta.success === 1, data, text }
}

/** As `ask`, for calls that have to work; returns the answer's data. */
export async function done(...args: Parameters<typeof ask>) {
  const { isDone, code, data } = await ask(...args)
  if (!isDone) throw new Error(`${args[2]} was refused with ${code}: ${JSON.stringify(data)}`)
  return data
}

const texts = (input: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(input)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([key, value]) => [key, Array.isArray(value) ? value.join(',') : `${value}`]),
  )
