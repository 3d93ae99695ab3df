import { QualityMark } from '../../../kit/StateMark.tsx'
import { Age } from '../../../parts/Age.tsx'
import { useShownValue } from './use-live-value.ts'

/** What keeps a value from being trusted, and its age once 3 report intervals are over; nothing while all is well. */
export function PointMark({ point_key }: { point_key: string }) {
  const { quality, data_time, isOld } = useShownValue(point_key)
  return (
    <span className="monitor-quality">
      <QualityMark quality={quality} />
      {isOld && <Age time={data_time} />}
    </span>
  )
}
