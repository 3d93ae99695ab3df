import type { Look } from '../define-control.ts'
import { fontOf } from './font.ts'
import { roundedBox, setLine, setSolid } from './shape.ts'
import { paintLine } from './text-layout.ts'

export type Fit = 'contain' | 'cover' | 'stretch'

const NO_PICTURE = { zh: '缺少图片', en: 'No picture' } as const

/** Sources name their own size differently; a vector without one takes its box. */
function sizeOf(source: CanvasImageSource, axis: 'width' | 'height'): number {
  if (source instanceof HTMLImageElement) return axis === 'width' ? source.naturalWidth : source.naturalHeight
  if (typeof VideoFrame !== 'undefined' && source instanceof VideoFrame) {
    return axis === 'width' ? source.displayWidth : source.displayHeight
  }
  const side = (source as ImageBitmap)[axis]
  return typeof side === 'number' ? side : 0
}

/** Draws a picture of the gallery into a box; what has not come yet is a quiet box, what is not there says so. */
export function paintPicture(
  context: CanvasRenderingContext2D,
  look: Look,
  address: string,
  fit: Fit,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  const picture = address === '' ? 'missing' : look.picture(address)
  if (picture === null) {
    context.fillStyle = look.token('surface-1')
    context.fillRect(x, y, width, height)
    return
  }
  if (picture === 'missing') {
    paintMissing(context, look, address, x, y, width, height)
    return
  }
  const [own, high] = [sizeOf(picture, 'width'), sizeOf(picture, 'height')]
  if (fit === 'stretch' || own <= 0 || high <= 0) {
    context.drawImage(picture, x, y, width, height)
    return
  }
  if (fit === 'contain') {
    const scale = Math.min(width / own, height / high)
    const [shownWidth, shownHeight] = [own * scale, high * scale]
    context.drawImage(picture, x + (width - shownWidth) / 2, y + (height - shownHeight) / 2, shownWidth, shownHeight)
    return
  }
  const scale = Math.max(width / own, height / high)
  const [cutWidth, cutHeight] = [width / scale, height / scale]
  context.drawImage(picture, (own - cutWidth) / 2, (high - cutHeight) / 2, cutWidth, cutHeight, x, y, width, height)
}

/** A dashed box with a crossed-out picture and, where there is room, what was looked for. */
function paintMissing(
  context: CanvasRenderingContext2D,
  look: Look,
  address: string,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  roundedBox(context, x + 0.5, y + 0.5, width - 1, height - 1, 4)
  context.fillStyle = look.token('surface-1')
  context.fill()
  setLine(context, look.token('line-strong'), 1, 'dashed')
  context.stroke()
  setSolid(context)
  const mark = Math.min(24, width - 8, height - 8)
  if (mark < 8) return
  const hasWords = height >= mark + 44 && width >= 72
  const middle = x + width / 2
  const top = y + (height - mark - (hasWords ? 36 : 0)) / 2
  setLine(context, look.token('text-3'), 1.5)
  roundedBox(context, middle - mark / 2, top + mark * 0.1, mark, mark * 0.8, 2)
  context.moveTo(middle - mark / 2, top + mark * 0.9)
  context.lineTo(middle + mark / 2, top + mark * 0.1)
  context.stroke()
  if (!hasWords) return
  const font = fontOf(context, look, 12)
  context.fillStyle = look.token('text-2')
  paintLine(context, font, NO_PICTURE[look.lang], x + 4, top + mark + 14, width - 8, 'center')
  context.fillStyle = look.token('text-3')
  paintLine(context, font, address, x + 4, top + mark + 31, width - 8, 'center')
}
