import type { CustomSeriesRenderItemAPI, CustomSeriesRenderItemReturn } from 'echarts'
import { SERIES_PATTERNS } from '../../../core/catalogue/themes.ts'
import type { Format } from '../../../core/text/format.ts'
import type { Look } from './look.ts'
import { type ChartMarks, headPx, markSeries } from './marks.ts'
import { bandPieces, type ChartSeries } from './series.ts'
import { timeLabel, timeTicks } from './time-axis.ts'

interface ChartOptionsInput {
  series: readonly ChartSeries[]
  from: number
  to: number
  /** Of the first axis. */
  scale?: { low: number; high: number } | undefined
  marks?: ChartMarks | null | undefined
  look: Look
  format: Format
}

/** Options for the chart library from our own series alone: nothing stored or typed by a user is among them. */
export function chartOptions({ series, from, to, scale, marks = null, look, format }: ChartOptionsInput) {
  // Without any curve there is still a plot, to pan and zoom from; the library draws none without an axis.
  const axes = new Map((series.length > 0 ? series : [NO_CURVE]).map((row) => [axisOf(row), row]))
  const axisIds = [...axes.keys()]
  const axisOfSeries = (id: string) => {
    const row = series.find((one) => one.id === id)
    return row ? axisIds.indexOf(axisOf(row)) : -1
  }
  const label = { color: look.text, fontFamily: look.font, fontSize: look.fontSize }
  return {
    animation: false,
    grid: {
      left: 8,
      right: 8,
      top: headPx(marks),
      bottom: 4,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    axisPointer: {
      show: true,
      type: 'line',
      snap: false,
      triggerTooltip: false,
      lineStyle: { color: look.text, width: 1, type: 'solid' },
      label: { show: false },
    },
    xAxis: {
      type: 'time',
      min: from,
      max: to,
      axisLine: { lineStyle: { color: look.line } },
      splitLine: { show: false },
      axisTick: { show: false },
      axisLabel: {
        ...label,
        hideOverlap: true,
        // The library's own ticks are at round times of the browser's time zone.
        customValues: timeTicks(from, to, format.timeZone),
        formatter: (time: number) => timeLabel(time, to - from, format),
      },
    },
    yAxis: [...axes.values()].map(({ unit = '', words }, index) => ({
      type: 'value',
      scale: true,
      // Beyond two, a unit keeps its own scale and is read in the legend.
      show: index < 2,
      position: index === 0 ? 'left' : 'right',
      name: plainText(words ? '' : unit),
      nameTextStyle: { ...label, align: index === 0 ? 'left' : 'right' },
      nameGap: 8,
      // A control on a screen may be too low for all of them.
      axisLabel: { ...label, hideOverlap: true, formatter: tickFormatter(format) },
      axisPointer: { show: false },
      splitLine: { show: index === 0, lineStyle: { color: look.line } },
      ...(words && wordScale(words, label)),
      ...(index === 0 && scale && { min: scale.low, max: scale.high }),
    })),
    series: [
      ...series.flatMap((row, index) => {
        const colour = row.colour ?? index % 10
        const color = look.series[colour] ?? look.text
        const yAxisIndex = axisIds.indexOf(axisOf(row))
        const line = {
          type: 'line',
          id: row.id,
          yAxisIndex,
          data: row.points,
          dimensions: ['time', 'value'],
          step: row.isStep ? 'end' : undefined,
          showSymbol: false,
          silent: true,
          color,
          lineStyle: {
            width: row.isFaint ? 1 : 1.5,
            opacity: row.isFaint ? 0.6 : 1,
            type: dashOf(colour, row.isFaint ?? false),
          },
        }
        return row.band ? [bandSeries(row.id, row.band, color, yAxisIndex), line] : [line]
      }),
      ...(marks ? markSeries(marks, { from, to, look, axisOf: axisOfSeries }) : []),
    ],
  }
}

const NO_CURVE: ChartSeries = { id: '', name: '', points: new Float64Array() }

/** More digits than this say nothing on an axis. */
const MOST_DECIMALS = 6

/** As many decimals at each tick as the finest needs: known once all have been formatted, and each draw formats twice. */
function tickFormatter(format: Format): (value: number) => string {
  let decimals = 0
  return (value) => {
    const own = String(Number(value.toPrecision(10))).split('.')[1]?.length ?? 0
    decimals = Math.min(MOST_DECIMALS, Math.max(decimals, own))
    return format.number(value, decimals)
  }
}

/** Curves of one unit share an axis, and so do curves of the same words. */
const axisOf = ({ unit = '', words }: ChartSeries): string =>
  words ? `words ${JSON.stringify(words)}` : `unit ${unit}`

/** A longer word is cut: the curves need the room. */
const WORD_PX = 96

/** From the lowest to the highest value that has a word, each by its word; others have no place of their own. */
function wordScale(words: NonNullable<ChartSeries['words']>, label: object) {
  const values = Object.keys(words).map(Number).filter(Number.isFinite)
  const [lowest, highest] = [Math.min(...values), Math.max(...values)]
  // Off the edges, where a line would be cut in half.
  const air = Math.max(1, highest - lowest) * 0.08
  return {
    min: ({ min }: { min: number }) => Math.min(min, lowest) - air,
    max: ({ max }: { max: number }) => Math.max(max, highest) + air,
    axisTick: { show: false },
    axisLabel: {
      ...label,
      customValues: values,
      width: WORD_PX,
      overflow: 'truncate',
      formatter: (value: number) => plainText(words[String(value)] ?? ''),
    },
    splitLine: { show: false },
  }
}

const dashOf = (colour: number, isFaint: boolean): number[] | 'solid' => {
  const pattern = SERIES_PATTERNS[colour] ?? []
  return isFaint ? [2, 2] : pattern.length > 0 ? [...pattern] : 'solid'
}

/** The whole band is one item: its pieces are outlined here, in pixels. */
function bandSeries(id: string, band: Float64Array, color: string, yAxisIndex: number) {
  const pieces = bandPieces(band)
  const edges = pieces.flatMap(({ times, lows, highs }) => times.map((time, at) => [time, lows[at], highs[at]]))
  let isDrawn = false
  return {
    type: 'custom',
    id: `${id} band`,
    yAxisIndex,
    silent: true,
    // All edges, so that the axis makes room for them.
    data: edges,
    dimensions: ['time', 'low', 'high'],
    encode: { x: 0, y: [1, 2] },
    clip: true,
    renderItem: (params: { dataIndexInside: number }, api: CustomSeriesRenderItemAPI): CustomSeriesRenderItemReturn => {
      if (params.dataIndexInside === 0) isDrawn = false
      if (isDrawn) return null
      isDrawn = true
      return {
        type: 'group',
        children: pieces.map(({ times, lows, highs }) => ({
          type: 'polygon',
          shape: {
            points: [
              ...times.map((time, at) => api.coord([time, highs[at] as number])),
              ...times.map((time, at) => api.coord([time, lows[at] as number])).reverse(),
            ],
          },
          style: { fill: color, opacity: 0.18 },
        })),
      }
    },
  }
}

/** Braces would begin a style of the library's rich text. */
const plainText = (text: string) => text.replaceAll(/[{}|]/g, ' ')
