import { HOUR_MS } from '../../../core/catalogue/durations.ts'
import { type Fix as MeasuredFix, metresBetween } from '../../../core/rules/places.ts'

export type Fix = Readonly<MeasuredFix>

/** A time in which nothing is known of a track. */
export interface TrackGap {
  start_time: number
  end_time: number
}

/** Slower than this it stands, km/h. */
const STANDING_KMH = 1

/** How far it went, for how long, and how fast at most; what lies in a gap counts for neither. */
export function measureTrack(fixes: readonly Fix[], gaps: readonly TrackGap[]) {
  const isGap = new Set(gaps.map(({ end_time }) => end_time))
  const sum = { metres: 0, movingMs: 0, fastest: null as number | null }
  fixes.forEach((fix, index) => {
    const [time, lat, lng, speed] = fix
    if (speed !== null) sum.fastest = Math.max(sum.fastest ?? 0, speed)
    const before = fixes[index - 1]
    if (!before || isGap.has(time)) return
    const metres = metresBetween(before[1], before[2], lat, lng)
    sum.metres += metres
    if (((metres / 1000) * HOUR_MS) / Math.max(1, time - before[0]) > STANDING_KMH) sum.movingMs += time - before[0]
  })
  return sum
}

/** Where the track was at a time, in between two fixes on the straight line; null before the first. */
export function placeAt(
  fixes: readonly Fix[],
  time: number,
): { lat: number; lng: number; speed: number | null; index: number } | null {
  const first = fixes[0]
  if (!first || time < first[0]) return null
  let low = 0
  let high = fixes.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((fixes[middle] as Fix)[0] <= time) low = middle
    else high = middle - 1
  }
  const [start, lat, lng, speed] = fixes[low] as Fix
  const next = fixes[low + 1]
  if (!next) return { lat, lng, speed, index: low }
  const share = (time - start) / (next[0] - start)
  const between = speed === null || next[3] === null ? speed : speed + (next[3] - speed) * share
  return { lat: lat + (next[1] - lat) * share, lng: lng + (next[2] - lng) * share, speed: between, index: low }
}
