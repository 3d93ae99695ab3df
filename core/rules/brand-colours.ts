import type { Words } from '../catalogue/words.ts'

/*
 * Colours that an organisation chooses, as `#rrggbb`: checked alike by the form and by the server, against the surfaces of the
 * themes (`COLOURS` in elements/theme).
 */

/** The darkest surface of the light theme, and the lightest of the dark one: what can be read there can be read on all. */
export const GROUNDS = { light: '#e9ebee', dark: '#2b3137' } as const
/** Where charts are drawn. */
export const CHART_GROUNDS = { light: '#f4f5f7', dark: '#2b3137' } as const
const ON_ACCENT_DARK = '#0d1b2a'
const TEXT = 4.5
const MARK = 3

type Light = readonly [number, number, number]

const partsOf = (colour: string): Light =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as unknown as Light

/** Of WCAG 2.2. */
function luminance(colour: string): number {
  const [red, green, blue] = partsOf(colour).map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as unknown as Light
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** From 1, of a colour with itself, to 21, of black with white. */
export function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

/** `share` of one colour in another. */
export function mixed(colour: string, other: string, share: number): string {
  const [mine, its] = [partsOf(colour), partsOf(other)]
  const parts = mine.map((part, i) => Math.round(part * share + (its[i] as number) * (1 - share)))
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** The same colour as it is on dark surfaces: with as much white as it needs there. */
function onDark(colour: string, isEnough: (colour: string) => boolean): string {
  for (let white = 0; white < 1; white += 0.02) {
    const lighter = mixed('#ffffff', colour, white)
    if (isEnough(lighter)) return lighter
  }
  return '#ffffff'
}

/** What is drawn in the colour of the organisation, in the light theme and the dark one. */
export function accentOf(colour: string) {
  const dark = onDark(
    colour,
    (lighter) => contrast(lighter, GROUNDS.dark) >= TEXT && contrast(lighter, ON_ACCENT_DARK) >= TEXT,
  )
  return {
    accent: [colour, dark],
    'on-accent': ['#ffffff', ON_ACCENT_DARK],
    selected: [mixed(colour, '#ffffff', 0.15), mixed(dark, '#1a1e22', 0.15)],
  } as const satisfies Record<string, readonly [light: string, dark: string]>
}

/** A curve's colour in the light theme and the dark one. */
export const seriesOf = (colour: string): readonly [light: string, dark: string] => [
  colour,
  onDark(colour, (lighter) => contrast(lighter, CHART_GROUNDS.dark) >= MARK),
]

const tooPale = (reached: number, needed: number): Words => {
  // Rounded up it would look like enough.
  const shown = (Math.floor(reached * 10) / 10).toFixed(1)
  return {
    zh: `对比度只有 ${shown}:1，浅色主题中至少需要 ${needed}:1，请选更深的颜色`,
    en: `has a contrast of ${shown}:1 and needs ${needed}:1 in the light theme: choose a darker colour`,
  }
}

const wrongOn = (colour: string, ground: string, needed: number): Words | null => {
  const reached = contrast(colour, ground)
  return reached < needed ? tooPale(reached, needed) : null
}

/** Why a colour cannot be that of buttons and links; null when it can. */
export const wrongAccent = (colour: string): Words | null => wrongOn(colour, GROUNDS.light, TEXT)

/** Why a colour cannot be a curve's; null when it can. */
export const wrongSeries = (colour: string): Words | null => wrongOn(colour, CHART_GROUNDS.light, MARK)
