import { defineText, translate } from '../../../../core/text/define-text.ts'
import type { Look, Painting } from '../define-control.ts'
import { fontOf, widthOf } from '../painting/font.ts'
import { roundedBox } from '../painting/shape.ts'
import { baselineOf, fitted } from '../painting/text-layout.ts'
import type { ScreenLinkProps } from './props.ts'

const PAD = 10
/** Beside the kind's names, which viewers do not load. */
const text = defineText({ unset: ['未选画面', 'No screen'] })

export function paint({ context, props, look, width, height, isPressed }: Painting<ScreenLinkProps>): void {
  roundedBox(context, 0.5, 0.5, width - 1, height - 1, 4)
  context.fillStyle = look.token(isPressed ? 'surface-1' : 'surface-3')
  context.fill()
  if (isPressed) {
    context.fillStyle = look.token('hover')
    context.fill()
  }
  context.strokeStyle = look.token('line')
  context.lineWidth = 1
  context.stroke()

  const line = Math.round(props.fontSize * 1.9)
  const hasPicture = props.hasThumbnail && height > line + 24
  if (hasPicture) paintThumbnail(context, look, props, 5, 5, width - 10, height - line - 6)
  const middle = hasPicture ? height - line / 2 - 1 : height / 2
  const arrow = Math.max(6, props.fontSize * 0.42)
  const label = props.label || (props.screen_id === null ? translate(text, look.lang).unset : '')
  const font = fontOf(context, look, props.fontSize)
  const room = width - PAD * 2 - arrow * 2
  const shown = fitted(context, font, label, room)
  const wide = widthOf(context, font, shown)
  const left = (width - wide - (shown === '' ? 0 : arrow * 1.4) - arrow * 0.6) / 2
  const ink = props.screen_id === null ? look.token('text-3') : look.colour(props.color)
  context.textAlign = 'left'
  context.textBaseline = 'alphabetic'
  context.fillStyle = ink
  context.fillText(shown, left, baselineOf(font, middle))
  chevron(context, left + wide + (shown === '' ? 0 : arrow * 0.9), middle, arrow, ink)
}

function chevron(context: CanvasRenderingContext2D, x: number, y: number, size: number, colour: string): void {
  context.strokeStyle = colour
  context.lineWidth = Math.max(1.5, size * 0.2)
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.beginPath()
  context.moveTo(x, y - size / 2)
  context.lineTo(x + size / 2, y)
  context.lineTo(x, y + size / 2)
  context.stroke()
  context.lineCap = 'butt'
  context.lineJoin = 'miter'
}

/** The screen's own picture, whole; an outline of a screen until it has come, and where there is none. */
function paintThumbnail(
  context: CanvasRenderingContext2D,
  look: Look,
  { screen_id }: ScreenLinkProps,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  context.fillStyle = look.token('surface-0')
  context.fillRect(x, y, width, height)
  const picture = screen_id === null ? 'missing' : look.picture(`screen/${screen_id}`)
  if (picture !== null && picture !== 'missing') {
    const { width: own, height: tall } = sizeOf(picture)
    const scale = Math.min(width / own, height / tall)
    const wide = own * scale
    const high = tall * scale
    context.drawImage(picture, x + (width - wide) / 2, y + (height - high) / 2, wide, high)
    return
  }
  const size = Math.min(width, height) * 0.42
  const left = x + width / 2 - size * 0.7
  const top = y + height / 2 - size / 2
  context.strokeStyle = look.token('text-3')
  context.lineWidth = Math.max(1, size * 0.05)
  context.beginPath()
  context.rect(left, top, size * 1.4, size)
  context.moveTo(left, top + size * 0.26)
  context.lineTo(left + size * 1.4, top + size * 0.26)
  context.stroke()
}

function sizeOf(picture: CanvasImageSource): { width: number; height: number } {
  if (picture instanceof HTMLImageElement)
    return { width: picture.naturalWidth || 1, height: picture.naturalHeight || 1 }
  const { width, height } = picture as { width: unknown; height: unknown }
  return { width: Number(width) || 1, height: Number(height) || 1 }
}
