import { type MapView, type Size, scaleBar } from './map-view.ts'

/** Colours of the current theme. */
export interface MapLook {
  sea: string
  land: string
  line: string
  text: string
  accent: string
  mark: string
  onMark: string
  font: string
}

/** Paints the coastlines of a view with the context's fill style. */
export type FillLand = (context: CanvasRenderingContext2D, view: MapView, size: Size) => void

const BAR_PX = 110

/** Sea and, once its chunk has come, land. */
export function drawBase(
  context: CanvasRenderingContext2D,
  view: MapView,
  size: Size,
  look: MapLook,
  fillLand: FillLand | null,
): void {
  context.fillStyle = look.sea
  context.fillRect(0, 0, size.width, size.height)
  context.fillStyle = look.land
  fillLand?.(context, view, size)
}

/** A round distance, in the lower left corner. */
export function drawScaleBar(context: CanvasRenderingContext2D, view: MapView, size: Size, look: MapLook): void {
  const { metres, px } = scaleBar(view, Math.min(BAR_PX, size.width / 3))
  const bottom = size.height - 12
  context.strokeStyle = look.text
  context.lineWidth = 1
  context.beginPath()
  context.moveTo(12.5, bottom - 5)
  context.lineTo(12.5, bottom + 0.5)
  context.lineTo(12.5 + px, bottom + 0.5)
  context.lineTo(12.5 + px, bottom - 5)
  context.stroke()
  context.fillStyle = look.text
  context.font = `12px ${look.font}`
  context.textAlign = 'left'
  context.textBaseline = 'middle'
  context.fillText(metres >= 1000 ? `${metres / 1000} km` : `${metres} m`, 18, bottom - 8)
}
