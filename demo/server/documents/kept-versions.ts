import type { ScreenVersion } from '../../../core/contract/screen.ts'

/** Versions that are kept as they come; of older ones the last of each day. */
export const NEWEST_KEPT = 100
/** Published versions that are kept, beside the one that is shown. */
export const PUBLISHED_KEPT = 20

type Version = Pick<ScreenVersion, 'version_id' | 'kind' | 'created_time'>

/** The drawn versions to drop, of all of a screen with the newest first. */
export function toDrop(versions: readonly Version[], dayOf: (time: number) => number): number[] {
  const days = new Set<number>()
  const drawn = versions.filter(({ kind }) => kind !== 'published')
  const old = drawn.filter(({ created_time }, place) => {
    const day = dayOf(created_time)
    const isLastOfDay = !days.has(day)
    days.add(day)
    return place >= NEWEST_KEPT && !isLastOfDay
  })
  return old.map(({ version_id }) => version_id)
}
