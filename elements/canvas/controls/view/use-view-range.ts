import { useEffect, useState } from 'react'
import { pollWhileVisible } from '../../../../core/stores/poll-while-visible.ts'
import { useConnection, useFormat } from '../../../define/index.ts'
import type { TimeOf } from '../../../kinds/property-schema.ts'
import { presetRange, type RangePreset, reachesNow, type TimeRange } from '../../../kit/time-range.ts'
import { useSharedTime } from './view-context.ts'

/** A range that ends now moves on this often at most. */
const MOVE_ON_MS = 5000

interface ViewRange {
  range: TimeRange
  choose: (range: TimeRange) => void
  /** It is the dashboard's: chosen there, for all that show it. */
  isShared: boolean
  isCompared: boolean
}

/**
 * A range of time as the properties want it, and then as whoever looks at it chooses, here or for the whole dashboard; one
 * that ends now moves on, but not while it is held. In a replay "now" is the time that is shown, in the same steps: not every change is a request.
 */
export function useViewRange(
  { span: preset, timeOf }: { span: RangePreset; timeOf: TimeOf },
  replayTime: number | null,
  stepOf: (spanMs: number) => number,
  isHeld = false,
): ViewRange {
  const { clock } = useConnection()
  const { timeZone } = useFormat()
  const [chosen, setChosen] = useState<{ of: RangePreset; range: TimeRange } | null>(null)
  const [now, setNow] = useState(() => clock.now())
  const time = useSharedTime()
  const shared = timeOf === 'dashboard' ? time : null
  const picked = shared?.range ?? (chosen?.of === preset ? chosen.range : null)
  const moving = picked ? picked.preset : preset
  const isMoving = reachesNow(moving) && replayTime === null && !isHeld
  const spanMs = spanOf(moving ?? preset, now, timeZone)
  const stepMs = Math.max(MOVE_ON_MS, stepOf(spanMs))
  useEffect(() => {
    if (!isMoving) return
    return pollWhileVisible(stepMs, () => setNow(clock.now()))
  }, [isMoving, stepMs, clock])
  const end = replayTime === null ? now : Math.floor(replayTime / stepMs) * stepMs
  const range = moving === undefined && picked ? picked : presetRange(moving ?? preset, end, timeZone)
  return {
    range,
    choose: (next) => setChosen({ of: preset, range: next }),
    isShared: shared !== null,
    isCompared: shared?.isCompared ?? false,
  }
}

/** As long a time before a range. */
export const timeBefore = ({ from, to }: Pick<TimeRange, 'from' | 'to'>) => ({ from: from - (to - from), to: from })

function spanOf(preset: RangePreset, now: number, timeZone: string): number {
  const { from, to } = presetRange(preset, now, timeZone)
  return to - from
}
