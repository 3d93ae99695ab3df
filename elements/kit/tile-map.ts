import TileLayer from 'ol/layer/Tile.js'
import OlMap from 'ol/Map.js'
import XYZ from 'ol/source/XYZ.js'
import View from 'ol/View.js'

/** A middle in degrees, and how many px the world would be wide. */
interface ShownView {
  lat: number
  lng: number
  worldPx: number
}

export interface TileMap {
  show(view: ShownView): void
  close(): void
}

const EARTH_M = 40_075_016.685_578_5
/** So many tiles may fail one after another before there is nothing to wait for. */
const FAILED_MOST = 3
/** Tiles beyond are those of this zoom, larger. */
const MOST_ZOOM = 19

const metresOf = ({ lat, lng }: ShownView): [number, number] => {
  const sin = Math.sin((lat * Math.PI) / 180)
  return [(lng * EARTH_M) / 360, (Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * EARTH_M]
}

/** Raster tiles in an element, drawn where they are told: whoever stands above has the gestures. */
export function openTileMap(target: HTMLElement, url: string, onFail: () => void): TileMap {
  const source = new XYZ({ url, maxZoom: MOST_ZOOM, transition: 0 })
  const view = new View({
    center: [0, 0],
    resolution: EARTH_M / 1024,
    constrainResolution: false,
    enableRotation: false,
  })
  const map = new OlMap({
    target,
    controls: [],
    interactions: [],
    layers: [new TileLayer({ source, preload: 1 })],
    view,
  })
  let failed = 0
  source.on('tileloadend', () => {
    failed = 0
  })
  source.on('tileloaderror', () => {
    failed += 1
    if (failed === FAILED_MOST) onFail()
  })
  return {
    show(shown) {
      view.setCenter(metresOf(shown))
      view.setResolution(EARTH_M / shown.worldPx)
      // With the marks above it, not a frame later.
      map.renderSync()
    },
    close: () => map.setTarget(undefined),
  }
}
