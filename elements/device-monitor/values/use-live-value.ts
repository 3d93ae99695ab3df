import { useCallback, useSyncExternalStore } from 'react'
import type { LiveValue } from '../../../core/contract/realtime.ts'
import type { Quality, Value } from '../../../core/contract/telemetry.ts'
import { useServerNow } from '../../parts/use-server-now.ts'
import { useMonitor } from '../monitor-context.ts'
import { qualityNow, staleAfterMs } from '../points.ts'

/** The newest value of a point. Only those who show a point that changed draw again. */
export function useLiveValue(key: string): LiveValue | undefined {
  const { $readings } = useMonitor()
  const read = useCallback(() => $readings.get()?.values[key], [$readings, key])
  return useSyncExternalStore(
    useCallback((changed) => $readings.listen(changed), [$readings]),
    read,
  )
}

export interface ShownValue {
  value: Value | undefined
  quality: Quality
  data_time: number | null
  /** Older than 3 report intervals: its age is then shown beside it. */
  isOld: boolean
}

/** A point's newest value with what it is worth by now: nothing that is not live looks live. */
export function useShownValue(key: string): ShownValue {
  const { device, $readings } = useMonitor()
  const isLive = useSyncExternalStore(
    useCallback((changed) => $readings.listen(changed), [$readings]),
    () => $readings.get()?.is_live ?? true,
  )
  const live = useLiveValue(key)
  const now = useServerNow()
  if (!live) return { value: undefined, quality: 'good', data_time: null, isOld: false }
  const [value, reported, data_time] = live
  const ageMs = now - data_time
  const quality = isLive ? qualityNow(reported, ageMs, device.report_interval_s) : 'stale'
  return { value, quality, data_time, isOld: ageMs > staleAfterMs(device.report_interval_s) }
}
