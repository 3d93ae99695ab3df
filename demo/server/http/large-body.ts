import type { Language } from '../../../core/catalogue/words.ts'
import type { Endpoint } from '../../../core/contract/endpoint.ts'
import { runLimited, ThreadEnded } from '../limits/limited-thread.ts'
import type { Input } from './input.ts'
import { StoredJson } from './stored-json.ts'

/** To the thread: a body of JSON, and the call that it was sent to. */
export interface LargeBody {
  bytes: Uint8Array
  call: Pick<Endpoint, 'method' | 'path'>
  language: Language
}

/** From the thread. */
export interface ReadBody {
  input: Input
  /** The document of a screen in it, as text: the input lacks it. */
  document?: string
  /** How many names of fields it has. */
  names: number
}

/** The body of a request that was read in a thread: the input of its call, checked. */
export class LargeInput {
  readonly input: Input
  constructor(input: Input) {
    this.input = input
  }
}

const PROGRAM = new URL('./large-body-thread.ts', import.meta.url)
const LIMIT = { ms: 20_000, heapMb: 512 }

/**
 * Reads and checks a body in a thread, whatever it is made of: the event loop gets the value that its call is for, and
 * nothing else of it; of a screen's document the text. `holder` is the organisation that sent it, its guests apart. Refuses
 * with 100019 where too many of it are waiting.
 */
export async function readLargeBody(
  body: LargeBody,
  holder: string,
  kind: 'bulk' | 'body',
): Promise<{ input: LargeInput; names: number }> {
  const { input, document, names } = await runLimited<ReadBody>(PROGRAM, body, { ...LIMIT, holder, kind }).catch(
    (error): ReadBody => {
      if (!(error instanceof ThreadEnded)) throw error
      return { input: { refused: { code: '100005', fields: [], status: 413 } }, names: 0 }
    },
  )
  if (document !== undefined && 'value' in input)
    input.value = { ...(input.value as object), document: new StoredJson(document) }
  return { input: new LargeInput(input), names }
}
