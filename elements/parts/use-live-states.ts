import { useEffect, useEffectEvent, useRef } from 'react'
import type { Domain } from '../../core/contract/contract.ts'
import { deviceCounts } from '../../core/stores/collections/states.ts'
import { useConnection } from '../define/index.ts'
import { useAlarmEvents } from './use-alarm-events.ts'
import { useCollection } from './use-collection.ts'
import { useRenewal } from './use-renewal.ts'

/** Also without a change of state, what a list shows is not older than this. */
const RENEWED_MS = 15_000

const OF_DEVICES: readonly Domain[] = ['device', 'virtualDevice']

/** Reads a list of devices anew when some device changed its state or this page changed a device, when an alarm came, and now and then. */
export function useLiveStates(reload: () => void): void {
  const counts = useCollection(deviceCounts)
  const renew = useEffectEvent(reload)
  const { $changed } = useConnection()
  useEffect(
    () =>
      $changed.listen((change) => {
        if (change && OF_DEVICES.includes(change.domain)) renew()
      }),
    [$changed],
  )
  useAlarmEvents(null, reload)
  useRenewal(RENEWED_MS, reload)
  // When the counts cannot be had, the rows cannot either, and should say so now.
  const known = counts.failure ? 'lost' : counts.data && JSON.stringify(counts.data)
  const before = useRef(known)
  useEffect(() => {
    // Nobody is signed in: whoever is next sees other rows.
    if (known === null) {
      if (before.current !== null) before.current = ''
      return
    }
    // The first counts are no change: the rows were loaded with them.
    if (before.current !== null && before.current !== known) renew()
    before.current = known
  }, [known])
}
