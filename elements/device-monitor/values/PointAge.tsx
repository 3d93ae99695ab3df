import { Age } from '../../parts/Age.tsx'
import { useShownValue } from './use-live-value.ts'

/** When a point last changed hands; only where it is older than 3 report intervals, so that a live screen stays calm. */
export function PointAge({ point_key }: { point_key: string }) {
  const { data_time, isOld } = useShownValue(point_key)
  return isOld ? <Age time={data_time} /> : null
}
