import { contract } from '../../../core/contract/contract.ts'
import type { Endpoint } from '../../../core/contract/endpoint.ts'
import { StoredDocument } from '../../../core/contract/screen.ts'
import { answerInThread } from '../limits/thread-program.ts'
import { readBodyJson } from './body-json.ts'
import { countNames } from './body-parts.ts'
import { checkInput } from './input.ts'
import type { LargeBody, ReadBody } from './large-body.ts'

const refused = (status: number): ReadBody => ({ input: { refused: { code: '100005', fields: [], status } }, names: 0 })

/** The thread that large bodies are read in. */
answerInThread(({ bytes, call, language }: LargeBody): ReadBody => {
  const text = new TextDecoder().decode(bytes)
  const names = countNames(text)
  if (names === null) return refused(413)
  const sent = readBodyJson(text)
  if (sent === undefined) return refused(200)
  const endpoints = Object.values(contract).flatMap((calls) => Object.values<Endpoint>(calls))
  const endpoint = endpoints.find(({ method, path }) => method === call.method && path === call.path)
  if (!endpoint) throw new Error(`there is no call ${call.method} ${call.path}`)
  const input = checkInput(endpoint, sent, language)
  if ('refused' in input || !hasDocument(endpoint)) return { input, names }
  const { document, ...others } = input.value as { document?: unknown }
  if (document === undefined) return { input, names }
  return { input: { value: others }, document: JSON.stringify(document), names }
})

/** Whether a field of a call is the document of a screen. */
function hasDocument({ input }: Endpoint): boolean {
  const { shape = {} } = input._zod.def as { shape?: Record<string, { _zod: { def: { innerType?: unknown } } }> }
  const { document } = shape
  return document !== undefined && [document, document._zod.def.innerType].includes(StoredDocument)
}
