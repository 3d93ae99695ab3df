import { useState } from 'react'
import { useText } from '../../../define/index.ts'
import type { ChartRuler } from '../../../kit/chart/Rulers.tsx'
import type { TimeRange } from '../../../kit/time-range.ts'
import { text } from './text.ts'

/** Two cursors on the curves, the later one B by where they are put first; none until they are asked for. */
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
  return {
    rulers: Object.entries(times ?? {}).map(([name, time]) => ({ name, label: t.cursor({ name }), time })),
    isOn: times !== null,
    toggle: () => setTimes(times ? null : { A: Math.round(from + third), B: Math.round(to - third) }),
    move: (name, time) => setTimes((before) => before && { ...before, [name]: time }),
  }
}
