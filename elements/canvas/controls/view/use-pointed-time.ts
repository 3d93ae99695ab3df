import { useCallback, useId, useSyncExternalStore } from 'react'
import { usePointedTimes } from './view-context.ts'

const NEVER = () => () => {}

/** For the chart of a view: the time that another one is pointed at, and what tells the others of this one. */
export function usePointedTime(): {
  pointedTime: number | null
  onCursor: (at: { time: number } | null) => void
} {
  const by = useId()
  const times = usePointedTimes()
  const read = () => {
    const pointed = times?.now() ?? null
    return pointed === null || pointed.by === by ? null : pointed.time
  }
  const pointedTime = useSyncExternalStore(times?.listen ?? NEVER, read)
  const onCursor = useCallback((at: { time: number } | null) => times?.point(by, at?.time ?? null), [times, by])
  return { pointedTime, onCursor }
}
