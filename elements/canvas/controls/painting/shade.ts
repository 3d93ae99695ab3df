import type { Look } from '../define-control.ts'

let background = ''
let isDarkGround = false

/** Whether the current theme is dark, read from its page's colour. */
export function isDark(look: Look): boolean {
  const page = look.token('surface-0')
  if (page !== background) {
    background = page
    isDarkGround = brightness(page) < 0.4
  }
  return isDarkGround
}

/** The theme's lightest and darkest: what a gleam and a shadow are made of, with some transparency. */
export const lightOf = (look: Look): string => look.token(isDark(look) ? 'text-1' : 'surface-3')
export const shadowOf = (look: Look): string => look.token(isDark(look) ? 'surface-0' : 'text-1')

/** 0 to 1, of `#rgb`, `#rrggbb` and `rgb(…)`; 1 for what is neither. */
export function brightness(colour: string): number {
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(colour)
  const long = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})/i.exec(colour)
  const parts = short
    ? short.slice(1).map((part) => Number.parseInt(part + part, 16))
    : long
      ? long.slice(1).map((part) => Number.parseInt(part, 16))
      : colour.match(/[\d.]+/g)?.map(Number)
  if (!parts || parts.length < 3) return 1
  const [red = 0, green = 0, blue = 0] = parts
  return (red * 0.299 + green * 0.587 + blue * 0.114) / 255
}

const grounds = new Map<string, boolean>()

/** What is readable on a colour: the theme's lightest or darkest. */
export function textOn(look: Look, colour: string): string {
  let isDeep = grounds.get(colour)
  if (isDeep === undefined) {
    if (grounds.size > 500) grounds.clear()
    isDeep = brightness(colour) < 0.55
    grounds.set(colour, isDeep)
  }
  return isDeep ? lightOf(look) : shadowOf(look)
}
