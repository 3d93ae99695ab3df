import { FIRST_COLOURS } from '../../core/catalogue/first-colours.ts'

export type ThemeName = 'light' | 'dark' | 'hp'
type Colours = readonly [light: string, dark: string, hp: string]

const series: Record<string, Colours> = Object.fromEntries(
  FIRST_COLOURS.light.map((light, index) => [
    `series-${index + 1}`,
    // The high-performance theme keeps colour for the abnormal: its lines are told apart by grey and by pattern.
    [light, FIRST_COLOURS.dark[index] as string, index % 2 ? '#565d64' : '#22272b'],
  ]),
)

// The scheme chooses of the two colours in each.
const SHADOW =
  '0 2px 6px light-dark(rgb(20 28 38 / 14%),rgb(0 0 0 / 40%)), 0 10px 28px light-dark(rgb(20 28 38 / 18%),rgb(0 0 0 / 50%))'

/**
 * Every colour by role, for the light, dark and high-performance theme. The public name of `accent` is `--sg-accent`.
 * Text roles reach 4.5:1 on every surface, marks 3:1 (`tokens.test.ts`).
 */
export const COLOURS: Record<string, Colours> = {
  'surface-0': ['#e9ebee', '#121518', '#c9cccf'],
  'surface-1': ['#f4f5f7', '#1a1e22', '#d3d6d8'],
  'surface-2': ['#fbfbfc', '#23282d', '#dddfe1'],
  'surface-3': ['#ffffff', '#2b3137', '#e7e9ea'],
  'text-1': ['#1c2127', '#e5e8eb', '#16191c'],
  'text-2': ['#525c67', '#aab3bc', '#3f454b'],
  'text-3': ['#747e89', '#87919b', '#636a71'],
  line: ['#d5d9de', '#363d44', '#b4b9bd'],
  'line-strong': ['#7b8591', '#848e98', '#60676e'],
  hover: ['rgb(28 40 56 / 6%)', 'rgb(220 232 246 / 8%)', 'rgb(20 26 32 / 8%)'],
  selected: ['#d9e6f5', '#243b54', '#b9bfc4'],
  accent: ['#0b5cb8', '#74b4fb', '#2b343c'],
  'on-accent': ['#ffffff', '#0d1b2a', '#ffffff'],
  'alarm-1': ['#50617a', '#a2b2c6', '#38465a'],
  'alarm-2': ['#0b6a75', '#5cc6d2', '#0a4b54'],
  'alarm-3': ['#765b00', '#e8c64f', '#574500'],
  'alarm-4': ['#a84400', '#ff9f52', '#803300'],
  'alarm-5': ['#b91427', '#ff8087', '#9b0f1f'],
  'on-alarm': ['#ffffff', '#14171a', '#ffffff'],
  // Marks are filled with these, and have a dark edge and sign: of 3:1 on light surfaces no yellow or orange would be left.
  'alarm-fill-1': ['#8796a9', '#8b99ab', '#8796a9'],
  'alarm-fill-2': ['#35d4e6', '#3fd4e4', '#35d4e6'],
  'alarm-fill-3': ['#ffd400', '#ffd84d', '#ffd400'],
  'alarm-fill-4': ['#ff8c00', '#ff9233', '#ff8c00'],
  'alarm-fill-5': ['#f5342c', '#ff4f47', '#f5342c'],
  'on-alarm-fill': ['#101316', '#101316', '#101316'],
  'state-online': ['#2f6b4c', '#7fc29a', '#3f454b'],
  'state-offline': ['#5a636d', '#a2abb4', '#3f454b'],
  'state-faulty': ['#b3261e', '#ff8f86', '#9b0f1f'],
  'state-unregistered': ['#6c4fa3', '#bfa6f0', '#4a4353'],
  'state-stale': ['#616a75', '#9ea8b2', '#474d53'],
  danger: ['#b91427', '#ff8087', '#9b0f1f'],
  ...series,
  shadow: [SHADOW, SHADOW, SHADOW],
  scrim: ['rgb(20 28 38 / 40%)', 'rgb(0 0 0 / 56%)', 'rgb(20 28 38 / 46%)'],
}

/** Sizes on the 4 px grid, type, motion: the same in every theme. */
export const SIZES: Record<string, string> = {
  font: '"Inter", system-ui, -apple-system, "Segoe UI", "Noto Sans SC", "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", sans-serif',
  'font-mono': 'ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", monospace',
  'size-1': '12px',
  'size-2': '13px',
  'size-3': '15px',
  'size-4': '18px',
  'size-5': '24px',
  'size-6': '32px',
  'space-1': '4px',
  'space-2': '8px',
  'space-3': '12px',
  'space-4': '16px',
  'space-5': '24px',
  'space-6': '32px',
  radius: '4px',
  row: '28px',
  control: '28px',
  motion: '150ms',
}

/** Heights of rows and controls in px by density. */
export const DENSITIES = { compact: 28, comfortable: 36, touch: 44 } as const
