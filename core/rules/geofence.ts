import type { Words } from '../catalogue/words.ts'
import type { TimelineSample } from './alarm-timeline.ts'
import { isPlace, METRES_A_DEGREE, metresBetween } from './places.ts'

export interface Corner {
  readonly lat: number
  readonly lng: number
}

/** An area of the earth, WGS-84: a circle about its one corner where it has a radius, else a polygon. */
export interface FenceShape {
  readonly corners: readonly Corner[]
  readonly radius_m: number | null
}

const FAR = Number.POSITIVE_INFINITY
const cosOf = (lat: number) => Math.cos((lat * Math.PI) / 180)

/** Metres from a place to the segment between two, on a plane about the place. */
function metresToSegment(lat: number, lng: number, a: Corner, b: Corner): number {
  const scale = cosOf(lat)
  const [ax, ay] = [(a.lng - lng) * scale, a.lat - lat]
  const [dx, dy] = [(b.lng - a.lng) * scale, b.lat - a.lat]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, -(ax * dx + ay * dy) / length))
  return Math.hypot(ax + along * dx, ay + along * dy) * METRES_A_DEGREE
}

const pairsOf = (corners: readonly Corner[]): [Corner, Corner][] =>
  corners.map((corner, i) => [corner, corners[(i + 1) % corners.length] as Corner])

/** So far from the box about a polygon nobody asks how far it is exactly, degrees. */
const NEAR_DEGREES = 0.1

/**
 * Metres from the edge of a fence to a place, negative inside. Far from a polygon it is infinite, which says on which side
 * the place is, and that is all that anybody asks.
 */
export function metresFromFence({ corners, radius_m }: FenceShape, lat: number, lng: number): number {
  const [first] = corners
  if (!first) return FAR
  if (radius_m !== null) return metresBetween(first.lat, first.lng, lat, lng) - radius_m
  let [south, north, west, east] = [FAR, -FAR, FAR, -FAR]
  for (const corner of corners) {
    south = Math.min(south, corner.lat)
    north = Math.max(north, corner.lat)
    west = Math.min(west, corner.lng)
    east = Math.max(east, corner.lng)
  }
  const wide = NEAR_DEGREES / Math.max(0.05, cosOf(lat))
  const isFar = lat < south - NEAR_DEGREES || lat > north + NEAR_DEGREES || lng < west - wide || lng > east + wide
  if (isFar) return FAR
  let isInside = false
  let nearest = FAR
  for (const [a, b] of pairsOf(corners)) {
    if (a.lat > lat !== b.lat > lat && lng < ((b.lng - a.lng) * (lat - a.lat)) / (b.lat - a.lat) + a.lng)
      isInside = !isInside
    nearest = Math.min(nearest, metresToSegment(lat, lng, a, b))
  }
  return isInside ? -nearest : nearest
}

/** Two coordinates, ascending, as the metres from the fence of each place; what is no place is left out. */
export function metresOver(
  fence: FenceShape,
  lats: readonly TimelineSample[],
  lngs: readonly TimelineSample[],
): TimelineSample[] {
  const made: TimelineSample[] = []
  let [i, j] = [0, 0]
  let [lat, lng]: [TimelineSample | undefined, TimelineSample | undefined] = [undefined, undefined]
  while (i < lats.length || j < lngs.length) {
    const time = Math.min(lats[i]?.[0] ?? Number.POSITIVE_INFINITY, lngs[j]?.[0] ?? Number.POSITIVE_INFINITY)
    if (lats[i]?.[0] === time) lat = lats[i++]
    if (lngs[j]?.[0] === time) lng = lngs[j++]
    if (!lat || !lng || lat[2] === 'bad' || lng[2] === 'bad' || !isPlace(lat[1], lng[1])) continue
    made.push([time, metresFromFence(fence, lat[1] as number, lng[1] as number), lat[2]])
  }
  return made
}

const side = (a: Corner, b: Corner, c: Corner) =>
  Math.sign((b.lng - a.lng) * (c.lat - a.lat) - (b.lat - a.lat) * (c.lng - a.lng))

const doCross = ([a, b]: readonly [Corner, Corner], [c, d]: readonly [Corner, Corner]) =>
  side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0

/** What is wrong with a fence as it is drawn; null where nothing is. */
export function wrongFence({ corners, radius_m }: FenceShape): Words | null {
  if (radius_m !== null)
    return corners.length === 1 ? null : { zh: '圆形围栏需要一个圆心', en: 'A circle has one centre' }
  if (corners.length < 3) return { zh: '多边形至少需要 3 个顶点', en: 'A polygon has at least 3 corners' }
  const lngs = corners.map(({ lng }) => lng)
  if (Math.max(...lngs) - Math.min(...lngs) > 180)
    return { zh: '围栏不能跨越 180° 经线', en: 'A fence cannot cross the 180° meridian' }
  const edges = pairsOf(corners)
  if (edges.some((one, i) => edges.some((other, j) => j > i && doCross(one, other))))
    return { zh: '多边形的边不能相交', en: 'The edges of a polygon cannot cross' }
  return null
}
