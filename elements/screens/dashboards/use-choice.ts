import { useState } from 'react'
import type { DashboardsProps } from './api.ts'
import { rotationOf } from './use-rotation.ts'

/** What is shown, and how. */
export interface Choice {
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
  }
  const propsKey = JSON.stringify(fromProps)
  const [own, setOwn] = useState<{ propsKey: string; choice: Choice } | null>(null)
  const choice = own?.propsKey === propsKey ? own.choice : fromProps
  const change = (part: Partial<Choice>) => {
    const next = { ...choice, ...part }
    const { dashboard, sn, search, rotate } = next
    if (!props.onViewChange({ dashboard, sn: sn || null, search: search || null, rotate }))
      setOwn({ propsKey, choice: next })
  }
  return [choice, change]
}
