/** What a map shows: its middle in degrees (WGS-84), and how many px the whole world would be wide. */
export interface MapView {
  lat: number
  lng: number
  worldPx: number
}

export interface Size {
  width: number
  height: number
}

export type Place = readonly [lat: number, lng: number]
export type Pixel = readonly [x: number, y: number]

/** Beyond, Web Mercator would be higher than it is wide. */
const MAX_LAT = 85.0511
const EARTH_M = 40_075_016.7
/** Where a track is a single place: about a town. */
const NARROWEST_SPAN = 0.0002
const WIDEST_PX = 2 ** 28
const FIT_SHARE = 0.86

const radians = (degrees: number) => (degrees * Math.PI) / 180
export const mercatorX = (lng: number) => (lng + 180) / 360
export const mercatorY = (lat: number) => {
  const held = Math.max(-MAX_LAT, Math.min(MAX_LAT, lat))
  return 0.5 - Math.log(Math.tan(Math.PI / 4 + radians(held) / 2)) / (2 * Math.PI)
}
const lngAt = (x: number) => x * 360 - 180
const latAt = (y: number) => (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI

/** From shares of the world's width to degrees. */
export const placeAt = (x: number, y: number): Place => [latAt(y), lngAt(x)]

/** Zoom of a view as maps of tiles count it: the world is 256 px wide at 0. */
export const zoomOf = ({ worldPx }: MapView): number => Math.log2(worldPx / 256)

/** From degrees to px of the view. */
export function projection({ lat, lng, worldPx }: MapView, { width, height }: Size): (place: Place) => Pixel {
  const left = mercatorX(lng) * worldPx - width / 2
  const top = mercatorY(lat) * worldPx - height / 2
  return ([placeLat, placeLng]) => [mercatorX(placeLng) * worldPx - left, mercatorY(placeLat) * worldPx - top]
}

/** From px of the view to degrees. */
export function placeAtPx(view: MapView, [x, y]: Pixel, { width, height }: Size): Place {
  const { lat, lng } = panned(view, width / 2 - x, height / 2 - y)
  return [lat, lng]
}

/** The view that holds all places with a margin; the world where there are none. */
export function fitting(places: readonly Place[], { width, height }: Size, closestPx = WIDEST_PX): MapView {
  if (places.length === 0) return { lat: 20, lng: 0, worldPx: Math.max(width, 256) }
  let [west, east, north, south] = [1, 0, 1, 0]
  for (const [lat, lng] of places) {
    const [x, y] = [mercatorX(lng), mercatorY(lat)]
    west = Math.min(west, x)
    east = Math.max(east, x)
    north = Math.min(north, y)
    south = Math.max(south, y)
  }
  const across = Math.max(east - west, NARROWEST_SPAN)
  const down = Math.max(south - north, NARROWEST_SPAN)
  const worldPx = Math.min((width * FIT_SHARE) / across, (height * FIT_SHARE) / down, closestPx)
  return { lat: latAt((north + south) / 2), lng: lngAt((west + east) / 2), worldPx }
}

/** Moves the map along with a pointer. */
export function panned(view: MapView, byX: number, byY: number): MapView {
  return {
    ...view,
    lng: lngAt(mercatorX(view.lng) - byX / view.worldPx),
    lat: latAt(Math.max(0, Math.min(1, mercatorY(view.lat) - byY / view.worldPx))),
  }
}

/** Zooms and keeps what is under a px of the view where it is. */
export function zoomed(view: MapView, factor: number, [x, y]: Pixel, { width, height }: Size): MapView {
  const worldPx = Math.max(256, Math.min(WIDEST_PX, view.worldPx * factor))
  const [offX, offY] = [x - width / 2, y - height / 2]
  const there = panned(view, -offX, -offY)
  return panned({ ...there, worldPx }, offX, offY)
}

/** A round distance that is at most `mostPx` long at the view's middle, for the scale bar. */
export function scaleBar({ lat, worldPx }: MapView, mostPx: number): { metres: number; px: number } {
  const metresPerPx = (EARTH_M * Math.cos(radians(lat))) / worldPx
  const most = metresPerPx * mostPx
  const power = 10 ** Math.floor(Math.log10(most))
  const metres = [5, 2, 1].map((step) => step * power).find((length) => length <= most) ?? power
  return { metres, px: metres / metresPerPx }
}
