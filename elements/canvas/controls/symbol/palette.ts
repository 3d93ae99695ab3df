import type { Look } from '../define-control.ts'
import type { Tone } from './draw-list.ts'

/** What symbols are painted with. */
export interface Inks {
  readonly outline: string
  readonly paper: string
  readonly solid: string
  readonly lit: string
  readonly dim: string
  /** The outline of what is open or energised. */
  readonly active: string
  readonly shade: string
  readonly liquid: string
  readonly surface: string
  readonly fault: string
  readonly onFault: string
  /** Null in grey: there everything is of one material. */
  readonly tones: Readonly<Record<Tone, ToneInks>> | null
  /** Of two: what shows best on a fill. */
  readonly darkest: string
  readonly brightest: string
}
export interface ToneInks {
  readonly fill: string
  /** For lines and small marks: 3:1 on the paper. */
  readonly ink: string
}

type Pair = readonly [onLight: string, onDark: string]

/** The coloured style: the one table of its colours. Red and orange are the alarms', so no material is painted in them. */
const COLOURED = {
  outline: ['#3d5266', '#b9c8d6'],
  solid: ['#46607a', '#b9c8d6'],
  lit: ['#a6dfb8', '#4fae76'],
  active: ['#1f7a46', '#6fd096'],
  dim: ['#8e9ba8', '#4a5763'],
  shade: ['#c5d0da', '#4d5c6a'],
  liquid: ['#86c1ec', '#2f6fa5'],
  surface: ['#1f6fae', '#8cc8f5'],
} as const satisfies Record<string, Pair>

const TONES: Readonly<Record<Tone, readonly [fill: Pair, ink: Pair]>> = {
  metal: [
    ['#d7e0e8', '#3c4853'],
    ['#3d5266', '#b9c8d6'],
  ],
  dark: [
    ['#8fa0b0', '#5d6d7c'],
    ['#33475a', '#c3d0dc'],
  ],
  water: [
    ['#a9d3f0', '#2c5f8c'],
    ['#1f6fae', '#7dbdf0'],
  ],
  hot: [
    ['#ecc9a8', '#7d5738'],
    ['#96531f', '#e3a774'],
  ],
  cold: [
    ['#b5def0', '#2f6480'],
    ['#21709a', '#86c9ec'],
  ],
  flame: [
    ['#f3d27a', '#8d6f22'],
    ['#8a6200', '#eac04f'],
  ],
  copper: [
    ['#e3c3a4', '#775a41'],
    ['#8a5a2b', '#d9a878'],
  ],
  brick: [
    ['#dfcdbf', '#57493f'],
    ['#77523a', '#cfae97'],
  ],
  glass: [
    ['#cfe6f2', '#37505f'],
    ['#2f6c8c', '#9ccfe8'],
  ],
  leaf: [
    ['#b9dcb4', '#3f6a4a'],
    ['#2f7040', '#8fcf9a'],
  ],
}

type Rgb = readonly [red: number, green: number, blue: number]

/** A colour in any notation that a canvas returns. */
function rgbOf(colour: string): Rgb {
  const hex = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})/i.exec(colour)
  if (hex) return [1, 2, 3].map((at) => Number.parseInt(hex[at] ?? '0', 16)) as unknown as Rgb
  const short = /^#([\da-f])([\da-f])([\da-f])/i.exec(colour)
  if (short) return [1, 2, 3].map((at) => 17 * Number.parseInt(short[at] ?? '0', 16)) as unknown as Rgb
  const [red = 128, green = 128, blue = 128] = (colour.match(/[\d.]+/g) ?? []).map(Number)
  return [red, green, blue]
}

/** Of WCAG 2.2. */
function luminance(colour: string): number {
  const [red, green, blue] = rgbOf(colour).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as unknown as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function mixed(one: string, other: string, share: number): string {
  const [a, b] = [rgbOf(one), rgbOf(other)]
  const part = (at: 0 | 1 | 2) => Math.round(a[at] * (1 - share) + b[at] * share)
  return `rgb(${part(0)}, ${part(1)}, ${part(2)})`
}

const brighter = (one: string, other: string) => (luminance(one) >= luminance(other) ? one : other)
const darker = (one: string, other: string) => (luminance(one) >= luminance(other) ? other : one)

/** The first of these that is well seen on a fill, else what is seen best. */
export function inkOn(inks: Inks, fill: string, ...preferred: string[]): string {
  const seen = preferred.find((ink) => contrast(ink, fill) >= WELL_SEEN)
  if (seen) return seen
  return contrast(inks.darkest, fill) >= contrast(inks.brightest, fill) ? inks.darkest : inks.brightest
}

/** Of lines and small marks upon the body. */
export const lineOn = (inks: Inks, body: string, preferred: string = inks.outline): string =>
  // What stands still is dark with bright lines; the coloured style's is not dark enough for them.
  inkOn(inks, body, ...(body === inks.dim && !inks.tones ? [inks.brightest] : []), preferred, inks.outline)

/** In grey, between the body and the lines on it, and never so near to the lines that they are lost in it. */
export function liquidOn(inks: Inks, body: string): string {
  if (inks.liquid !== '') return inks.liquid
  const ink = lineOn(inks, body)
  const between = mixed(body, ink, 0.34)
  return contrast(ink, between) >= 3 ? between : mixed(body, inks.darkest, 0.3)
}

/** A theme that shows in grey what is well, as the high-performance one does, has no colours for materials either. */
function isGrey(colour: string): boolean {
  const parts = rgbOf(colour)
  return Math.max(...parts) - Math.min(...parts) < 24
}

function inksOf(look: Look): Inks {
  const [text1, text2, paper, top, strong] = ['text-1', 'text-2', 'surface-2', 'surface-3', 'line-strong'].map((role) =>
    look.token(role),
  ) as [string, string, string, string, string]
  const alarms = { fault: look.token('state-faulty'), onFault: look.token('on-alarm') }
  const ends = { darkest: darker(text1, top), brightest: brighter(text1, top) }
  if (look.style === 'grey' || isGrey(look.token('state-online'))) {
    return {
      ...alarms,
      ...ends,
      outline: text2,
      paper,
      solid: text2,
      lit: brighter(top, text1),
      dim: darker(top, strong),
      active: text2,
      shade: mixed(paper, text2, 0.22),
      // As dark as what it fills asks for: `liquidOn`.
      liquid: '',
      surface: '',
      tones: null,
    }
  }
  const at = luminance(paper) < 0.2 ? 1 : 0
  const tones = Object.fromEntries(
    Object.entries(TONES).map(([tone, [fill, ink]]) => [tone, { fill: fill[at], ink: ink[at] }]),
  ) as Record<Tone, ToneInks>
  const named = Object.fromEntries(Object.entries(COLOURED).map(([role, pair]) => [role, pair[at]])) as Record<
    keyof typeof COLOURED,
    string
  >
  return { ...alarms, ...ends, ...named, paper, tones }
}

/** More than the 3:1 that marks owe. */
const WELL_SEEN = 3.3

const kept = new Map<string, Inks>()

/** The same object for the same theme and style. */
export function inksFor(look: Look): Inks {
  const key = `${look.style} ${look.token('state-online')} ${look.token('text-2')} ${look.token('surface-2')} ${look.token('state-faulty')}`
  const known = kept.get(key)
  if (known) return known
  const made = inksOf(look)
  // Themes are few; pages that set their own tokens over and over are not.
  if (kept.size > 20) kept.clear()
  kept.set(key, made)
  return made
}
