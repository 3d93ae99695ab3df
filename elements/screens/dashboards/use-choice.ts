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
  }
  const propsKey = JSON.stringify(fromProps)
  const [own, setOwn] = useState<{ propsKey: string; choice: Choice } | null>(null)
  const choice = own?.propsKey === propsKey ? own.choice : fromProps
  const change = (part: Partial<Choice>) => {
    const next = { ...choice, ...part }
    const { sn, search, range, compare } = next
    // What is not so is left out of an address.
    const view = { ...next, sn: sn || null, search: search || null, range: range || null, compare: compare || null }
    if (!props.onViewChange(view)) setOwn({ propsKey, choice: next })
  }
  return [choice, change]
}
