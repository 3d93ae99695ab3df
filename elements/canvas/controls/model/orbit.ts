/** From where a model is looked at. Degrees: `azimuth` about it, `elevation` above its level. */
export interface Orbit {
  readonly azimuth: number
  readonly elevation: number
  /** 1 shows all of it; 2 from half as far. */
  readonly zoom: number
}

const MOST_ELEVATION = 89
const MOST_ZOOM = 8
const LEAST_ZOOM = 0.25
const STEP = 15
const ZOOM_STEP = 1.25
/** Degrees that change little of what is seen. */
const CLOSE = 5
/** Degrees for each px of a drag. */
const DRAG = 0.5

const between = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))
const around = (azimuth: number) => ((azimuth % 360) + 360) % 360

/** Whether both show much the same. */
export const isClose = (a: Orbit, b: Orbit): boolean =>
  Math.abs(around(a.azimuth - b.azimuth + 180) - 180) <= CLOSE &&
  Math.abs(a.elevation - b.elevation) <= CLOSE &&
  Math.abs(Math.log(a.zoom / b.zoom)) <= Math.log(ZOOM_STEP) + 1e-9

export function turned({ azimuth, elevation, zoom }: Orbit, by: { azimuth?: number; elevation?: number }): Orbit {
  return {
    azimuth: around(azimuth + (by.azimuth ?? 0)),
    elevation: between(elevation + (by.elevation ?? 0), -MOST_ELEVATION, MOST_ELEVATION),
    zoom,
  }
}
export const dragged = (orbit: Orbit, x: number, y: number): Orbit =>
  turned(orbit, { azimuth: -x * DRAG, elevation: y * DRAG })
export const zoomed = (orbit: Orbit, factor: number): Orbit => ({
  ...orbit,
  zoom: between(orbit.zoom * factor, LEAST_ZOOM, MOST_ZOOM),
})

/** What a key does; null for one that does nothing here. */
export function keyed(orbit: Orbit, key: string, start: Orbit): Orbit | null {
  switch (key) {
    case 'ArrowLeft':
      return turned(orbit, { azimuth: STEP })
    case 'ArrowRight':
      return turned(orbit, { azimuth: -STEP })
    case 'ArrowUp':
      return turned(orbit, { elevation: STEP })
    case 'ArrowDown':
      return turned(orbit, { elevation: -STEP })
    case '+':
    case '=':
      return zoomed(orbit, ZOOM_STEP)
    case '-':
      return zoomed(orbit, 1 / ZOOM_STEP)
    case '0':
      return start
    default:
      return null
  }
}

/** Where the eye is, of a model in the middle: a unit for each `distance`. */
export function eyeOf({ azimuth, elevation, zoom }: Orbit, distance: number): [x: number, y: number, z: number] {
  const [a, e] = [(azimuth * Math.PI) / 180, (elevation * Math.PI) / 180]
  const away = distance / zoom
  return [away * Math.cos(e) * Math.sin(a), away * Math.sin(e), away * Math.cos(e) * Math.cos(a)]
}
