import type { Polygon, Position } from 'geojson'
import { feature } from 'topojson-client'
import type { Topology } from 'topojson-specification'
import atlas from 'world-atlas/land-50m.json'
import { type MapView, projection, type Size } from './map-view.ts'

interface Ring {
  /** lng, lat, lng, lat … */
  places: Float32Array
  west: number
  east: number
  south: number
  north: number
}

/** The world's coastlines at 1:50 million (Natural Earth, public domain): an outline that needs no network. */
const rings: readonly Ring[] = coastlines()

function coastlines(): Ring[] {
  const topology = atlas as unknown as Topology
  const land = feature(topology, topology.objects.land as never) as unknown as {
    features: { geometry: { type: string; coordinates: unknown } }[]
  }
  return land.features.flatMap(({ geometry }) => {
    const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : (geometry.coordinates as unknown[])
    return (polygons as Polygon['coordinates'][]).flatMap((polygon) => polygon.map(ringOf))
  })
}

function ringOf(positions: Position[]): Ring {
  const places = new Float32Array(positions.length * 2)
  const ring = { places, west: 180, east: -180, south: 90, north: -90 }
  positions.forEach(([lng = 0, lat = 0], index) => {
    places[index * 2] = lng
    places[index * 2 + 1] = lat
    ring.west = Math.min(ring.west, lng)
    ring.east = Math.max(ring.east, lng)
    ring.south = Math.min(ring.south, lat)
    ring.north = Math.max(ring.north, lat)
  })
  return ring
}

/** Fills the land of a view with the context's fill style; holes such as inland seas stay open. */
export function fillLand(context: CanvasRenderingContext2D, view: MapView, size: Size): void {
  const project = projection(view, size)
  context.beginPath()
  for (const { places, west, east, south, north } of rings) {
    const [left, top] = project([north, west])
    const [right, bottom] = project([south, east])
    if (right < 0 || bottom < 0 || left > size.width || top > size.height) continue
    for (let at = 0; at < places.length; at += 2) {
      const [x, y] = project([places[at + 1] as number, places[at] as number])
      if (at === 0) context.moveTo(x, y)
      else context.lineTo(x, y)
    }
    context.closePath()
  }
  context.fill('evenodd')
}
