import type { Look } from '../define-control.ts'

/** A font as the canvas takes it, with what is measured of it once. */
export interface Font {
  readonly css: string
  readonly size: number
  /** px from the baseline to the top of a capital letter. */
  readonly cap: number
  /** The room of the widest digit. */
  readonly digit: number
  /** All digits are as wide as each other. */
  readonly isTabular: boolean
  /** Widths that were measured. */
  readonly widths: Map<string, number>
}

/** Texts whose widths are remembered a font; values that change for ever would fill the memory. */
const MOST_WIDTHS = 4000
/** px; where a binding brings no size. */
const DEFAULT_SIZE = 13
export const REGULAR = 400
export const STRONG = 600

const families = new Map<string, Map<number, Font>>()
let family = ''
let fonts = new Map<number, Font>()

/**
 * The same object for the same look, so that nothing is put together or measured twice; makes it the context's font, aligned left on
 * the baseline.
 */
export function fontOf(
  context: CanvasRenderingContext2D,
  look: Pick<Look, 'fontFamily'>,
  wanted: number,
  weight = REGULAR,
  isItalic = false,
): Font {
  const size = wanted > 0 ? wanted : DEFAULT_SIZE
  context.textAlign = 'left'
  context.textBaseline = 'alphabetic'
  if (look.fontFamily !== family) {
    family = look.fontFamily
    fonts = families.get(family) ?? new Map()
    families.set(family, fonts)
  }
  const key = size * 2048 + weight * 2 + (isItalic ? 1 : 0)
  const known = fonts.get(key)
  if (known) {
    // Browsers skip what is set to the same text; reading it back costs more.
    context.font = known.css
    return known
  }
  const made = measured(context, `${isItalic ? 'italic ' : ''}${weight} ${size}px ${family}`, size)
  fonts.set(key, made)
  return made
}

/** Once the page's own fonts have come, widths are others. */
export function forgetFonts(): void {
  families.clear()
  fonts = new Map()
  families.set(family, fonts)
}

function measured(context: CanvasRenderingContext2D, css: string, size: number): Font {
  context.font = css
  let digit = 0
  let narrowest = Number.POSITIVE_INFINITY
  for (const one of '0123456789') {
    const { width } = context.measureText(one)
    digit = Math.max(digit, width)
    narrowest = Math.min(narrowest, width)
  }
  const cap = context.measureText('H').actualBoundingBoxAscent || size * 0.72
  return { css, size, cap, digit, isTabular: digit - narrowest < 0.01, widths: new Map() }
}

export function widthOf(context: CanvasRenderingContext2D, font: Font, text: string): number {
  const known = font.widths.get(text)
  if (known !== undefined) return known
  if (font.widths.size >= MOST_WIDTHS) font.widths.clear()
  context.font = font.css
  const { width } = context.measureText(text)
  font.widths.set(text, width)
  return width
}

const ZERO = 48
const NINE = 57

/** The width of a number whose digits all take the same room; nothing is measured but its signs, once. */
export function numberWidth(context: CanvasRenderingContext2D, font: Font, text: string): number {
  let width = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    width += code >= ZERO && code <= NINE ? font.digit : widthOf(context, font, text.charAt(at))
  }
  return width
}

/** Draws a number from its left end on its baseline; a digit that changes does not move its neighbours. */
export function paintNumber(context: CanvasRenderingContext2D, font: Font, text: string, x: number, baseline: number) {
  if (font.isTabular) {
    context.fillText(text, x, baseline)
    return
  }
  let left = x
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at)
    const code = text.charCodeAt(at)
    const own = widthOf(context, font, sign)
    const room = code >= ZERO && code <= NINE ? font.digit : own
    context.fillText(sign, left + (room - own) / 2, baseline)
    left += room
  }
}
