import { type ReactNode, useMemo } from 'react'
import type { ShownDashboard } from '../../../core/contract/dashboard.ts'
import type { DashboardFields } from '../../../core/contract/documents/dashboard.ts'
import type { ScreenDocument } from '../../../core/contract/documents/screen.ts'
import { fieldsOf } from '../../../core/dashboard/layout.ts'
import { lazyPart } from '../../define/index.ts'
import type { SharedTime } from '../controls/view/view-context.ts'
import { type DashboardTime, NO_TIME, rangeOf, showsTime } from './dashboard-time.ts'
import { useVariables } from './use-variables.ts'

/** Only where something is to be chosen for the whole of it. */
const DashboardTools = lazyPart(
  () => import('./DashboardTools.tsx').then((chunk) => chunk.DashboardTools),
  <div className="dashboard-tools" />,
)

interface DashboardChoices {
  /** Which time is shown; left out, the dashboard's own. */
  time?: DashboardTime
  /** What its variables are, as a query writes it; what is left out is as the dashboard has it. */
  variables?: string
  /** Left out where none can be chosen. */
  onTime?: (time: DashboardTime) => void
  onVariables?: (variables: string) => void
  isBare: boolean
  /** Who looks at it sees no groups and no templates: there are none to choose from. */
  isShared?: boolean
}

interface Choices {
  /** What its components show together; null where none of them does. */
  readonly time: SharedTime | null
  /** The document with its variables; null where it has none. */
  readonly fill: ((document: ScreenDocument) => ScreenDocument) | null
  /** Its variables can be filled in: before, it is not drawn. */
  readonly isReady: boolean
  /** What all this is chosen with. */
  readonly tools: ReactNode
}

const NO_VARIABLES: DashboardFields['variables'] = []

/** What is chosen for a dashboard as a whole. */
export function useDashboardChoices(shown: ShownDashboard | null, choices: DashboardChoices): Choices {
  const { time = NO_TIME, variables = '', onTime, onVariables, isBare, isShared = false } = choices
  const stored = shown && (shown.document as Record<string, unknown>)
  const fields = useMemo(() => stored && fieldsOf(stored), [stored])
  const timeKey = JSON.stringify(time)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same time is one, however often the page sets it
  const shared = useMemo(
    () =>
      stored && fields && showsTime(stored) ? { range: rangeOf(time, fields.range), isCompared: time.compare } : null,
    [stored, fields, timeKey],
  )
  const filling = useVariables(fields?.variables ?? NO_VARIABLES, variables)
  const offered = (fields?.variables ?? NO_VARIABLES).filter(
    ({ kind }) => !isShared || kind === 'text' || kind === 'choice',
  )
  const tools = fields && filling && onTime && onVariables && !isBare && (shared || offered.length > 0) && (
    <DashboardTools
      variables={offered}
      first={fields.range}
      time={shared}
      values={filling.values}
      onTime={onTime}
      onValues={(next) => onVariables(`${new URLSearchParams(next)}`)}
    />
  )
  return { time: shared, fill: filling?.fill ?? null, isReady: filling !== null, tools }
}
