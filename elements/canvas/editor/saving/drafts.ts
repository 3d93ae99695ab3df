import type { Drawn } from '../drawn/drawn.ts'

/** What is not saved yet, kept by the browser's tab so that a reload loses nothing. */
export interface Draft {
  /** The revision that it was made from. */
  readonly revision: number
  /** Epoch ms. */
  readonly kept_time: number
  readonly document: unknown
}

export type DraftOf = Pick<Drawn, 'is' | 'id'>

const keyOf = ({ is, id }: DraftOf) => `sg-${is}-draft:${id}`

/** Null where there is none, or where the page may not store anything. */
export function readDraft(drawn: DraftOf): Draft | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(drawn)) ?? 'null') as Partial<Draft> | null
    const isDraft = typeof kept?.revision === 'number' && typeof kept.kept_time === 'number' && 'document' in kept
    return isDraft ? (kept as Draft) : null
  } catch {
    return null
  }
}

/** False where it could not be kept: too large, or nothing may be stored. */
export function keepDraft(drawn: DraftOf, draft: Draft): boolean {
  try {
    sessionStorage.setItem(keyOf(drawn), JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

export function dropDraft(drawn: DraftOf): void {
  try {
    sessionStorage.removeItem(keyOf(drawn))
  } catch {
    // Nothing was kept.
  }
}
