import { useState } from 'react'
import { DAY_MS } from '../../core/catalogue/durations.ts'
import { useConnection, useFormat } from '../define/index.ts'
import { presetRange, reachesNow, type TimeRange } from '../kit/time-range.ts'

/** Epoch ms; the last 30 days without both, until now without an end. */
export interface Bounds {
  start: number | null
  end: number | null
}

const MONTH_MS = 30 * DAY_MS
const LAST_MONTH: Bounds = { start: null, end: null }

const timeOf = (time: number | null): number | null =>
  time !== null && Number.isFinite(new Date(time).getTime()) ? time : null

/** What an element's properties say: a time that no calendar has is none, nor is an end before its start. */
export function boundsOf(range: { start?: number | undefined; end?: number | undefined }): Bounds {
  const [start, end] = [timeOf(range.start ?? null), timeOf(range.end ?? null)]
  return { start, end: start !== null && end !== null && end <= start ? null : end }
}

/**
 * The time range that a view means: its own bounds, or the last 30 days. A preset that reaches to now has no end: what
 * happens while it is shown belongs to it; its name lasts as long as the bounds that came of it.
 */
export function useBoundedRange({ start, end }: Bounds, change: (bounds: Bounds) => void) {
  const { clock } = useConnection()
  const { timeZone } = useFormat()
  const [month] = useState(() => presetRange('month', clock.now(), timeZone))
  const [opened] = useState(() => clock.now())
  const [chosen, setChosen] = useState<(Bounds & { range: TimeRange }) | null>(null)
  const isChosen = chosen !== null && chosen.start === start && chosen.end === end
  const from = start ?? (end === null ? month.from : end - MONTH_MS)
  const range: TimeRange =
    start === null && end === null ? month : isChosen ? chosen.range : { from, to: end ?? Math.max(opened, from + 1) }
  return {
    range,
    /** What the call takes. */
    bounds: { start: from, ...(end !== null && { end }) },
    setRange(next: TimeRange) {
      const isOngoing = reachesNow(next.preset)
      const bounds: Bounds =
        next.preset === 'month' ? LAST_MONTH : { start: next.from, end: isOngoing ? null : next.to }
      setChosen({ ...bounds, range: next })
      change(bounds)
    },
  }
}
