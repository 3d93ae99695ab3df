import { LIMITS } from '../../../core/catalogue/limits.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import { type Fix, isJump, isPlace, metresBetween } from '../../../core/rules/places.ts'
import { staleAfterMs } from '../../../core/rules/staleness.ts'
import type { LiveDevice, LivePoint } from '../fleet/fleet.ts'
import type { RawHistory } from '../fleet/raw-history.ts'
import type { Sample } from '../history/telemetry.ts'
import { requireRange } from './history-rows.ts'
import { simplifying } from './simplify-track.ts'

export interface Stop {
  lat: number
  lng: number
  start_time: number
  end_time: number
}

const FIXES_MOST = 5000
/** Of more stops than these the longest are shown. */
const STOPS_MOST = 5000
const GAPS_MOST = 2000
/** Samples of a point that are in memory at once. */
const PAGE = 20_000
/** GPS wanders by some metres while a vehicle stands. */
const STANDING_M = 50
function longest(stops: Stop[]): Stop[] {
  if (stops.length <= STOPS_MOST) return stops
  const lengthOf = ({ start_time, end_time }: Stop) => end_time - start_time
  const kept = new Set([...stops].sort((a, b) => lengthOf(b) - lengthOf(a)).slice(0, STOPS_MOST))
  return stops.filter((stop) => kept.has(stop))
}

/** Finds where it stood within 50 m for longer than 5 minutes; fixes come in the order of time. */
function watchStops() {
  let stops: Stop[] = []
  let first: Fix | undefined
  let last: Fix | undefined
  const close = () => {
    if (first && last && last[0] - first[0] > LIMITS.gpsStopMs)
      stops.push({ lat: first[1], lng: first[2], start_time: first[0], end_time: last[0] })
    if (stops.length >= 2 * STOPS_MOST) stops = longest(stops)
  }
  return {
    pass: (fix: Fix) => {
      if (!first || metresBetween(first[1], first[2], fix[1], fix[2]) > STANDING_M) {
        close()
        first = fix
      }
      last = fix
    },
    end: (): Stop[] => {
      close()
      return longest(stops)
    },
  }
}

export function stopsOf(fixes: readonly Fix[]): Stop[] {
  const watch = watchStops()
  for (const fix of fixes) watch.pass(fix)
  return watch.end()
}

/** Finds where nothing is known between two fixes: a silence, or a jump of the receiver. */
function watchGaps(longestMs: number) {
  const gaps: { start_time: number; end_time: number }[] = []
  return {
    gaps,
    isBetween: (before: Fix | undefined, fix: Fix): before is Fix => {
      if (!before || (fix[0] - before[0] <= longestMs && !isJump(before, fix))) return false
      if (gaps.length < GAPS_MOST) gaps.push({ start_time: before[0], end_time: fix[0] })
      return true
    },
  }
}

interface Gps {
  lat: LivePoint
  lng: LivePoint
  speed: LivePoint | undefined
}

/** The fixes of a range, as far as the densest of the points reaches in a page; then on from there. */
async function* fixesOf(raw: RawHistory, { lat, lng, speed }: Gps, start: number, end: number): AsyncGenerator<Fix> {
  for (let from = start; from < end; ) {
    const pages: Sample[][] = []
    let to = end
    for (const point of [lat, lng, speed]) {
      const page = point ? await raw.raw(point.point_id, from, to, PAGE) : []
      if (page.length === PAGE) to = (page.at(-1)?.data_time ?? end) + 1
      pages.push(page)
    }
    const [lats = [], lngs, speeds] = pages.map((page) => page.filter(({ data_time }) => data_time < to))
    const [easts, rates] = [lngs, speeds].map(
      (page = []) => new Map(page.map(({ data_time, value }) => [data_time, value])),
    )
    for (const { data_time, value, quality } of lats) {
      const east = easts?.get(data_time)
      // A position is one message: a latitude alone, or one without a fix, is no place.
      if (east === undefined || quality === 2 || value === null || east === null || !isPlace(value, east)) continue
      yield [data_time, value, east, rates?.get(data_time) ?? null]
    }
    from = to
  }
}

/** The way of a device with points `lat` and `lng`, all of it in few fixes; refuses one without, or without their history. */
export async function track(raw: RawHistory, device: LiveDevice, start: number, end: number, gone?: AbortSignal) {
  requireRange(start, end)
  const [lat, lng, speed] = ['lat', 'lng', 'speed'].map((key) => device.points.get(key))
  if (!lat || !lng) throw new ApiError(device.is_virtual ? '118807' : '118901')
  if (!lat.keep_history || !lng.keep_history) throw new ApiError('118902')
  const stops = watchStops()
  const way = simplifying(FIXES_MOST)
  const { gaps, isBetween } = watchGaps(Math.max(LIMITS.gpsStopMs, staleAfterMs(device.report_interval_s)))
  let of = 0
  let before: Fix | undefined
  for await (const fix of fixesOf(raw, { lat, lng, speed }, start, end)) {
    if (gone?.aborted) break
    if (isBetween(before, fix)) way.cut(before, fix)
    stops.pass(fix)
    way.pass(fix)
    before = fix
    of += 1
  }
  return { ...way.end(), of, gaps, stops: stops.end() }
}
