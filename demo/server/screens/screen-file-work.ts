import { withBuffers } from '../files/uploads.ts'
import type { Awaiting } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import { madeOf, type Outcome } from '../http/thread-outcome.ts'
import { runLimited, ThreadEnded } from '../limits/limited-thread.ts'
import type { CheckedScreen } from './checked-screen-file.ts'
import type { ScreenFile } from './screen-file-contents.ts'

type Zipped = ScreenFile & { document: string }

/** To the thread: a file to read, or what a file is made of. */
export type ScreenFileWork = { read: Uint8Array } | { zip: Zipped }

const PROGRAM = new URL('./screen-file-thread.ts', import.meta.url)
const LIMIT = { ms: 60_000, heapMb: 512 }

/** Written in a tenth of a second. */
const SMALL_BYTES = 1_048_576

function bytesOf({ document, resources }: Zipped): number {
  const files = resources.flatMap((resource) => resource.files)
  return files.reduce((sum, { bytes }) => sum + bytes.length, document.length)
}

function kindOf(work: ScreenFileWork) {
  if ('read' in work) return 'file'
  return bytesOf(work.zip) > SMALL_BYTES ? 'written' : 'smallWritten'
}

async function run<T>(work: ScreenFileWork, field: string, holder: number): Promise<T> {
  const kind = kindOf(work)
  const outcome = await runLimited<Outcome<T>>(PROGRAM, work, { ...LIMIT, holder, kind }).catch((error) => {
    if (!(error instanceof ThreadEnded)) throw error
    throw new WrongField(field, { zh: '处理超时', en: 'takes too long' }, '201801')
  })
  return madeOf(outcome)
}

/** What a file of a screen holds. Refuses with 201801 what is none, or holds what the gallery would not take; and with what a new call would be. */
export async function readScreenFile(bytes: Uint8Array, by: Awaiting): Promise<CheckedScreen> {
  const { resources, ...screen } = await run<CheckedScreen>({ read: bytes }, 'file', by.tenant_id)
  await by.requireStill?.()
  return { ...screen, resources: resources.map((one) => ({ ...one, checked: withBuffers(one.checked) })) }
}

export const makeScreenFile = (zip: Zipped, holder: number): Promise<Uint8Array> =>
  run<Uint8Array>({ zip }, 'screen_id', holder)
