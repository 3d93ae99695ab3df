import { describe, expect, test } from 'vitest'
import { formatFor } from '../../../core/text/format.ts'
import type { ChartMarks } from './marks.ts'
import { chartOptions } from './options.ts'
import { type ChartSeries, patternOf } from './series.ts'

const look = {
  surface: '#fff',
  text: '#111',
  strong: '#000',
  line: '#ddd',
  font: 'sans',
  fontSize: 12,
  series: ['#00f'],
  alarms: ['#555', '#666', '#770', '#a50', '#a00'],
}
const points = Float64Array.of(0, 0, 10, 1)
const flow: ChartSeries = { id: 'flow', name: 'Flow', unit: 'm³/h', points }
const running: ChartSeries = { id: 'running', name: 'Running', points, isStep: true, words: { 0: 'Off', 1: 'On {x}' } }

type Axis = {
  min?: (extent: { min: number }) => number
  max?: (extent: { max: number }) => number
  axisLabel: { customValues?: number[]; formatter: (value: number) => string }
}
function drawn(series: ChartSeries[]) {
  const options = chartOptions({ series, from: 0, to: 10, look, format: formatFor('en', 'UTC'), height: 400 })
  return {
    axes: options.yAxis as Axis[],
    indices: (options.series as { yAxisIndex: number }[]).map(({ yAxisIndex }) => yAxisIndex),
  }
}

test('a curve of words has a lane of its own, with a word at each value and air beyond the first and the last', () => {
  const { axes, indices } = drawn([
    flow,
    running,
    { ...running, id: 'running before', earlierOf: 'running' },
    { ...running, id: 'mode', words: { 3: 'Auto' } },
  ])
  expect(indices).toEqual([0, 1, 1, 2])
  expect(axes[1]?.axisLabel.customValues).toEqual([0, 1])
  expect(axes[1]?.axisLabel.customValues?.map((value) => axes[1]?.axisLabel.formatter(value))).toEqual([
    'Off',
    'On  x ',
  ])
  expect(axes[1]?.min?.({ min: 0 })).toBeLessThan(0)
  expect(axes[1]?.max?.({ max: 1 })).toBeGreaterThan(1)
  expect(axes[1]?.max?.({ max: 7 })).toBeGreaterThan(7)
})

test('the third unit has a plot of its own below the first, with the times under the last one', () => {
  const level = { ...flow, id: 'level', unit: 'm' }
  const power = { ...flow, id: 'power', name: 'Power', unit: 'kW' }
  const options = chartOptions({
    series: [flow, level, power, running],
    from: 0,
    to: 10,
    look,
    format: formatFor('en', 'UTC'),
    height: 400,
  })
  expect(options.yAxis.map(({ name, gridIndex }) => [name, gridIndex])).toEqual([
    ['m³/h', 0],
    ['m', 0],
    ['Power (kW)', 1],
    ['Running', 2],
  ])
  const places = (options.series as { id: string; xAxisIndex: number; yAxisIndex: number }[]).map((one) => {
    return [one.id, one.xAxisIndex, one.yAxisIndex]
  })
  expect(places).toEqual([
    ['flow', 0, 0],
    ['level', 0, 1],
    ['power', 1, 2],
    ['running', 2, 3],
  ])
  expect(options.xAxis.map(({ axisLabel }) => axisLabel.show)).toEqual([false, false, true])
})

test('a lone value is drawn as a dot, and an earlier stretch as its legend says', () => {
  const lone: ChartSeries = { ...flow, points: Float64Array.of(4, 7), earlierOf: 'other', colour: 2 }
  const options = chartOptions({ series: [lone], from: 0, to: 10, look, format: formatFor('en', 'UTC'), height: 400 })
  const [line, dots] = options.series as { lineStyle: { type: unknown }; showSymbol: boolean; data: Float64Array }[]
  expect([...(dots?.data ?? [])]).toEqual([4, 7])
  expect(dots?.showSymbol).toBe(true)
  expect(line?.lineStyle.type).toEqual(patternOf({ earlierOf: 'level' }, 2))
})

test('curves of one unit share an axis of numbers', () => {
  const { axes, indices } = drawn([flow, { ...flow, id: 'second' }, { ...flow, id: 'level', unit: 'm' }])
  expect(indices).toEqual([0, 0, 1])
  expect(axes[0]?.axisLabel.formatter(1200.5)).toBe('1,200.5')
})

test('an axis has no more lines than have room for their labels', () => {
  const linesAt = (height: number) => {
    const options = chartOptions({ series: [flow], from: 0, to: 10, look, format: formatFor('en', 'UTC'), height })
    return (options.yAxis as { splitNumber: number }[])[0]?.splitNumber ?? 0
  }
  expect(linesAt(400)).toBe(5)
  expect(linesAt(130)).toBeLessThan(4)
  expect(linesAt(40)).toBe(1)
})

test('the ticks of an axis have as many decimals as the finest of them', () => {
  const { axes } = drawn([flow])
  const ticks = [0.04, 0.0405, 0.041]
  const said = () => ticks.map((tick) => axes[0]?.axisLabel.formatter(tick))
  said()
  expect(said()).toEqual(['0.0400', '0.0405', '0.0410'])
})

describe('an alarm that is marked', () => {
  const marks: ChartMarks = {
    level: 5,
    began: { time: 2, label: 'Raised' },
    ended: { time: 20, label: 'Recovered' },
    limits: [{ series: 'flow', value: 90, label: 'Limit > 90', from: 88, to: 90 }],
  }
  type Drawn = { type: string; style: object }
  const drawnWith = { series: [flow], from: 0, to: 10, look, format: formatFor('en', 'UTC'), height: 400 }
  const marked = (series: ChartSeries[]) => {
    const options = chartOptions({ ...drawnWith, series, marks })
    return (options.series as { id: string; yAxisIndex?: number; data: unknown }[]).filter(({ id }) => id.includes(' '))
  }

  test('a marked alarm has its limit and its dead band on the axis of its point, which makes room for them', () => {
    const [limit] = marked([{ ...flow, id: 'level', unit: 'm' }, flow]).filter(({ id }) => id === 'limit 0')
    expect(limit).toMatchObject({ yAxisIndex: 1, data: [[0, 90, 88, 90]] })
  })

  test('a curve is drawn above the limits of an alarm, and below their words', () => {
    const { series } = chartOptions({ ...drawnWith, marks })
    const zOf = (id: string) => (series as { id: string; z?: number }[]).find((one) => one.id === id)?.z ?? CURVE_Z
    // As the chart library has it where nothing is said.
    const CURVE_Z = 2
    expect(zOf('limit 0')).toBeLessThan(zOf('flow'))
    expect(zOf('words of limit 0')).toBeGreaterThan(zOf('flow'))
  })

  test('the words of a limit stand away from where the curve crosses it, and hide no more of it than their letters', () => {
    const labelAt = (time: number) => {
      const began = { time, label: 'Raised' }
      const options = chartOptions({ ...drawnWith, marks: { ...marks, began } })
      const limit = (options.series as { id: string; renderItem: (...of: unknown[]) => { children: Drawn[] } }[]).find(
        ({ id }) => id === 'words of limit 0',
      )
      const box = { x: 100, y: 0, width: 1000, height: 400 }
      const coord = ([at, value]: number[]) => [100 + 100 * (at as number), 400 - (value as number)]
      return limit?.renderItem({ coordSys: box }, { coord }).children.find(({ type }) => type === 'text')?.style
    }
    expect(labelAt(9)).toMatchObject({ text: 'Limit > 90', x: 102, align: 'left' })
    expect(labelAt(1)).toMatchObject({ x: 1098, align: 'right' })
    expect(labelAt(1)).not.toHaveProperty('backgroundColor')
  })

  test('a marked alarm has no limit where the curve of its point is not shown', () => {
    const shown = marked([{ ...flow, id: 'level', unit: 'm' }])
    expect(shown.map(({ id }) => id)).toEqual(['the alarm', 'its moments'])
  })
})

test('a curve of which there is only a note has neither a line nor an axis', () => {
  const refused: ChartSeries = { id: 'other', name: 'Pump 2', points: new Float64Array(), note: 'Not found' }
  const { axes, indices } = drawn([flow, refused])
  expect(axes).toHaveLength(1)
  expect(indices).toEqual([0])
})
