import { expect, test } from 'vitest'
import { accentOf, contrast, GROUNDS, seriesOf, wrongAccent, wrongSeries } from './brand-colours.ts'

const COLOURS = ['#000000', '#0b5cb8', '#b91427', '#2b7a4b', '#6c4fa3', '#765b00', '#ff0000', '#ffff00', '#ffffff']

test('the contrast of black with white is 21, and that of a colour with itself 1', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#0b5cb8', '#0b5cb8')).toBe(1)
})

test.each(COLOURS.filter((colour) => wrongAccent(colour) === null))(
  'the main colour %s is read on all surfaces of both themes, and so is what is written on it and on what it selects',
  (colour) => {
    const { accent, 'on-accent': on, selected } = accentOf(colour)
    expect(contrast(accent[0], GROUNDS.light)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(accent[1], GROUNDS.dark)).toBeGreaterThanOrEqual(4.5)
    for (const theme of [0, 1] as const) {
      expect(contrast(on[theme], accent[theme])).toBeGreaterThanOrEqual(4.5)
      // Main and secondary texts of the theme.
      for (const text of [
        ['#1c2127', '#525c67'],
        ['#e5e8eb', '#aab3bc'],
      ][theme] as string[])
        expect(contrast(text, selected[theme])).toBeGreaterThanOrEqual(4.5)
    }
  },
)

test.each(COLOURS.filter((colour) => wrongSeries(colour) === null))(
  'a curve of %s stands out from the charts of both themes',
  (colour) => {
    const [light, dark] = seriesOf(colour)
    expect(light).toBe(colour)
    expect(contrast(dark, '#2b3137')).toBeGreaterThanOrEqual(3)
  },
)

test('a colour that is too pale is refused with the contrast that it has, rounded down', () => {
  expect(wrongAccent('#ffff00')?.en).toBe(
    'has a contrast of 1.1:1 and needs 4.5:1 in the light theme: choose a darker colour',
  )
  expect(wrongSeries('#ffff00')?.zh).toContain('3:1')
  expect(wrongAccent('#ff0000')).not.toBeNull()
  expect(wrongSeries('#ff0000')).toBeNull()
})
