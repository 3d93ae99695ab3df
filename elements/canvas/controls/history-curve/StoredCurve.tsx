import { useMemo, useState } from 'react'
import { MAX_CURVE_WIDTH } from '../../../../core/contract/history.ts'
import { useFormat, useText } from '../../../define/index.ts'
import { IconButton } from '../../../kit/Button.tsx'
import { Chart } from '../../../kit/chart/Chart.tsx'
import { DateTimeRange } from '../../../kit/DateTimeRange.tsx'
import type { TimeRange } from '../../../kit/time-range.ts'
import { isSeen } from '../../../parts/curves/beyond.ts'
import { curveSeries } from '../../../parts/curves/curve-series.ts'
import { useCurves } from '../../../parts/curves/use-curves.ts'
import { useLine } from '../../../parts/LineNote.tsx'
import type { ViewProps } from '../define-control.ts'
import { looksOf } from '../view/chart-looks.ts'
import type { ViewPoint } from '../view/point-of.ts'
import { usePointedTime } from '../view/use-pointed-time.ts'
import { useViewDevices } from '../view/use-view-devices.ts'
import { timeBefore, useViewRange } from '../view/use-view-range.ts'
import { ViewFrame } from '../view/ViewFrame.tsx'
import { ViewFailure, ViewNote, ViewWaiting } from '../view/ViewNote.tsx'
import type { HistoryCurveProps } from './control.ts'
import { text } from './text.ts'

interface StoredCurveProps {
  view: ViewProps<HistoryCurveProps>
  points: readonly ViewPoint[]
}

export function StoredCurve({ view, points }: StoredCurveProps) {
  const { title, hasFrame, hasTools, span, timeOf } = view.props
  const t = useText(text)
  const format = useFormat()
  const [width, setWidth] = useState(0)
  const pointing = usePointedTime()
  const { range, choose, isShared, isCompared } = useViewRange(
    { span, timeOf },
    view.replayTime,
    (spanMs) => spanMs / Math.max(100, view.width),
  )
  // Where panning and zooming have led to; another choice ends it.
  const [moved, setMoved] = useState<{ of: string; range: TimeRange } | null>(null)
  const of = `${span} ${range.preset ?? `${range.from} ${range.to}`}`
  const shown = moved?.of === of ? moved.range : range
  const sns = useMemo(() => [...new Set(points.map(({ sn_code }) => sn_code))], [points])
  const devices = useViewDevices(sns)
  const shownSpan = { from: Math.floor(shown.from), to: Math.ceil(shown.to) }
  const { curves, isLoading, reload } = useCurves(
    devices.data && {
      points: points.flatMap(({ id, sn_code, key }) => {
        const device = devices.data?.get(sn_code)
        return device ? [{ id, sn_code, key, report_interval_s: device.report_interval_s }] : []
      }),
      ...shownSpan,
      width: Math.min(MAX_CURVE_WIDTH, Math.max(50, width || Math.ceil(view.width))),
      before: isCompared ? timeBefore(shownSpan) : null,
    },
  )
  const series = useMemo(() => {
    const known = devices.data
    if (!curves || !known) return []
    return points.flatMap((point, index) => {
      const curve = curves.now.get(point.id)
      if (!curve) return []
      const looks = looksOf(point, index, known, format)
      const own = { ...looks, ...curveSeries(curve, curves.query) }
      const { from, width, before } = curves.query
      const earlier = before && curves.before.get(point.id)
      if (!earlier) return [own]
      const shift = (time: number) => time + from - before.from
      const drawn = curveSeries(earlier, { ...before, width, shift })
      return [
        own,
        { ...looks, id: `${point.id} before`, name: t.before({ name: looks.name }), earlierOf: point.id, ...drawn },
      ]
    })
  }, [curves, devices.data, points, format, t])
  const line = useLine()
  const failures = curves ? [...curves.failures.values()] : []
  const failure = devices.failure ?? (series.length === 0 ? failures[0] : undefined)
  const isBlank =
    curves !== null && !failure && !series.some((row) => isSeen(row.points, curves.query.from, curves.query.to))
  const missing = points.length - (curves?.now.size ?? 0)

  return (
    <ViewFrame
      title={title}
      hasFrame={hasFrame}
      isEditing={false}
      isStale={series.length > 0 && (failures.length > 0 || (line !== null && view.replayTime === null))}
      actions={
        (hasTools || isShared) && (
          <>
            {shown !== range && <IconButton icon="undo" label={t.back} onPress={() => setMoved(null)} />}
            {!isShared && (
              <DateTimeRange
                value={shown}
                onChange={(next) => {
                  setMoved(null)
                  choose(next)
                }}
              />
            )}
          </>
        )
      }
    >
      {!curves && failure ? (
        <ViewFailure failure={failure} onRetry={devices.failure ? devices.reload : reload} />
      ) : !curves ? (
        <ViewWaiting />
      ) : (
        <div className="view-chart">
          <Chart
            label={t.curveOf({ names: series.map(({ name }) => name).join(format.lang === 'zh' ? '、' : ', ') })}
            series={series}
            from={shown.from}
            to={shown.to}
            isLoading={isLoading}
            onZoom={(from, to) => setMoved({ of, range: { from: Math.floor(from), to: Math.ceil(to) } })}
            onPlotWidth={setWidth}
            {...pointing}
          />
          {(failure || isBlank) && (
            <div className="view-over">
              {failure ? (
                <ViewFailure failure={failure} onRetry={reload} />
              ) : (
                <ViewNote icon="chart" title={t.nothing} explanation={t.nothingWhy} />
              )}
            </div>
          )}
          {!failure && missing > 0 && <p className="view-missing">{t.partly({ count: missing })}</p>}
        </div>
      )}
    </ViewFrame>
  )
}
