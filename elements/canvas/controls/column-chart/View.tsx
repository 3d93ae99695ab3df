import { useFormat, useText } from '../../../define/index.ts'
import { Columns } from '../../../kit/chart/Columns.tsx'
import { useLine } from '../../../parts/LineNote.tsx'
import type { ViewProps } from '../define-control.ts'
import { exampleValue } from '../view/example.ts'
import { type Category, colourAt, useCategories } from '../view/use-categories.ts'
import { ViewFrame } from '../view/ViewFrame.tsx'
import { NoPoints, ViewFailure, ViewNote, ViewWaiting } from '../view/ViewNote.tsx'
import { ByTime } from './ByTime.tsx'
import type { ColumnChartProps } from './control.ts'
import { text } from './text.ts'

/** Columns of newest values, or of what points came to in each hour or day. */
export default function View(view: ViewProps<ColumnChartProps>) {
  const { props, sn_code, isEditing } = view
  const { title, hasFrame, by } = props
  const t = useText(text)
  const line = useLine()
  const known = useCategories(props.points, sn_code, !isEditing)
  const { points, categories, failure, reload } = known
  if (!isEditing && by !== 'point' && points.length > 0) return <ByTime view={view} by={by} known={known} />
  const isOld = categories?.some(({ quality }) => quality === 'stale') ?? false
  const shown = () => {
    if (isEditing) {
      const drawn = exampleOf(props, t.exampleOne)
      const label = title || t.name
      return by === 'point' ? (
        <Newest label={label} categories={drawn} />
      ) : (
        <TimeExample label={label} series={drawn} by={by} />
      )
    }
    if (points.length === 0) return <NoPoints rows={props.points} />
    if (!categories) return failure ? <ViewFailure failure={failure} onRetry={reload} /> : <ViewWaiting />
    if (categories.every(({ value }) => value === null)) return <ViewNote icon="chart" title={t.nothing} />
    return <Newest label={title || t.name} categories={categories} />
  }
  return (
    <ViewFrame
      title={title}
      hasFrame={hasFrame}
      isEditing={isEditing}
      isStale={categories !== null && (isOld || (failure ?? line) !== null)}
    >
      {shown()}
    </ViewFrame>
  )
}

type Drawn = Omit<Category, 'quality'>

function Newest({ label, categories }: { label: string; categories: readonly Drawn[] }) {
  const t = useText(text)
  const format = useFormat()
  return (
    <Columns
      label={label}
      series={[{ id: 'newest', name: t.value, colour: '' }]}
      places={categories.map(({ id, name, value, colour }) => ({ id, name, tick: name, values: [value], colour }))}
      heading={t.label}
      wordsOf={(_value, _series, place) => categories[place]?.text ?? '–'}
      tickText={(value) => format.number(value)}
      hasAllNames
    />
  )
}

function exampleOf({ points }: ColumnChartProps, name: string): Drawn[] {
  const named = points.filter(({ label, point }) => label || point)
  const rows =
    named.length > 0 ? named : [1, 2, 3, 4].map((at) => ({ label: name.replace('1', `${at}`), point: '', colour: '' }))
  return rows.map(({ label, point, colour }, at) => {
    const value = Math.round(exampleValue(at, 0.3))
    return { id: `${at}`, name: label || point, value, text: `${value}`, colour: colourAt(colour, at) }
  })
}

function TimeExample({ label, series, by }: { label: string; series: readonly Drawn[]; by: 'hour' | 'day' }) {
  const t = useText(text)
  const format = useFormat()
  const heading = by === 'day' ? t.by_day : t.by_hour
  const places = [...Array(by === 'day' ? 7 : 24)].map((_, at) => {
    const tick = by === 'day' ? `01-0${at + 1}` : `${at}`.padStart(2, '0')
    return { id: tick, name: tick, tick, values: series.map((_one, of) => Math.round(exampleValue(of, at / 24))) }
  })
  return (
    <Columns
      label={label}
      series={series}
      places={places}
      heading={heading}
      wordsOf={(value) => format.number(value, 0)}
      tickText={(value) => format.number(value)}
      hasAllNames={false}
    />
  )
}
