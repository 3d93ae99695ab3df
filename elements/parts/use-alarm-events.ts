import { useEffect, useEffectEvent } from 'react'
import { useConnection } from '../define/index.ts'

/** A burst of alarms is one notification. */
const SETTLE_MS = 400

/** Calls back after alarms were produced, recovered or confirmed: of one device, or of any without an SN. Null for who may not hear of them. */
export function useAlarmEvents(sn_code: string | null, changed: (() => void) | null): void {
  const { realtime } = useConnection()
  const mayHear = changed !== null
  const notify = useEffectEvent(() => changed?.())
  useEffect(() => {
    if (!mayHear) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = realtime.watch('alarms', (frame) => {
      if (frame.type !== 'alarm' || (sn_code !== null && frame.alarm.sn_code !== sn_code)) return
      timer ??= setTimeout(() => {
        timer = undefined
        notify()
      }, SETTLE_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [realtime, sn_code, mayHear])
}
