import type { Language } from '../../../core/catalogue/words.ts'
import type { Endpoint } from '../../../core/contract/endpoint.ts'
import { runLimited, ThreadEnded } from '../limits/limited-thread.ts'
import type { Input } from './input.ts'

/** To the thread: a body of JSON, and the call that it was sent to. */
export interface LargeBody {
  bytes: Uint8Array
  call: Pick<Endpoint, 'method' | 'path'>
  language: Language
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
 * nothing else of it. `holder` is the organisation that sent it. Refuses with 100019 where too many of it are waiting.
 */
export function readLargeBody(body: LargeBody, holder: number): Promise<Input> {
  return runLimited<Input>(PROGRAM, body, { ...LIMIT, holder, kind: 'body' }).catch((error) => {
    if (!(error instanceof ThreadEnded)) throw error
    return { refused: { code: '100005', fields: [], status: 413 } }
  })
}
