import { type MapView, mercatorX, mercatorY, type Size } from './map-view.ts'
import outline from './outline.json'

/** A line of the outline, in shares of the world's width (Web Mercator). */
interface Line {
  /** x, y, x, y … */
  readonly places: Float64Array
  readonly west: number
  readonly east: number
  readonly north: number
  readonly south: number
}

/** What stands on the map: its words, where, and from 0 down how important. */
export interface MapName {
  readonly zh: string
  readonly en: string
  readonly x: number
  readonly y: number
  readonly rank: number
}

/** Of the packed numbers, a degree; see demo/setup/outline. */
const STEPS = 500

const unpacked = (packed: readonly (readonly number[])[]): Line[] =>
  packed.map((steps) => {
    const places = new Float64Array(steps.length)
    let [lng, lat, west, east, north, south] = [0, 0, 1, 0, 1, 0]
    for (let at = 0; at < steps.length; at += 2) {
      lng += steps[at] as number
      lat += steps[at + 1] as number
      const [x, y] = [mercatorX(lng / STEPS), mercatorY(lat / STEPS)]
      places[at] = x
      places[at + 1] = y
      west = Math.min(west, x)
      east = Math.max(east, x)
      north = Math.min(north, y)
      south = Math.max(south, y)
    }
    return { places, west, east, north, south }
  })

const named = (rows: readonly (readonly (string | number)[])[]): MapName[] =>
  rows.map(([zh, en, lng, lat, rank = 0]) => ({
    zh: String(zh),
    en: String(en),
    x: mercatorX(Number(lng)),
    y: mercatorY(Number(lat)),
    rank: Number(rank),
  }))

/**
 * The world's coasts and borders, and China's provinces and cities; where they are from is said in outline.LICENSE.md. An
 * outline that needs no network.
 */
export const lines = {
  land: unpacked(outline.land),
  islands: unpacked(outline.islands),
  borders: unpacked(outline.borders),
  chinaBorders: unpacked(outline.chinaBorders),
  provinceLines: unpacked(outline.provinceLines),
  dashes: unpacked(outline.dashes),
}
export const names = {
  countries: named(outline.countries),
  provinces: named(outline.provinces),
  cities: named(outline.cities),
  seas: named(outline.seas),
}

/** Places nearer to the one before than this are passed over, px. */
const FINEST_PX = 0.7

/** Begins a path of the lines that are in view. */
export function trace(context: CanvasRenderingContext2D, of: readonly Line[], view: MapView, size: Size): void {
  const { worldPx } = view
  const left = mercatorX(view.lng) * worldPx - size.width / 2
  const top = mercatorY(view.lat) * worldPx - size.height / 2
  context.beginPath()
  for (const line of of) {
    const { west, east, north, south } = line
    if (south * worldPx < top || north * worldPx > top + size.height) continue
    // What goes on beyond the date line is seen on its other side too.
    for (const shift of east > 1 ? [0, -1] : west < 0 ? [0, 1] : [0]) {
      const from = left - shift * worldPx
      if (east * worldPx >= from && west * worldPx <= from + size.width) traceLine(context, line, worldPx, from, top)
    }
  }
}

function traceLine(
  context: CanvasRenderingContext2D,
  { places }: Line,
  worldPx: number,
  left: number,
  top: number,
): void {
  let [lastX, lastY] = [0, 0]
  const end = places.length - 2
  for (let at = 0; at <= end; at += 2) {
    const x = (places[at] as number) * worldPx - left
    const y = (places[at + 1] as number) * worldPx - top
    if (at === 0) context.moveTo(x, y)
    else if (at === end || Math.abs(x - lastX) + Math.abs(y - lastY) > FINEST_PX) context.lineTo(x, y)
    else continue
    lastX = x
    lastY = y
  }
}
