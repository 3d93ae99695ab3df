import { words } from '../../../core/text/words.ts'
import { useText } from '../../define/index.ts'
import { QualityMark } from '../../kit/StateMark.tsx'
import { Age } from '../../parts/Age.tsx'
import { useShownValue } from './use-live-value.ts'

/** How far a value can be trusted and, once it is older than 3 report intervals, how old it is. */
export function PointQuality({ point_key }: { point_key: string }) {
  const { value, quality, data_time, isOld } = useShownValue(point_key)
  const { good } = useText(words)
  if (value === undefined) return <span>–</span>
  return (
    <span className="monitor-quality">
      {quality === 'good' ? good : <QualityMark quality={quality} />}
      {isOld && <Age time={data_time} />}
    </span>
  )
}
