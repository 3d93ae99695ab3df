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
const kept = new Map<string, DocumentSummary>()

/** The summary of a stored document. It is read once: a large one takes tens of milliseconds of the event loop to parse. */
export function summaryOf(text: string): DocumentSummary {
  const hash = createHash('sha256').update(text).digest('base64')
  const summary = kept.get(hash) ?? readSummary(text)
  kept.delete(hash)
  kept.set(hash, summary)
  const [oldest = ''] = kept.keys()
  if (kept.size > MOST_KEPT) kept.delete(oldest)
  return summary
}

function readSummary(text: string): DocumentSummary {
  const document = JSON.parse(text)
  const names = [...videoNamesIn(document)].filter(({ length }) => length <= LIMITS.genericName)
  return { width: document.width, height: document.height, videoNames: new Set(names.slice(0, MOST_NAMES)) }
}
