import { useMemo, useState } from 'react'
import { useText } from '../../../define/index.ts'
import { DateTimeRange } from '../../../kit/DateTimeRange.tsx'
import type { ViewProps } from '../define-control.ts'
import type { ViewPoint } from '../view/point-of.ts'
import { useViewDevices } from '../view/use-view-devices.ts'
import { useViewRange } from '../view/use-view-range.ts'
import { ViewFrame } from '../view/ViewFrame.tsx'
import { ViewFailure, ViewNote, ViewWaiting } from '../view/ViewNote.tsx'
import type { HistoryTableProps } from './control.ts'
import { TimeTable } from './TimeTable.tsx'
import { text } from './text.ts'
import { useTimeRows } from './use-time-rows.ts'

interface StoredTableProps {
  view: ViewProps<HistoryTableProps>
  points: readonly ViewPoint[]
}

/** Newer rows are requested this often; in a replay, no more than so many times a range. */
const RENEWED_MS = 15_000
const REPLAY_STEPS = 400

export function StoredTable({ view, points }: StoredTableProps) {
  const { title, hasFrame, hasTools, span, timeOf } = view.props
  const t = useText(text)
  // Whoever points at a row or scrolls keeps it under the pointer.
  const [isHeld, setHeld] = useState(false)
  const isReplay = view.replayTime !== null
  const stepOf = (spanMs: number) => Math.max(RENEWED_MS, isReplay ? spanMs / REPLAY_STEPS : 0)
  const { range, choose, isShared } = useViewRange({ span, timeOf }, view.replayTime, stepOf, isHeld)
  const sns = useMemo(() => [...new Set(points.map(({ sn_code }) => sn_code))], [points])
  const devices = useViewDevices(sns)
  const { source, rows, failure, isLoading, reload } = useTimeRows(points, Math.floor(range.from), Math.floor(range.to))
  const known = devices.data ?? devices.last
  return (
    <ViewFrame
      title={title}
      hasFrame={hasFrame}
      isEditing={false}
      isStale={failure !== null && rows.length > 0}
      actions={hasTools && !isShared && <DateTimeRange value={range} onChange={choose} />}
    >
      {devices.failure || (failure && rows.length === 0) ? (
        <ViewFailure
          failure={devices.failure ?? (failure as NonNullable<typeof failure>)}
          onRetry={devices.failure ? devices.reload : reload}
        />
      ) : !known || (isLoading && rows.length === 0) ? (
        <ViewWaiting />
      ) : rows.length === 0 ? (
        <ViewNote icon="table" title={t.nothing} explanation={t.nothingWhy} />
      ) : (
        <div className="view-rows" onPointerEnter={() => setHeld(true)} onPointerLeave={() => setHeld(false)}>
          <TimeTable label={title || t.name} points={points} devices={known} rows={source} isLoading={isLoading} />
        </div>
      )}
    </ViewFrame>
  )
}
