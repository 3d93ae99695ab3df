import type { ScreenVersion } from '../../../core/contract/screen.ts'

/** Versions that are kept as they come; of older ones the last of each day, of so many days. */
interface Kept {
  newest: number
  days: number
}

export const SCREEN_KEPT: Kept = { newest: 100, days: Number.POSITIVE_INFINITY }
export const DASHBOARD_KEPT: Kept = { newest: 50, days: 90 }
/** Published versions that are kept, beside the one that is shown. */
export const PUBLISHED_KEPT = 20

type Version = Pick<ScreenVersion, 'version_id' | 'kind' | 'created_time'>

/** The drawn versions to drop, of all of a screen or dashboard with the newest first. `since`: the first day of which one is kept. */
export function toDrop(
  versions: readonly Version[],
  dayOf: (time: number) => number,
  { newest, since }: { newest: number; since: number },
): number[] {
  const days = new Set<number>()
  const drawn = versions.filter(({ kind }) => kind !== 'published')
  const old = drawn.filter(({ created_time }, place) => {
    const day = dayOf(created_time)
    const isLastOfDay = !days.has(day)
    days.add(day)
    return place >= newest && (!isLastOfDay || day < since)
  })
  return old.map(({ version_id }) => version_id)
}
