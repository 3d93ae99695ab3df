import type { TextAlign, VerticalAlign } from '../../../kinds/property-schema.ts'
import { type Font, widthOf } from './font.ts'
import { brokenLines } from './line-breaks.ts'

const LINE_HEIGHT = 1.35
const ELLIPSIS = '…'

/** Where a line has to begin so that it stands as it is aligned. */
export const leftOf = (x: number, room: number, width: number, align: TextAlign): number =>
  align === 'left' ? x : align === 'right' ? x + room - width : x + (room - width) / 2

/** The baseline on which capitals and Chinese stand in the middle of what `middle` is the middle of. */
export const baselineOf = (font: Font, middle: number): number => Math.round(middle + font.cap / 2)

const shortened = new WeakMap<Font, Map<string, { room: number; text: string }>>()

/** The text with an ellipsis where the room is too small. */
export function fitted(context: CanvasRenderingContext2D, font: Font, text: string, room: number): string {
  if (widthOf(context, font, text) <= room + 0.5) return text
  const known = shortened.get(font) ?? new Map<string, { room: number; text: string }>()
  shortened.set(font, known)
  const kept = known.get(text)
  if (kept?.room === room) return kept.text
  if (known.size > 1000) known.clear()
  let [fits, tooMany] = [0, text.length]
  while (tooMany - fits > 1) {
    const half = (fits + tooMany) >> 1
    if (widthOf(context, font, text.slice(0, half).trimEnd() + ELLIPSIS) <= room) fits = half
    else tooMany = half
  }
  const made = fits > 0 || widthOf(context, font, ELLIPSIS) <= room ? text.slice(0, fits).trimEnd() + ELLIPSIS : ''
  known.set(text, { room, text: made })
  return made
}

/** One line in its room, about `middle`, in the context's colour. */
export function paintLine(
  context: CanvasRenderingContext2D,
  font: Font,
  text: string,
  x: number,
  middle: number,
  room: number,
  align: TextAlign = 'left',
): void {
  if (text === '') return
  const shown = fitted(context, font, text, room)
  context.fillText(shown, leftOf(x, room, widthOf(context, font, shown), align), baselineOf(font, middle))
}

interface Layout {
  readonly text: string
  readonly font: Font
  readonly width: number
  readonly height: number
  readonly lines: readonly string[]
}
const layouts = new WeakMap<object, Layout>()

function linesOf(
  context: CanvasRenderingContext2D,
  font: Font,
  text: string,
  width: number,
  height: number,
  owner: object,
) {
  const known = layouts.get(owner)
  if (known && known.text === text && known.font === font && known.width === width && known.height === height) {
    return known.lines
  }
  const most = Math.max(1, Math.floor((height + font.size * (LINE_HEIGHT - 1)) / (font.size * LINE_HEIGHT)))
  const all = brokenLines(text, width, (piece) => widthOf(context, font, piece))
  const last = all[most - 1]
  const lines =
    all.length <= most || last === undefined
      ? all
      : [...all.slice(0, most - 1), fitted(context, font, `${last}${ELLIPSIS}`, width)]
  layouts.set(owner, { text, font, width, height, lines })
  return lines
}

/** How a text stands in its room. */
export interface TextManner {
  readonly textAlign: TextAlign
  readonly verticalAlign: VerticalAlign
  readonly isWrapped: boolean
  readonly isUnderline: boolean
}

/**
 * Draws a text in the context's colour: broken between words, and between Chinese characters where a line may end, with
 * an ellipsis where the room ends. `owner` is what the lines are remembered by: the control's props, or a part of them.
 */
export function paintText(
  context: CanvasRenderingContext2D,
  font: Font,
  text: string,
  manner: TextManner,
  owner: object,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  if (text === '' || width <= 0) return
  const lineHeight = font.size * LINE_HEIGHT
  const { verticalAlign, isWrapped } = manner
  if (!text.includes('\n') && (!isWrapped || widthOf(context, font, text) <= width + 0.5)) {
    paintTextLine(context, font, text, manner, x, firstMiddle(verticalAlign, y, height, lineHeight, 1), width)
    return
  }
  const lines = linesOf(context, font, text, isWrapped ? width : Number.POSITIVE_INFINITY, height, owner)
  let middle = firstMiddle(verticalAlign, y, height, lineHeight, lines.length)
  for (const line of lines) {
    paintTextLine(context, font, line, manner, x, middle, width)
    middle += lineHeight
  }
}

function firstMiddle(align: VerticalAlign, y: number, height: number, lineHeight: number, lines: number): number {
  const free = height - lineHeight * lines
  const top = align === 'top' ? y : align === 'bottom' ? y + free : y + free / 2
  return top + lineHeight / 2
}

function paintTextLine(
  context: CanvasRenderingContext2D,
  font: Font,
  text: string,
  { textAlign, isUnderline }: TextManner,
  x: number,
  middle: number,
  room: number,
): void {
  const line = fitted(context, font, text, room)
  if (line === '') return
  const width = widthOf(context, font, line)
  const left = leftOf(x, room, width, textAlign)
  const baseline = baselineOf(font, middle)
  context.fillText(line, left, baseline)
  if (isUnderline) {
    const thick = Math.max(1, Math.round(font.size / 14))
    context.fillRect(left, baseline + Math.max(2, Math.round(font.size / 8)), width, thick)
  }
}
