import OlFeature from 'ol/Feature.js'
import Point from 'ol/geom/Point.js'
import VectorLayer from 'ol/layer/Vector.js'
import OlMap from 'ol/Map.js'
import Cluster from 'ol/source/Cluster.js'
import VectorSource from 'ol/source/Vector.js'
import { Circle, Fill, Stroke, Style, Text } from 'ol/style.js'
import View from 'ol/View.js'
import type { DevState } from '../../../core/contract/telemetry.ts'
import { BasePicture } from '../../../elements/parts/map/base-picture.ts'
import { DeviceClusters, type MarkedDevice } from '../../../elements/parts/map/clusters.ts'
import { drawBase, type MapLook } from '../../../elements/parts/map/draw-base.ts'
import { drawMarks } from '../../../elements/parts/map/draw-marks.ts'
import type { MapView } from '../../../elements/parts/map/map-view.ts'
import * as outline from '../../../elements/parts/map/outline.ts'

const SIZE = { width: 1280, height: 800 }
const EARTH_M = 40_075_016.7
const NEAR_PX = 60
const LOOK: MapLook = {
  sea: '#eef0f3',
  land: '#fbfbfc',
  line: '#c9ced6',
  text: '#4a5160',
  accent: '#0b5cb8',
  mark: '#1b1f27',
  onMark: '#ffffff',
  plate: '#ffffff',
  states: { 1: '#23744a', 2: '#6a7180', 3: '#c0261f', 4: '#7a5ab5' },
  onState: '#ffffff',
  font: 'sans-serif',
}

/** The same devices each time: about towns, as fleets are. */
function devicesOf(count: number): MarkedDevice[] {
  let seed = 7
  const random = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return seed / 2 ** 32
  }
  const towns = [...Array(40).keys()].map(() => ({ lat: 22 + random() * 22, lng: 98 + random() * 24 }))
  return [...Array(count).keys()].map((index) => {
    const town = towns[index % towns.length] as { lat: number; lng: number }
    const spread = () => (random() + random() + random() - 1.5) * 1.2
    return {
      sn_code: `D${index}`,
      dev_alias: `Device ${index}`,
      dev_state: (random() < 0.9 ? 1 : random() < 0.7 ? 2 : 3) as DevState,
      lat: town.lat + spread(),
      lng: town.lng + spread(),
      heading: null,
      speed: null,
      place_time: null,
      report_interval_s: 60,
    }
  })
}

interface Shown {
  draw(view: MapView): void
}
type Start = (host: HTMLElement, devices: readonly MarkedDevice[]) => Shown

const sightglass: Start = (host, devices) => {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, SIZE)
  host.append(canvas)
  const context = canvas.getContext('2d') as CanvasRenderingContext2D
  const clusters = new DeviceClusters(devices)
  const picture = new BasePicture()
  return {
    draw(view) {
      picture.show(context, view, SIZE, 'look', false, (own, ownView, wide) =>
        drawBase(own, ownView, wide, LOOK, outline, 'en'),
      )
      const marks = clusters.marksIn(view, SIZE)
      drawMarks(context, view, SIZE, { marks, chosen: '', hovered: '', now: 0 }, LOOK)
    },
  }
}

/** OpenLayers' cluster source with the number in a circle, over nothing: ours draws its land beside. */
const openlayers: Start = (host, devices) => {
  Object.assign(host.style, { width: `${SIZE.width}px`, height: `${SIZE.height}px` })
  const place = (lat: number, lng: number): [number, number] => {
    const sin = Math.sin((lat * Math.PI) / 180)
    return [(lng * EARTH_M) / 360, (Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * EARTH_M]
  }
  const features = devices.map(({ lat, lng }) => new OlFeature(new Point(place(lat, lng))))
  const source = new Cluster({ distance: NEAR_PX, source: new VectorSource({ features }) })
  const styles = new Map<number, Style>()
  const style = (feature: { get(name: string): unknown }) => {
    const count = (feature.get('features') as unknown[]).length
    let made = styles.get(count)
    if (!made) {
      const ring = { fill: new Fill({ color: LOOK.plate }), stroke: new Stroke({ color: LOOK.states[1], width: 2 }) }
      made = new Style({
        image: new Circle({ radius: count === 1 ? 8 : 15, ...ring }),
        ...(count > 1 && { text: new Text({ text: String(count), font: '600 12px sans-serif' }) }),
      })
      styles.set(count, made)
    }
    return made
  }
  const view = new View({ center: [0, 0], resolution: 1000 })
  const map = new OlMap({
    target: host,
    controls: [],
    interactions: [],
    layers: [new VectorLayer({ source, style, updateWhileAnimating: true, updateWhileInteracting: true })],
    view,
  })
  return {
    draw({ lat, lng, worldPx }) {
      view.setCenter(place(lat, lng))
      view.setResolution(EARTH_M / worldPx)
      map.renderSync()
    },
  }
}

const STARTS: Record<string, Start> = { sightglass, openlayers }
const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()))
const FIRST: MapView = { lat: 33, lng: 110, worldPx: 2 ** 13 }
let shown: Shown

const bench = {
  /** Until all devices are on the map, from their data on, ms. */
  async start(subject: string, count: number): Promise<number> {
    const devices = devicesOf(count)
    const host = document.createElement('div')
    document.body.replaceChildren(host)
    const began = performance.now()
    shown = (STARTS[subject] as Start)(host, devices)
    shown.draw(FIRST)
    await frame()
    return performance.now() - began
  },
  /** The times of so many frames that pan, or zoom, ms of script each. */
  async move(how: 'pan' | 'zoom', frames: number): Promise<number[]> {
    const took: number[] = []
    for (let i = 0; i < frames; i += 1) {
      const turn = Math.sin((i / frames) * Math.PI * 2)
      const view =
        how === 'pan'
          ? { ...FIRST, lng: FIRST.lng + turn * 8 }
          : { ...FIRST, worldPx: FIRST.worldPx * 4 ** Math.abs(turn) }
      const began = performance.now()
      shown.draw(view)
      took.push(performance.now() - began)
      await frame()
    }
    return took
  },
}
export type MapBench = typeof bench
Object.assign(window, { bench })
