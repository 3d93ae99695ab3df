import { describe, expect, test } from 'vitest'
import { CHART_THEMES } from '../../core/catalogue/themes.ts'
import { COLOURS } from './tokens.ts'

const THEMES = ['light', 'dark', 'hp'] as const
const SURFACES = ['surface-0', 'surface-1', 'surface-2', 'surface-3']
const TEXTS = ['text-1', 'text-2', 'accent', 'danger', ...series('alarm', 5), ...states()]
const MARKS = ['text-3', 'line-strong']

function series(role: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${role}-${index + 1}`)
}
function states(): string[] {
  return ['online', 'offline', 'faulty', 'unregistered', 'stale'].map((state) => `state-${state}`)
}

type Three = readonly [number, number, number]

/** Shares of light, from `#rrggbb`. */
const lightOf = (colour: string) =>
  [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as unknown as Three
const sum = ([a, b, c]: Three, [x, y, z]: Three) => a * x + b * y + c * z
/** Of WCAG 2.2. */
const luminance = (colour: string): number => sum([0.2126, 0.7152, 0.0722], lightOf(colour))
function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** How eyes that miss a kind of cone see light: Machado, Oliveira and Fernandes 2009, at full strength. */
const EYES: Readonly<Record<string, readonly [Three, Three, Three]>> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
}
/** In OKLab, where a distance of 0.02 is just seen side by side. */
function labOf(light: Three): Three {
  const [l, m, s] = (
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ] as const
  ).map((row) => Math.cbrt(sum(row, light))) as unknown as Three
  return [
    sum([0.2104542553, 0.793617785, -0.0040720468], [l, m, s]),
    sum([1.9779984951, -2.428592205, 0.4505937099], [l, m, s]),
    sum([0.0259040371, 0.7827717662, -0.808675766], [l, m, s]),
  ]
}
const seenBy = (eye: string, colour: string): Three =>
  labOf((EYES[eye] ?? []).map((row) => Math.max(0, sum(row, lightOf(colour)))) as unknown as Three)

describe.each(THEMES)('the theme %s', (theme) => {
  const colour = (role: string) => (COLOURS[role] as readonly string[])[THEMES.indexOf(theme)] as string
  const tooPale = (roles: string[], grounds: string[], least: number) =>
    roles.flatMap((role) =>
      grounds
        .map((background) => ({ background, reached: contrast(colour(role), colour(background)) }))
        .filter(({ reached }) => reached < least)
        .map(({ background, reached }) => `${role} on ${background}: ${reached.toFixed(2)}`),
    )
  test('each theme has text of 4.5:1 on every surface', () => {
    expect(tooPale(TEXTS, SURFACES, 4.5)).toEqual([])
    expect(tooPale(['text-1', 'text-2'], ['selected'], 4.5)).toEqual([])
  })
  test('each theme has text of 4.5:1 on filled surfaces', () => {
    expect(tooPale(['on-accent'], ['accent'], 4.5)).toEqual([])
    expect(tooPale(['on-alarm'], ['danger', ...series('alarm', 5)], 4.5)).toEqual([])
  })
  test('each theme has alarm marks whose sign is read on them, and that stand out from every surface by fill or edge', () => {
    const fills = series('alarm-fill', 5)
    expect(tooPale(['on-alarm-fill'], fills, 4.5)).toEqual([])
    const edge = 'on-alarm-fill'
    const sunk = SURFACES.filter((surface) => tooPale([edge], [surface], 3).length > 0)
    expect(tooPale(fills, sunk, 3)).toEqual([])
  })
  test.each(Object.keys(EYES))(
    'each theme has alarm marks of five colours that are told apart by eyes of %s',
    (eye) => {
      const seen = series('alarm-fill', 5).map((role) => seenBy(eye, colour(role)))
      const near = seen.flatMap((one, at) =>
        seen.slice(at + 1).map((other) => Math.hypot(...one.map((v, i) => v - (other[i] ?? 0)))),
      )
      expect(Math.min(...near)).toBeGreaterThan(0.08)
    },
  )
  test('each theme has marks and lines of 3:1', () => {
    expect(tooPale(MARKS, SURFACES, 3)).toEqual([])
    expect(tooPale(series('series', 10), ['surface-1', 'surface-2', 'surface-3'], 3)).toEqual([])
  })
  test('each theme has surfaces that differ by luminance, each from the next', () => {
    const steps = SURFACES.map((surface) => luminance(colour(surface)))
    const rising = steps.every((step, index) => index === 0 || step > (steps[index - 1] as number) * 1.02)
    expect(rising).toBe(true)
  })
})

test.each(CHART_THEMES)('the chart theme $id has ten colours of 3:1 in light and dark', ({ light, dark }) => {
  expect([light.length, dark.length]).toEqual([10, 10])
  const [onLight, onDark] = COLOURS['surface-2'] as readonly [string, string, string]
  expect(light.filter((colour) => contrast(colour, onLight) < 3)).toEqual([])
  expect(dark.filter((colour) => contrast(colour, onDark) < 3)).toEqual([])
})
