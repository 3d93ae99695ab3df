import type { Case } from './cases.ts'
import { TOKEN } from './http-cases.ts'

/** A body of so many bytes, or a few less. */
export interface SizedBody {
  name: string
  type: string
  of(bytes: number): string
}

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'

/** As often as it fits between a head and a tail. */
const filled = (head: string, part: string, tail: string) => (bytes: number) =>
  head + part.repeat(Math.floor((bytes - head.length - tail.length) / part.length)) + tail

const nested = (open: string, close: string) => (bytes: number) => {
  const depth = Math.floor((bytes - 1) / (open.length + close.length))
  return `${open.repeat(depth)}1${close.repeat(depth)}`
}

/** What is as large as it may be, in size and in number, flat and deep. */
export const BODIES: readonly SizedBody[] = [
  { name: 'a form of nothing but names', type: FORM_TYPE, of: filled('a', '&a', '') },
  { name: 'a form of one long text', type: FORM_TYPE, of: filled('a=', 'x', '') },
  { name: 'a form of escapes', type: FORM_TYPE, of: filled('a=', '%00', '') },
  { name: 'a list of empty texts', type: JSON_TYPE, of: filled('[""', ',""', ']') },
  { name: 'a list of empty lists', type: JSON_TYPE, of: filled('[[]', ',[]', ']') },
  { name: 'texts that nobody sees', type: JSON_TYPE, of: filled('{"points":["\\u0000"', ',"\\u0000"', ']}') },
  { name: 'a field with a list of wrong entries', type: JSON_TYPE, of: filled('{"points":[1', ',1', ']}') },
  { name: 'one key over and over', type: JSON_TYPE, of: filled('{"a":1', ',"a":1', '}') },
  { name: 'one long key', type: JSON_TYPE, of: filled('{"', 'k', '":"\\u0000"}') },
  { name: 'one long text', type: JSON_TYPE, of: filled('{"a":"', 'x', '"}') },
  { name: 'lists within lists', type: JSON_TYPE, of: nested('[', ']') },
  { name: 'objects within objects', type: JSON_TYPE, of: nested('{"document":', '}') },
  { name: 'lists that are never closed', type: JSON_TYPE, of: filled('', '[', '') },
]

const request = (path: string, headers: readonly string[], { type, of }: SizedBody, bytes: number): Case => {
  const body = of(bytes)
  const head = [
    `POST ${path} HTTP/1.1`,
    'host: localhost',
    'connection: close',
    ...headers,
    `content-type: ${type}`,
    `content-length: ${body.length}`,
  ]
  return { kind: 'http', pieces: [`${head.join('\r\n')}\r\n\r\n${body}`] }
}

/** Each of them by somebody unknown and by somebody who is signed in. */
export const bodyCases = (): { name: string; input: Case }[] =>
  BODIES.flatMap((body) => [
    { name: `${body.name}, by nobody`, input: request('/yun/v2/user/login', [], body, 16 << 10) },
    { name: `${body.name}, by a user`, input: request('/yun/view/replay', [`x-token: ${TOKEN}`], body, 1 << 20) },
  ])
