import { createHash } from 'node:crypto'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { videoNamesIn } from './video-names.ts'

/** What answers say of a document that they show. */
interface DocumentSummary {
  width: number
  height: number
  /** By which its controls show videos. */
  videoNames: ReadonlySet<string>
}

/** Names of videos that are kept of one document: a template has 50 of them. */
const MOST_NAMES = 2000
/** Summaries that are kept, by the hashes of documents; those that were used longest ago go first. */
const MOST_KEPT = 500
/** Names of all of these together: 10 MB, and far more than there are where nobody wants to use up memory. */
const MOST_NAMES_KEPT = 50_000
const kept = new Map<string, DocumentSummary>()
let namesKept = 0

/** The summary of a stored document. It is read once: a large one takes tens of milliseconds of the event loop to parse. */
export function summaryOf(text: string): DocumentSummary {
  const hash = createHash('sha256').update(text).digest('base64')
  const summary = kept.get(hash) ?? readSummary(text)
  drop(hash)
  kept.set(hash, summary)
  namesKept += summary.videoNames.size
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT && namesKept <= MOST_NAMES_KEPT) break
    drop(oldest)
  }
  return summary
}

function drop(hash: string): void {
  namesKept -= kept.get(hash)?.videoNames.size ?? 0
  kept.delete(hash)
}

function readSummary(text: string): DocumentSummary {
  const document = JSON.parse(text)
  const names = [...videoNamesIn(document)].filter(({ length }) => length <= LIMITS.genericName)
  return { width: document.width, height: document.height, videoNames: new Set(names.slice(0, MOST_NAMES)) }
}
