import { useText } from '../../define/index.ts'
import type { RangePreset } from '../../kit/time-range.ts'
import type { SharedTime } from '../controls/view/view-context.ts'
import { type DashboardTime, timeOf } from './dashboard-time.ts'
import { TimeBar } from './TimeBar.tsx'
import { text } from './time-text.ts'

interface DashboardToolsProps {
  time: SharedTime
  /** The range that the dashboard itself has. */
  first: RangePreset
  onTime: (time: DashboardTime) => void
}

/** What is chosen for a whole dashboard, above it. */
export function DashboardTools({ time: { range, isCompared }, first, onTime }: DashboardToolsProps) {
  const t = useText(text)
  return (
    // biome-ignore lint/a11y/useSemanticElements: no fields of a form
    <div className="dashboard-tools" role="group" aria-label={t.bar}>
      <TimeBar
        range={range}
        first={first}
        isCompared={isCompared}
        onRange={(next) => onTime(timeOf(next, isCompared))}
        onCompare={(compare) => onTime(timeOf(range, compare))}
      />
    </div>
  )
}
