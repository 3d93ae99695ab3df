import { useState } from 'react'
import type { DashboardTime } from '../../canvas/view/dashboard-time.ts'
import type { DashboardsProps } from './api.ts'
import { rotationOf } from './use-rotation.ts'

/** What is shown, and how. */
export interface Choice extends DashboardTime {
  dashboard: number | null
  sn: string
  search: string
  rotate: number | null
  variables: string
}

/** The page keeps it, or the element by itself until the page says otherwise. */
export function useChoice(props: DashboardsProps): [choice: Choice, change: (part: Partial<Choice>) => void] {
  const fromProps: Choice = {
    dashboard: props.dashboard ?? null,
    sn: props.sn.trim(),
    search: props.search,
    rotate: rotationOf(props.rotate),
    range: props.range ?? '',
    start: props.start ?? null,
    end: props.end ?? null,
    compare: props.compare,
    variables: props.variables,
  }
  const propsKey = JSON.stringify(fromProps)
  const [own, setOwn] = useState<{ propsKey: string; choice: Choice } | null>(null)
  const choice = own?.propsKey === propsKey ? own.choice : fromProps
  const change = (part: Partial<Choice>) => {
    // Another dashboard has variables of its own.
    const next = { ...choice, ...('dashboard' in part && { variables: '' }), ...part }
    const { sn, search, range, compare, variables } = next
    // What is not so is left out of an address.
    const view = {
      ...next,
      sn: sn || null,
      search: search || null,
      range: range || null,
      compare: compare || null,
      variables: variables || null,
    }
    if (!props.onViewChange(view)) setOwn({ propsKey, choice: next })
  }
  return [choice, change]
}
