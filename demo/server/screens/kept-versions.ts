import type { ScreenVersion } from '../../../core/contract/screen.ts'

/** Versions that are kept as they come; of older ones the last of each day. */
export const NEWEST_KEPT = 100

type Version = Pick<ScreenVersion, 'version_id' | 'kind' | 'created_time'>

/** The versions to drop, of all of a screen with the newest first. Published ones stay for good. */
export function toDrop(versions: readonly Version[], dayOf: (time: number) => number): number[] {
  const others = versions.filter(({ kind }) => kind !== 'published')
  const days = new Set<number>()
  return others.flatMap(({ version_id, created_time }, place) => {
    const day = dayOf(created_time)
    const isLastOfDay = !days.has(day)
    days.add(day)
    return place < NEWEST_KEPT || isLastOfDay ? [] : [version_id]
  })
}
