import { SERIES_PATTERNS } from '../../../core/catalogue/themes.ts'

const DOTTED = [2, 2]
/** Curves of other devices, in turn: unlike each other, and unlike those of the chart's own. */
const OF_OTHERS: readonly (readonly number[])[] = [
  [14, 4],
  [8, 2, 2, 2, 2, 2],
  [4, 2, 4, 7],
]

/** How a curve is dashed, px; empty where it is solid. What is drawn on its place and in its legend is the same. */
export function patternOf({ earlierOf, other }: Pick<ChartSeries, 'earlierOf' | 'other'>, colour: number) {
  if (earlierOf !== undefined) return DOTTED
  return (other === undefined ? SERIES_PATTERNS[colour] : OF_OTHERS[other]) ?? []
}

/** One curve. Times are epoch ms, ascending. */
export interface ChartSeries {
  id: string
  name: string
  /** Curves of one unit share an axis: the first unit the left one, the second the right one, each further one a lane's. */
  unit?: string
  decimals?: number
  /** What a value is called, by the value: `{ '0': 'Off', '1': 'On' }`. Such a curve has a lane of its own. */
  words?: Readonly<Record<string, string>>
  /** time, value, time, value …; NaN is a gap. Drawn as given: at most four values a pixel column (M4). */
  points: Float64Array
  /** time, lowest, highest …: drawn as a band behind the curve; NaN is a gap. */
  band?: Float64Array
  /** A value holds until the next one: switches, counters, states. */
  isStep?: boolean
  /** The id of the curve of which this is an earlier stretch: dotted and pale, on the same axis. */
  earlierOf?: string
  /** It is of another device than the chart, 0 to 2: dashed as that one's curves are. */
  other?: number
  /** Why nothing of it is drawn: stands in the legend in the place of its value, and it has neither line nor axis. */
  note?: string
  /** 0 to 9: its colour and line pattern; by default its place in the list. */
  colour?: number
}

/** The value at or before a time, NaN in a gap and before the first. Points are time, value pairs. */
export function valueAt(points: Float64Array, time: number): number {
  let low = 0
  let high = points.length / 2 - 1
  if (high < 0 || time < (points[0] as number)) return Number.NaN
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((points[middle * 2] as number) <= time) low = middle
    else high = middle - 1
  }
  return points[low * 2 + 1] as number
}

/**
 * Where a dot has to stand, time, value pairs: what lies between two gaps and is shorter than `leastMs` would be no line
 * that anybody sees. Of several values in so little time it is the lowest and the highest.
 */
export function loneDots(points: Float64Array, leastMs: number): Float64Array {
  const dots: number[] = []
  let begin: number | null = null
  let [low, high] = [0, 0]
  for (let at = 0; at <= points.length; at += 2) {
    const value = points[at + 1] ?? Number.NaN
    if (!Number.isNaN(value)) {
      if (begin === null) {
        begin = at
        low = value
        high = value
      }
      low = Math.min(low, value)
      high = Math.max(high, value)
    } else if (begin !== null) {
      const time = points[begin] as number
      const isLone = at === begin + 2 || (points[at - 2] as number) - time < leastMs
      if (isLone) dots.push(time, low)
      if (isLone && high > low) dots.push(time, high)
      begin = null
    }
  }
  return Float64Array.from(dots)
}

/** Stretches of a band without gaps, each as the outline's times with lowest and highest. */
export function bandPieces(band: Float64Array): { times: number[]; lows: number[]; highs: number[] }[] {
  const pieces: { times: number[]; lows: number[]; highs: number[] }[] = []
  let piece: { times: number[]; lows: number[]; highs: number[] } | null = null
  for (let at = 0; at < band.length; at += 3) {
    const [time, low, high] = [band[at] as number, band[at + 1] as number, band[at + 2] as number]
    if (Number.isNaN(low) || Number.isNaN(high)) {
      piece = null
      continue
    }
    if (!piece) {
      piece = { times: [], lows: [], highs: [] }
      pieces.push(piece)
    }
    piece.times.push(time)
    piece.lows.push(low)
    piece.highs.push(high)
  }
  return pieces
}
