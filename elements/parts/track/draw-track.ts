import type { MapLook } from '../map/draw-base.ts'
import { type MapView, projection, type Size } from '../map/map-view.ts'
import { type Fix, placeAt } from './along.ts'

export interface TrackStop {
  lat: number
  lng: number
  start_time: number
  end_time: number
}

export interface TrackScene {
  fixes: readonly Fix[]
  stops: readonly TrackStop[]
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
  const pathTo = (from: number, to: number) => {
    context.beginPath()
    scene.fixes.slice(from, to + 1).forEach(([, lat, lng], index) => {
      const [x, y] = project([lat, lng])
      if (index === 0) context.moveTo(x, y)
      else context.lineTo(x, y)
    })
    return context
  }
  const passed = here?.index ?? 0
  context.lineWidth = 2
  context.setLineDash([4, 5])
  pathTo(passed, scene.fixes.length - 1).stroke()
  context.setLineDash([])
  context.lineWidth = 4
  pathTo(0, passed)
  if (here) context.lineTo(...project([here.lat, here.lng]))
  context.stroke()

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
