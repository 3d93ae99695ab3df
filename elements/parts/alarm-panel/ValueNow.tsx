import { useStore } from '@nanostores/react'
import type { DeviceDetail, Point } from '../../../core/contract/device.ts'
import { staleAfterMs } from '../../../core/rules/staleness.ts'
import { useConnection } from '../../define/index.ts'
import { LivePointValue } from '../LivePointValue.tsx'
import { liveValueOf } from '../point-text.ts'
import { useServerNow } from '../use-server-now.ts'

interface ValueNowProps {
  device: Pick<DeviceDetail, 'sn_code' | 'report_interval_s'>
  point: Point
}

/** The value of the alarm's point as it comes, marked when it is old; a dash until it is there, and for who may not see it. */
export function ValueNow({ device: { sn_code, report_interval_s }, point }: ValueNowProps) {
  const known = useStore(useConnection().readings(sn_code))
  const now = useServerNow()
  const readings = known && 'values' in known ? known : null
  return (
    <LivePointValue
      point={point}
      live={liveValueOf(readings, point.key)}
      isLive={readings?.is_live ?? true}
      now={now}
      isOldAfterMs={staleAfterMs(report_interval_s)}
    />
  )
}
