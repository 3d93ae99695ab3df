import type { ScreenVersion } from '../../../core/contract/screen.ts'

/** Versions that are kept as they come; of older ones the last of each day. */
export const NEWEST_KEPT = 100
/** Published versions that are kept, beside the one that is shown. */
export const PUBLISHED_KEPT = 20

type Version = Pick<ScreenVersion, 'version_id' | 'kind' | 'created_time'>

/** The versions to drop, of all of a screen with the newest first. `shown_id` is the one that devices show. */
export function toDrop(
  versions: readonly Version[],
  shown_id: number | null,
  dayOf: (time: number) => number,
): number[] {
  const isPublished = ({ kind }: Version) => kind === 'published'
  const older = versions.filter((version) => isPublished(version) && version.version_id !== shown_id)
  const days = new Set<number>()
  const drawn = versions.filter((version) => !isPublished(version))
  const oldDrawn = drawn.filter(({ created_time }, place) => {
    const day = dayOf(created_time)
    const isLastOfDay = !days.has(day)
    days.add(day)
    return place >= NEWEST_KEPT && !isLastOfDay
  })
  return [...older.slice(PUBLISHED_KEPT), ...oldDrawn].map(({ version_id }) => version_id)
}
