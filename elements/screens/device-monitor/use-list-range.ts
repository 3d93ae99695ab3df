import { useMemo, useState } from 'react'
import { useConnection, useFormat } from '../../define/index.ts'
import { presetRange, type RangePreset, reachesNow, type TimeRange } from '../../kit/time-range.ts'

/** The time range of a list, and what the call takes of it. */
export function useListRange(first: RangePreset): {
  range: TimeRange
  setRange: (range: TimeRange) => void
  /** Epoch ms. A preset that reaches to now has no end: what happens while it is shown belongs to it. */
  bounds: { start: number; end?: number }
} {
  const { clock } = useConnection()
  const { timeZone } = useFormat()
  const [range, setRange] = useState(() => presetRange(first, clock.now(), timeZone))
  const bounds = useMemo(() => {
    return reachesNow(range.preset) ? { start: range.from } : { start: range.from, end: range.to }
  }, [range])
  return { range, setRange, bounds }
}
