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

const pairsOf = (corners: readonly Corner[]): [Corner, Corner][] =>
  corners.map((corner, i) => [corner, corners[(i + 1) % corners.length] as Corner])

/** A polygon as numbers, with the box about it. */
interface Outline {
  readonly lats: Float64Array
  readonly lngs: Float64Array
  readonly south: number
  readonly north: number
  readonly west: number
  readonly east: number
}

/** Each polygon is compared with thousands of places. */
const outlines = new WeakMap<FenceShape, Outline>()

function outlineOf(fence: FenceShape): Outline {
  const known = outlines.get(fence)
  if (known) return known
  const { corners } = fence
  const lats = Float64Array.from(corners, ({ lat }) => lat)
  const lngs = Float64Array.from(corners, ({ lng }) => lng)
  const [south, north, west, east] = [Math.min(...lats), Math.max(...lats), Math.min(...lngs), Math.max(...lngs)]
  const outline = { lats, lngs, south, north, west, east }
  outlines.set(fence, outline)
  return outline
}

/** How far a number is from those between two others. */
function beyond(at: number, a: number, b: number): number {
  if (at < a) return at < b ? Math.min(a, b) - at : 0
  return at > b ? at - Math.max(a, b) : 0
}

/** So far from the box about a polygon nobody asks how far it is exactly, degrees. */
const NEAR_DEGREES = 0.1

/**
 * Metres from the edge of a fence to a place, negative inside. Far from a polygon it is infinite, which says on which side
 * the place is, and that is all that anybody asks.
 */
export function metresFromFence(fence: FenceShape, lat: number, lng: number): number {
  if (fence.radius_m !== null) {
    const [centre] = fence.corners
    return centre ? metresBetween(centre.lat, centre.lng, lat, lng) - fence.radius_m : FAR
  }
  const { lats, lngs, south, north, west, east } = outlineOf(fence)
  // On a plane about the place.
  const scale = cosOf(lat)
  const wide = NEAR_DEGREES / Math.max(0.05, scale)
  const isFar = lat < south - NEAR_DEGREES || lat > north + NEAR_DEGREES || lng < west - wide || lng > east + wide
  if (isFar) return FAR
  let isInside = false
  /** The square of it, degrees of latitude. */
  let nearest = FAR
  let aLat = lats.at(-1) ?? 0
  let aLng = lngs.at(-1) ?? 0
  for (let i = 0; i < lats.length; i += 1) {
    const bLat = lats[i] as number
    const bLng = lngs[i] as number
    if (aLat > lat !== bLat > lat && lng < ((bLng - aLng) * (lat - aLat)) / (bLat - aLat) + aLng) isInside = !isInside
    const offY = beyond(lat, aLat, bLat)
    const offX = beyond(lng, aLng, bLng) * scale
    if (offX * offX + offY * offY < nearest) {
      const ax = (aLng - lng) * scale
      const ay = aLat - lat
      const dx = (bLng - aLng) * scale
      const dy = bLat - aLat
      const length = dx * dx + dy * dy
      const along = length === 0 ? 0 : Math.max(0, Math.min(1, -(ax * dx + ay * dy) / length))
      nearest = Math.min(nearest, (ax + along * dx) ** 2 + (ay + along * dy) ** 2)
    }
    aLat = bLat
    aLng = bLng
  }
  const metres = Math.sqrt(nearest) * METRES_A_DEGREE
  return isInside ? -metres : metres
}

/** Two coordinates, ascending, as the metres from the fence of each place; what is no place is left out. */
export function* metresOver(
  fence: FenceShape,
  lats: readonly TimelineSample[],
  lngs: readonly TimelineSample[],
): Generator<TimelineSample> {
  let [i, j] = [0, 0]
  let [lat, lng]: [TimelineSample | undefined, TimelineSample | undefined] = [undefined, undefined]
  while (i < lats.length || j < lngs.length) {
    const time = Math.min(lats[i]?.[0] ?? Number.POSITIVE_INFINITY, lngs[j]?.[0] ?? Number.POSITIVE_INFINITY)
    if (lats[i]?.[0] === time) lat = lats[i++]
    if (lngs[j]?.[0] === time) lng = lngs[j++]
    if (!lat || !lng || lat[2] === 'bad' || lng[2] === 'bad' || !isPlace(lat[1], lng[1])) continue
    yield [time, metresFromFence(fence, lat[1] as number, lng[1] as number), lat[2]]
  }
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
