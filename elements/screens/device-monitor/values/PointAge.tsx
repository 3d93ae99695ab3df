import { Age } from '../../../parts/Age.tsx'
import { useShownValue } from './use-live-value.ts'

/** How long ago the device measured a value. */
export function PointAge({ point_key }: { point_key: string }) {
  const { data_time } = useShownValue(point_key)
  return (
    <span className="monitor-quiet">
      <Age time={data_time} />
    </span>
  )
}
