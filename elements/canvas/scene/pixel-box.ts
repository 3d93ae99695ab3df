import type { Box } from '../../../core/canvas/geometry.ts'

/** Whole px of a canvas, counted from the page's left upper corner: such boxes stay as they are while the view is moved. */
export interface PixelBox {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export const NOWHERE: PixelBox = { left: 0, top: 0, right: 0, bottom: 0 }

/** The px that a box of the document touches: half a px painted is a px that has to be painted again. */
export const roundOut = (box: Box, scale: number): PixelBox => ({
  left: Math.floor(box.x * scale),
  top: Math.floor(box.y * scale),
  right: Math.ceil((box.x + box.width) * scale),
  bottom: Math.ceil((box.y + box.height) * scale),
})

/** In px of the document, with a px of the canvas around: for asking the index. */
export const inDocument = ({ left, top, right, bottom }: PixelBox, scale: number): Box => ({
  x: (left - 1) / scale,
  y: (top - 1) / scale,
  width: (right - left + 2) / scale,
  height: (bottom - top + 2) / scale,
})

export const isEmpty = (box: PixelBox): boolean => box.right <= box.left || box.bottom <= box.top

export const meets = (a: PixelBox, b: PixelBox): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

export const holds = (outer: PixelBox, inner: PixelBox): boolean =>
  outer.left <= inner.left && outer.top <= inner.top && outer.right >= inner.right && outer.bottom >= inner.bottom

export const isSame = (a: PixelBox, b: PixelBox): boolean => holds(a, b) && holds(b, a)

/** What both have; `a` itself where it is all of it. */
export const cut = (a: PixelBox, b: PixelBox): PixelBox =>
  holds(b, a)
    ? a
    : {
        left: Math.max(a.left, b.left),
        top: Math.max(a.top, b.top),
        right: Math.min(a.right, b.right),
        bottom: Math.min(a.bottom, b.bottom),
      }

export const around = (a: PixelBox, b: PixelBox): PixelBox => ({
  left: Math.min(a.left, b.left),
  top: Math.min(a.top, b.top),
  right: Math.max(a.right, b.right),
  bottom: Math.max(a.bottom, b.bottom),
})

export const sizeOf = (box: PixelBox): number => (isEmpty(box) ? 0 : (box.right - box.left) * (box.bottom - box.top))

/** What `box` has and `hole` has not, in four boxes at most. */
export function without(box: PixelBox, hole: PixelBox): PixelBox[] {
  const inner = cut(hole, box)
  if (isEmpty(inner)) return [box]
  const strips = [
    { ...box, bottom: inner.top },
    { ...box, top: inner.bottom },
    { left: box.left, top: inner.top, right: inner.left, bottom: inner.bottom },
    { left: inner.right, top: inner.top, right: box.right, bottom: inner.bottom },
  ]
  return strips.filter((strip) => !isEmpty(strip))
}
