import type { MapLook } from '../map/draw-base.ts'
import { type MapView, type Pixel, projection, type Size } from '../map/map-view.ts'
import { type Fix, placeAt, type TrackGap } from './along.ts'

export interface TrackStop {
  lat: number
  lng: number
  start_time: number
  end_time: number
}

export interface TrackScene {
  fixes: readonly Fix[]
  stops: readonly TrackStop[]
  gaps: readonly TrackGap[]
  /** Where the playback is; the part behind it is drawn strong. */
  time: number
}

const STOP_PX = 8
const HERE_PX = 7

/** Paints the route over the map; cheap enough to be done for every frame of a playback. */
export function drawTrack(
  context: CanvasRenderingContext2D,
  view: MapView,
  size: Size,
  scene: TrackScene,
  look: MapLook,
): void {
  const project = projection(view, size)
  const here = placeAt(scene.fixes, scene.time)

  context.lineJoin = context.lineCap = 'round'
  context.strokeStyle = look.accent
  const isGap = new Set(scene.gaps.map(({ end_time }) => end_time))
  const pixels = scene.fixes.map(([, lat, lng]) => project([lat, lng]))
  /** The way from one fix to another, or what is not known of it. */
  const path = (from: number, to: number, ofGaps: boolean) => {
    context.beginPath()
    for (let at = from + 1; at <= to; at++) {
      const [before, there] = [pixels[at - 1], pixels[at]] as [Pixel, Pixel]
      if (isGap.has((scene.fixes[at] as Fix)[0]) !== ofGaps) continue
      if (at === from + 1 || isGap.has((scene.fixes[at - 1] as Fix)[0]) !== ofGaps) context.moveTo(...before)
      context.lineTo(...there)
    }
  }
  const passed = here?.index ?? 0
  const last = scene.fixes.length - 1
  context.lineWidth = 2
  context.globalAlpha = 0.5
  path(passed, last, false)
  context.stroke()
  context.globalAlpha = 1
  context.lineWidth = 4
  path(0, passed, false)
  if (here && !isGap.has(scene.fixes[passed + 1]?.[0] ?? 0)) {
    context.moveTo(...(pixels[passed] as Pixel))
    context.lineTo(...project([here.lat, here.lng]))
  }
  context.stroke()
  context.lineWidth = 1.5
  context.setLineDash([3, 6])
  path(0, last, true)
  context.stroke()
  context.setLineDash([])

  context.font = `600 11px ${look.font}`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  scene.stops.forEach(({ lat, lng }, index) => {
    const [x, y] = project([lat, lng])
    context.fillStyle = look.mark
    context.fillRect(x - STOP_PX, y - STOP_PX, STOP_PX * 2, STOP_PX * 2)
    context.fillStyle = look.onMark
    context.fillText(String(index + 1), x, y)
  })
  if (here) {
    const [x, y] = project([here.lat, here.lng])
    context.beginPath()
    context.arc(x, y, HERE_PX, 0, Math.PI * 2)
    context.fillStyle = look.accent
    context.fill()
    context.lineWidth = 2
    context.strokeStyle = look.land
    context.stroke()
  }
}
