import { useStore } from '@nanostores/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { MINUTE_MS } from '../../../../core/catalogue/durations.ts'
import { useConnection, useFormat, useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { Chart } from '../../../kit/chart/Chart.tsx'
import type { Range } from '../../../kit/chart/range.ts'
import { curveSeries } from '../../../parts/curves/curve-series.ts'
import { type Curves, useCurves } from '../../../parts/curves/use-curves.ts'
import { $second } from '../../../parts/use-server-now.ts'
import type { ViewProps } from '../define-control.ts'
import { looksOf } from '../view/chart-looks.ts'
import type { ViewPoint } from '../view/point-of.ts'
import { newTail, withTail } from '../view/tail.ts'
import { usePointedTime } from '../view/use-pointed-time.ts'
import { useTails } from '../view/use-tails.ts'
import { useViewDevices, type ViewDevice } from '../view/use-view-devices.ts'
import { ViewFrame } from '../view/ViewFrame.tsx'
import { ViewFailure, ViewNote, ViewWaiting } from '../view/ViewNote.tsx'
import { usePointSource } from '../view/view-context.ts'
import type { RealtimeCurveProps } from './control.ts'
import { text } from './text.ts'

interface LiveCurveProps {
  view: ViewProps<RealtimeCurveProps>
  points: readonly ViewPoint[]
}

const NO_DEVICES: ReadonlyMap<string, ViewDevice> = new Map()
/** So long after a turn of the wheel or a key the curve stands still: the next turn goes on from there. */
const STILL_MS = 600

export function LiveCurve({ view, points }: LiveCurveProps) {
  const { title, hasFrame, minutes } = view.props
  const t = useText(text)
  const format = useFormat()
  const { clock, $status } = useConnection()
  const status = useStore($status)
  const source = usePointSource()
  const isLive = source === null || source.kind === 'live'
  const spanMs = minutes * MINUTE_MS
  const sns = useMemo(() => [...new Set(points.map(({ sn_code }) => sn_code))], [points])
  const devices = useViewDevices(sns)
  const known = devices.data ?? devices.last ?? NO_DEVICES
  const [held, setHeld] = useState<Range | null>(null)
  const [begun, setBegun] = useState(() => clock.now())
  const [width, setWidth] = useState(0)
  const pointing = usePointedTime()
  const tails = useTails(points, spanMs, true)

  // Values that came while the connection was down have to be requested; a curve that begins on an open one has missed none.
  const heard = useRef(status)
  useEffect(() => {
    if (status === 'live' && heard.current !== 'live') setBegun(clock.now())
    heard.current = status
  }, [status, clock])

  const wanted = held ?? { from: begun - spanMs, to: begun }
  const { curves, isLoading, reload } = useCurves(
    isLive && devices.data
      ? {
          points: points
            .filter(({ sn_code }) => known.has(sn_code))
            .map(({ id, sn_code, key }) => ({
              id,
              sn_code,
              key,
              report_interval_s: known.get(sn_code)?.report_interval_s ?? 60,
            })),
          from: Math.floor(wanted.from),
          to: Math.ceil(wanted.to),
          // The plot is narrower than its box; wider only where the screen is shown larger than it was drawn.
          width: Math.max(50, width, Math.ceil(view.width)),
          before: null,
        }
      : null,
  )
  const { now, freeze } = useMovingNow(() => source?.now() ?? clock.now())
  const stored = useStored(curves)
  const series = points.flatMap((point, index) => {
    const history = stored.get(point.id) ?? null
    const interval = known.get(point.sn_code)?.report_interval_s ?? 60
    if (curves?.failures.has(point.id) && !tails.get(point.id)?.times.length) return []
    return [
      {
        ...looksOf(point, index, known, format),
        points: withTail(history, tails.get(point.id) ?? newTail(), interval),
      },
    ]
  })
  const range = held ?? { from: now - spanMs, to: now }
  const hasValues = series.some((row) => row.points.length > 0)
  const failure = devices.failure ?? (curves && !hasValues ? curves.failures.values().next().value : undefined)
  const isWaiting = !failure && !hasValues && (devices.isLoading || (isLive && isLoading))

  return (
    <ViewFrame
      title={title}
      hasFrame={hasFrame}
      isEditing={false}
      isStale={isLive && status === 'offline' && hasValues}
      actions={
        held && (
          <Button
            look="plain"
            icon="chevrons-right"
            onPress={() => {
              setHeld(null)
              setBegun(clock.now())
            }}
          >
            {t.toLive}
          </Button>
        )
      }
    >
      {failure && !hasValues ? (
        <ViewFailure failure={failure} onRetry={() => (devices.failure ? devices.reload() : reload())} />
      ) : isWaiting ? (
        <ViewWaiting />
      ) : (
        <div
          className="view-chart"
          onPointerDownCapture={() => freeze(Number.POSITIVE_INFINITY)}
          onPointerUpCapture={() => freeze(STILL_MS)}
          onPointerCancelCapture={() => freeze(STILL_MS)}
          onWheelCapture={({ ctrlKey }) => ctrlKey && freeze(STILL_MS)}
          onKeyDownCapture={() => freeze(STILL_MS)}
        >
          <Chart
            label={t.curveOf({ names: series.map(({ name }) => name).join(format.lang === 'zh' ? '、' : ', ') })}
            series={series}
            from={range.from}
            to={range.to}
            onZoom={(from, to) => setHeld({ from, to })}
            onPlotWidth={setWidth}
            {...pointing}
          />
          {!hasValues && (
            <div className="view-over">
              <ViewNote icon="chart" title={t.nothing} />
            </div>
          )}
        </div>
      )}
    </ViewFrame>
  )
}

/** Stored curves as the chart draws them; made once for an answer, not each second. */
function useStored(curves: Curves | null): ReadonlyMap<string, Float64Array> {
  return useMemo(() => {
    const made = new Map<string, Float64Array>()
    if (!curves) return made
    const { from, to, width, points } = curves.query
    for (const { id } of points) {
      const curve = curves.now.get(id)
      if (curve) made.set(id, curveSeries(curve, { from, to, width }).points)
    }
    return made
  }, [curves])
}

/** The time that the curve ends with, once a second; it stands still while somebody moves the curve. */
function useMovingNow(read: () => number): { now: number; freeze: (ms: number) => void } {
  const second = useStore($second)
  const until = useRef(0)
  const shown = useRef({ second: -1, now: 0 })
  if (shown.current.second !== second && performance.now() >= until.current) shown.current = { second, now: read() }
  return {
    now: shown.current.now,
    freeze: (ms) => {
      until.current = performance.now() + ms
    },
  }
}
