import { useMemo } from 'react'
import { MINUTE_MS } from '../../../../core/catalogue/durations.ts'
import { useText } from '../../../define/index.ts'
import type { ViewProps } from '../define-control.ts'
import { exampleValue } from '../view/example.ts'
import { pointsOf, type ViewPoint } from '../view/point-of.ts'
import type { ViewDevice } from '../view/use-view-devices.ts'
import { ViewFrame } from '../view/ViewFrame.tsx'
import { NoPoints } from '../view/ViewNote.tsx'
import type { HistoryTableProps } from './control.ts'
import { StoredTable } from './StoredTable.tsx'
import { TimeTable } from './TimeTable.tsx'
import { text } from './text.ts'
import type { TimeRow } from './time-rows.ts'

/** Stored values of its points, a row for each time. */
export default function View(view: ViewProps<HistoryTableProps>) {
  const { props, sn_code, isEditing } = view
  const points = useMemo(() => pointsOf(props.points, sn_code), [props.points, sn_code])
  if (!isEditing && points.length > 0) return <StoredTable view={view} points={points} />
  return (
    <ViewFrame title={props.title} hasFrame={props.hasFrame} isEditing={isEditing}>
      {isEditing ? <Example {...props} /> : <NoPoints rows={props.points} />}
    </ViewFrame>
  )
}

const NO_DEVICES: ReadonlyMap<string, ViewDevice> = new Map()

function Example({ points }: HistoryTableProps) {
  const t = useText(text)
  const { columns, rows } = useMemo(() => {
    const names = points.flatMap(({ label, point }) => label || point || [])
    const columns = (names.length > 0 ? names : [t.exampleOne, t.exampleTwo]).map(
      (label, index): ViewPoint => ({ id: `${index}`, sn_code: '', key: `${index}`, label }),
    )
    const end = Date.UTC(2026, 0, 1, 8)
    const rows = [...Array(30)].map((_, at): TimeRow => {
      const data_time = end - at * MINUTE_MS
      const cells = columns.map(({ id }, index) => {
        const value = exampleValue(index, at / 30).toFixed(1)
        return [id, { value, quality: 'good' as const }] as const
      })
      return { data_time, cells: new Map(cells) }
    })
    return { columns, rows }
  }, [points, t])
  return <TimeTable label={t.name} points={columns} devices={NO_DEVICES} rows={rows} />
}
