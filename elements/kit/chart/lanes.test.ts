import { expect, test } from 'vitest'
import { axesOf, lanePlaces } from './lanes.ts'
import type { ChartSeries } from './series.ts'

const points = Float64Array.of(0, 0)
const row = (id: string, unit: string): ChartSeries => ({ id, name: id, unit, points })
const flow = row('flow', 'm³/h')
const level = row('level', 'm')
const power = row('power', 'kW')
const current = row('current', 'A')
const running: ChartSeries = { id: 'running', name: 'Running', points, words: { 0: 'Off', 1: 'On' } }
const lanesOf = (...series: ChartSeries[]) => axesOf(series).map(({ lane, side, series }) => [lane, side, ...series])

test('the first two units stand left and right of one plot, and each further one has a lane of its own', () => {
  expect(lanesOf(flow, level, power, row('flow2', 'm³/h'), current, row('power2', 'kW'))).toEqual([
    [0, 'left', 'flow', 'flow2'],
    [0, 'right', 'level'],
    [1, 'left', 'power', 'power2'],
    [2, 'left', 'current'],
  ])
})

test('each curve of words has a lane of its own, with the earlier stretch that it is compared with', () => {
  expect(
    lanesOf(running, flow, { ...running, id: 'pump2' }, { ...running, id: 'earlier', earlierOf: 'running' }),
  ).toEqual([
    [0, 'left', 'flow'],
    [1, 'left', 'running', 'earlier'],
    [2, 'left', 'pump2'],
  ])
  expect(lanesOf(running)).toEqual([[0, 'left', 'running']])
})

test('a chart without curves still has a plot', () => {
  expect(lanesOf()).toEqual([[0, 'left']])
  expect(lanePlaces(axesOf([]), 24, 300)).toEqual([{ top: 24, height: 300, hasTitle: true }])
})

test('lanes stand below each other and below the first plot, which keeps two fifths of the room', () => {
  for (const room of [600, 300, 90]) {
    const places = lanePlaces(axesOf([flow, level, power, current, running, { ...running, id: 'pump2' }]), 24, room)
    expect(places).toHaveLength(5)
    places.slice(1).forEach(({ top }, at) => {
      const above = places[at]
      expect(top).toBeGreaterThanOrEqual((above?.top ?? 0) + (above?.height ?? 0))
    })
    expect(places[0]?.height).toBeGreaterThanOrEqual(Math.floor(0.4 * room))
    expect((places.at(-1)?.top ?? 0) + (places.at(-1)?.height ?? 0)).toBeLessThanOrEqual(24 + room)
  }
})

test('lanes of words alone begin at the top and do not fill a whole screen', () => {
  const places = lanePlaces(axesOf([running, { ...running, id: 'pump2' }]), 24, 900)
  expect(places.map(({ height }) => height)).toEqual([120, 120])
  expect(places[0]?.top).toBe(24)
})
