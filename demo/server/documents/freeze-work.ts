import { runLimited } from '../limits/limited-thread.ts'

/** To the thread: a document, and the texts of the groups that it may be made of, by their ids. */
export interface FreezeWork {
  document: string
  groups: ReadonlyMap<number, string>
}

const PROGRAM = new URL('./freeze-thread.ts', import.meta.url)
const LIMIT = { ms: 30_000, heapMb: 512 }

/** A document with its groups inside, as text. Rejects with a ThreadEnded beyond the limits of a thread. */
export const frozenText = (work: FreezeWork, holder: number): Promise<string> =>
  // What has no groups is frozen as it is.
  work.groups.size === 0 ? Promise.resolve(work.document) : runLimited(PROGRAM, work, { ...LIMIT, holder })
