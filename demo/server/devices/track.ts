import { LIMITS } from '../../../core/catalogue/limits.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { LiveDevice, LivePoint } from '../fleet/fleet.ts'
import type { RawHistory } from '../fleet/raw-history.ts'
import type { Sample } from '../history/telemetry.ts'
import { requireRange } from './history-rows.ts'

export type Fix = [data_time: number, lat: number, lng: number, speed: number | null]
export interface Stop {
  lat: number
  lng: number
  start_time: number
  end_time: number
}

const FIXES_MOST = 5000
/** Of more stops than these the longest are shown. */
const STOPS_MOST = 5000
/** Samples of a point that are in memory at once. */
const PAGE = 20_000
/** GPS wanders by some metres while a vehicle stands. */
const STANDING_M = 50
const METRES_A_DEGREE = 111_320

/** Metres between two fixes; exact enough over a car park, also across the date line. */
function metres([, latA, lngA]: Fix, [, latB, lngB]: Fix): number {
  const turned = Math.abs(lngA - lngB)
  const dLng = Math.min(turned, 360 - turned) * Math.cos((((latA + latB) / 2) * Math.PI) / 180)
  return Math.hypot(latA - latB, dLng) * METRES_A_DEGREE
}

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
      if (!first || metres(first, fix) > STANDING_M) {
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

/** Every n-th, the last one too. */
export function thinned<T>(all: readonly T[], most: number): T[] {
  if (all.length <= most) return [...all]
  return Array.from({ length: most }, (_, i) => all[Math.round((i * (all.length - 1)) / (most - 1))] as T)
}

/** Keeps every n-th of any number, with n as small as the room allows, and the last one. */
function thinning<T>(room: number) {
  let kept: T[] = []
  let last: T | undefined
  let step = 1
  let count = 0
  return {
    pass: (one: T) => {
      if (count++ % step === 0) kept.push(one)
      last = one
      if (kept.length < room) return
      kept = kept.filter((_, i) => i % 2 === 0)
      step *= 2
    },
    end: (): T[] => (last === undefined || kept.at(-1) === last ? kept : [...kept, last]),
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
      if (value === null || east === null || east === undefined || quality === 2) continue
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
  const way = thinning<Fix>(4 * FIXES_MOST)
  for await (const fix of fixesOf(raw, { lat, lng, speed }, start, end)) {
    if (gone?.aborted) break
    stops.pass(fix)
    way.pass(fix)
  }
  return { fixes: thinned(way.end(), FIXES_MOST), stops: stops.end() }
}
