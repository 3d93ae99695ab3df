import type { Bounds } from './bound-points.ts'
import { type ServerActs, serverActsIn } from './server-acts.ts'
import { type Summarized, summarizedDocument } from './summary.ts'

/** A document with its groups inside, as text, and what is read of it. */
export interface FrozenDocument {
  document: string
  read: Summarized
  /** What not everybody may publish, or nobody. */
  acts: ServerActs
}

/** Reads what is frozen. For a thread, but with bounds that keep it short. */
export function readFrozen(text: string, bounds?: Bounds): FrozenDocument {
  const document = JSON.parse(text)
  return { document: text, read: summarizedDocument(document, bounds), acts: serverActsIn(document) }
}
