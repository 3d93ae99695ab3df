import { type MapView, mercatorX, mercatorY, type Size } from './map-view.ts'

/** Painted around the view on each side, as a share of it: a drag has that far to go. */
const MARGIN = 0.3
/** How much larger or smaller the picture may be shown until it is painted anew. */
const STRETCH = 1.6

/**
 * The base of a map as a picture: while the map moves it is shown shifted and scaled, which costs a copy a frame, and is
 * painted anew once the map rests, or has moved beyond it.
 */
export class BasePicture {
  #canvas = document.createElement('canvas')
  #of: { view: MapView; size: Size; key: unknown } | null = null

  /** Whether the picture shown was exact: if not, call with `isResting` once nothing moves. */
  show(
    context: CanvasRenderingContext2D,
    view: MapView,
    size: Size,
    key: unknown,
    isResting: boolean,
    paint: (context: CanvasRenderingContext2D, view: MapView, size: Size) => void,
  ): boolean {
    const ratio = window.devicePixelRatio || 1
    const before = this.#of
    const isSame = before !== null && before.key === key && isSameSize(before.size, size)
    let place = isSame ? placeOf(before.view, view, size) : null
    if (!place || (isResting && !isExact(place))) {
      const wide = {
        width: Math.ceil(size.width * (1 + 2 * MARGIN)),
        height: Math.ceil(size.height * (1 + 2 * MARGIN)),
      }
      const [width, height] = [Math.round(wide.width * ratio), Math.round(wide.height * ratio)]
      if (this.#canvas.width !== width || this.#canvas.height !== height) {
        this.#canvas.width = width
        this.#canvas.height = height
      }
      const own = this.#canvas.getContext('2d', { alpha: false }) as CanvasRenderingContext2D
      own.setTransform(ratio, 0, 0, ratio, 0, 0)
      paint(own, view, wide)
      this.#of = { view, size, key }
      place = { x: (size.width - wide.width) / 2, y: (size.height - wide.height) / 2, scale: 1 }
    }
    const { x, y, scale } = place
    context.drawImage(this.#canvas, x, y, (this.#canvas.width / ratio) * scale, (this.#canvas.height / ratio) * scale)
    return isExact(place)
  }
}

const isSameSize = (one: Size, other: Size) => one.width === other.width && one.height === other.height

interface PicturePlace {
  x: number
  y: number
  scale: number
}

const isExact = ({ scale }: PicturePlace) => scale === 1

/** Where the picture of a view lies in another; null where it does not fill it, or would be too coarse. */
function placeOf(of: MapView, view: MapView, { width, height }: Size): PicturePlace | null {
  const scale = view.worldPx / of.worldPx
  if (scale > STRETCH || scale < 1 / STRETCH) return null
  const [wide, high] = [Math.ceil(width * (1 + 2 * MARGIN)) * scale, Math.ceil(height * (1 + 2 * MARGIN)) * scale]
  const x = (mercatorX(of.lng) - mercatorX(view.lng)) * view.worldPx + width / 2 - wide / 2
  const y = (mercatorY(of.lat) - mercatorY(view.lat)) * view.worldPx + height / 2 - high / 2
  return x > 0 || y > 0 || x + wide < width || y + high < height ? null : { x, y, scale }
}
