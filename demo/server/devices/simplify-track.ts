import { type Fix, metresBetween } from '../../../core/rules/places.ts'

/** Fixes that are simplified at once: what it costs grows with their square at worst. */
const BLOCK = 2000
/** What a track is exact to at least, m. */
const FINEST_M = 4
/** A speed that is wrong by this counts as a place that is wrong by a metre, km/h. */
const KMH_A_METRE = 0.5

/** How far a fix is from where the straight way between two others had it at that time, m. */
function deviation([time, lat, lng, speed]: Fix, from: Fix, to: Fix): number {
  const share = to[0] === from[0] ? 0 : (time - from[0]) / (to[0] - from[0])
  // Across the date line the way is the short one.
  const east = ((to[2] - from[2] + 540) % 360) - 180
  const off = metresBetween(lat, lng, from[1] + (to[1] - from[1]) * share, from[2] + east * share)
  if (speed === null || from[3] === null || to[3] === null) return off
  return Math.max(off, Math.abs(speed - from[3] - (to[3] - from[3]) * share) / KMH_A_METRE)
}

/**
 * Leaves out what is within a tolerance of the way between what stays, at that time (Douglas-Peucker, with the distance in
 * time and place of Meratnia and de By): corners, stops and changes of speed stay.
 */
export function simplified(fixes: readonly Fix[], toleranceM: number): Fix[] {
  const kept = new Set([0, fixes.length - 1])
  const open: [from: number, to: number][] = [[0, fixes.length - 1]]
  for (let next = open.pop(); next; next = open.pop()) {
    const [from, to] = next
    let [worst, at] = [toleranceM, -1]
    for (let i = from + 1; i < to; i++) {
      const off = deviation(fixes[i] as Fix, fixes[from] as Fix, fixes[to] as Fix)
      if (off > worst) [worst, at] = [off, i]
    }
    if (at < 0) continue
    kept.add(at)
    open.push([from, at], [at, to])
  }
  return fixes.filter((_, i) => kept.has(i))
}

function inBlocks(fixes: readonly Fix[], toleranceM: number, isKept: (fix: Fix) => boolean): Fix[] {
  const blocks: Fix[][] = [[]]
  for (const fix of fixes) {
    const block = blocks.at(-1) as Fix[]
    block.push(fix)
    // The last of a block is the first of the next one.
    if (isKept(fix) || block.length >= BLOCK) blocks.push([fix])
  }
  return blocks.flatMap((block, i) => {
    const some = block.length > 2 ? simplified(block, toleranceM) : block
    return i === 0 ? some : some.slice(1)
  })
}

/** Takes any number of fixes in the order of time, and keeps so many at most, as exact as that allows. */
export function simplifying(most: number) {
  let kept: Fix[] = []
  let fresh: Fix[] = []
  let toleranceM = FINEST_M
  /** What every step so far may have moved the way by, together. */
  let movedM = 0
  const ends = new Set<Fix>()
  const isKept = (fix: Fix) => ends.has(fix)
  const coarser = (room: number) => {
    while (kept.length > room) {
      toleranceM *= 2
      const before = kept.length
      kept = inBlocks(kept, toleranceM, isKept)
      movedM += toleranceM
      // Nothing but ends is left.
      if (kept.length === before && toleranceM > 1e7) kept = kept.filter((_, i) => i % 2 === 0)
    }
  }
  const settle = () => {
    kept.push(...inBlocks(fresh, FINEST_M, isKept))
    fresh = []
    coarser(4 * most)
  }
  return {
    pass: (fix: Fix) => {
      fresh.push(fix)
      if (fresh.length >= BLOCK) settle()
    },
    /** The fix that came last ends a stretch, and the next one begins another: both stay. */
    cut: (before: Fix, after: Fix) => {
      ends.add(before)
      ends.add(after)
      if (ends.size > most / 2) ends.clear()
    },
    end: () => {
      settle()
      coarser(most)
      return { fixes: kept, tolerance_m: FINEST_M + movedM }
    },
  }
}
