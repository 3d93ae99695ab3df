import { useLayoutEffect, useState } from 'react'
import type * as z from 'zod/mini'
import { createLiveSource, type LiveSource } from '../../../core/canvas/live-source.ts'
import type { Connection } from '../../../core/connection/connection.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { SharedDevice } from '../../../core/contract/share-link.ts'

/** The values of what a link shows; null at first. A visitor asks for no devices and hears of no alarms: what is bound came with the link. */
export function useVisitorSource(
  connection: Connection,
  devices: readonly z.infer<typeof SharedDevice>[],
): LiveSource | null {
  const [live, setLive] = useState<LiveSource | null>(null)
  useLayoutEffect(() => {
    const known = new Map(devices.map((device) => [device.sn_code, device]))
    const missing = () => Promise.reject(new ApiError('110509'))
    const made = createLiveSource({
      past: (points, start, end, step_ms) => connection.api.screen.replay({ points: [...points], start, end, step_ms }),
      connection: {
        readings: connection.readings,
        realtime: connection.realtime,
        clock: connection.clock,
        api: {
          device: {
            detail: async ({ sn_code }) => {
              const device = known.get(sn_code)
              return device ? { ...device, may_write: false } : missing()
            },
          },
          alarm: { open: async () => ({ rows: [], total: 0 }) },
        },
      },
    })
    setLive(made)
    return () => made.dispose()
  }, [connection, devices])
  return live
}
