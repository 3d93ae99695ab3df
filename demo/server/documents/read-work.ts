import { ApiError } from '../../../core/contract/api-error.ts'
import { readDocument, requireRanges, type StoredText } from '../files/document.ts'
import type { Awaiting } from '../http/caller.ts'
import { StoredJson } from '../http/stored-json.ts'
import { madeOf, type Outcome } from '../http/thread-outcome.ts'
import { runLimited, ThreadEnded } from '../limits/limited-thread.ts'
import { thawed } from './document-copy.ts'

/** To the thread: the JSON of a document. */
export interface ReadWork {
  text: string
  /** It is of a version: what it was frozen with goes out again. */
  isVersion: boolean
}

const PROGRAM = new URL('./read-thread.ts', import.meta.url)
const LIMIT = { ms: 20_000, heapMb: 512 }
/** What is read within some milliseconds, less than a thread takes to begin. */
const SMALL_CHARACTERS = 64 << 10

/** Reads a document, and refuses what is none. For a thread, where it is a large one. */
export function readText({ text, isVersion }: ReadWork): StoredText {
  const document = JSON.parse(text)
  return readDocument(isVersion ? thawed(document) : document)
}

async function read(work: ReadWork, by: Awaiting): Promise<StoredText> {
  if (work.text.length <= SMALL_CHARACTERS) return readText(work)
  const outcome = await runLimited<Outcome<StoredText>>(PROGRAM, work, {
    ...LIMIT,
    holder: by.tenant_id,
    kind: 'document',
  }).catch((error) => {
    throw error instanceof ThreadEnded ? new ApiError('115002') : error
  })
  await by.requireStill?.()
  return madeOf(outcome)
}

/**
 * Reads a document as it was sent to a call, a large one in a thread. Takes longer than the store may be held: it stands
 * before the transaction that keeps it. Throws what a new call would be refused with by then.
 */
export const readSent = async (sent: unknown, by: Awaiting): Promise<StoredText> =>
  sent instanceof StoredJson ? read({ text: sent.text, isVersion: false }, by) : readDocument(sent)

/** Refuses ranges of bindings that no value lies in, but for those of the document that is replaced; in the same way. */
export async function requireNewRanges(
  document: StoredText,
  by: Awaiting,
  replaced: () => Promise<string>,
): Promise<void> {
  if (document.badRanges.length === 0) return
  requireRanges(document, await read({ text: await replaced(), isVersion: false }, by))
}

/** Reads a version as it was before it was frozen, in the same way. */
export const readVersion = (text: string, by: Awaiting): Promise<StoredText> => read({ text, isVersion: true }, by)
