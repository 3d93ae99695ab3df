/** One curve. Times are epoch ms, ascending. */
export interface ChartSeries {
  id: string
  name: string
  /** Curves of one unit share an axis; the first unit has the left one, the second the right one. */
  unit?: string
  decimals?: number
  /** What a value is called, by the value: `{ '0': 'Off', '1': 'On' }`. Such a curve has an axis of its words. */
  words?: Readonly<Record<string, string>>
  /** time, value, time, value …; NaN is a gap. Drawn as given: at most four values a pixel column (M4). */
  points: Float64Array
  /** time, lowest, highest …: drawn as a band behind the curve; NaN is a gap. */
  band?: Float64Array
  /** A value holds until the next one: switches, counters, states. */
  isStep?: boolean
  /** Thin and pale: the same curve a week before. */
  isFaint?: boolean
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
