/** Where on its curves somebody points. */
interface Pointed {
  /** The view that is pointed at. */
  readonly by: string
  /** Epoch ms. */
  readonly time: number
}

/** The time that is pointed at in one of the curves of a screen: the others mark it, too. */
export interface PointedTimes {
  now(): Pointed | null
  listen(changed: () => void): () => void
  point(by: string, time: number | null): void
}

export function pointedTimes(): PointedTimes {
  const listeners = new Set<() => void>()
  let pointed: Pointed | null = null
  return {
    now: () => pointed,
    listen(changed) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    point(by, time) {
      // What another curve shows is not for this one to end.
      if (time === null && pointed?.by !== by) return
      pointed = time === null ? null : { by, time }
      for (const changed of listeners) changed()
    },
  }
}
