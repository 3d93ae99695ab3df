import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { ShownDashboard } from '../../../core/contract/dashboard.ts'
import type { ScreenDocument } from '../../../core/contract/documents/screen.ts'
import type { SharedTime } from '../controls/view/view-context.ts'
import type { DashboardTime } from './dashboard-time.ts'
import { hasChoices } from './has-choices.ts'

/** Comes with the first dashboard for which something is to be chosen. */
type Later = typeof import('./dashboard-choices.ts')

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
  /** What is chosen is known: before, the dashboard is not drawn. */
  readonly isReady: boolean
  /** What all this is chosen with. */
  readonly tools: ReactNode
}

/** What is chosen for a dashboard as a whole. */
export function useDashboardChoices(shown: ShownDashboard | null, choices: DashboardChoices): Choices {
  const { time, variables, onTime, onVariables, isBare, isShared = false } = choices
  const stored = shown && (shown.document as Readonly<Record<string, unknown>>)
  const isNeeded = stored !== null && hasChoices(stored)
  const [later, setLater] = useState<Later | null>(null)
  const [defect, setDefect] = useState<unknown>(null)
  useEffect(() => {
    if (isNeeded) import('./dashboard-choices.ts').then(setLater, setDefect)
  }, [isNeeded])
  if (defect) throw defect
  const timeKey = JSON.stringify(time)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same time is one, however often the page sets it
  const chosen = useMemo(
    () => (isNeeded && later ? later.chosenOf(stored, time, variables) : null),
    [isNeeded, later, stored, timeKey, variables],
  )
  const isReady = !isNeeded || chosen !== null
  if (!chosen || !later) return { time: null, fill: null, isReady, tools: null }
  const offered = chosen.variables.filter(({ kind }) => !isShared || kind === 'text' || kind === 'choice')
  const tools = onTime && onVariables && !isBare && (chosen.time || offered.length > 0) && (
    <later.DashboardTools
      variables={offered}
      first={chosen.first}
      time={chosen.time}
      values={chosen.values}
      onTime={onTime}
      onValues={(next) => onVariables(`${new URLSearchParams(next)}`)}
    />
  )
  return { time: chosen.time, fill: chosen.fill, isReady, tools }
}
