/** 0 to 1 each. */
export interface Rgb {
  readonly red: number
  readonly green: number
  readonly blue: number
  readonly alpha: number
}

const NAMED: Readonly<Record<string, string>> = {
  black: '#000000',
  white: '#ffffff',
  red: '#ff0000',
  lime: '#00ff00',
  green: '#008000',
  blue: '#0000ff',
  yellow: '#ffff00',
  cyan: '#00ffff',
  magenta: '#ff00ff',
  gray: '#808080',
  grey: '#808080',
  silver: '#c0c0c0',
  orange: '#ffa500',
  purple: '#800080',
  navy: '#000080',
  maroon: '#800000',
  olive: '#808000',
  teal: '#008080',
  transparent: '#00000000',
}

/** A colour of CSS; null for a notation that is not parsed here, which is then not checked. */
export function readColour(css: string): Rgb | null {
  const written = css.trim().toLowerCase()
  const hex = Object.hasOwn(NAMED, written) ? (NAMED[written] as string) : written
  if (/^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.test(hex)) return ofHex(hex.slice(1))
  const [, parts] = /^rgba?\(([^()]*)\)$/.exec(written) ?? []
  if (parts === undefined) return null
  const numbers = parts.split(/[\s,/]+/).filter(Boolean)
  if (numbers.length < 3 || numbers.length > 4) return null
  const [red, green, blue, alpha = 1] = numbers.map((one, i) => {
    const value = Number.parseFloat(one)
    if (one.endsWith('%')) return value / 100
    return i === 3 ? value : value / 255
  }) as [number, number, number, number?]
  return [red, green, blue, alpha].every(Number.isFinite) ? { red, green, blue, alpha } : null
}

function ofHex(digits: string): Rgb {
  const long = digits.length > 4 ? digits : [...digits].map((one) => one + one).join('')
  const at = (i: number) => Number.parseInt(long.slice(i, i + 2), 16) / 255
  return { red: at(0), green: at(2), blue: at(4), alpha: long.length === 8 ? at(6) : 1 }
}

/** What is seen of a colour that lies upon another one. */
export function over(top: Rgb, below: Rgb): Rgb {
  const mix = (one: number, other: number) => one * top.alpha + other * (1 - top.alpha)
  const { red, green, blue } = below
  return { red: mix(top.red, red), green: mix(top.green, green), blue: mix(top.blue, blue), alpha: 1 }
}

function luminance({ red, green, blue }: Rgb): number {
  const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** WCAG 2.2, 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Degrees; null for a grey. */
export function hueOf({ red, green, blue, alpha }: Rgb): number | null {
  const greatest = Math.max(red, green, blue)
  const span = greatest - Math.min(red, green, blue)
  // What hardly differs from a grey is one for the eye.
  if (alpha < 0.2 || span < 0.16) return null
  const sixth =
    greatest === red
      ? ((green - blue) / span + 6) % 6
      : greatest === green
        ? (blue - red) / span + 2
        : (red - green) / span + 4
  return sixth * 60
}

export const isSameColour = (one: Rgb, other: Rgb): boolean =>
  Math.max(Math.abs(one.red - other.red), Math.abs(one.green - other.green), Math.abs(one.blue - other.blue)) < 0.02
