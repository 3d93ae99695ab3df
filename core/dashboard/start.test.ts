import { expect, test } from 'vitest'
import { STARTED_DEVICES, type StartedDevice, type StartedPart, startedWith } from './start.ts'

const point = (key: string, unit: string | null = null, data_type: 'number' | 'boolean' = 'number') => ({
  key,
  unit,
  data_type,
  access: key === 'p' ? ('rw' as const) : ('r' as const),
  keep_history: true,
})
const devices = (count: number): StartedDevice[] =>
  Array.from({ length: count }, (_, at) => ({
    sn_code: `WW${at}`,
    dev_alias: `Pump ${at}`,
    points: [point('running', null, 'boolean'), point('flow', 'm³/h'), point('level', '%'), point('p'), point('q')],
  }))
const PAGES = [
  { width: 1120, height: 630, grid: 10 },
  { width: 1280, height: 720, grid: 10 },
  { width: 750, height: 1334, grid: 10 },
  { width: 480, height: 800, grid: 10 },
]
const apart = (a: StartedPart, b: StartedPart) =>
  a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y
const pairs = (parts: readonly StartedPart[]) =>
  parts.flatMap((one, at) => parts.slice(at + 1).map((other): [StartedPart, StartedPart] => [one, other]))

test.each(PAGES.flatMap((page) => [1, 2, 3, 4, 5, 6].map((count) => ({ ...page, count }))))(
  'a proposal for $count devices stands on the grid of $width × $height, within the page and without overlap',
  ({ count, ...page }) => {
    const cards = startedWith(devices(count), page)
    expect(cards).toHaveLength(count)
    for (const { parts } of cards) {
      const [ground, ...inside] = parts as [StartedPart, ...StartedPart[]]
      for (const part of parts) {
        expect([part.x, part.y, part.width, part.height].map((px) => px % page.grid)).toEqual([0, 0, 0, 0])
        expect(part.x).toBeGreaterThanOrEqual(ground.x)
        expect(part.x + part.width).toBeLessThanOrEqual(ground.x + ground.width)
        expect(part.y + part.height).toBeLessThanOrEqual(ground.y + ground.height)
      }
      expect(ground.x + ground.width).toBeLessThanOrEqual(page.width)
      expect(ground.y + ground.height).toBeLessThanOrEqual(page.height)
      expect(pairs(inside).filter(([one, other]) => !apart(one, other))).toEqual([])
    }
    const grounds = cards.flatMap(({ parts }) => parts.slice(0, 1))
    expect(pairs(grounds).filter(([one, other]) => !apart(one, other))).toEqual([])
  },
)

test('a card of a device has its name, its first values and one curve of a number', () => {
  const [card] = startedWith(devices(3), { width: 1120, height: 630, grid: 10 })
  expect(card?.name).toBe('Pump 0')
  expect(card?.parts.map(({ control }) => control.kind)).toEqual([
    'rectangle',
    'text',
    'value',
    'value',
    'value',
    'history-curve',
  ])
  expect(card?.parts.at(-1)?.control.props?.points).toEqual([{ point: 'WW0.flow', label: '' }])
  expect(card?.parts[2]?.control.bindings).toEqual({ value: { expression: 'WW0.flow' } })
})

test('a wide card shows a share of a hundred as a gauge', () => {
  const [card] = startedWith(devices(1), { width: 1120, height: 630, grid: 10 })
  const gauge = card?.parts.find(({ control }) => control.kind === 'gauge')
  expect(gauge?.control.bindings).toEqual({ value: { expression: 'WW0.level' } })
})

test('a device without points has a card with its name, and no more devices than can be read have one', () => {
  const [card] = startedWith([{ sn_code: 'WW1', dev_alias: '', points: [] }], { width: 480, height: 800, grid: 0 })
  expect(card?.parts.map(({ control }) => control.kind)).toEqual(['rectangle', 'text'])
  expect(card?.name).toBe('WW1')
  expect(startedWith(devices(9), { width: 1120, height: 630, grid: 10 })).toHaveLength(STARTED_DEVICES)
})
