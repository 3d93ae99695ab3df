import type { DevState } from '../../../core/contract/device.ts'
import type { Lang } from '../../../core/text/define-text.ts'
import { type MapView, mercatorX, mercatorY, type Size, scaleBar, zoomOf } from './map-view.ts'
import type { MapName } from './outline.ts'

/** Colours of the current theme. */
export interface MapLook {
  sea: string
  land: string
  line: string
  text: string
  accent: string
  mark: string
  onMark: string
  /** Under marks and their names. */
  plate: string
  /** Of devices, and what stands on the colour of a faulty one. */
  states: Record<DevState, string>
  onState: string
  font: string
}

export type Outline = typeof import('./outline.ts')

const BAR_PX = 110

/** Sea and, once its chunk has come, land with its borders and names. */
export function drawBase(
  context: CanvasRenderingContext2D,
  view: MapView,
  size: Size,
  look: MapLook,
  outline: Outline | null,
  lang: Lang,
): void {
  context.fillStyle = look.sea
  context.fillRect(0, 0, size.width, size.height)
  if (!outline) return
  const { lines, trace } = outline
  const zoom = zoomOf(view)
  context.lineJoin = context.lineCap = 'round'
  context.fillStyle = look.land
  context.strokeStyle = look.line
  context.lineWidth = 1
  trace(context, lines.land, view, size)
  context.fill('evenodd')
  context.stroke()
  trace(context, lines.islands, view, size)
  context.fill()
  context.stroke()
  if (zoom > 3.5) {
    context.strokeStyle = look.text
    context.globalAlpha = 0.35
    trace(context, lines.provinceLines, view, size)
    context.stroke()
    context.globalAlpha = 1
  }
  context.strokeStyle = context.fillStyle = look.text
  context.globalAlpha = 0.55
  trace(context, lines.borders, view, size)
  context.stroke()
  context.lineWidth = 1.4
  trace(context, lines.chinaBorders, view, size)
  context.stroke()
  trace(context, lines.dashes, view, size)
  context.fill()
  context.stroke()
  context.globalAlpha = 1
  drawNames(context, view, size, look, outline, lang)
}

interface NameLook {
  of: readonly MapName[]
  px: number
  weight: number
  spacing: number
  alpha: number
  hasDot: boolean
}

/** What is named at a zoom, the most important first. */
function namesAt(zoom: number, { names: { countries, provinces, cities, seas } }: Outline): NameLook[] {
  const upTo = (all: readonly MapName[], rank: number) => all.filter((name) => name.rank <= rank)
  const plain = { weight: 400, spacing: 0, alpha: 1, hasDot: false }
  return [
    {
      ...plain,
      of: zoom < 1.3 || zoom > 6.5 ? [] : upTo(countries, zoom < 3 ? 0 : zoom < 4 ? 1 : 2),
      px: 12,
      weight: 600,
      spacing: 1,
      alpha: 0.8,
    },
    {
      ...plain,
      of: zoom < 4.6 ? [] : upTo(cities, zoom < 5.8 ? 0 : zoom < 7.2 ? 1 : 2),
      px: 12,
      hasDot: true,
    },
    { ...plain, of: zoom < 3.4 ? [] : upTo(seas, zoom < 4.6 ? 0 : zoom < 6 ? 1 : 2), px: 11, alpha: 0.8 },
    { ...plain, of: zoom < 4.2 || zoom > 8.5 ? [] : provinces, px: 12, spacing: 3, alpha: 0.6 },
  ]
}

function drawNames(
  context: CanvasRenderingContext2D,
  view: MapView,
  size: Size,
  look: MapLook,
  outline: Outline,
  lang: Lang,
): void {
  const left = mercatorX(view.lng) * view.worldPx - size.width / 2
  const top = mercatorY(view.lat) * view.worldPx - size.height / 2
  const taken: [left: number, top: number, right: number, bottom: number][] = []
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.lineWidth = 3
  context.fillStyle = look.text
  for (const { of, px, weight, spacing, alpha, hasDot } of namesAt(zoomOf(view), outline)) {
    context.font = `${weight} ${px}px ${look.font}`
    context.letterSpacing = `${lang === 'zh' ? spacing : 0}px`
    context.globalAlpha = alpha
    for (const name of of) {
      const [x, y] = [name.x * view.worldPx - left, name.y * view.worldPx - top]
      if (x < -60 || y < -20 || x > size.width + 60 || y > size.height + 20) continue
      const words = name[lang]
      const half = context.measureText(words).width / 2
      // A city's name stands beside its dot.
      const middle = hasDot ? x + half + 6 : x
      const box = [middle - half - (hasDot ? 10 : 2), y - 9, middle + half + 2, y + 9] as const
      if (taken.some(([l, t, r, b]) => box[0] < r && box[2] > l && box[1] < b && box[3] > t)) continue
      taken.push([...box])
      context.strokeStyle = look.land
      context.strokeText(words, middle, y)
      context.fillText(words, middle, y)
      if (!hasDot) continue
      context.beginPath()
      context.arc(x, y, 2, 0, Math.PI * 2)
      context.fill()
    }
  }
  context.globalAlpha = 1
  context.letterSpacing = '0px'
}

/** A round distance, in the lower left corner, and beside it where the map is from; null over tiles, which may have any colour. */
export function drawScaleBar(
  context: CanvasRenderingContext2D,
  view: MapView,
  size: Size,
  look: MapLook,
  source: string | null,
): void {
  const { metres, px } = scaleBar(view, Math.min(BAR_PX, size.width / 3))
  const bottom = size.height - 12
  if (source === null) {
    context.fillStyle = look.plate
    context.fillRect(6, bottom - 18, px + 13, 24)
  }
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
  context.font = `11px ${look.font}`
  if (source === null) return
  if (size.width > context.measureText(source).width + px + 140) context.fillText(source, px + 28, bottom - 3)
}
