import { useLayoutEffect, useState } from 'react'
import { createLiveSource, type LiveSource } from '../../../core/canvas/live-source.ts'
import { openAlarmsOf } from '../../../core/stores/open-alarms.ts'
import { useConnection } from '../../define/index.ts'

/** Values as devices send them, for as long as the screen is shown; null only until the first look is laid out. */
export function useLiveSource(): LiveSource | null {
  const connection = useConnection()
  const [source, setSource] = useState<LiveSource | null>(null)
  // Made where it is ended: React may take an effect back and run it again with the same state.
  useLayoutEffect(() => {
    const made = createLiveSource({
      connection: {
        readings: connection.readings,
        realtime: connection.realtime,
        clock: connection.clock,
        api: { device: connection.api.device, alarm: { open: (query) => openAlarmsOf(connection, query) } },
      },
      past: (points, start, end, step_ms) => connection.api.screen.replay({ points: [...points], start, end, step_ms }),
    })
    setSource(made)
    return () => made.dispose()
  }, [connection])
  return source
}
