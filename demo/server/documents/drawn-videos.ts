import { createHash } from 'node:crypto'
import { videoNamesOf } from './summary.ts'

/** Documents whose names are kept, by their hashes; those that were used longest ago go first. */
const MOST_KEPT = 500
/** Names of all of these together: 10 MB, and far more than there are where nobody wants to use up memory. */
const MOST_NAMES_KEPT = 50_000
const kept = new Map<string, ReadonlySet<string>>()
let namesKept = 0

/** By which names a document that is drawn on shows videos. It is read once: a large one takes tens of milliseconds to parse. */
export function drawnVideos(text: string): ReadonlySet<string> {
  const hash = createHash('sha256').update(text).digest('base64')
  const names = kept.get(hash) ?? new Set(videoNamesOf(JSON.parse(text)))
  drop(hash)
  kept.set(hash, names)
  namesKept += names.size
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT && namesKept <= MOST_NAMES_KEPT) break
    drop(oldest)
  }
  return names
}

function drop(hash: string): void {
  namesKept -= kept.get(hash)?.size ?? 0
  kept.delete(hash)
}
