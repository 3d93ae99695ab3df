import type { Look } from '../../elements/canvas/controls/define-control.ts'
import { COLOURS, type ThemeName } from '../../elements/theme/tokens.ts'

export const THEMES = ['light', 'dark', 'hp'] as const satisfies readonly ThemeName[]

/** A look of the kit's own tokens, without pictures. */
export function symbolLook(style: Look['style'], theme: ThemeName): Look {
  const token = (role: string) => COLOURS[role]?.[THEMES.indexOf(theme)] ?? ''
  return {
    style,
    token,
    colour: (named) => named,
    fontFamily: 'sans-serif',
    lang: 'en',
    timezone: 'UTC',
    picture: () => 'missing',
  }
}

/** How many pixels of two pictures of a size differ in brightness, which is what is left where colours are not seen. */
export function pixelsThatDiffer(one: ImageData, other: ImageData, least = 24): number {
  let count = 0
  for (let at = 0; at < one.data.length; at += 4) {
    if (Math.abs(brightness(one.data, at) - brightness(other.data, at)) >= least) count += 1
  }
  return count
}

const brightness = (data: Uint8ClampedArray, at: number): number =>
  0.299 * (data[at] as number) + 0.587 * (data[at + 1] as number) + 0.114 * (data[at + 2] as number)
