import { FIRST_COLOURS } from './first-colours.ts'

/** Ten chart colours each, in the order series take them; names as the colour picker shows them. */
export interface ChartTheme {
  readonly id: 'blue' | 'orange' | 'green'
  readonly name: readonly [zh: string, en: string]
  readonly light: readonly string[]
  readonly dark: readonly string[]
}

/**
 * Each list alternates light and dark neighbours and crosses the blue-yellow axis, the one that deuteranopia and
 * protanopia keep; lines also differ by pattern (`SERIES_PATTERNS`), so that a greyscale print can be read.
 */
export const CHART_THEMES: readonly ChartTheme[] = [
  {
    id: 'blue',
    name: ['蓝色', 'Blue'],
    ...FIRST_COLOURS,
  },
  {
    id: 'orange',
    name: ['橙色', 'Orange'],
    light: [
      '#b85c00',
      '#1f6fb2',
      '#7a3b00',
      '#2f7f83',
      '#a3732a',
      '#4a4fa8',
      '#a8453a',
      '#5d6f00',
      '#8f4a83',
      '#5b6470',
    ],
    dark: [
      '#f0a04b',
      '#6bb2ea',
      '#ffcf9a',
      '#66c8c4',
      '#d9b36a',
      '#a3a9f5',
      '#f09a8c',
      '#c3d35c',
      '#dba0d0',
      '#aeb7c2',
    ],
  },
  {
    id: 'green',
    name: ['绿色', 'Green'],
    light: [
      '#2b7a4b',
      '#8a5a00',
      '#0f5560',
      '#7a4fa8',
      '#5e8a1f',
      '#1f62a8',
      '#7a6a00',
      '#a84a6e',
      '#3c8a80',
      '#5b6470',
    ],
    dark: [
      '#6cc48d',
      '#e0b050',
      '#7fd0d8',
      '#c2a0ea',
      '#b0d46a',
      '#7fb4f0',
      '#d8cc66',
      '#f09ab8',
      '#7fd6c8',
      '#aeb7c2',
    ],
  },
]

/** Dash patterns in px by series index; an empty one is a solid line. */
export const SERIES_PATTERNS: readonly (readonly number[])[] = [
  [],
  [6, 3],
  [2, 3],
  [10, 3, 2, 3],
  [],
  [6, 3],
  [2, 3],
  [10, 3, 2, 3],
  [],
  [6, 3],
]
