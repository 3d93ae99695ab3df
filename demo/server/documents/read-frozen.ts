import type { Bounds } from './bound-points.ts'
import { type Summarized, summarizedDocument } from './summary.ts'
import { type Unpressed, unpressedIn } from './unpressed.ts'

/** A document with its groups inside, as text, and what is read of it. */
export interface FrozenDocument {
  document: string
  read: Summarized
  /** Why it cannot be published; null where nothing acts without a press. */
  unpressed: Unpressed | null
}

/** Reads what is frozen. For a thread, but with bounds that keep it short. */
export function readFrozen(text: string, bounds?: Bounds): FrozenDocument {
  const document = JSON.parse(text)
  return { document: text, read: summarizedDocument(document, bounds), unpressed: unpressedIn(document) }
}
