import { LIMITS } from '../../../core/catalogue/limits.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { LiveDevice } from '../fleet.ts'
import { requireRange } from './history-rows.ts'
import type { RawHistory } from './raw-history.ts'

export type Fix = [data_time: number, lat: number, lng: number, speed: number | null]
export interface Stop {
  lat: number
  lng: number
  start_time: number
  end_time: number
}

const FIXES_MOST = 5000
/** Samples read of each point: a fix each 10 s for 23 days. */
const SAMPLES_MOST = 200_000
/** GPS wanders by some metres while a vehicle stands. */
const STANDING_M = 50
const METRES_A_DEGREE = 111_320

/** Metres between two fixes; exact enough over a car park, also across the date line. */
function metres([, latA, lngA]: Fix, [, latB, lngB]: Fix): number {
  const turned = Math.abs(lngA - lngB)
  const dLng = Math.min(turned, 360 - turned) * Math.cos((((latA + latB) / 2) * Math.PI) / 180)
  return Math.hypot(latA - latB, dLng) * METRES_A_DEGREE
}

/** Where it stood within 50 m for longer than 5 minutes; fixes are in the order of time. */
export function stopsOf(fixes: readonly Fix[]): Stop[] {
  const stops: Stop[] = []
  let from = 0
  const close = (to: number) => {
    const first = fixes[from] as Fix
    const last = fixes[to] as Fix
    if (last[0] - first[0] > LIMITS.gpsStopMs)
      stops.push({ lat: first[1], lng: first[2], start_time: first[0], end_time: last[0] })
  }
  for (let i = 1; i < fixes.length; i++) {
    if (metres(fixes[from] as Fix, fixes[i] as Fix) <= STANDING_M) continue
    close(i - 1)
    from = i
  }
  if (fixes.length > 0) close(fixes.length - 1)
  return stops
}

/** Every n-th, the last one too. */
export function thinned<T>(all: readonly T[], most: number): T[] {
  if (all.length <= most) return [...all]
  return Array.from({ length: most }, (_, i) => all[Math.round((i * (all.length - 1)) / (most - 1))] as T)
}

/** The way of a device with points `lat` and `lng`; refuses one without with 118807. */
export async function track(raw: RawHistory, device: LiveDevice, start: number, end: number) {
  requireRange(start, end)
  const [lat, lng, speed] = ['lat', 'lng', 'speed'].map((key) => device.points.get(key))
  if (!lat || !lng) throw new ApiError('118807')
  const read = (point_id: number) => raw.raw(point_id, start, end, SAMPLES_MOST)
  const lats = await read(lat.point_id)
  const numbersOf = async (point_id: number) =>
    new Map((await read(point_id)).map(({ data_time, value }) => [data_time, value]))
  const lngs = await numbersOf(lng.point_id)
  const speeds = speed ? await numbersOf(speed.point_id) : new Map<number, number | null>()
  const fixes = lats.flatMap(({ data_time, value, quality }): Fix[] => {
    const east = lngs.get(data_time)
    // A position is one message: a latitude alone, or one without a fix, is no place.
    if (value === null || east === null || east === undefined || quality === 2) return []
    return [[data_time, value, east, speeds.get(data_time) ?? null]]
  })
  return { fixes: thinned(fixes, FIXES_MOST), stops: stopsOf(fixes) }
}
