/** The truck's round, WGS-84, through depots in Shanghai, Suzhou, Huzhou, Hangzhou and Jiaxing. */

interface Waypoint {
  lat: number
  lng: number
  /** What the road allows on the way to the next waypoint, km/h. */
  limit: number
  /** A depot: minutes that it stops here. */
  stop_min?: number
}

const WAYPOINTS: readonly Waypoint[] = [
  { lat: 31.156, lng: 121.124, limit: 45, stop_min: 55 },
  { lat: 31.178, lng: 121.148, limit: 80 },
  { lat: 31.242, lng: 121.158, limit: 85 },
  { lat: 31.301, lng: 121.132, limit: 85 },
  { lat: 31.344, lng: 121.052, limit: 88 },
  { lat: 31.362, lng: 120.955, limit: 88 },
  { lat: 31.353, lng: 120.862, limit: 80 },
  { lat: 31.332, lng: 120.786, limit: 45 },
  { lat: 31.318, lng: 120.742, limit: 45, stop_min: 28 },
  { lat: 31.27, lng: 120.718, limit: 75 },
  { lat: 31.192, lng: 120.662, limit: 85 },
  { lat: 31.098, lng: 120.647, limit: 85 },
  { lat: 30.996, lng: 120.628, limit: 80 },
  { lat: 30.931, lng: 120.522, limit: 80 },
  { lat: 30.884, lng: 120.418, limit: 82 },
  { lat: 30.872, lng: 120.268, limit: 70 },
  { lat: 30.858, lng: 120.142, limit: 45, stop_min: 22 },
  { lat: 30.792, lng: 120.102, limit: 80 },
  { lat: 30.668, lng: 120.064, limit: 85 },
  { lat: 30.552, lng: 120.072, limit: 85 },
  { lat: 30.462, lng: 120.148, limit: 75 },
  { lat: 30.421, lng: 120.272, limit: 45, stop_min: 34 },
  { lat: 30.436, lng: 120.362, limit: 80 },
  { lat: 30.482, lng: 120.486, limit: 88 },
  { lat: 30.574, lng: 120.602, limit: 88 },
  { lat: 30.668, lng: 120.701, limit: 80 },
  { lat: 30.744, lng: 120.788, limit: 45, stop_min: 25 },
  { lat: 30.802, lng: 120.862, limit: 85 },
  { lat: 30.872, lng: 120.958, limit: 88 },
  { lat: 30.934, lng: 121.066, limit: 88 },
  { lat: 31.008, lng: 121.176, limit: 80 },
  { lat: 31.082, lng: 121.182, limit: 60 },
]

const EARTH_KM = 6371.0088
const RAD = Math.PI / 180

interface Fix {
  lat: number
  lng: number
}

/** Great-circle distance, km. */
export function distanceKm(a: Fix, b: Fix): number {
  const dLat = (b.lat - a.lat) * RAD
  const dLng = (b.lng - a.lng) * RAD
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(a.lat * RAD) * Math.cos(b.lat * RAD) * Math.sin(dLng / 2) ** 2
  return 2 * EARTH_KM * Math.asin(Math.sqrt(h))
}

function bearing(a: Fix, b: Fix): number {
  const dLng = (b.lng - a.lng) * RAD
  const y = Math.sin(dLng) * Math.cos(b.lat * RAD)
  const x =
    Math.cos(a.lat * RAD) * Math.sin(b.lat * RAD) - Math.sin(a.lat * RAD) * Math.cos(b.lat * RAD) * Math.cos(dLng)
  return (Math.atan2(y, x) / RAD + 360) % 360
}

/** Catmull-Rom through four heights: roads bend, they have no corners. */
const bend = (a: number, b: number, c: number, d: number, t: number) =>
  0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t ** 2 + (3 * b - a - 3 * c + d) * t ** 3)

/** Points of the bent line between two waypoints. */
const BENDS = 8

const at = (n: number) => WAYPOINTS[(n + WAYPOINTS.length) % WAYPOINTS.length] as Waypoint

interface Stretch extends Fix {
  /** Distance from the start of the round, km. */
  km: number
  length: number
  heading: number
  limit: number
}

const stops: { km: number; stop_min: number }[] = []
const stretches: Stretch[] = []
let km = 0
for (let n = 0; n < WAYPOINTS.length; n++) {
  const [a, b, c, d] = [at(n - 1), at(n), at(n + 1), at(n + 2)]
  if (b.stop_min) stops.push({ km, stop_min: b.stop_min })
  for (let i = 0; i < BENDS; i++) {
    const fix = (t: number): Fix => ({
      lat: bend(a.lat, b.lat, c.lat, d.lat, t),
      lng: bend(a.lng, b.lng, c.lng, d.lng, t),
    })
    const from = fix(i / BENDS)
    const to = fix((i + 1) / BENDS)
    const length = distanceKm(from, to)
    stretches.push({ ...from, km, length, heading: bearing(from, to), limit: b.limit })
    km += length
  }
}

/** Length of the whole round, km. */
export const ROUTE_KM = km

/** Where the round is after `distance` km, in which direction it goes (degrees from north) and what the road allows. */
export function onRoute(distance: number): Fix & { heading: number; limit: number } {
  const done = ((distance % ROUTE_KM) + ROUTE_KM) % ROUTE_KM
  let low = 0
  let high = stretches.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((stretches[middle] as Stretch).km <= done) low = middle
    else high = middle - 1
  }
  const here = stretches[low] as Stretch
  const next = stretches[(low + 1) % stretches.length] as Stretch
  const part = (done - here.km) / here.length
  return {
    lat: here.lat + (next.lat - here.lat) * part,
    lng: here.lng + (next.lng - here.lng) * part,
    heading: here.heading,
    limit: here.limit,
  }
}

/** The next depot at or after `distance` km: how far it is and how long the truck stops there. */
export function nextStop(distance: number): { inKm: number; stop_min: number } {
  const done = distance % ROUTE_KM
  const stop = stops.find((s) => s.km >= done) ?? { km: ROUTE_KM, stop_min: stops[0]?.stop_min ?? 0 }
  return { inKm: stop.km - done, stop_min: stop.stop_min }
}
