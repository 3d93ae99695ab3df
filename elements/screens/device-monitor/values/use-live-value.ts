import { useCallback, useSyncExternalStore } from 'react'
import type { DevState } from '../../../../core/contract/device.ts'
import type { LiveValue } from '../../../../core/contract/realtime.ts'
import type { Quality, Value } from '../../../../core/contract/telemetry.ts'
import { agedQuality, staleAfterMs } from '../../../../core/rules/staleness.ts'
import { useConnection } from '../../../define/index.ts'
import { liveValueOf } from '../../../parts/point-text.ts'
import { $second } from '../../../parts/use-server-now.ts'
import { useMonitor } from '../monitor-context.ts'

/** The newest value of a point. Only those who show a point that changed draw again. */
export function useLiveValue(key: string): LiveValue | undefined {
  const { $readings } = useMonitor()
  return useSyncExternalStore(
    useCallback((changed) => $readings.listen(changed), [$readings]),
    useCallback(() => liveValueOf($readings.get(), key), [$readings, key]),
  )
}

/** The device's state, from its readings where they have come. */
export function useDevState(): DevState {
  const { device, $readings } = useMonitor()
  return useSyncExternalStore(
    useCallback((changed) => $readings.listen(changed), [$readings]),
    () => $readings.get()?.dev_state ?? device.dev_state,
  )
}

export interface ShownValue {
  value: Value | undefined
  quality: Quality
  data_time: number | null
  /** Older than 3 report intervals: its age is then shown beside it. */
  isOld: boolean
}

/**
 * A point's newest value with what it is worth by now: nothing that is not live looks live. Time alone draws it again
 * only in the second in which it turns old.
 */
export function useShownValue(key: string): ShownValue {
  const { device, $readings } = useMonitor()
  const { clock } = useConnection()
  const live = useLiveValue(key)
  const subscribe = useCallback(
    (changed: () => void) => {
      const stops = [$readings.listen(changed), $second.listen(changed)]
      return () => stops.forEach((stop) => void stop())
    },
    [$readings],
  )
  const ageMs = () => (live ? clock.now() - live[2] : 0)
  const isOld = useSyncExternalStore(subscribe, () => ageMs() > staleAfterMs(device.report_interval_s))
  const quality = useSyncExternalStore(subscribe, () => {
    if (!live) return 'good'
    return $readings.get()?.is_live ? agedQuality(live[1], ageMs() > staleAfterMs(device.report_interval_s)) : 'stale'
  })
  return { value: live?.[0], quality, data_time: live?.[2] ?? null, isOld }
}
