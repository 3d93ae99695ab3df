import type { ScreenVersion } from '../../../core/contract/screen.ts'

/** Versions that are kept as they come; of older ones the last of each day, of so many days. */
interface Kept {
  newest: number
  days: number
  /** Beside them, of those that others have seen: no number of drafts pushes them out. */
  seen: number
}

/** What devices saw of a screen is published apart. */
export const SCREEN_KEPT: Kept = { newest: 100, days: Number.POSITIVE_INFINITY, seen: 0 }
export const DASHBOARD_KEPT: Kept = { newest: 50, days: 90, seen: 20 }
/** Published versions that are kept, beside the one that is shown. */
export const PUBLISHED_KEPT = 20

type Version = Pick<ScreenVersion, 'version_id' | 'kind' | 'created_time'>

/** The drawn versions to drop, of all of a screen or dashboard with the newest first. `since`: the first day of which one is kept. */
export function toDrop(
  versions: readonly Version[],
  dayOf: (time: number) => number,
  { newest, since, seen }: { newest: number; since: number; seen: number },
): number[] {
  const days = new Set<number>()
  const drawn = versions.filter(({ kind }) => kind !== 'published')
  const kept = new Set(drawn.filter(({ kind }) => kind !== 'autosave').slice(0, seen))
  const old = drawn.filter((version, place) => {
    const { created_time } = version
    const day = dayOf(created_time)
    const isLastOfDay = !days.has(day)
    days.add(day)
    return place >= newest && !kept.has(version) && (!isLastOfDay || day < since)
  })
  return old.map(({ version_id }) => version_id)
}
