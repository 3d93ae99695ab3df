const WINDOW_MS = 60_000
/** Beyond this many at once the oldest is forgotten. */
const REMEMBERED = 10_000

/** Tries that somebody has in a minute. */
export interface Tries {
  areOver(who: string): boolean
  /** Uses up a try; false when none is left. Take it before the work that it is for: others ask meanwhile. */
  take(who: string): boolean
  giveBack(who: string): void
}

export function triesAMinute(most: number, now: () => number = Date.now): Tries {
  const used = new Map<string, { since: number; count: number }>()
  const current = (who: string) => {
    const tries = used.get(who)
    return tries && now() - tries.since < WINDOW_MS ? tries : undefined
  }
  const areOver = (who: string) => (current(who)?.count ?? 0) >= most
  return {
    areOver,
    take: (who) => {
      if (areOver(who)) return false
      const tries = current(who)
      if (tries) tries.count++
      else {
        used.delete(who)
        if (used.size >= REMEMBERED) used.delete(used.keys().next().value as string)
        used.set(who, { since: now(), count: 1 })
      }
      return true
    },
    giveBack: (who) => {
      const tries = current(who)
      if (tries && --tries.count <= 0) used.delete(who)
    },
  }
}
