import { type ReactNode, useMemo } from 'react'
import type { ShownDashboard } from '../../../core/contract/dashboard.ts'
import { fieldsOf } from '../../../core/dashboard/layout.ts'
import { lazyPart } from '../../define/index.ts'
import type { SharedTime } from '../controls/view/view-context.ts'
import { type DashboardTime, NO_TIME, rangeOf, showsTime } from './dashboard-time.ts'

/** Only where something is to be chosen for the whole of it. */
const DashboardTools = lazyPart(
  () => import('./DashboardTools.tsx').then((chunk) => chunk.DashboardTools),
  <div className="dashboard-tools" />,
)

interface DashboardTimeOptions {
  /** Which time is shown; left out, the dashboard's own. */
  time?: DashboardTime
  /** Left out where none can be chosen. */
  onTime?: (time: DashboardTime) => void
  isBare: boolean
}

/** The time that components of a dashboard show together, and what it is chosen with; null where none of them does. */
export function useDashboardTime(
  shown: ShownDashboard | null,
  { time = NO_TIME, onTime, isBare }: DashboardTimeOptions,
): { time: SharedTime | null; tools: ReactNode } {
  const stored = shown && (shown.document as Record<string, unknown>)
  const fields = useMemo(() => stored && fieldsOf(stored), [stored])
  const timeKey = JSON.stringify(time)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same time is one, however often the page sets it
  const shared = useMemo(
    () =>
      stored && fields && showsTime(stored) ? { range: rangeOf(time, fields.range), isCompared: time.compare } : null,
    [stored, fields, timeKey],
  )
  const mayChoose = shared && fields && onTime && !isBare
  return { time: shared, tools: mayChoose && <DashboardTools time={shared} first={fields.range} onTime={onTime} /> }
}
