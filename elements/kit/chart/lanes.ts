import type { ChartSeries } from './series.ts'

/** Curves that are read on one axis. */
export interface ChartAxis {
  /** Which plot it belongs to, from above; all plots share the time below them. */
  lane: number
  side: 'left' | 'right'
  unit: string
  /** Of a curve of words. */
  words: ChartSeries['words']
  /** The ids of its curves. */
  series: readonly string[]
  /** What its curves are called, without those of earlier stretches. */
  names: readonly string[]
}

/** Units whose axes stand left and right of the first plot; more would have to be guessed. */
const SIDES = ['left', 'right'] as const

/**
 * The axes of some curves, each curve on exactly one: the first two units share a plot, each further unit has a lane of
 * its own below it, and so has each curve of words, as lines of On and Off over each other could not be told apart.
 */
export function axesOf(series: readonly ChartSeries[]): ChartAxis[] {
  const groups = new Map<string, ChartSeries[]>()
  for (const row of series) {
    const id = row.words ? `curve ${row.earlierOf ?? row.id}` : `unit ${row.unit ?? ''}`
    groups.set(id, [...(groups.get(id) ?? []), row])
  }
  const all = [...groups.values()]
  const units = all.filter(([first]) => !first?.words)
  const beside = units.slice(0, SIDES.length)
  const below = all.filter((group) => !beside.includes(group))
  const axisOf = (group: readonly ChartSeries[], lane: number, side: ChartAxis['side']): ChartAxis => ({
    lane,
    side,
    unit: group[0]?.unit ?? '',
    words: group[0]?.words,
    series: group.map(({ id }) => id),
    names: group.filter(({ earlierOf }) => earlierOf === undefined).map(({ name }) => name),
  })
  const firstBelow = beside.length > 0 || all.length === 0 ? 1 : 0
  return [
    // Without any curve there is still a plot, to pan and zoom from.
    ...(all.length === 0 ? [axisOf([], 0, 'left')] : []),
    ...beside.map((group, at) => axisOf(group, 0, SIDES[at] ?? 'left')),
    ...below.map((group, at) => axisOf(group, firstBelow + at, 'left')),
  ]
}

/** From the top of the chart, px. */
export interface LanePlace {
  top: number
  height: number
  /** Whether there is room above it for what it is called. */
  hasTitle: boolean
}

/** Above a lane, for its title. */
const TITLE_PX = 28
const LEAST_TITLE_PX = 16
const NUMBERS_PX = 88
const WORD_PX = 20
const MOST_WORDS = 5
/** How much of the chart the lanes may take from the first plot. */
const LANES_SHARE = 0.6
/** Lanes of words alone grow no more than so: On and Off need no whole screen. */
const MOST_GROWTH = 3

/** Where the plots of these axes stand in a chart with so much room below its head. */
export function lanePlaces(axes: readonly ChartAxis[], top: number, roomPx: number): LanePlace[] {
  const lanes = axes.filter(({ lane, side }) => lane > 0 || (side === 'left' && axes[0]?.words))
  const hasFirst = axes[0]?.words === undefined
  const wanted = lanes.map(({ words }) =>
    words ? WORD_PX * Math.min(MOST_WORDS, Math.max(2, Object.keys(words).length)) : NUMBERS_PX,
  )
  const sum = wanted.reduce((all, px) => all + px, 0)
  const shared = hasFirst ? roomPx * LANES_SHARE : roomPx
  const titlePx = lanes.length > 0 ? Math.min(TITLE_PX, (shared * 0.4) / lanes.length) : 0
  const left = shared - lanes.length * titlePx
  const factor = sum === 0 ? 0 : hasFirst ? Math.min(1, left / sum) : Math.min(MOST_GROWTH, left / sum)
  const heights = wanted.map((px) => Math.floor(px * factor))
  const hasTitle = titlePx >= LEAST_TITLE_PX
  const taken = heights.reduce((all, px) => all + px + titlePx, 0)
  let y = hasFirst ? top + roomPx - taken : top
  const places = heights.map((height, at) => {
    // The head of the chart has the room for the title of a first lane.
    if (hasFirst || at > 0) y += titlePx
    const place = { top: Math.round(y), height, hasTitle }
    y += height
    return place
  })
  return hasFirst ? [{ top, height: Math.max(0, Math.floor(roomPx - taken)), hasTitle: true }, ...places] : places
}
