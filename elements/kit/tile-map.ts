import type Layer from 'ol/layer/Layer.js'
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

export interface TileAddress {
  kind: 'raster' | 'vector' | 'pmtiles'
  url: string
}

/** How shapes are drawn, of which a tile says only what they are. */
export interface ShapeLook {
  sea: string
  land: string
  line: string
  text: string
  /** Under names. */
  plate: string
  font: string
  lang: 'zh' | 'en'
}

/** `unreadable`: what came is no map. */
export type MapFailure = 'unreachable' | 'unreadable'

/** What layers report of their tiles. */
export interface TileReports {
  loaded(): void
  failed(why: MapFailure): void
  /** Nothing of it can be shown. */
  gone(why: MapFailure): void
}

/** Tiles in an element, drawn where they are told: whoever stands above has the gestures. `look`: of all but raster ones. */
export function openTileMap(
  target: HTMLElement,
  { kind, url }: TileAddress,
  look: ShapeLook,
  onFail: (why: MapFailure) => void,
): TileMap {
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
    view,
  })
  let failed = 0
  let isClosed = false
  const reports: TileReports = {
    loaded: () => {
      failed = 0
    },
    failed: (why) => {
      failed += 1
      if (failed === FAILED_MOST) onFail(why)
    },
    gone: (why) => {
      if (!isClosed) onFail(why)
    },
  }
  const add = (layer: Layer) => {
    if (!isClosed) map.addLayer(layer)
  }
  if (kind === 'raster') add(rasterLayer(url, reports))
  else
    import('./vector-tiles.ts')
      .then(({ openLayer }) => openLayer({ kind, url }, look, reports))
      .then(add, () => reports.gone('unreachable'))
  return {
    show(shown) {
      view.setCenter(metresOf(shown))
      view.setResolution(EARTH_M / shown.worldPx)
      // With the marks above it, not a frame later.
      map.renderSync()
    },
    close: () => {
      isClosed = true
      map.setTarget(undefined)
    },
  }
}

function rasterLayer(url: string, { loaded, failed }: TileReports): Layer {
  const source = new XYZ({ url, maxZoom: MOST_ZOOM, transition: 0 })
  source.on('tileloadend', loaded)
  source.on('tileloaderror', () => failed('unreachable'))
  return new TileLayer({ source, preload: 1 })
}
