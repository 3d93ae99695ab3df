import type { DashboardVariable } from '../../../core/contract/documents/dashboard-fields.ts'
import type { VariableValues } from '../../../core/dashboard/variables.ts'
import { useText } from '../../define/index.ts'
import type { RangePreset } from '../../kit/time-range.ts'
import type { SharedTime } from '../controls/view/view-context.ts'
import { type DashboardTime, timeOf } from './dashboard-time.ts'
import { TimeBar } from './TimeBar.tsx'
import { text } from './time-text.ts'
import { VariableField } from './VariableFields.tsx'

interface DashboardToolsProps {
  variables: readonly DashboardVariable[]
  /** The range that the dashboard itself has. */
  first: RangePreset
  /** Null where nothing shows the time of the dashboard. */
  time: SharedTime | null
  values: VariableValues
  onTime: (time: DashboardTime) => void
  onValues: (values: VariableValues) => void
}

/** What is chosen for a whole dashboard, above it. */
export function DashboardTools({ variables, first, time, values, onTime, onValues }: DashboardToolsProps) {
  const t = useText(text)
  return (
    // biome-ignore lint/a11y/useSemanticElements: no fields of a form
    <div className="dashboard-tools" role="group" aria-label={t.bar}>
      {variables.map((variable) => (
        <VariableField
          key={variable.name}
          variable={variable}
          value={values[variable.name] ?? ''}
          onChange={(value) => onValues({ ...values, [variable.name]: value })}
        />
      ))}
      {time && (
        <TimeBar
          range={time.range}
          first={first}
          isCompared={time.isCompared}
          onRange={(next) => onTime(timeOf(next, time.isCompared))}
          onCompare={(compare) => onTime(timeOf(time.range, compare))}
        />
      )}
    </div>
  )
}
