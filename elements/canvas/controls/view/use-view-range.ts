import { useEffect, useState } from 'react'
import { useConnection, useFormat } from '../../../define/index.ts'
import { presetRange, type RangePreset, reachesNow, type TimeRange } from '../../../kit/time-range.ts'

/** A range that ends now moves on this often at most. */
const MOVE_ON_MS = 5000

/**
 * A range of time as the properties want it, and then as whoever looks at it chooses; one that ends now moves on, but
 * not while it is held. In a replay "now" is the time that is shown, in the same steps: not every change is a request.
 */
export function useViewRange(
  preset: RangePreset,
  replayTime: number | null,
  stepOf: (spanMs: number) => number,
  isHeld = false,
): { range: TimeRange; choose: (range: TimeRange) => void } {
  const { clock } = useConnection()
  const { timeZone } = useFormat()
  const [chosen, setChosen] = useState<{ of: RangePreset; range: TimeRange } | null>(null)
  const [now, setNow] = useState(() => clock.now())
  const picked = chosen?.of === preset ? chosen.range : null
  const moving = picked ? picked.preset : preset
  const isMoving = reachesNow(moving) && replayTime === null && !isHeld
  const spanMs = spanOf(moving ?? preset, now, timeZone)
  const stepMs = Math.max(MOVE_ON_MS, stepOf(spanMs))
  useEffect(() => {
    if (!isMoving) return
    const timer = setInterval(() => document.visibilityState === 'visible' && setNow(clock.now()), stepMs)
    return () => clearInterval(timer)
  }, [isMoving, stepMs, clock])
  const end = replayTime === null ? now : Math.floor(replayTime / stepMs) * stepMs
  const range = moving === undefined && picked ? picked : presetRange(moving ?? preset, end, timeZone)
  return { range, choose: (next) => setChosen({ of: preset, range: next }) }
}

function spanOf(preset: RangePreset, now: number, timeZone: string): number {
  const { from, to } = presetRange(preset, now, timeZone)
  return to - from
}
