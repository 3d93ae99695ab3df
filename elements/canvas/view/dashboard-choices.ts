import type { ScreenDocument } from '../../../core/contract/documents/screen.ts'
import { fieldsOf } from '../../../core/dashboard/fields.ts'
import { type VariableValues, valuesOf, withVariables } from '../../../core/dashboard/variables.ts'
import type { RangePreset } from '../../kit/time-range.ts'
import type { SharedTime } from '../controls/view/view-context.ts'
import { type DashboardTime, NO_TIME, rangeOf } from './dashboard-time.ts'
import { showsTime } from './has-choices.ts'

export { DashboardTools } from './DashboardTools.tsx'

interface Chosen {
  /** What components show together; null where none of them does. */
  readonly time: SharedTime | null
  /** The range that the dashboard itself has. */
  readonly first: RangePreset
  readonly variables: ReturnType<typeof fieldsOf>['variables']
  readonly values: VariableValues
  /** The document with its variables; null where it has none. */
  readonly fill: ((document: ScreenDocument) => ScreenDocument) | null
}

/** What of a stored dashboard is chosen, and as what: `variables` as a query writes them. */
export function chosenOf(
  stored: Readonly<Record<string, unknown>>,
  time: DashboardTime = NO_TIME,
  variables = '',
): Chosen {
  const fields = fieldsOf(stored)
  const values = valuesOf(fields.variables, Object.fromEntries(new URLSearchParams(variables)))
  return {
    time: showsTime(stored) ? { range: rangeOf(time, fields.range), isCompared: time.compare } : null,
    first: fields.range,
    variables: fields.variables,
    values,
    fill: fields.variables.length > 0 ? (document) => withVariables(document, values) : null,
  }
}
