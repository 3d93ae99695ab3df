import { useEffect, useEffectEvent } from 'react'
import type { Connection } from '../../../../core/connection/connection.ts'
import { isHeld } from '../../../../core/rules/held-states.ts'
import { useCall } from '../../../parts/use-call.ts'
import { useFeed } from '../feed-context.ts'

const SETTLE_MS = 300

/** What operators are not notified of, of the group and the device that are chosen; asked for again when an alarm is held, or no longer. */
export function useHolds({ api }: Connection) {
  const { store, view } = useFeed()
  const called = useCall(api.alarm.holds, {
    ...(view.sn !== '' && { sn_code: view.sn }),
    ...(view.group !== null && { group_id: view.group }),
  })
  const changed = useEffectEvent(called.reload)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = store.onBatch(({ changes, arrived }) => {
      if (arrived.length === 0 && !changes.some(({ alarm }) => isHeld(alarm))) return
      timer ??= setTimeout(() => {
        timer = undefined
        changed()
      }, SETTLE_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [store])
  return called
}
