import { runLimited, runSmall } from '../limits/limited-thread.ts'
import type { Bounds } from './bound-points.ts'
import { type FrozenDocument, readFrozen } from './read-frozen.ts'

/** To the thread: a document, and the texts of the groups that it may be made of, by their ids. */
export interface FreezeWork {
  document: string
  groups: ReadonlyMap<number, string>
}

const PROGRAM = new URL('./freeze-thread.ts', import.meta.url)
const LIMIT = { ms: 30_000, heapMb: 512 }
/** What is read within this takes a few milliseconds, and a thread longer to start. */
const FEW: Bounds = { controls: 500, expanded: 64 << 10, characters: 16 << 10, points: 500 }
const FEW_CHARACTERS = 16 << 10
/** Read in a part of a second, unless its groups are there many times. */
const SMALL_CHARACTERS = 256 << 10

/** Rejects with a ThreadEnded beyond the limits of a thread. */
export function frozenDocument(work: FreezeWork, holder: number): Promise<FrozenDocument> {
  const { document, groups } = work
  if (groups.size === 0 && document.length <= FEW_CHARACTERS) {
    const frozen = readFrozen(document, FEW)
    if (frozen.read.points && frozen.read.guards) return Promise.resolve(frozen)
  }
  let characters = document.length
  for (const text of groups.values()) characters += text.length
  const run = characters <= SMALL_CHARACTERS ? runSmall : runLimited
  return run(PROGRAM, work, { ...LIMIT, holder })
}
