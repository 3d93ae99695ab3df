import * as z from 'zod/mini'
import { contract } from '../../core/contract/contract.ts'
import type { Endpoint } from '../../core/contract/endpoint.ts'
import { type Random, spoil } from './random.ts'

/** Where a request or a frame names the session of whoever is signed in. */
export const TOKEN = '{token}'

const calls: { endpoint: Endpoint; input: unknown }[] = Object.values(contract)
  .flatMap((domain) => Object.values<Endpoint>(domain))
  .map((endpoint) => ({ endpoint, input: z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' }) }))

const ODD = [
  null,
  0,
  -1,
  1e308,
  '',
  'x',
  '\0',
  '\ud800',
  true,
  [],
  {},
  '__proto__',
  'x'.repeat(5000),
  '2026-01-01',
  '../../etc',
  9e15,
]

interface Schema {
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
}

/** A value that mostly fits. */
function likeSchema(random: Random, schema: Schema | undefined, depth = 0): unknown {
  if (!schema || depth > 6 || random.chance(0.08)) return random.pick(ODD)
  if (schema.enum) return random.pick(schema.enum)
  if (schema.const !== undefined) return schema.const
  if (schema.anyOf) return likeSchema(random, random.pick(schema.anyOf), depth + 1)
  if (schema.type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {})
        .filter(() => random.chance(0.85))
        .map(([name, its]) => [name, likeSchema(random, its, depth + 1)]),
    )
  if (schema.type === 'array')
    return Array.from({ length: random.int(3) }, () => likeSchema(random, schema.items, depth + 1))
  if (schema.type === 'boolean') return random.chance(0.5)
  if (schema.type === 'integer' || schema.type === 'number') return random.pick([0, 1, 2, 10, 1_790_000_000_000])
  return random.pick(['FUZZ0', 'level', 'a name', '1', 'x@example.com', '13800000000', 'level + 1'])
}

/** The bytes of one request, right or spoilt. */
export function httpRequest(random: Random): Buffer {
  const { endpoint, input } = random.pick(calls)
  const value = likeSchema(random, input as Schema)
  const isInPath = endpoint.method === 'GET' || endpoint.method === 'DELETE'
  const query = isInPath && typeof value === 'object' && value !== null ? queryOf(value) : ''
  const whole = Buffer.from(isInPath ? '' : (JSON.stringify(value) ?? ''))
  const body = !isInPath && random.chance(0.3) ? spoil(random, whole) : whole
  const type = random.pick([
    'application/json',
    'application/json',
    'application/json',
    'application/x-www-form-urlencoded',
    'text/plain',
  ])
  const head = [
    `${endpoint.method} ${endpoint.path}${query} HTTP/1.1`,
    'host: localhost',
    'connection: close',
    ...(random.chance(0.95) ? [`x-token: ${TOKEN}`] : []),
    ...(isInPath ? [] : [`content-type: ${type}`, `content-length: ${body.length}`]),
    ...(random.chance(0.1)
      ? [
          random.pick([
            'x-user: 1',
            'x-signature: a.b.c',
            'origin: null',
            'accept-language: \xff',
            'x-forwarded-for: ::1',
            'range: bytes=0-',
          ]),
        ]
      : []),
  ]
  const request = Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), body])
  return random.chance(0.15) ? spoil(random, request) : request
}

const queryOf = (value: object): string => {
  const texts = Object.entries(value).map(([name, its]) => [
    name,
    typeof its === 'string' ? its.replace(/\p{Surrogate}/gu, '\ufffd') : String(JSON.stringify(its)),
  ])
  return texts.length > 0 ? `?${new URLSearchParams(texts)}` : ''
}

const CHANNELS = ['alarms', 'messages', 'device/FUZZ0', 'device/WITNESS', 'device/', '__proto__', 'x'.repeat(3000)]

/** Frames of a browser's socket, and at times bytes that are none. */
export function socketFrames(random: Random): Buffer[] {
  const frame = () =>
    JSON.stringify(
      random.pick([
        {
          type: 'subscribe',
          channels: Array.from({ length: random.int(60) }, () => random.pick(CHANNELS)),
          rate: random.pick([1, 20, 0, -1, 1e9]),
        },
        { type: 'unsubscribe', channels: [random.pick(CHANNELS)] },
        { type: 'resume', channel: random.pick(CHANNELS), seq: random.pick([0, -1, 1e15]) },
        { type: 'ping' },
        { type: 'auth', token: random.pick([TOKEN, '', 'x'.repeat(3000)]) },
        { type: random.pick(['', '__proto__', 'ready']) },
        random.pick(ODD),
      ]),
    )
  const first = Buffer.from(JSON.stringify({ type: 'auth', token: TOKEN }))
  const rest = Array.from({ length: random.int(8) }, () => {
    const bytes = Buffer.from(frame())
    return random.chance(0.3) ? spoil(random, bytes) : bytes
  })
  return random.chance(0.9) ? [first, ...rest] : rest
}
