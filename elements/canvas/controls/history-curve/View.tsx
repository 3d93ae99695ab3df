import { useMemo } from 'react'
import { HOUR_MS } from '../../../../core/catalogue/durations.ts'
import { useFormat, useText } from '../../../define/index.ts'
import { Chart } from '../../../kit/chart/Chart.tsx'
import type { ViewProps } from '../define-control.ts'
import { exampleCurve } from '../view/example.ts'
import { pointsOf } from '../view/point-of.ts'
import { ViewFrame } from '../view/ViewFrame.tsx'
import { NoPoints } from '../view/ViewNote.tsx'
import type { HistoryCurveProps } from './control.ts'
import { StoredCurve } from './StoredCurve.tsx'
import { text } from './text.ts'

const EXAMPLE_HOURS = { hour: 1, hours6: 6, day: 24, week: 168, month: 720, today: 9 } as const

/** Stored curves of its points, with a range to choose. */
export default function View(view: ViewProps<HistoryCurveProps>) {
  const { props, sn_code, isEditing } = view
  const points = useMemo(() => pointsOf(props.points, sn_code), [props.points, sn_code])
  if (!isEditing && points.length > 0) return <StoredCurve view={view} points={points} />
  return (
    <ViewFrame title={props.title} hasFrame={props.hasFrame} isEditing={isEditing}>
      {isEditing ? <Example {...props} /> : <NoPoints rows={props.points} />}
    </ViewFrame>
  )
}

function Example({ points, span }: HistoryCurveProps) {
  const t = useText(text)
  const format = useFormat()
  const { series, from, to } = useMemo(() => {
    const names = points.flatMap(({ label, point }) => label || point || [])
    const shown = names.length > 0 ? names : [t.exampleOne, t.exampleTwo]
    // A round time, so that the picture is the same each time.
    const to = Date.UTC(2026, 0, 1, 8)
    const from = to - EXAMPLE_HOURS[span] * HOUR_MS
    const series = shown.map((name, index) => ({
      id: `${index}`,
      name,
      decimals: 1,
      points: exampleCurve(index, from, to, 200),
    }))
    return { series, from, to }
  }, [points, span, t])
  const names = series.map(({ name }) => name).join(format.lang === 'zh' ? '、' : ', ')
  return <Chart label={t.curveOf({ names })} series={series} from={from} to={to} />
}
