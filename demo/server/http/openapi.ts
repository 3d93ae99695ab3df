import { toJSONSchema } from 'zod/v4/core'
import { messageOf } from '../../../core/catalogue/codes.ts'
import { contract } from '../../../core/contract/contract.ts'
import { type Endpoint, Envelope, FieldError } from '../../../core/contract/endpoint.ts'
import { guestActionsOf } from '../../../core/contract/guest-calls.ts'

/** A JSON Schema or any other part of the document. */
export type Json = { [key: string]: unknown }

/** Refusals that every call can give, beyond its own. */
const EVERY_CALL = ['100003', '100005', '100006'] as const
const SIGNED_IN = ['100009', '100015'] as const

/** A call with its name in the contract, like `device.list`. */
export interface NamedCall {
  domain: string
  name: string
  endpoint: Endpoint
}

/** Every call of the contract, in its order. */
export const allCalls = (): NamedCall[] =>
  Object.entries(contract).flatMap(([domain, calls]) =>
    Object.entries<Endpoint>(calls).map(([name, endpoint]) => ({ domain, name, endpoint })),
  )

/** Codes that a call can be refused with. */
export const refusalsOf = ({ needs, refusals, beforeOwnPassword }: Endpoint): readonly string[] => [
  ...refusals,
  ...EVERY_CALL,
  ...(needs === 'public' ? [] : SIGNED_IN),
  ...(needs === 'public' || beforeOwnPassword ? [] : ['110006']),
]

/** JSON Schema 2020-12, the dialect of OpenAPI 3.1. What JSON cannot say (a file's bytes) becomes `{}`. */
export function schemaOf(schema: Endpoint['input'], io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
  return rest as Json
}

const json = (schema: Json) => ({ 'application/json': { schema } })
const ref = (name: string) => ({ $ref: `#/components/${name}` })

function parametersOf(endpoint: Endpoint): Json[] {
  const { properties = {}, required = [] } = schemaOf(endpoint.input, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: endpoint.path.includes(`:${name}`) ? 'path' : 'query',
    required: required.includes(name),
    schema,
    ...(schema.type === 'array' ? { style: 'form', explode: false } : {}),
  }))
}

function bodyOf(endpoint: Endpoint): Json {
  const schema = schemaOf(endpoint.input, 'input')
  return { required: true, content: { ...json(schema), 'application/x-www-form-urlencoded': { schema } } }
}

function repliesOf(endpoint: Endpoint): Json {
  const codes = refusalsOf(endpoint)
  const refusal = {
    allOf: [ref('schemas/Refusal')],
    properties: { meta: { properties: { code: { enum: codes } } } },
    description: codes.map((code) => `${code}: ${messageOf(code, 'en')}`).join('\n'),
  }
  const success = {
    allOf: [ref('schemas/Envelope')],
    properties: {
      meta: { properties: { success: { const: 1 }, code: { const: '100001' } } },
      data: schemaOf(endpoint.output, 'output'),
    },
    required: ['meta', 'data'],
  }
  const isFile = endpoint.reply === 'file'
  const content = isFile
    ? { ...json(refusal), 'application/octet-stream': { schema: {} } }
    : json({ oneOf: [success, refusal] })
  return {
    200: {
      description: isFile ? 'The file, or a refusal.' : 'Granted (`success` 1) or refused (`success` 0).',
      content,
    },
    413: ref('responses/TooLarge'),
    415: ref('responses/NotReadable'),
    429: ref('responses/TooMany'),
    ...(endpoint.needs === 'public' ? {} : { 401: ref('responses/NotTaken'), 500: ref('responses/NoSession') }),
  }
}

function operation({ domain, name, endpoint }: NamedCall): Json {
  const { needs, summary, method, ownOnly, beforeOwnPassword } = endpoint
  const takesBody = method === 'POST' || method === 'PUT'
  const right = needs === 'public' ? 'Public.' : needs === 'session' ? 'Any session.' : `Needs ${needs.join(' or ')}.`
  const actions = guestActionsOf(domain, name)
  const guests = actions.length > 0 ? ` Open to guest tokens with ${actions.join(' or ')}.` : ''
  return {
    operationId: `${domain}.${name}`,
    tags: [domain],
    summary,
    description:
      right +
      guests +
      (ownOnly ? ' Closed to simulated sessions and to the experience user.' : '') +
      (beforeOwnPassword ? ' Open before a password that somebody else set is changed.' : ''),
    ...(takesBody ? { requestBody: bodyOf(endpoint) } : { parameters: parametersOf(endpoint) }),
    responses: repliesOf(endpoint),
    security: needs === 'public' ? [] : [{ token: [] }],
  }
}

const failure = (description: string) => ({ description, content: json(ref('schemas/Refusal')) })

const TOKEN =
  'From POST /yun/v2/user/login; without it `TS`, `TTL`, `SIG` and `PubKey` of the key that was registered there; or a guest token, a JWT (HS256) that a portal signs with its embed key for one of its ' +
  'users: at most 600 s between `iat` and `exp`, taken from the origins of the key. Outside of them: 110004.'

/** The contract as an OpenAPI 3.1 document. */
export function openApi(): Json {
  const paths: Record<string, Json> = {}
  for (const call of allCalls()) {
    const { path, also = [], method } = call.endpoint
    const add = (at: string, described: Json) => {
      const template = at.replace(/:(\w+)/g, '{$1}')
      paths[template] = { ...paths[template], [method.toLowerCase()]: described }
    }
    const described = operation(call)
    add(path, described)
    for (const [i, older] of also.entries())
      add(older, { ...described, operationId: `${described.operationId}.${i + 1}`, deprecated: true })
  }
  const fields = { type: 'array', items: schemaOf(FieldError, 'output') }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sightglass',
      version: '1',
      description:
        'Replies travel in `{meta: {success, code, message}, data}`; a refusal is HTTP 200 with `success` 0. ' +
        'Times are epoch milliseconds UTC. `message` follows Accept-Language (zh, en).',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: Object.keys(contract).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'X-Token', description: TOKEN },
      },
      schemas: {
        Envelope: schemaOf(Envelope, 'output'),
        Refusal: {
          allOf: [ref('schemas/Envelope')],
          properties: {
            meta: { properties: { success: { const: 0 } } },
            data: { type: 'object', properties: { fields } },
          },
        },
      },
      responses: {
        TooLarge: failure('The body is larger than the call takes.'),
        NotReadable: failure('The body is neither JSON nor a form.'),
        TooMany: failure('Called too often (100019).'),
        NotTaken: failure(
          'A token of a guest or a share link that is not taken: `code` is 100009, `data.fault` says why.',
        ),
        NoSession: failure('No session, an ended one, or one of somebody else: `code` and `message` are 100009.'),
      },
    },
  }
}
