/** `[data_time, lat, lng, speed km/h or null]` */
export type Fix = readonly [time: number, lat: number, lng: number, speed: number | null]

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
  return { lat: lat + (next[1] - lat) * share, lng: lng + (next[2] - lng) * share, speed, index: low }
}
