/** Metres that a degree of latitude is long. */
export const METRES_A_DEGREE = 111_320
/** Nothing that is monitored goes faster, km/h: two positions that say so are a jump of the receiver. */
const FASTEST_KMH = 300

/** Whether these numbers are a place on the earth; 0, 0 is what a receiver without a fix reports. */
export const isPlace = (lat: unknown, lng: unknown): boolean =>
  typeof lat === 'number' &&
  typeof lng === 'number' &&
  Math.abs(lat) <= 90 &&
  Math.abs(lng) <= 180 &&
  !(lat === 0 && lng === 0)

/** Metres between two places, WGS-84; exact enough over a town, also across the date line. */
export function metresBetween(latA: number, lngA: number, latB: number, lngB: number): number {
  const turned = Math.abs(lngA - lngB)
  const dLng = Math.min(turned, 360 - turned) * Math.cos((((latA + latB) / 2) * Math.PI) / 180)
  return Math.hypot(latA - latB, dLng) * METRES_A_DEGREE
}

/** `[data_time, lat, lng, speed km/h or null]` */
export type Fix = [time: number, lat: number, lng: number, speed: number | null]

/** Whether a receiver jumped: no vehicle gets from one to the other in that time. */
export const isJump = (from: Fix, to: Fix): boolean => {
  const metres = metresBetween(from[1], from[2], to[1], to[2])
  // Where a vehicle stands, a receiver wanders by more than it could drive in the second between.
  return metres > 500 && (metres * 3.6) / Math.max(1, to[0] - from[0]) > FASTEST_KMH / 1000
}
