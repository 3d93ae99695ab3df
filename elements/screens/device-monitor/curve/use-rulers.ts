import { useState } from 'react'
import { useText } from '../../../define/index.ts'
import type { ChartRuler } from '../../../kit/chart/Rulers.tsx'
import type { TimeRange } from '../../../kit/time-range.ts'
import { text } from './text.ts'

/**
 * Two cursors on the curves, the later one B by where they are put first; none until they are asked for. Where both are
 * out of what is shown they are put into it anew.
 */
export function useRulers({ from, to }: TimeRange): {
  rulers: readonly ChartRuler[]
  isOn: boolean
  /** Puts them into what is shown, or takes them away. */
  toggle: () => void
  move: (name: string, time: number) => void
} {
  const t = useText(text)
  const [times, setTimes] = useState<Readonly<Record<string, number>> | null>(null)
  const third = (to - from) / 3
  const inside = () => ({ A: Math.round(from + third), B: Math.round(to - third) })
  const isOutside = times !== null && Object.values(times).every((time) => time < from || time > to)
  if (isOutside) setTimes(inside())
  return {
    rulers: Object.entries(times ?? {}).map(([name, time]) => ({ name, label: t.cursor({ name }), time })),
    isOn: times !== null,
    toggle: () => setTimes(times ? null : inside()),
    move: (name, time) => setTimes((before) => before && { ...before, [name]: time }),
  }
}
