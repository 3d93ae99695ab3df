import { useCallback } from 'react'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../core/catalogue/durations.ts'
import type { CallOptions } from '../../../../core/connection/client.ts'
import { type Curve, MAX_CURVE_WIDTH } from '../../../../core/contract/history.ts'
import { useConnection, useFormat, useText } from '../../../define/index.ts'
import { Columns } from '../../../kit/chart/Columns.tsx'
import { startOfDay } from '../../../kit/time-range.ts'
import { useLine } from '../../../parts/LineNote.tsx'
import { valueWithUnit } from '../../../parts/point-text.ts'
import { useCall } from '../../../parts/use-call.ts'
import type { ViewProps } from '../define-control.ts'
import { eachOrNone } from '../view/each-or-none.ts'
import type { ViewPoint } from '../view/point-of.ts'
import type { useCategories } from '../view/use-categories.ts'
import { useViewRange } from '../view/use-view-range.ts'
import { ViewFrame } from '../view/ViewFrame.tsx'
import { ViewFailure, ViewNote, ViewWaiting } from '../view/ViewNote.tsx'
import type { ColumnChartProps } from './control.ts'
import { text } from './text.ts'
import { aggregated, hoursIn, keysIn, type Step, type TimeAggregate } from './time-columns.ts'

const RENEWED_MS = 5 * MINUTE_MS
/** Hours of more days than this are no columns that anybody could tell from each other. */
const HOURLY_MS = 31 * DAY_MS
const NOTHING: ReadonlyMap<string, number> = new Map()

interface Query {
  readonly points: readonly Pick<ViewPoint, 'sn_code' | 'key'>[]
  readonly from: number
  readonly to: number
  readonly by: Step
  readonly aggregate: TimeAggregate
}

interface ByTimeProps {
  view: ViewProps<ColumnChartProps>
  by: Step
  known: ReturnType<typeof useCategories>
}

/** What points came to in each hour or day of a span; in a replay of the span before its time. */
export function ByTime({ view, by: wanted, known }: ByTimeProps) {
  const { title, hasFrame, span, timeOf, aggregate } = view.props
  const t = useText(text)
  const format = useFormat()
  const line = useLine()
  const { api } = useConnection()
  const call = useCallback(
    async ({ points, from, to, by, aggregate }: Query, options?: CallOptions) => {
      const end = from + hoursIn(from, to) * HOUR_MS
      const one = async ({ sn_code, key }: Query['points'][number]) => {
        const rows: Curve['rows'][number][] = []
        // Whole hours, so that each row is one.
        for (let start = from; start < end; start += MAX_CURVE_WIDTH * HOUR_MS) {
          const width = Math.min(MAX_CURVE_WIDTH, (end - start) / HOUR_MS)
          const part = { sn_code, key, start, end: start + width * HOUR_MS, width }
          rows.push(...(await api.history.curve(part, options)).rows)
        }
        return aggregated(rows, by, aggregate, format)
      }
      return eachOrNone(points, one, NOTHING)
    },
    [api, format],
  )
  const { range } = useViewRange({ span, timeOf }, view.replayTime, () => RENEWED_MS)
  const to = Math.ceil(range.to / HOUR_MS) * HOUR_MS
  const spanMs = range.to - range.from
  const by = wanted === 'hour' && spanMs > HOURLY_MS ? 'day' : wanted
  // Of a range of days that ends now those are shown of which most is in it: as many as it says.
  const isRound = range.preset !== undefined && spanMs >= DAY_MS
  const begin = isRound ? to - spanMs : range.from
  const day = () => startOfDay(begin + (isRound ? DAY_MS / 2 : 0), format.timeZone)
  const from = Math.floor((by === 'day' ? day() : begin) / HOUR_MS) * HOUR_MS
  const { devices, categories } = known
  const points = known.points.filter(({ sn_code, key }) => devices.get(sn_code)?.points.has(key))
  const of = points.map(({ sn_code, key }) => ({ sn_code, key }))
  const called = useCall(call, categories && of.length > 0 ? { points: of, from, to, by, aggregate } : null)
  const read = called.data ?? called.last
  const failure = known.failure ?? called.failure
  const shown = () => {
    if (categories && points.length === 0) return <ViewNote icon="chart" title={t.nothingThen} />
    if (!read || !categories) {
      const reload = known.failure ? known.reload : called.reload
      return failure ? <ViewFailure failure={failure} onRetry={reload} /> : <ViewWaiting />
    }
    if (read.every((values) => values.size === 0)) return <ViewNote icon="chart" title={t.nothingThen} />
    return (
      <Columns
        label={title || t.name}
        series={categories.filter(({ id }) => points.some((point) => point.id === id))}
        places={keysIn(from, to, by, format).map((key) => ({
          id: key,
          name: key,
          tick: by === 'day' ? key.slice(5) : key.slice(11),
          values: read.map((values) => values.get(key) ?? null),
        }))}
        heading={by === 'day' ? t.by_day : t.by_hour}
        wordsOf={(value, series) => {
          const of = points[series]
          return valueWithUnit(value, of && devices.get(of.sn_code)?.points.get(of.key), format)
        }}
        tickText={(value) => format.number(value)}
        hasAllNames={false}
      />
    )
  }
  return (
    <ViewFrame
      title={title}
      hasFrame={hasFrame}
      isEditing={false}
      isStale={read !== null && (failure ?? line) !== null}
    >
      {shown()}
    </ViewFrame>
  )
}
