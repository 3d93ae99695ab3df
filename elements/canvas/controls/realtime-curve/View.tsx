import { useMemo } from 'react'
import { MINUTE_MS } from '../../../../core/catalogue/durations.ts'
import { useFormat, useText } from '../../../define/index.ts'
import { Chart } from '../../../kit/chart/Chart.tsx'
import type { ViewProps } from '../define-control.ts'
import { exampleCurve } from '../view/example.ts'
import { pointsOf } from '../view/point-of.ts'
import { ViewFrame } from '../view/ViewFrame.tsx'
import { NoPoints } from '../view/ViewNote.tsx'
import type { RealtimeCurveProps } from './control.ts'
import { LiveCurve } from './LiveCurve.tsx'
import { Replayed } from './Replayed.tsx'
import { text } from './text.ts'

/** The last minutes of its points; in a replay, the minutes before the time that is shown. */
export default function View(view: ViewProps<RealtimeCurveProps>) {
  const { props, sn_code, isEditing, replayTime } = view
  const { title, hasFrame } = props
  const points = useMemo(() => pointsOf(props.points, sn_code), [props.points, sn_code])
  if (isEditing) {
    return (
      <ViewFrame title={title} hasFrame={hasFrame} isEditing>
        <Example {...props} />
      </ViewFrame>
    )
  }
  if (points.length === 0) {
    return (
      <ViewFrame title={title} hasFrame={hasFrame} isEditing={false}>
        <NoPoints rows={props.points} />
      </ViewFrame>
    )
  }
  return replayTime === null ? (
    <LiveCurve view={view} points={points} />
  ) : (
    <Replayed view={view} points={points} replayTime={replayTime} />
  )
}

function Example({ points, minutes }: RealtimeCurveProps) {
  const t = useText(text)
  const format = useFormat()
  const { series, from, to } = useMemo(() => {
    const names = points.flatMap(({ label, point }) => label || point || [])
    const shown = names.length > 0 ? names : [t.exampleOne, t.exampleTwo]
    // A round time, so that the picture is the same each time.
    const to = Date.UTC(2026, 0, 1, 8)
    const from = to - minutes * MINUTE_MS
    const series = shown.map((name, index) => ({
      id: `${index}`,
      name,
      decimals: 1,
      points: exampleCurve(index, from, to, 160),
    }))
    return { series, from, to }
  }, [points, minutes, t])
  const names = series.map(({ name }) => name).join(format.lang === 'zh' ? '、' : ', ')
  return <Chart label={t.curveOf({ names })} series={series} from={from} to={to} />
}
