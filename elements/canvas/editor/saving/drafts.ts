/** What is not saved yet, kept by the browser's tab so that a reload loses nothing. */
export interface Draft {
  /** The revision that it was made from. */
  readonly revision: number
  /** Epoch ms. */
  readonly kept_time: number
  readonly document: unknown
}

const keyOf = (screen_id: number) => `sg-screen-draft:${screen_id}`

/** Null where there is none, or where the page may not store anything. */
export function readDraft(screen_id: number): Draft | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(screen_id)) ?? 'null') as Partial<Draft> | null
    const isDraft = typeof kept?.revision === 'number' && typeof kept.kept_time === 'number' && 'document' in kept
    return isDraft ? (kept as Draft) : null
  } catch {
    return null
  }
}

/** False where it could not be kept: too large, or nothing may be stored. */
export function keepDraft(screen_id: number, draft: Draft): boolean {
  try {
    sessionStorage.setItem(keyOf(screen_id), JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

export function dropDraft(screen_id: number): void {
  try {
    sessionStorage.removeItem(keyOf(screen_id))
  } catch {
    // Nothing was kept.
  }
}
