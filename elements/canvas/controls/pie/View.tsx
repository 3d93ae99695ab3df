import { useFormat, useText } from '../../../define/index.ts'
import { Pie, type Slice } from '../../../kit/chart/Pie.tsx'
import { useLine } from '../../../parts/LineNote.tsx'
import type { ViewProps } from '../define-control.ts'
import { exampleValue } from '../view/example.ts'
import { colourAt, useCategories } from '../view/use-categories.ts'
import { ViewFrame } from '../view/ViewFrame.tsx'
import { NoPoints, ViewFailure, ViewNote, ViewWaiting } from '../view/ViewNote.tsx'
import type { PieProps } from './control.ts'
import { text } from './text.ts'

/** Shares of newest values. */
export default function View({ props, sn_code, isEditing }: ViewProps<PieProps>) {
  const { title, hasFrame, isRing } = props
  const t = useText(text)
  const line = useLine()
  const { points, categories, failure, reload } = useCategories(props.points, sn_code, !isEditing)
  const isOld = categories?.some(({ quality }) => quality === 'stale') ?? false
  const shown = () => {
    if (isEditing) return <Shares label={title || t.name} slices={exampleOf(props, t.exampleOne)} isRing={isRing} />
    if (points.length === 0) return <NoPoints rows={props.points} />
    if (!categories) return failure ? <ViewFailure failure={failure} onRetry={reload} /> : <ViewWaiting />
    if (categories.every(({ value }) => value === null)) return <ViewNote icon="chart" title={t.nothing} />
    return <Shares label={title || t.name} slices={categories} isRing={isRing} />
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

function Shares({ label, slices, isRing }: { label: string; slices: readonly Slice[]; isRing: boolean }) {
  const t = useText(text)
  const format = useFormat()
  const sum = slices.reduce((all, { value }) => all + Math.max(0, value ?? 0), 0)
  return (
    <Pie
      label={label}
      slices={slices}
      isRing={isRing}
      sum={format.number(sum, Number.isInteger(sum) ? 0 : 1)}
      headings={{ name: t.label, value: t.value, share: t.share }}
      shareText={(share) => `${format.number(share * 100, 1)}%`}
    />
  )
}

function exampleOf({ points }: PieProps, name: string): Slice[] {
  const named = points.filter(({ label, point }) => label || point)
  const rows =
    named.length > 0 ? named : [1, 2, 3].map((at) => ({ label: name.replace('1', `${at}`), point: '', colour: '' }))
  return rows.map(({ label, point, colour }, at) => {
    const value = Math.round(exampleValue(at, 0.3))
    return { id: `${at}`, name: label || point, value, text: `${value}`, colour: colourAt(colour, at) }
  })
}
