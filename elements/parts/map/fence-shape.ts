import { type Corner, type FenceShape, wrongFence } from '../../../core/rules/geofence.ts'
import { METRES_A_DEGREE } from '../../../core/rules/places.ts'
import type { Pixel, Place } from './map-view.ts'

/** A metre: no more of a place is kept. */
const DECIMALS = 5
const CIRCLE_STEPS = 72
const EARTH_M = 40_075_016.7

const rounded = (degrees: number) => Number(degrees.toFixed(DECIMALS))
export const cornerAt = ([lat, lng]: Place): Corner => ({ lat: rounded(lat), lng: rounded(lng) })
export const placeOf = ({ lat, lng }: Corner): Place => [lat, lng]

/** The place so many metres away in a direction, counted as `metresBetween` counts. */
function away({ lat, lng }: Corner, metres: number, degrees: number): Place {
  const angle = (degrees * Math.PI) / 180
  const north = lat + (metres * Math.cos(angle)) / METRES_A_DEGREE
  const scale = Math.cos((((lat + north) / 2) * Math.PI) / 180)
  return [north, lng + (metres * Math.sin(angle)) / (METRES_A_DEGREE * scale)]
}

/** Where a circle is held to change its radius. */
export const rimOf = (centre: Corner, radius_m: number): Place => away(centre, radius_m, 90)

/** The edge of a fence as a ring of places. */
export function ringOf({ corners, radius_m }: FenceShape): Place[] {
  const [centre] = corners
  if (radius_m === null || !centre) return corners.map(placeOf)
  const ring: Place[] = []
  for (let i = 0; i < CIRCLE_STEPS; i += 1) ring.push(away(centre, radius_m, (i * 360) / CIRCLE_STEPS))
  return ring
}

/** How many metres a px of a view is at a latitude. */
export const metresPerPx = (worldPx: number, lat: number) => (EARTH_M * Math.cos((lat * Math.PI) / 180)) / worldPx

/** A polygon with one more corner: the next one, or where no edges cross then, on the edge to which it is nearest. */
export function withCorner(corners: readonly Corner[], corner: Corner, project: (place: Place) => Pixel): Corner[] {
  const next = [...corners, corner]
  if (next.length < 4 || wrongFence({ corners: next, radius_m: null }) === null) return next
  const [x, y] = project(placeOf(corner))
  let [best, nearest] = [corners.length, Number.POSITIVE_INFINITY]
  for (let i = 0; i < corners.length; i += 1) {
    const [ax, ay] = project(placeOf(corners[i] as Corner))
    const [bx, by] = project(placeOf(corners[(i + 1) % corners.length] as Corner))
    const length = (bx - ax) ** 2 + (by - ay) ** 2
    const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length))
    const apart = Math.hypot(ax + along * (bx - ax) - x, ay + along * (by - ay) - y)
    if (apart < nearest) [best, nearest] = [i + 1, apart]
  }
  return corners.toSpliced(best, 0, corner)
}

/** One a line, as they are typed. */
export const cornersText = (corners: readonly Corner[]): string =>
  corners.map(({ lat, lng }) => `${lat.toFixed(DECIMALS)}, ${lng.toFixed(DECIMALS)}`).join('\n')

const LINE = /^\s*(-?\d{1,3}(?:\.\d{1,15})?)[°]?\s*[,，;；\s]\s*(-?\d{1,3}(?:\.\d{1,15})?)[°]?\s*$/

/** Corners that somebody typed, or the number of the first line that is none, from 1. */
export function cornersIn(text: string): Corner[] | number {
  const corners: Corner[] = []
  const lines = text.split('\n')
  for (let i = 0; i < lines.length; i += 1) {
    const line = lines[i] as string
    if (line.trim() === '') continue
    const [, lat, lng] = LINE.exec(line) ?? []
    const isPlace =
      lat !== undefined && lng !== undefined && Math.abs(Number(lat)) <= 85 && Math.abs(Number(lng)) <= 180
    if (!isPlace) return i + 1
    corners.push(cornerAt([Number(lat), Number(lng)]))
  }
  return corners
}
