import { both, type Kind, type Text } from '../kind.ts'
import { type Binding, type Box, type Control, control, type Style, type Words } from './document.ts'

/** The left and right edge of what stands on a desktop screen, and its size. */
export const DESKTOP = { width: 1280, height: 720, left: 30, right: 1250 } as const

/** What flows: in colour each has its own, in grey all are the same. */
const MEDIA = {
  water: 'var(--sg-series-1)',
  steam: 'var(--sg-text-3)',
  gas: 'var(--sg-series-2)',
  air: 'var(--sg-series-3)',
  flue: 'var(--sg-series-10)',
} as const
export type Medium = keyof typeof MEDIA

type Corner = readonly [x: number, y: number]

/** A pipe along corners of the page, in the flow's direction; it flows while `flow` is true. */
export function pipe(style: Style, medium: Medium, corners: readonly Corner[], flow: string, thickness = 10): Control {
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  const [across, down] = [spanOf(xs, thickness), spanOf(ys, thickness)]
  const shares = corners.map(([x, y]) => ({
    x: (x - across.from) / across.length,
    y: (y - down.from) / down.length,
  }))
  const color = style === 'coloured' ? MEDIA[medium] : ''
  return control(
    'pipe',
    [across.from, down.from, across.length, down.length],
    { thickness, radius: thickness, color, corners: shares, isAnimated: style === 'coloured' },
    { flow },
  )
}

/** A level or upright pipe has a box as well: one that a pointer meets. */
function spanOf(all: readonly number[], thickness: number): { from: number; length: number } {
  const [from, to] = [Math.min(...all), Math.max(...all)]
  return from === to ? { from: from - thickness / 2, length: thickness } : { from, length: to - from }
}

/** A surface that holds what belongs together, with its name in the upper left corner. */
export function panel([x, y, width, height]: Box, title: Words = '', fontSize = 15): Control[] {
  const background = control('rectangle', [x, y, width, height], { fill: 'var(--sg-surface-2)', stroke: '', radius: 4 })
  if (title === '') return [background]
  const tall = fontSize * 2
  return [background, words(title, [x + 10, y + 6, width - 20, tall], { fontSize, isBold: true })]
}

export const words = (text: Words, box: Box, props: object = {}): Control =>
  control('text', box, { text, isWrapped: false, ...props })

/** The small words beside things. */
export const caption = (text: Words, box: Box, props: object = {}): Control =>
  words(text, box, { fontSize: 14, fontColor: 'var(--sg-text-2)', ...props })

/** The least part of its width that a value leaves to its label. */
const LABEL_SHARE = 0.1

/** Where pipes end at symbols, as a share of their height. */
const PORTS: Readonly<Record<string, number>> = {
  'sg/instruments/magnetic': 44 / 64,
  'sg/instruments/vortex': 41 / 64,
  'sg/valves/solenoid': 46 / 64,
}

/** A live value. Without a label it has the point's own name, in the viewer's language. */
export const reading = (point: string, box: Box, props: object = {}, more: { name?: Words } = {}): Control =>
  control('value', box, { ...props }, { value: point }, more)

/** What matters most: its name above, its number large. */
export const large = (point: string, label: Text, [x, y, width]: Box, props: object = {}): Control[] => [
  caption(label, [x, y, width, 24]),
  bare(point, [x, y + 24, width, 40], label, { fontSize: 28, textAlign: 'left', ...props }),
]

/** A symbol on a level pipe, whose ports are not in its middle. */
export const onPipe = (
  symbol: string,
  x: number,
  pipeY: number,
  size: number,
  bindings: Record<string, string> = {},
): Control =>
  control('symbol', [x, Math.round(pipeY - size * (PORTS[symbol] ?? 0.5)), size, size], { symbol }, bindings)

/** A live value that words beside it name: `name` is for who cannot see them. Its number stays within the box. */
export function bare(point: string, [x, y, width, height]: Box, name: Words, props: object = {}): Control {
  // A blank keeps the point's own name from being used.
  const wide = Math.round(width / (1 - LABEL_SHARE))
  const own = { label: ' ', labelShare: LABEL_SHARE, ...props }
  return reading(point, [x + width - wide, y, wide, height], own, { name })
}

/** Values one below the other: their names on the left, their numbers on the right. */
export function readings(points: readonly (readonly [point: string, props?: object])[], [x, y, width]: Box, step = 40) {
  return points.map(([point, props], n) =>
    reading(point, [x, y + n * step, width, step], { fontSize: 20, labelShare: 0.55, ...props }),
  )
}

/** The screen's name, what it leads to, and the time. */
export function header(title: Words): Control[] {
  const { left, right } = DESKTOP
  return [
    words(title, [left, 14, 640, 50], { fontSize: 26, isBold: true, padding: 0 }),
    control('clock', [right - 170, 10, 170, 60], { hasWeekday: false }),
  ]
}

/** The state of a machine by one truth; its name stands below. */
export const machine = (
  symbol: string,
  box: Box,
  running: string | Binding,
  label: Words = '',
  props: object = {},
): Control => control('symbol', box, { symbol, label, fontSize: 14, ...props }, { running })

interface Limits {
  lowLow?: number
  low?: number
  high?: number
  highHigh?: number
}

/** The limits of a point as its alarm rules have them: of two on one side the outer one is the second. */
export function limitsOf(kind: Kind, key: string): Limits {
  const at = (condition: 'above' | 'below') =>
    kind.alarm_rules
      .filter((rule) => rule.key === key && rule.condition === condition)
      .flatMap(({ threshold }) => threshold ?? [])
  const [high, highHigh] = at('above').sort((a, b) => a - b)
  const [low, lowLow] = at('below').sort((a, b) => b - a)
  return {
    ...(lowLow !== undefined && { lowLow }),
    ...(low !== undefined && { low }),
    ...(high !== undefined && { high }),
    ...(highHigh !== undefined && { highHigh }),
  }
}

/** What is written with the point's own limits, and shown as the device has it. */
export function setpoint(kind: Kind, key: string, box: Box, props: object = {}): Control {
  const point = kind.points.find((one) => one.key === key)
  const range = { min: point?.write_min ?? null, max: point?.write_max ?? null }
  return control('input', box, { writes: key, textAlign: 'right', ...range, ...props }, { value: key })
}

/** Switches a machine on or off after a confirmation. */
export const onOff = (
  point: string,
  box: Box,
  props: object = {},
  more: { name?: Words; tooltip?: Words } = {},
): Control =>
  control(
    'switch',
    box,
    { writes: point, onText: both('启', 'On'), offText: both('停', 'Off'), ...props },
    { value: point },
    more,
  )
