import { useEffect, useEffectEvent, useState } from 'react'
import { MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { useConnection } from '../../define/index.ts'
import type { TimeRange } from '../../kit/time-range.ts'
import { type AlarmKpiView, PRESETS, rangeOf, windowOf } from './view.ts'

/** The window that a view means, and what the call takes of it. A window that moves ends now and is as long as before. */
export function useWindow(view: AlarmKpiView) {
  const { clock } = useConnection()
  const [now, setNow] = useState(() => clock.now())
  const { start, end } = windowOf(view, now)
  const isOngoing = view.end === null
  const isMoving = isOngoing && view.start === null
  const range: TimeRange = { from: start, to: end, ...(isMoving && { preset: PRESETS[rangeOf(view.range)] }) }
  return {
    range,
    span: end - start,
    asked: { start, ...(isOngoing ? {} : { end }) },
    isOngoing,
    isMoving,
    moveOn: () => setNow(clock.now()),
  }
}
export type KpiWindow = ReturnType<typeof useWindow>

/** Once a minute while somebody looks. */
export function useEveryMinute(isOn: boolean, act: () => void) {
  const tick = useEffectEvent(() => {
    if (document.visibilityState === 'visible') act()
  })
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(tick, MINUTE_MS)
    return () => clearInterval(timer)
  }, [isOn])
}
