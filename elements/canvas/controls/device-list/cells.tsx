import { useStore } from '@nanostores/react'
import type { Device } from '../../../../core/contract/device.ts'
import { staleAfterMs } from '../../../../core/rules/staleness.ts'
import { deviceDetail } from '../../../../core/stores/collections/devices.ts'
import { useConnection } from '../../../define/index.ts'
import { StateMark } from '../../../kit/StateMark.tsx'
import { stateOf } from '../../../parts/device-state.ts'
import { LivePointValue } from '../../../parts/LivePointValue.tsx'
import { liveValueOf } from '../../../parts/point-text.ts'
import { useCollection } from '../../../parts/use-collection.ts'
import { useServerNow } from '../../../parts/use-server-now.ts'

// The table makes only the rows in sight: only those listen to their devices.

/** As it is now; as the list has it until that is known. */
export function LiveState({ device: { sn_code, dev_state } }: { device: Device }) {
  const known = useStore(useConnection().readings(sn_code))
  return <StateMark state={stateOf(known && !('refused' in known) ? (known.dev_state ?? dev_state) : dev_state)} />
}

/** The newest value of a device's point; a dash where it has no such point. */
export function NewestValue({ device, point: key }: { device: Device; point: string }) {
  const { data } = useCollection(deviceDetail, { sn_code: device.sn_code })
  const known = useStore(useConnection().readings(device.sn_code))
  const now = useServerNow()
  const isOf = (one: { key: string }) => one.key === key
  const point = data?.points.find(isOf) ?? data?.hidden_points.find(isOf)
  if (!point || (known && 'refused' in known)) return '–'
  return (
    <LivePointValue
      point={point}
      live={liveValueOf(known, key)}
      isLive={known?.is_live ?? true}
      now={now}
      isOldAfterMs={staleAfterMs(device.report_interval_s)}
    />
  )
}
