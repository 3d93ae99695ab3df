import { useMemo, useState } from 'react'
import { MINUTE_MS } from '../../../../core/catalogue/durations.ts'
import { useFormat, useText } from '../../../define/index.ts'
import { Chart } from '../../../kit/chart/Chart.tsx'
import { curveSeries } from '../../../parts/curves/curve-series.ts'
import { useCurves } from '../../../parts/curves/use-curves.ts'
import type { ViewProps } from '../define-control.ts'
import { looksOf } from '../view/chart-looks.ts'
import type { ViewPoint } from '../view/point-of.ts'
import { usePointedTime } from '../view/use-pointed-time.ts'
import { useViewDevices } from '../view/use-view-devices.ts'
import { ViewFrame } from '../view/ViewFrame.tsx'
import { ViewFailure, ViewNote, ViewWaiting } from '../view/ViewNote.tsx'
import type { RealtimeCurveProps } from './control.ts'
import { text } from './text.ts'

interface ReplayedProps {
  view: ViewProps<RealtimeCurveProps>
  points: readonly ViewPoint[]
  replayTime: number
}

/** A request reaches this share of the span ahead, so that not every step makes a new one. */
const AHEAD = 0.5

/** The minutes before a past time. */
export function Replayed({ view, points, replayTime }: ReplayedProps) {
  const { title, hasFrame, minutes } = view.props
  const t = useText(text)
  const format = useFormat()
  const [width, setWidth] = useState(0)
  const pointing = usePointedTime()
  const sns = useMemo(() => [...new Set(points.map(({ sn_code }) => sn_code))], [points])
  const devices = useViewDevices(sns)
  const spanMs = minutes * MINUTE_MS
  const aheadMs = spanMs * AHEAD
  const begin = Math.floor(replayTime / aheadMs) * aheadMs - spanMs
  const { curves, reload } = useCurves(
    devices.data && {
      points: points.flatMap(({ id, sn_code, key }) => {
        const device = devices.data?.get(sn_code)
        return device ? [{ id, sn_code, key, report_interval_s: device.report_interval_s }] : []
      }),
      from: begin,
      to: begin + spanMs + aheadMs,
      width: Math.ceil(Math.max(50, width || view.width) * (1 + AHEAD)),
      before: null,
    },
  )
  const series = useMemo(() => {
    if (!curves || !devices.data) return []
    const known = devices.data
    return points.flatMap((point, index) => {
      const curve = curves.now.get(point.id)
      return curve ? [{ ...looksOf(point, index, known, format), ...curveSeries(curve, curves.query) }] : []
    })
  }, [curves, devices.data, points, format])
  const failure = devices.failure ?? (series.length === 0 ? curves?.failures.values().next().value : undefined)
  return (
    <ViewFrame title={title} hasFrame={hasFrame} isEditing={false}>
      {failure ? (
        <ViewFailure failure={failure} onRetry={() => (devices.failure ? devices.reload() : reload())} />
      ) : !curves ? (
        <ViewWaiting />
      ) : series.length === 0 ? (
        <ViewNote icon="chart" title={t.nothing} />
      ) : (
        <Chart
          label={t.curveOf({ names: series.map(({ name }) => name).join(format.lang === 'zh' ? '、' : ', ') })}
          series={series}
          from={replayTime - spanMs}
          to={replayTime}
          onPlotWidth={setWidth}
          {...pointing}
        />
      )}
    </ViewFrame>
  )
}
