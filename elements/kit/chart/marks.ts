import type { CustomSeriesRenderItemAPI, CustomSeriesRenderItemReturn } from 'echarts'
import type { Look } from './look.ts'

/** When something happened, and the words at its line. */
export interface ChartTime {
  time: number
  label: string
}

export interface ChartLimit {
  /** The id of the series that is measured against it. */
  series: string
  value: number
  label: string
  /** The dead band that a value has to leave before the alarm is over; it begins at the limit, and may be empty. */
  from: number
  to: number
}

/** An alarm over the curves: each of its lines says in words what it is, and none depends on colour alone. */
export interface ChartMarks {
  /** 1 (notice) to 5 (critical). */
  level: number
  began: ChartTime
  /** Null while it stands. */
  ended: ChartTime | null
  limits: readonly ChartLimit[]
}

const LABEL_PX = 16
/** What the names of the axes need above the plot. */
const NAMES_PX = 24
const AIR_PX = 4
/** No letter is wider on average, in shares of its height. */
const LETTER = 0.7

/** Each with the row and the side on which its words stand above the plot: also close together they are read. */
const timeRowsOf = ({ began, ended }: ChartMarks) => [
  ...(ended ? [{ ...ended, row: 1, isLeft: false, lineDash: [6, 4] }] : []),
  { ...began, row: 0, isLeft: true, lineDash: undefined },
]

/** The room above the plot, px: the labels stand over the curves, not on them. */
export const headPx = (marks: ChartMarks | null): number =>
  NAMES_PX + (marks ? timeRowsOf(marks).length * LABEL_PX + AIR_PX : 0)

interface Frame {
  from: number
  to: number
  look: Look
  /** Which plot and which axis a series has; the axis is -1 for one that is not drawn. */
  placeOf: (series: string) => { xAxisIndex: number; yAxisIndex: number }
  /** Where the lowest plot ends, px, as the times reach through all of them; null where there is one. */
  bottom: number | null
}

type Box = { x: number; y: number; width: number; height: number }
/** The library's own type leaves the plot's place open. */
type Params = { coordSys: unknown }
type Drawn = NonNullable<CustomSeriesRenderItemReturn>
type Draw = (box: Box, api: CustomSeriesRenderItemAPI) => Drawn[]

const xOf = (time: number, api: CustomSeriesRenderItemAPI) => (api.coord([time, 0]) as number[])[0] as number

/** Drawn by ourselves, silent: the pointer belongs to the curves. */
const drawn = (id: string, z: number, draw: Draw, rest: object) => ({
  type: 'custom',
  id,
  z,
  silent: true,
  ...rest,
  renderItem: ({ coordSys }: Params, api: CustomSeriesRenderItemAPI): CustomSeriesRenderItemReturn => {
    const children = draw(coordSys as Box, api)
    // The library would leave the last ones where a group has none any more.
    return children.length > 0 ? { type: 'group', children } : null
  },
})

/** The alarm's series for the chart library: its time as a shade and its limits behind the curves, its times and all words above them. */
export function markSeries(marks: ChartMarks, { from, to, look, placeOf, bottom }: Frame): object[] {
  const color = look.alarms[marks.level - 1] ?? look.strong
  const word = (text: string, x: number, y: number, align: 'left' | 'right', verticalAlign: 'top' | 'bottom') => ({
    type: 'text' as const,
    style: {
      text,
      x,
      y,
      align,
      verticalAlign,
      fill: look.strong,
      fontFamily: look.font,
      fontSize: look.fontSize,
      // A line that it crosses is not read for a letter, and is hidden by the letters alone.
      stroke: look.surface,
      lineWidth: 3,
    },
  })
  const line = (x1: number, y1: number, x2: number, y2: number, style: object) => ({
    type: 'line' as const,
    shape: { x1, y1, x2, y2 },
    style: { stroke: color, lineWidth: 2, ...style },
  })

  const footOf = ({ y, height }: Box) => bottom ?? y + height
  const shade: Draw = (box, api) => {
    const { x, y, width } = box
    const at = (time: number) => Math.min(x + width, Math.max(x, xOf(time, api)))
    const left = at(marks.began.time)
    const shape = { x: left, y, width: at(marks.ended?.time ?? to) - left, height: footOf(box) - y }
    return [{ type: 'rect', shape, style: { fill: color, opacity: 0.1 } }]
  }
  const labels = timeRowsOf(marks).filter(({ time }) => time >= from && time <= to)
  const lines: Draw = (box, api) => {
    const { x, y, width } = box
    const placed = labels.map(({ time, row, ...label }) => {
      return { ...label, at: xOf(time, api), foot: y - NAMES_PX - row * LABEL_PX }
    })
    return [
      ...placed.map(({ at, foot, lineDash }) =>
        line(at, foot - LABEL_PX + 2, at, footOf(box), lineDash ? { lineDash } : {}),
      ),
      ...placed.map(({ at, foot, label, isLeft }): Drawn => {
        const room = label.length * look.fontSize * LETTER
        // On the other side where there is no room.
        const isBefore = isLeft ? at > room : at + room > x + width
        return word(label, at + (isBefore ? -3 : 3), foot, isBefore ? 'right' : 'left', 'bottom')
      }),
    ]
  }
  const limits = marks.limits.filter(({ series }) => placeOf(series).yAxisIndex >= 0)
  const yIn = (api: CustomSeriesRenderItemAPI) => (one: number) => (api.coord([from, one]) as number[])[1] as number
  const limit =
    ({ value, from: low, to: high }: ChartLimit): Draw =>
    ({ x, width }, api) => {
      const yOf = yIn(api)
      const at = yOf(value)
      const band = { x, y: yOf(high), width, height: yOf(low) - yOf(high) }
      const edges = [low, high].filter((edge) => edge !== value)
      return [
        { type: 'rect', shape: band, style: { fill: color, opacity: 0.14 } },
        ...edges.map((edge) => line(x, yOf(edge), x + width, yOf(edge), { lineWidth: 1, lineDash: [4, 4] })),
        line(x, at, x + width, at, {}),
      ]
    }
  const limitWords =
    ({ value, label, from: low, to: high }: ChartLimit): Draw =>
    ({ x, y, width, height }, api) => {
      const at = yIn(api)(value)
      // On the side of the alarm, where there is room for it.
      const isAbove = low < value || high === value ? at - y > LABEL_PX : y + height - at < LABEL_PX
      const [lift, side] = isAbove ? ([-2, 'bottom'] as const) : ([3, 'top'] as const)
      return [
        // Away from where the curve crosses it.
        xOf(marks.began.time, api) > x + width / 2
          ? word(label, x + 2, at + lift, 'left', side)
          : word(label, x + width - 2, at + lift, 'right', side),
      ]
    }
  const onAxis = (one: ChartLimit) => ({
    ...placeOf(one.series),
    clip: true,
    // All, so that the axis makes room for them.
    data: [[from, one.value, one.from, one.to]],
    dimensions: ['time', 'limit', 'low', 'high'],
    encode: { x: 0, y: [1, 2, 3] },
  })
  return [
    drawn('the alarm', 1, shade, { data: [[from]], dimensions: ['time'], encode: { x: 0 } }),
    drawn('its moments', 4, lines, { data: [[from]], dimensions: ['time'], encode: { x: 0 } }),
    // A curve that runs along its limit, as that of a switch does, is seen and not hidden by it.
    ...limits.map((one, index) => drawn(`limit ${index}`, 1, limit(one), onAxis(one))),
    // Last, so that they can be read also where another mark crosses them.
    ...limits.map((one, index) => drawn(`words of limit ${index}`, 4, limitWords(one), onAxis(one))),
  ]
}
