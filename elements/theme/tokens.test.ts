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

/** Of WCAG 2.2, from `#rrggbb`. */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

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
