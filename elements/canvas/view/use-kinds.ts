import { useEffect, useState } from 'react'
import { loadKinds } from '../controls/kinds.ts'

/** A document that nobody has checked yet names its kinds at most so deep: in its controls, and in those of its symbols. */
export function kindsIn(stored: unknown): Set<string> {
  const found = new Set<string>()
  const read = (controls: unknown) => {
    if (!Array.isArray(controls)) return
    for (const control of controls) {
      const kind = (control as { kind?: unknown } | null)?.kind
      if (typeof kind === 'string') found.add(kind)
    }
  }
  const { controls, symbols } = (stored ?? {}) as { controls?: unknown; symbols?: unknown }
  read(controls)
  if (typeof symbols === 'object' && symbols !== null)
    for (const symbol of Object.values(symbols)) read((symbol as { controls?: unknown } | null)?.controls)
  return found
}

/** Loads the kinds that a document is drawn with. False until they have come; throws where they do not, for the boundary. */
export function useKinds(stored: unknown): boolean {
  const [loaded, setLoaded] = useState<{ stored: unknown; failure: unknown } | null>(null)
  useEffect(() => {
    let isWanted = true
    loadKinds(kindsIn(stored)).then(
      () => isWanted && setLoaded({ stored, failure: null }),
      (failure: unknown) => isWanted && setLoaded({ stored, failure }),
    )
    return () => {
      isWanted = false
    }
  }, [stored])
  if (loaded?.failure) throw loaded.failure
  return loaded !== null && loaded.stored === stored
}
