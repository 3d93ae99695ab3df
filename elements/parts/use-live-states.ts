import { useEffect, useEffectEvent } from 'react'
import { useConnection } from '../define/index.ts'
import { useAlarmEvents } from './use-alarm-events.ts'
import { useCall } from './use-call.ts'

/** States change without an event of their own: the counts are asked this often, the rows when those have changed. */
const COUNTED_MS = 5_000
/** Also without a change of state, what a list shows is not older than this. */
const RENEWED_MS = 15_000

/** Reads a list of devices anew when some device changed its state, when an alarm came, and now and then. */
export function useLiveStates(reload: () => void): void {
  const { api } = useConnection()
  const counts = useCall(api.device.counts, {})
  const known = counts.data && JSON.stringify(counts.data)
  const renew = useEffectEvent(reload)
  const count = useEffectEvent(counts.reload)
  useAlarmEvents(null, reload)
  // When the counts cannot be had, the rows cannot either, and should say so now.
  const isLost = counts.failure !== null
  useEffect(() => {
    if (known || isLost) renew()
  }, [known, isLost])
  useEffect(() => {
    const isSeen = () => document.visibilityState === 'visible'
    const counting = setInterval(() => isSeen() && count(), COUNTED_MS)
    const renewing = setInterval(() => isSeen() && renew(), RENEWED_MS)
    return () => {
      clearInterval(counting)
      clearInterval(renewing)
    }
  }, [])
}
