import type { CustomSeriesRenderItemAPI, CustomSeriesRenderItemReturn } from 'echarts'
import type { Format } from '../../../core/text/format.ts'
import { axesOf, type ChartAxis, type LanePlace, lanePlaces } from './lanes.ts'
import type { Look } from './look.ts'
import { type ChartMarks, headPx, markSeries } from './marks.ts'
import { bandPieces, type ChartSeries, loneDots, patternOf } from './series.ts'
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
  /** Of the whole chart, px. */
  height: number
}

const BOTTOM_PX = 4
/** Between the last plot and the times below it. */
const TIMES_PX = 8
const DOT_PX = 5
/** What lasts less than this share of the time shown is narrower than its dot. */
const DOT_SHARE = 1 / 300

/** Options for the chart library from our own series alone: nothing stored or typed by a user is among them. */
export function chartOptions({ series: all, from, to, scale, marks = null, look, format, height }: ChartOptionsInput) {
  const series = all.filter(({ note }) => note === undefined)
  const axes = axesOf(series)
  const axisIndex = (id: string) => axes.findIndex((axis) => axis.series.includes(id))
  const label = { color: look.text, fontFamily: look.font, fontSize: look.fontSize }
  const top = headPx(marks)
  const foot = BOTTOM_PX + TIMES_PX + Math.ceil(look.fontSize * 1.2)
  const places = lanePlaces(axes, top, Math.max(0, height - top - foot))
  /** Which plot and which axis a curve has. */
  const place = (id: string) => {
    const index = axisIndex(id)
    return { xAxisIndex: axes[index]?.lane ?? 0, yAxisIndex: index }
  }
  return {
    animation: false,
    grid: places.map(({ top, height }) => ({
      left: 8,
      right: 8,
      top,
      // One alone fills the chart, and the library gives the times below it their room.
      ...(places.length === 1 ? { bottom: BOTTOM_PX } : { height }),
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    })),
    axisPointer: {
      show: true,
      type: 'line',
      snap: false,
      triggerTooltip: false,
      // One time across all plots.
      link: [{ xAxisIndex: 'all' }],
      lineStyle: { color: look.text, width: 1, type: 'solid' },
      label: { show: false },
    },
    xAxis: places.map((_, lane) => ({
      type: 'time',
      gridIndex: lane,
      min: from,
      max: to,
      axisLine: { lineStyle: { color: look.line } },
      splitLine: { show: false },
      axisTick: { show: false },
      axisLabel: {
        ...label,
        show: lane === places.length - 1,
        hideOverlap: true,
        // The library's own ticks are at round times of the browser's time zone.
        customValues: timeTicks(from, to, format.timeZone),
        formatter: (time: number) => timeLabel(time, to - from, format),
      },
    })),
    yAxis: axes.map((axis, index) => ({
      ...valueAxis(axis, places[axis.lane], { look, format, label }),
      ...(index === 0 && scale && { min: scale.low, max: scale.high }),
    })),
    series: [
      ...series.flatMap((row, index) => curveOf(row, row.colour ?? index % 10, look, place(row.id), from, to)),
      ...(marks ? markSeries(marks, { from, to, look, placeOf: place, bottom: bottomOf(places) }) : []),
    ],
  }
}

/** Where the lowest of several plots ends; null for one alone. */
function bottomOf(places: readonly LanePlace[]): number | null {
  const last = places.at(-1)
  return places.length > 1 && last ? last.top + last.height : null
}

/** As many lines of values as have room for their labels: a line that has none says nothing. */
const linesIn = (heightPx: number, { fontSize }: Look) =>
  Math.max(1, Math.min(5, Math.floor(heightPx / (fontSize * 3))))

/** The axis of values of one plot: of the first by its unit, of a lane by what is drawn in it. */
function valueAxis(
  { lane, side, unit, words, names }: ChartAxis,
  place: LanePlace | undefined,
  { look, format, label }: { look: Look; format: Format; label: object },
) {
  const isTitled = lane > 0 || words !== undefined
  const title = unit && !words ? `${names.join(', ')} (${unit})` : names.join(', ')
  return {
    type: 'value',
    gridIndex: lane,
    scale: true,
    position: side,
    name: plainText(isTitled ? (place?.hasTitle ? title : '') : unit),
    nameTextStyle: { ...label, align: side },
    // Nearer to its lane than to the plot above.
    nameGap: lane > 0 ? 4 : 8,
    // A control on a screen may be too low for all of them.
    axisLabel: { ...label, hideOverlap: true, formatter: tickFormatter(format) },
    axisPointer: { show: false },
    splitNumber: lane > 0 ? 2 : linesIn(place?.height ?? 0, look),
    splitLine: { show: side === 'left', lineStyle: { color: look.line } },
    ...(words && wordScale(words, label)),
  }
}

/** A curve's line, the band behind it, and dots where a line would not be seen. */
function curveOf(row: ChartSeries, colour: number, look: Look, place: object, from: number, to: number): object[] {
  const color = look.series[colour] ?? look.text
  const isEarlier = row.earlierOf !== undefined
  const common = { ...place, type: 'line', dimensions: ['time', 'value'], silent: true, color }
  const opacity = isEarlier ? 0.85 : 1
  const line = {
    ...common,
    id: row.id,
    data: row.points,
    step: row.isStep ? 'end' : undefined,
    showSymbol: false,
    lineStyle: { width: isEarlier ? 2 : 1.5, opacity, type: dashOf(row, colour) },
  }
  const lone = loneDots(row.points, (to - from) * DOT_SHARE)
  const dots = {
    ...common,
    id: `${row.id} dots`,
    data: lone,
    symbol: 'circle',
    symbolSize: DOT_PX,
    showSymbol: true,
    showAllSymbol: true,
    itemStyle: { color, opacity },
    lineStyle: { width: 0 },
  }
  return [...(row.band ? [bandSeries(row.id, row.band, color, place)] : []), line, ...(lone.length > 0 ? [dots] : [])]
}

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

const dashOf = (row: ChartSeries, colour: number): number[] | 'solid' => {
  const pattern = patternOf(row, colour)
  return pattern.length > 0 ? [...pattern] : 'solid'
}

/** The whole band is one item: its pieces are outlined here, in pixels. */
function bandSeries(id: string, band: Float64Array, color: string, place: object) {
  const pieces = bandPieces(band)
  const edges = pieces.flatMap(({ times, lows, highs }) => times.map((time, at) => [time, lows[at], highs[at]]))
  let isDrawn = false
  return {
    ...place,
    type: 'custom',
    id: `${id} band`,
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
