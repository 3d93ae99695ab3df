import type FeatureLike from 'ol/Feature.js'
import MVT from 'ol/format/MVT.js'
import type ImageTile from 'ol/ImageTile.js'
import type Layer from 'ol/layer/Layer.js'
import TileLayer from 'ol/layer/Tile.js'
import VectorTileLayer from 'ol/layer/VectorTile.js'
import type { ProjectionLike } from 'ol/proj.js'
import { textHeights } from 'ol/render/canvas.js'
import type RenderFeature from 'ol/render/Feature.js'
import VectorTileSource from 'ol/source/VectorTile.js'
import XYZ from 'ol/source/XYZ.js'
import { Fill, Stroke, Style, Text } from 'ol/style.js'
import type OlTile from 'ol/Tile.js'
import type VectorTile from 'ol/VectorTile.js'
import { PMTiles, TileType } from 'pmtiles'
import type { MapFailure, ShapeLook, TileAddress, TileReports } from './tile-map.ts'

/** Tiles of shapes go no deeper, by custom; what is nearer is drawn of these. */
const MOST_ZOOM = 14
/** Of OpenLayers. */
const FAILED = 3

/** Where a shape says which layer it is of; tiles have properties of their own by the name `layer`. */
const LAYER = 'layer of the tile'

type TileBytes = (z: number, x: number, y: number, url: string) => Promise<ArrayBuffer | null>

/** No map: other errors are of the way to it. */
class Unreadable extends Error {}
const whyOf = (error: unknown): MapFailure => (error instanceof Unreadable ? 'unreadable' : 'unreachable')

/** The layer of a vector source, or of what is in a file. A file that cannot be read is reported, and then there is none. */
export async function openLayer({ kind, url }: TileAddress, look: ShapeLook, reports: TileReports): Promise<Layer> {
  if (kind !== 'pmtiles') return shapeLayer({ url, minZoom: 0, maxZoom: MOST_ZOOM }, fetched, look, reports)
  const archive = new PMTiles(url)
  const header = await archive.getHeader().catch((error: unknown) => {
    // Its own words are of the file's form; the others are the network's, or the server's.
    const isForm = error instanceof Error && !(error instanceof TypeError) && !error.message.startsWith('Bad response')
    reports.gone(isForm ? 'unreadable' : 'unreachable')
    return null
  })
  if (!header) return new TileLayer()
  const { minZoom, maxZoom, tileType } = header
  const bytes: TileBytes = async (z, x, y) => (await archive.getZxy(z, x, y))?.data ?? null
  const range = { url: '{z}/{x}/{y}', minZoom, maxZoom }
  if (tileType === TileType.Mvt) return shapeLayer(range, bytes, look, reports)
  if (tileType !== TileType.Unknown) return pictureLayer(range, bytes, reports)
  reports.gone('unreadable')
  return new TileLayer()
}

async function fetched(_z: number, _x: number, _y: number, url: string): Promise<ArrayBuffer | null> {
  const reply = await fetch(url)
  if (reply.status === 204) return null
  if (!reply.ok) throw new Error(`${reply.status}`)
  return reply.arrayBuffer()
}

interface TileRange {
  url: string
  minZoom: number
  maxZoom: number
}

function shapeLayer(range: TileRange, bytes: TileBytes, look: ShapeLook, { loaded, failed }: TileReports): Layer {
  const format = new MVT({ layerName: LAYER })
  const read = (tile: VectorTile<RenderFeature>, url: string) =>
    tile.setLoader((extent: number[], _resolution: number, featureProjection: ProjectionLike) => {
      const [z, x, y] = tile.getTileCoord() as [number, number, number]
      bytes(z, x, y, url)
        .then((found) => {
          tile.setFeatures(found ? featuresIn(format, found, { extent, featureProjection }) : [])
          loaded()
        })
        .catch((error: unknown) => {
          tile.setState(FAILED)
          failed(whyOf(error))
        })
    })
  const source = new VectorTileSource({ ...range, format, transition: 0 })
  source.setTileLoadFunction((tile: OlTile, url: string) => read(tile as VectorTile<RenderFeature>, url))
  return new VectorTileLayer({ source, background: look.land, declutter: true, style: styleOf(look) })
}

function featuresIn(format: MVT, bytes: ArrayBuffer, options: object): RenderFeature[] {
  try {
    return format.readFeatures(bytes, options) as RenderFeature[]
  } catch {
    throw new Unreadable()
  }
}

function pictureLayer(range: TileRange, bytes: TileBytes, { loaded, failed }: TileReports): Layer {
  const source = new XYZ({ ...range, transition: 0 })
  source.setTileLoadFunction((tile) => {
    const [z, x, y] = tile.getTileCoord() as [number, number, number]
    bytes(z, x, y, '').then(
      (found) => {
        const image = (tile as ImageTile).getImage() as HTMLImageElement
        if (!found) return tile.setState(FAILED)
        const url = URL.createObjectURL(new Blob([found]))
        image.addEventListener('load', () => URL.revokeObjectURL(url), { once: true })
        image.src = url
        loaded()
      },
      (error: unknown) => {
        tile.setState(FAILED)
        failed(whyOf(error))
      },
    )
  })
  return new TileLayer({ source })
}

/** Kinds of roads that are drawn from afar; others when one is near, m a px. */
const WIDE_ROADS = /^(highway|motorway|trunk|major_road|primary)/
const NEAR_M = 80
const NEAREST_M = 12

/**
 * How a shape looks by its layer, as OpenMapTiles, Protomaps and Mapbox call them; what is in none of these is not drawn.
 * Layers stand in the order of the tile, names above all.
 */
function styleOf({ sea, land, line, text, plate, font, lang }: ShapeLook) {
  const water = new Style({ fill: new Fill({ color: sea }), stroke: new Stroke({ color: sea, width: 1 }) })
  const ground = new Style({ fill: new Fill({ color: land }) })
  const building = new Style({ fill: new Fill({ color: line }) })
  const border = new Style({ stroke: new Stroke({ color: text, width: 1, lineDash: [6, 3] }) })
  const road = new Style({ stroke: new Stroke({ color: line, width: 1 }) })
  const wideRoad = new Style({ stroke: new Stroke({ color: line, width: 2.5 }) })
  const nameFont = `12px ${font}`

  function nameStyle(feature: RenderFeature | FeatureLike): Style | undefined {
    const names = lang === 'zh' ? ['name:zh-Hans', 'name:zh', 'name_zh', 'name'] : ['name:en', 'name_en', 'name']
    const name = names.map((key) => feature.get(key)).find((found) => typeof found === 'string' && found !== '')
    if (name === undefined) return undefined
    // Else measured by an element that is written as HTML, which pages with Trusted Types refuse.
    textHeights[nameFont] = 15
    return new Style({
      text: new Text({
        text: name,
        font: nameFont,
        fill: new Fill({ color: text }),
        stroke: new Stroke({ color: plate, width: 3 }),
      }),
    })
  }

  return (feature: RenderFeature | FeatureLike, metresAPx: number): Style | undefined => {
    const kind = String(feature.get('kind') ?? feature.get('class') ?? '')
    switch (feature.get(LAYER)) {
      case 'water':
      case 'ocean':
      case 'waterway':
        return water
      case 'earth':
      case 'land':
        return ground
      case 'building':
      case 'buildings':
        return building
      case 'boundary':
      case 'boundaries':
      case 'admin':
        return border
      case 'road':
      case 'roads':
      case 'transportation':
        return WIDE_ROADS.test(kind) ? wideRoad : metresAPx < (kind === 'path' ? NEAREST_M : NEAR_M) ? road : undefined
      case 'place':
      case 'places':
      case 'place_label':
        return nameStyle(feature)
      default:
        return undefined
    }
  }
}
